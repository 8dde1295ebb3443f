import { closest, distance } from 'fastest-levenshtein'
import { strip } from '../../../cron/strip'
import { canonicalColor, canonicalReference, inOrderOf } from './canonical'
import { show } from './display'
import { required, type Traits } from './field'
import { pathOfUrl, withPathOfUrl } from './path-of-url'
import { Type } from './type'

/** Characters that the service cannot store. */
const unstorable = (value: string) =>
  value.includes('\0')
    ? 'must not contain the NUL character'
    : /\p{Surrogate}/u.test(value)
      ? 'must not contain an unpaired surrogate'
      : undefined

/** The service counts characters, not UTF-16 units: an emoji is one. */
function tooLong(value: string, maxLength: number): string | undefined {
  const length = value.length > maxLength ? [...value].length : 0
  return length > maxLength ? `must have at most ${maxLength} characters, not ${length}` : undefined
}

/** Any string, stored as it is. */
export const text = (traits: Traits<string, string> & { maxLength?: number } = {}) => {
  const { maxLength = Infinity, problem, ...rest } = traits
  return required<string>(Type.String(), {
    problem: (value) => tooLong(value, maxLength) ?? unstorable(value) ?? problem?.(value),
    ...rest,
  })
}

/** The problem of a name that paths of requests contain: normalizing `a/../b` would result in another name. */
export const problemOfPathName = (problem: string) => (name: string) =>
  name.trim() === '' || name.split(/[/\\]/).some((part) => /^\.{1,2}$/.test(part)) ? problem : undefined

/** A name of one line. Stored without whitespace at both ends, like on the service. */
export const title = (traits: Traits<string, string> & { maxLength?: number } = {}) => {
  const { maxLength = 255, problem, ...rest } = traits
  return required<string>(Type.String(), {
    canonical: strip,
    problem: (value) => {
      const trimmed = strip(value)
      // Unicode whitespace is kept, but a title cannot consist of it alone.
      if (trimmed.trim() === '') return 'must not be empty'
      return tooLong(trimmed, maxLength) ?? unstorable(value) ?? problem?.(trimmed)
    },
    ...rest,
  })
}

/** An integer. */
export const integer = (range: { minimum?: number; maximum?: number } = {}, traits: Traits<number, number> = {}) =>
  required<number>(Type.Integer(range), {
    ...traits,
    problem: (value) =>
      Number.isSafeInteger(value) ? traits.problem?.(value) : `must be at most ${Number.MAX_SAFE_INTEGER}`,
  })

/** A Boolean. A null of the service is false. */
export const flag = (traits: Traits<boolean, boolean> = {}) =>
  required<boolean>(Type.Boolean(), { ...traits, canonical: Boolean })

/** The maximum length of a path. Paths are part of URLs, whose length is limited. */
const LONGEST_PATH = 1_000

/**
 * A project or group: its numeric id or its full path. Stored as a number if it has only digits, without outer slashes.
 */
export const reference = (noun: 'project' | 'group', traits: Traits<number | string, number | string> = {}) =>
  required<number | string>(Type.Union([Type.Integer({ minimum: 1 }), Type.String()]), {
    ...traits,
    refers: noun,
    canonical: canonicalReference,
    problem: (value) => {
      const plain = canonicalReference(value)
      const problem = `must be the numeric id of a ${noun} or its full path, such as ${noun === 'project' ? '"acme/web"' : '"acme/platform"'}`
      if (typeof plain === 'number') return plain >= 1 && Number.isSafeInteger(plain) ? undefined : problem
      if (plain.length > LONGEST_PATH) return { problem, detail: 'the path is too long' }
      if (pathOfUrl(plain) !== undefined) return withPathOfUrl(problem, plain)
      if (/[\s\p{C}\\]/u.test(plain) || plain.split('/').some((part) => /^\.{0,2}$/.test(part))) return problem
      return noun === 'project' && !plain.includes('/') ? { problem, detail: 'the group is missing' } : undefined
    },
  })

