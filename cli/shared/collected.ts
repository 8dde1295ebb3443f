/** Of an option that may be repeated, all its values. */
export const collected = (value: string, before: string[]): string[] => [...before, value]
