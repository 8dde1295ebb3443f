import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { withoutPulumisOwn } from './secrets-of-pulumi'

/** Searches for secrets in all output and files. */
export class Hunt {
  private readonly texts = new Map<string, string>()
  private readonly secrets: Record<string, string>
  /** Lines that Pulumi itself prints with a secret in them. */
  readonly pulumis: string[] = []

  /**
   * @param secrets By description. Secrets that the service creates are empty at first. No two secrets share a sequence
   * of eight letters and digits.
   */
  constructor(secrets: Record<string, string>) {
    this.secrets = { ...secrets }
  }

  get places(): string[] {
    return [...this.texts.keys()]
  }

  secret(name: string): string {
    const value = this.secrets[name]
    if (!value) throw new Error(`nothing is known as ${name}`)
    return value
  }

  /** Sets a secret that the service has created. */
  learn(name: string, value: unknown): void {
    if (this.secrets[name] !== '' || typeof value !== 'string' || value === '') {
      throw new Error(`${name} is known already, or is nothing`)
    }
    this.secrets[name] = value
  }

  /** Adds a string to search. */
  saw(place: string, text: string): void {
    this.texts.set(`${this.texts.size + 1}. ${place}`, text)
  }

  /** Adds all files below a folder, without links. */
  async sawFiles(folder: string, change = (_file: string, text: string): string => text): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    for (const path of files) {
      const file = relative(folder, path)
      this.texts.set(file, change(file, await readFile(path, 'utf8')))
    }
  }

  /** The places of a secret in any encoding, except lines of Pulumi itself. */
  placesOf(name: string): string[] {
    const isHere = isIn(this.secret(name))
    return [...this.texts].flatMap(([place, text]) => {
      if (!isHere(text)) return []
      const { ours, pulumis } = withoutPulumisOwn(text)
      this.pulumis.push(...pulumis.filter(isHere))
      return isHere(ours) ? [place] : []
    })
  }

  /** The places of a string that is not secret. */
  placesWith(text: string): string[] {
    return [...this.texts].filter(([, content]) => content.includes(text)).map(([place]) => place)
  }

  /** Whether a string contains a secret in any encoding. */
  isIn(name: string, text: string): boolean {
    return isIn(this.secret(name))(text)
  }
}

function isIn(secret: string): (text: string) => boolean {
  const sought = spellings(secret)
  return (text) => sought.some((spelling) => text.includes(spelling))
}

/** The secret, its longer sequences of letters and digits (which no escaping changes), and all of these in base64. */
function spellings(text: string): string[] {
  const parts = [text, ...(text.match(/[a-z0-9]{8,}/gi) ?? [])]
  return [...parts, ...parts.flatMap((part) => [0, 1, 2].flatMap((offset) => inBase64(part, offset)))]
}

/** The base64 of a string at an offset modulo three, without the characters that depend on its neighbors. */
function inBase64(text: string, offset: number): string[] {
  const bytes = Buffer.from('-'.repeat(offset) + text)
  const [first, last] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)]
  return (['base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding).slice(first, last))
}
