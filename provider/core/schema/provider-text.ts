/** `label-set` → `LabelSet`: the name of the class of a kind. */
export const classNameOf = (kind: string) =>
  kind.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const prefix = 'pulumi-nodejs:dynamic/trueup:'

/** The Pulumi type of a kind. */
export const typeOf = (kind: string) => `${prefix}${classNameOf(kind)}`

/** Whether a Pulumi type is that of a Trueup resource. */
export const isTrueupType = (type: string): boolean => type.startsWith(prefix)

/**
 * The code that Pulumi stores with each resource, and evaluates in the program's folder to find its provider. It must
 * never change, because states contain it.
 */
export const providerText = (kind: string) => `exports.handler=()=>require("trueup/runtime").provider("${kind}")`

/** Returns the kind in a provider text. Returns undefined for other text. */
export const kindIn = (text: string): string | undefined => /\bprovider\("([\w-]+)"\)/.exec(text)?.[1]
