/** The formats of `trueup drift`, without their code, which takes time to load. */
export const formatNames = ['text', 'json', 'markdown', 'junit', 'sarif', 'codequality', 'html'] as const
export type FormatName = (typeof formatNames)[number]