/** A user: the numeric id or the username. Stored as a number if it has only digits. */
export const user = () =>
  required<number | string>(Type.Union([Type.Integer({ minimum: 1 }), Type.String()]), {
    isUser: true,
    wire: 'user_id',
    canonical: canonicalReference,
    meaning: (name) => (typeof name === 'string' ? name.toLowerCase() : name),
    problem: (value) => {
      const plain = canonicalReference(value)
      const isValid =
        typeof plain === 'number' ? plain >= 1 && Number.isSafeInteger(plain) : /^[\w.-]{1,255}$/.test(plain)
      return isValid ? undefined : 'must be the id of a user or a username, such as "alice", without @'
    },
  })

/** An object: its number, or the Pulumi id of its resource, which ends with the number. Stored as the number. */
export const object = (noun: string, traits: Traits<number | string, number> = {}) =>
  required<number | string, number>(Type.Union([Type.Integer({ minimum: 1 }), Type.String()]), {
    ...traits,
    canonical: (value) => Number(String(value).replace(/^\d+\//, '')),
    problem: (value) =>
      /^(?:\d+\/)?[1-9]\d{0,14}$/.test(String(value))
        ? undefined
        : `must be the id of a ${noun} resource, such as bug.id, or its number on the service`,
  })

/** A color without `#`, as other services write it. */
const hexadecimal = /^(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/** A color: `#RRGGBB` in any case, `#RGB`, or the name of a CSS color. Stored as `#RRGGBB` in upper case. */
export const color = (traits: Traits<string, string> = {}) =>
  required<string>(Type.String(), {
    canonical: canonicalColor,
    problem: (value) => {
      if (/^#[0-9A-F]{6}$/.test(canonicalColor(value))) return undefined
      const problem = 'must be a CSS color or #RRGGBB, such as "crimson" or "#D9534F"'
      const plain = strip(value)
      return hexadecimal.test(plain) ? { problem, detail: `write ${show(`#${plain}`)}` } : problem
    },
    unquoted: (text) =>
      hexadecimal.test(text) ? `write ${show(`#${text}`)}, in quotes` : 'write it in quotes, such as "#5319e7"',
    ...traits,
  })

/** Any value. */
export const anything = (traits: Traits<unknown, unknown> = {}) => required<unknown>(Type.Unknown(), traits)

/** One of several strings. `named` is the name and the description of the type, if several arguments have it. */
export const choice = <const T extends string>(
  words: readonly T[],
  traits: Traits<T, T> = {},
  named?: { readonly title: string; readonly description: string },
) => required<T>(Type.Enum(words, named), traits)

/** A role: its access level or its name. Stored as the access level. */
export const role = <Name extends string>(levels: Readonly<Record<Name, number>>) =>
  required<number | Name, number>(Type.Enum([...Object.values(levels), ...Object.keys(levels)]), {
    canonical: (level) => (typeof level === 'number' ? level : levels[level]),
  })

/**
 * A list of strings in any order. Their type is one of `known`. At run time, unknown strings are accepted, which a newer
 * service may know, but not misspellings of `known` ones.
 */
export const words = <const Known extends string>(known: readonly Known[]) =>
  required<readonly Known[], Known[]>(Type.Array(Type.String({ minLength: 1 }), { minItems: 1, uniqueItems: true }), {
    canonical: (list, like) => inOrderOf(like, list, String),
    problem: (list: readonly string[]) => {
      // Comparing very long lists or strings would take too long.
      const short = list
        .slice(0, 1_000)
        .filter((word) => word.length <= 100 && !(known as readonly string[]).includes(word))
      const wrong = short.find((word) => distance(word, closest(word, known)) <= 2)
      return wrong === undefined
        ? undefined
        : { problem: `contains ${show(wrong)}`, detail: `did you mean ${show(closest(wrong, known))}?` }
    },
  })
