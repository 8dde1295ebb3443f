/** Takes off the ASCII blanks around a text, unlike `trim` only those: that is what the service does. */
export const strip = (text: string): string => text.replace(/^[\t\n\v\f\r ]+|[\0\t\n\v\f\r ]+$/g, '')
