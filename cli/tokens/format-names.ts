/** The formats of `trueup tokens`, without their code, which takes time to load. */
export const formatNames = ['text', 'json', 'markdown'] as const
export type FormatName = (typeof formatNames)[number]
