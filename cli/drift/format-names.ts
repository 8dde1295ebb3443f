/** The formats of `trueup drift`. Apart from what writes them, which takes time to load. */
export const formatNames = ['text', 'json', 'markdown', 'junit', 'sarif', 'codequality', 'html'] as const
export type FormatName = (typeof formatNames)[number]
