/** Whether a text holds every word of a search, whatever their case; `"quoted words"` stay together. */
export function matcher(search: string): (text: string | null) => boolean {
  const words = [...search.matchAll(/(?<=^|\s)"([^"]+)"(?=\s|$)|\S+/g)].map(([word, quoted]) => fold(quoted ?? word))
  return (text) => text !== null && words.every((word) => fold(text).includes(word))
}

const fold = (text: string): string => text.toLowerCase()
