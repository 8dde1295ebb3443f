/** Characters that the service removes at both ends of a string: also NUL, but not Unicode spaces. */
const blanks = '\0\t\n\v\f\r '

/** Removes blanks at both ends, like the service before it validates and stores a schedule. */
export function strip(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && blanks.includes(text.charAt(start))) start++
  while (end > start && blanks.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
