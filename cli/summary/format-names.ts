/** The formats of `trueup summary`. Without their code, which is loaded on demand. */
export const formatNames = ['text', 'markdown', 'json'] as const
export type FormatName = (typeof formatNames)[number]
