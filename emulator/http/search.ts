/**
 * Whether a text holds every word of a search, whatever their case; `"quoted words"` stay together. Words of fewer
 * letters than `shortest` do not count; when there are no others, the text has to be what was searched for.
 */
export function matcher(search: string, { shortest } = { shortest: 1 }): (text: string | null) => boolean {
  const found = [...search.matchAll(/(?<=^|\s)"([^"]+)"(?=\s|$)|\S+/g)].map(([word, quoted]) => fold(quoted ?? word))
  const words = found.filter((word) => word.length >= shortest)
  if (words.length === 0) return (text) => text !== null && fold(text) === found.join(' ')
  return (text) => text !== null && words.every((word) => fold(text).includes(word))
}

const fold = (text: string): string => text.toLowerCase()
