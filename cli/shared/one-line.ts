/** A text on one line, without line breaks, control characters, and marks that change the direction of text. */
export const oneLine = (text: string): string => text.replace(/(?:(?!\u200D)[\p{Cc}\p{Cf}\p{Cs}\p{Z}])+/gu, ' ').trim()
