/** `label-set` → `LabelSet`: the name of the class of a kind. */
export const classNameOf = (kind: string) =>
  kind.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const prefix = 'pulumi-nodejs:dynamic/trueup:'

/** The Pulumi type of a kind. */
export const typeOf = (kind: string) => `${prefix}${classNameOf(kind)}`

/** Whether a Pulumi type is the type of a resource of Trueup. */
export const isTrueupType = (type: string): boolean => type.startsWith(prefix)

/**
 * The text that Pulumi stores with each resource, and evaluates in the program's folder to find its provider.
 * It must never change: states contain it.
 */
export const providerText = (kind: string) => `exports.handler=()=>require("trueup/runtime").provider("${kind}")`

/** The kind in a provider text; undefined for other text. */
export const kindIn = (text: string): string | undefined => /\bprovider\("([\w-]+)"\)/.exec(text)?.[1]
