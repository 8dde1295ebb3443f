/** Unique names for variables or files. Names that differ only in case count as equal. */
export class Slugs {
  private readonly taken = new Set<string>()

  /** `reserved` are names that are not used: keywords, and names that the program already uses. */
  constructor(
    private readonly write: (words: string[]) => string,
    private readonly reserved: ReadonlySet<string> = new Set(),
    private readonly numbered = (slug: string, count: number) => `${slug}${count}`,
  ) {}

  /** The first free name of `palette`, `palette2`, …, for variables without a title. */
  take(wanted: string): string {
    return this.first(wanted, () => false)
  }

  /** The first free name of `acmeWeb`, `acmeWeb2`, … */
  of(text: string): string {
    return this.first(this.write(wordsOf(text)), (slug) => this.reserved.has(slug))
  }

  private first(wanted: string, isReserved: (slug: string) => boolean): string {
    let slug = wanted
    for (let count = 2; this.taken.has(slug.toLowerCase()) || isReserved(slug); count++) {
      slug = this.numbered(wanted, count)
    }
    this.taken.add(slug.toLowerCase())
    return slug
  }
}

/** `acme/web-shop` → `acmeWebShop`. */
export const camelCase = ([first = 'unnamed', ...rest]: string[]): string => {
  const name = [first.toLowerCase(), ...rest.map((word) => word[0]!.toUpperCase() + word.slice(1))].join('')
  return /^\d/.test(name) ? `n${name}` : name
}

/** `acme/web-shop` → `acme_web_shop`. */
export const snakeCase = (words: string[]): string => {
  const name = words.join('_').toLowerCase() || 'unnamed'
  return /^\d/.test(name) ? `n${name}` : name
}

/** `acme/web-shop` → `acme-web-shop`. */
export const kebabCase = (words: string[]): string => words.join('-').toLowerCase() || 'unnamed'

export const wordSet = (...words: string[]): ReadonlySet<string> => new Set(words.join(' ').split(' '))

/** The words of a text, in ASCII letters and digits. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .slice(0, 80)
    .match(/[A-Za-z0-9]+/g) ?? []
