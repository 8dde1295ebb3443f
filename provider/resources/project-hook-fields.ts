import { strip } from '../../cron/strip'
import type { HookPair } from '../../sdk'
import { required } from '../core/schema/field'
import { text } from '../core/schema/fields'
import { InvalidResponse } from '../core/schema/invalid-response'
import type { Problem } from '../core/schema/problem'
import { Type } from '../core/schema/type'

/** Values by name. The value of a name that only the service has is unknown: an empty string, which no header can have. */
export type Pairs = Record<string, string>

const unknownValue = ''
const maxPairs = 20
const reference = /\{([A-Za-z]+\d*(?:[._-][A-Za-z0-9]+)*)\}/g
const maxUrl = 8192

/** The URL of a hook. Its credentials, its path and its query can be secrets. */
export const hookUrl = () =>
  text({
    secret: true,
    canonical: strip,
    problem: (written) => {
      const url = strip(written)
      if ([...url].length > maxUrl) return `must have at most ${maxUrl} characters`
      if (/\p{Cc}/u.test(url)) return 'must not contain control characters'
      if (Number(/^https?:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/.exec(url)?.[1] ?? 0) > 65_535)
        return 'must have a port of at most 65535'
      return /^(?:https?:\/\/[^/?#]|\{)/.test(url) ? undefined : 'must be a URL that starts with https:// or http://'
    },
  })

/** The host and port of a URL, in which variables can stand. Undefined if the value is not a URL. */
export function hostOf(url: unknown): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url.replace(/[{}]/g, '-'))) return undefined
  return /^https?:\/\/(?:[^/?#\\]*@)?([^/?#\\@]+)/i.exec(url)?.[1]
}

/** Headers or variables, of which responses only contain the names. */
export const pairs = () =>
  required<Pairs>(Type.Record(Type.String()), {
    secret: true,
    isShownInPart: true,
    wireSchema: Type.Array(Type.Object({})),
    toWire: (values): HookPair[] => Object.entries(values).map(([key, value]) => ({ key, value })),
    fromWire: (shown, like) =>
      Object.fromEntries(namesOf(shown).map((name) => [name, (like as Pairs | undefined)?.[name] ?? unknownValue])),
    problem: problemOfPairs,
  })

/** The names in a response. @throws InvalidResponse */
export function namesOf(shown: unknown): string[] {
  const names = Array.isArray(shown) ? shown.map((pair: Partial<HookPair> | null) => pair?.key) : []
  if (!names.every((name) => typeof name === 'string')) throw new InvalidResponse()
  return names
}

function problemOfPairs(values: Pairs): Problem | undefined {
  const names = Object.keys(values)
  if (names.length > maxPairs) return `must have at most ${maxPairs} entries`
  if (!names.every((name) => /^[A-Za-z]+\d*(?:[._-][A-Za-z0-9]+)*$/.test(name))) {
    return 'must have names of letters, then digits, with single -, _ or . between them'
  }
  const isValid = (value: string) => /^(?!\s).{1,2048}(?<!\s)$/u.test(value) && !/%0[ad]/i.test(value)
  return Object.values(values).every(isValid)
    ? undefined
    : 'must have values of one line with 1 to 2048 characters, without spaces at both ends'
}

/** The names of the variables in a URL. */
export const variablesIn = (url: string): string[] => [...url.matchAll(reference)].map(([, name = '']) => name)

/** Whether the URLs with their variables differ, as far as the values of the variables are known. */
function isChanged(former: { url: string; variables: Pairs }, { url, variables }: { url: string; variables: Pairs }) {
  const known = Object.entries(former.variables).filter(([, value]) => value !== unknownValue)
  const values = { ...variables, ...Object.fromEntries(known) }
  const fill = (text: string, by: Pairs) => text.replace(reference, (whole, name: string) => by[name] ?? whole)
  return fill(former.url, values) !== fill(url, variables)
}

/**
 * Returns why the service refuses a changed URL. A new URL removes all variables that the hook had, also the new ones of the
 * same request.
 */
export function whyUrlCannotChange(
  former: { url: string; urlVariables?: Pairs },
  { url, urlVariables }: { url: string; urlVariables: Pairs },
): string | undefined {
  const used = variablesIn(url)
  const { urlVariables: variables = {} } = former
  if (used.length === 0 || Object.keys(variables).length === 0) return undefined
  if (!isChanged({ url: former.url, variables }, { url, variables: urlVariables })) return undefined
  return `${whyInUse(used)} ${remedy}`
}

const whyInUse = (used: string[]) =>
  `The service cannot change the URL of a hook that has URL variables, or the value of a variable in the URL (${used.join(', ')}).`

const remedy =
  'Replace the hook: run "pulumi up" with --replace and its URN, and set the resource option deleteBeforeReplace: true. ' +
  'In a set, remove the item, run "pulumi up", and add the item again.'

/** The likely cause if the service refuses a URL whose former variables are not known. */
export const causeOfInvalidUrl = `The service refuses a URL on a local network unless an administrator allows it. ${whyInUse(['those in braces'])} ${remedy}`
