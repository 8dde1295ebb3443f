/** What must not be in a report: taken from the server's own responses before anything is written. */
export class Redaction {
  readonly #secrets: [string, string][] = []
  readonly #names: [RegExp, string][] = []

  /** A name is hidden where it is a word of its own: parts of other words are not meant. */
  hideName(text: unknown, instead: string): void {
    if (typeof text === 'string' && text.length >= 2) this.#names.push([wordOf(text), instead])
  }

  /** `text` is shown as `instead`. Short ones are not secret, and occur everywhere. */
  hide(text: unknown, instead: string): void {
    if (typeof text === 'string' && text.length >= 3) this.#secrets.push([text, instead])
    this.#secrets.sort(([a], [b]) => b.length - a.length)
  }

  text(text: string): string {
    const plain = this.#secrets
      .reduce((value, [secret, instead]) => value.replaceAll(secret, instead), text)
      .replaceAll(/\b(?:gl[a-z]{2,8}-|GR1348941)[\w.-]{8,}/g, '{token}')
      .replaceAll(/[\w.+-]+@(?!127\.|(?:[\w-]+\.)*example\.)[\w-]+(?:\.[\w-]+)+/g, '{email}')
      .replaceAll(/(https?:\/\/)(?!127\.|(?:[\w-]+\.)*example\.|docs\.gitlab\.com)[\w.-]+(?::\d+)?/g, '$1{host}')
    return this.#names.reduce((value, [name, instead]) => value.replaceAll(name, instead), plain)
  }

  /** A value that the server has given, in a few words. */
  value(value: unknown): string {
    return inWords(value, (text) => this.text(text))
  }
}

/** A value in a few words. Shows only the form of lists and objects. */
export function inWords(value: unknown, shown = (text: string) => text): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return `{${Object.keys(value).sort().map(shown).join(', ')}}`
  if (typeof value !== 'string') return String(value)
  if (/^\s*<(?:!doctype|html)/i.test(value)) return 'a page of HTML'
  const text = shown(value)
  return JSON.stringify(text.length > 160 ? `${text.slice(0, 160)}…` : text)
}

const wordOf = (text: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}_])`, 'gu')
