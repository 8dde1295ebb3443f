/** The formats of `trueup calendar`, without their code, which takes time to load. */
export const formatNames = ['text', 'svg', 'html', 'ics', 'json'] as const
export type FormatName = (typeof formatNames)[number]
