/**
 * The address of a web page as a report can contain it: without characters that HTML, Markdown or a terminal interprets.
 * Undefined if a text is not such an address.
 */
export function webAddress(text: string | undefined): string | undefined {
  if (text === undefined || !/^https?:/i.test(text) || !URL.canParse(text)) return undefined
  return new URL(text).href.replace(/[^\w./:?#&=%~+-]/g, encoded)
}

/** An ASCII character, as in an address. */
const encoded = (mark: string): string => `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
