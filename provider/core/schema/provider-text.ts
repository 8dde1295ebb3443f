/** `label-set` → `LabelSet`: the name of the class of a kind. */
export const classNameOf = (kind: string) =>
  kind.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const prefix = 'pulumi-nodejs:dynamic/trueup:'
const nativePrefix = 'trueup:index:'

/** The Pulumi type of a kind. */
export const typeOf = (kind: string) => `${prefix}${classNameOf(kind)}`

/** The Pulumi type of a kind in the native plugin. */
export const nativeTypeOf = (kind: string) => `${nativePrefix}${classNameOf(kind)}`

/** The types of the components for the settings of a project or a group. */
export const settingsTypes = { project: `${nativePrefix}ProjectSettings`, group: `${nativePrefix}GroupSettings` }

/** Whether a Pulumi type is that of a dynamic resource of this package. */
export const isDynamicType = (type: string): boolean => type.startsWith(prefix)

/** Whether a Pulumi type is that of a resource or a component of the native plugin. */
export const isNativeType = (type: string): boolean => type.startsWith(nativePrefix)

/**
 * The code that Pulumi stores with each resource, and evaluates in the program's folder to find its provider. It must
 * never change, because states contain it.
 */
export const providerText = (kind: string) => `exports.handler=()=>require("trueup/runtime").provider("${kind}")`

/** Returns the kind in a provider text. Returns undefined for other text. */
export const kindIn = (text: string): string | undefined => /\bprovider\("([\w-]+)"\)/.exec(text)?.[1]
