/** The formats of `trueup tokens`. Apart from what writes them, which takes time to load. */
export const formatNames = ['text', 'json', 'markdown'] as const
export type FormatName = (typeof formatNames)[number]
