import type { Json } from '../../provider/engine/basics'
import { type Definition, nameArgumentOf } from '../../provider/engine/objects'

const longest = 120

/** A text on one line, without line breaks, control characters, and marks that change the direction of text. */
export const oneLine = (text: string): string => text.replace(/(?:(?!\u200D)[\p{Cc}\p{Cf}\p{Cs}\p{Z}])+/gu, ' ').trim()

/**
 * The title of an object within its kind and project or group: its name if names are unique, else its kind and id. Does
 * not use schedules, descriptions or URLs, because they change and may contain secrets.
 */
export function titleOf(definition: Definition, inputs: Json, id: string): string {
  const name = nameArgumentOf(definition)
  return name === undefined ? `${definition.kind}-${keyOf({ id })}` : String(inputs[name] ?? '')
}

/** A resource that needs a unique name. */
export interface Nameable {
  wanted: string
  /** The Pulumi id. */
  id: string
}

/**
 * A unique name for each resource of one type: the wanted name on one line, with the object's id if several resources want
 * the same name. The names do not depend on the order.
 */
export function resourceNames(items: readonly Nameable[]): string[] {
  const wanted = items.map((item) => shortened(oneLine(item.wanted)) || keyOf(item))
  const count = new Map<string, number>()
  for (const name of wanted) count.set(name, (count.get(name) ?? 0) + 1)
  const taken = new Set(wanted.filter((name) => count.get(name) === 1))
  return wanted.map((name, at) => {
    if (count.get(name) === 1) return name
    const { id } = items[at]!
    const own = [`${name} #${keyOf({ id })}`, `${name} #${id}`].find((one) => !taken.has(one)) ?? `${name} (${id})`
    taken.add(own)
    return own
  })
}

const keyOf = ({ id }: { id: string }): string => id.slice(id.lastIndexOf('/') + 1)

function shortened(name: string): string {
  const characters = [...name]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : name
}

/** Names that the program already uses, and reserved words. */
const reserved = new Set(
  (
    'abstract any arguments as async await boolean break case catch class const constructor continue debugger declare ' +
    'default delete do else enum eval exports export extends false finally for from function get if implements import in ' +
    'instanceof interface is keyof let module namespace never new null number object of package palette private project ' +
    'protected public require return set static string super switch symbol this throw trueup true try type typeof ' +
    'undefined unique unknown var void while with yield name label'
  ).split(' '),
)

/** Unique names for variables or files. */
export class Slugs {
  private readonly taken = new Set<string>()

  constructor(private readonly write: (words: string[]) => string) {}

  /** The first free name of `palette`, `palette2`, …, for variables without a title. */
  take(wanted: string): string {
    let slug = wanted
    for (let count = 2; this.taken.has(slug.toLowerCase()); count++) slug = `${wanted}${count}`
    this.taken.add(slug.toLowerCase())
    return slug
  }

  /** The first free name of `acmeWeb`, `acmeWeb2`, … */
  of(text: string): string {
    const wanted = this.write(wordsOf(text))
    let slug = wanted
    for (let count = 2; this.taken.has(slug.toLowerCase()) || reserved.has(slug); count++) slug = `${wanted}${count}`
    this.taken.add(slug.toLowerCase())
    return slug
  }
}

/** `acme/web-shop` → `acmeWebShop`. */
export const variables = (): Slugs =>
  new Slugs((words) => {
    const [first = 'unnamed', ...rest] = words
    const name = [first.toLowerCase(), ...rest.map((word) => word[0]!.toUpperCase() + word.slice(1))].join('')
    return /^\d/.test(name) ? `n${name}` : name
  })

/** `acme/web-shop` → `acme-web-shop`. */
export const fileNames = (): Slugs => new Slugs((words) => words.join('-').toLowerCase() || 'unnamed')

/** The words of a text, in ASCII letters and digits. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .slice(0, 80)
    .match(/[A-Za-z0-9]+/g) ?? []
