/** The formats of `trueup calendar`. Apart from what writes them, which takes time to load. */
export const formatNames = ['text', 'svg', 'html', 'ics', 'json'] as const
export type FormatName = (typeof formatNames)[number]
