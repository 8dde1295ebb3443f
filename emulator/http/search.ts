/**
 * Returns a function that checks whether a string contains every word of a search, ignoring case. `"quoted words"` are
 * one word. Words with fewer letters than `shortest` are ignored. If no other words remain, the string must equal the
 * search.
 */
export function matcher(search: string, { shortest } = { shortest: 1 }): (text: string | null) => boolean {
  const found = [...search.matchAll(/(?<=^|\s)"([^"]+)"(?=\s|$)|\S+/g)].map(([word, quoted]) => fold(quoted ?? word))
  const words = found.filter((word) => word.length >= shortest)
  if (words.length === 0) return (text) => text !== null && fold(text) === found.join(' ')
  return (text) => text !== null && words.every((word) => fold(text).includes(word))
}

const fold = (text: string): string => text.toLowerCase()
