/** What the service takes for blank at either end of a text: also NUL, but no Unicode space. */
const blanks = '\0\t\n\v\f\r '

/** The text without blanks at both ends, as the service strips a schedule before it judges and stores it. */
export function strip(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && blanks.includes(text.charAt(start))) start++
  while (end > start && blanks.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
