import { Type } from '@sinclair/typebox'
import { closest, distance } from 'fastest-levenshtein'
import { strip } from '../../../cron'
import { canonicalColor, canonicalReference, inOrderOf } from './canonical'
import { required, type Traits } from './field'
import { show } from './plain'

export { inOrderOf, strip, Type }

/** What no service can store. */
const unstorable = (value: string) =>
  value.includes('\0')
    ? 'must not contain the character NUL'
    : /\p{Surrogate}/u.test(value)
      ? 'must not contain half of a character'
      : undefined

/** The service counts characters, not UTF-16 units: an emoji is one. */
function tooLong(value: string, maxLength: number): string | undefined {
  const length = value.length > maxLength ? [...value].length : 0
  return length > maxLength ? `must have at most ${maxLength} characters, has ${length}` : undefined
}

/** Any text, kept as it is. */
export const text = (traits: Traits<string, string> & { maxLength?: number } = {}) => {
  const { maxLength = Infinity, problem, ...rest } = traits
  return required<string>(Type.String(), {
    problem: (value) => tooLong(value, maxLength) ?? unstorable(value) ?? problem?.(value),
    ...rest,
  })
}

/** A one-line name: outer blanks go, as the service drops them. */
export const title = (traits: Traits<string, string> & { maxLength?: number } = {}) => {
  const { maxLength = 255, problem, ...rest } = traits
  return required<string>(Type.String(), {
    canonical: strip,
    problem: (value) => {
      const trimmed = strip(value)
      // Unicode's own blanks stay, but of nothing else a title cannot be.
      if (trimmed.trim() === '') return 'must not be empty'
      return tooLong(trimmed, maxLength) ?? unstorable(value) ?? problem?.(trimmed)
    },
    ...rest,
  })
}

/** A whole number. */
export const integer = (range: { minimum?: number; maximum?: number } = {}, traits: Traits<number, number> = {}) =>
  required<number>(Type.Integer(range), {
    ...traits,
    problem: (value) =>
      Number.isSafeInteger(value) ? traits.problem?.(value) : `must be at most ${Number.MAX_SAFE_INTEGER}`,
  })

/** Yes or no; a live null is no. */
export const flag = (traits: Traits<boolean, boolean> = {}) =>
  required<boolean>(Type.Boolean(), { ...traits, canonical: Boolean })

/** Longer than any path of a project: paths travel in URLs, and those have limits. */
const LONGEST_PATH = 1_000

/** A project or group: a positive whole number or a full path. Digits become the number, outer slashes go. */
export const reference = (noun: 'project' | 'group', traits: Traits<number | string, number | string> = {}) =>
  required<number | string>(Type.Union([Type.Integer({ minimum: 1 }), Type.String()]), {
    ...traits,
    refers: noun,
    canonical: canonicalReference,
    problem: (value) => {
      const plain = canonicalReference(value)
      const wanted = `must be the ${noun}'s numeric id or its full path, like ${noun === 'project' ? '"acme/web"' : '"acme/platform"'}`
      if (typeof plain === 'number') return plain >= 1 && Number.isSafeInteger(plain) ? undefined : wanted
      if (plain.length > LONGEST_PATH) return `${wanted}: no path is that long`
      if (/^[a-z]+:\/\//i.test(plain)) return `${wanted}: not a URL`
      if (/[\s\p{C}\\]/u.test(plain) || plain.split('/').some((part) => /^\.{0,2}$/.test(part))) return wanted
      return noun === 'project' && !plain.includes('/') ? `${wanted}: the group is missing` : undefined
    },
  })

/** An object: its number, or the Pulumi id of its resource, which ends with that. Stored as the number. */
export const object = (noun: string, traits: Traits<number | string, number> = {}) =>
  required<number | string, number>(Type.Union([Type.Integer({ minimum: 1 }), Type.String()]), {
    ...traits,
    canonical: (value) => Number(String(value).replace(/^\d+\//, '')),
    problem: (value) =>
      /^(?:\d+\/)?[1-9]\d{0,14}$/.test(String(value))
        ? undefined
        : `must be the id of a ${noun}, like bug.id, or its number on the service`,
  })

/** A colour: `#RRGGBB` in any case, `#RGB`, or the name of a CSS colour. Stored as `#RRGGBB` in upper case. */
export const color = (traits: Traits<string, string> = {}) =>
  required<string>(Type.String(), {
    canonical: canonicalColor,
    problem: (value) =>
      /^#[0-9A-F]{6}$/.test(canonicalColor(value))
        ? undefined
        : 'must be a colour like "#D9534F", "#F00" or the name of a CSS colour like "crimson"',
    ...traits,
  })

/** Any value at all. */
export const anything = (traits: Traits<unknown, unknown> = {}) => required<unknown>(Type.Unknown(), traits)

/** One of some words. */
export const choice = <const T extends string>(words: readonly T[], traits: Traits<T, T> = {}) =>
  required<T>(Type.Unsafe<T>({ enum: words }), traits)

/** A role: its number, or its name. Stored as the number. */
export const role = <Name extends string>(levels: Readonly<Record<Name, number>>) =>
  required<number | Name, number>(
    Type.Unsafe<number | Name>({ enum: [...Object.values(levels), ...Object.keys(levels)] }),
    {
      canonical: (level) => (typeof level === 'number' ? level : levels[level]),
    },
  )

/** Words whose order has no meaning. Accepts other words than the `known` ones, but not misspelled ones. */
export const words = (known: readonly string[]) =>
  required<string[]>(Type.Array(Type.String({ minLength: 1 }), { minItems: 1, uniqueItems: true }), {
    canonical: (list, like) => inOrderOf(like, list, String),
    problem: (list) => {
      // A few dozen there may be: what is far more, or far longer, is a mistake of another kind.
      const short = list.slice(0, 1_000).filter((word) => word.length <= 100 && !known.includes(word))
      const wrong = short.find((word) => distance(word, closest(word, known)) <= 2)
      return wrong === undefined ? undefined : `has ${show(wrong)}: did you mean ${show(closest(wrong, known))}?`
    },
  })
