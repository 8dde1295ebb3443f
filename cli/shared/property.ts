import { diff } from 'deep-diff'
import type { KindDefinition } from '../../provider/command-line/objects'
import type { Json } from '../stacks/stack'

/** A property that differs. */
export interface Property {
  /** The path in the arguments, such as `color`, `items.bug.color` or `deployAccessLevels[0].accessLevel`. */
  path: string
  /** The declared value as JSON; undefined if nothing is declared. Secrets are `"[secret]"`. For `due`, the value after an update. */
  declared?: unknown
  /** The value on the service, in the same form. */
  live?: unknown
}

/** Leaves out the values of secrets. `prefix` is the path of the values, such as `items.bug.`. */
export const withoutSecrets = (values: Json, secretPaths: ReadonlySet<string>, prefix = ''): Json =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !secretPaths.has(prefix + name)))

/** Replaces the value of a secret, as in the output of the Pulumi CLI. */
export const hidden = '[secret]'

/** Whether the value of a secret differs, of which reports do not show more. */
export const isSecretChange = ({ declared, live }: Pick<Property, 'declared' | 'live'>): boolean =>
  declared === hidden && live === hidden

/** What reports say of the changed value of a secret. */
export const secretChange = 'changed (the value is secret)'

/** The properties that differ between two sets of values, by path. Values of secrets are hidden. */
export function differing(
  kind: KindDefinition,
  declared: Json,
  live: Json,
  secretPaths: ReadonlySet<string>,
): Property[] {
  const properties = new Map<string, Property>()
  for (const change of diff(live, declared) ?? []) {
    const steps = [...(change.path ?? []), ...(change.kind === 'A' ? [change.index] : [])] as (string | number)[]
    const path = pathOf(steps)
    const secret = isSecret(kind, steps) || [...secretPaths].some((one) => covers(one, path) || covers(path, one))
    // The service tells whether such a secret is set, and not more.
    const isMissing = (value: unknown) => value === null && tellsPresence(kind, steps)
    const shown = (value: unknown) => (secret && value !== undefined && !isMissing(value) ? hidden : value)
    const found = { path, declared: shown(at(declared, steps)), live: shown(at(live, steps)) }
    properties.set(path, found)
  }
  return [...properties.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}

const at = (values: Json, steps: readonly (string | number)[]): unknown =>
  steps.reduce<unknown>((value, step) => (value as Json | undefined)?.[step], values)

/** A path of keys and indexes, such as `items.bug.color`. */
export const pathOf = (steps: readonly (string | number)[]): string =>
  steps.reduce<string>((path, step) => {
    if (typeof step === 'number') return `${path}[${step}]`
    if (/^[\w$#-]+$/.test(step)) return path === '' ? step : `${path}.${step}`
    return `${path}[${JSON.stringify(step)}]`
  }, '')

const covers = (outer: string, inner: string): boolean =>
  inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`)

/** Whether the kind declares a value as secret. A whole item of a set is secret if one of its fields is. */
function isSecret(kind: KindDefinition, [first, , field]: readonly (string | number)[]): boolean {
  if (!('of' in kind)) return kind.input[String(first)]?.secret === true || kind.output[String(first)]?.secret === true
  const fields = Object.entries(kind.of.input)
  if (first !== 'items') return kind.output[String(first)]?.secret === true
  return fields.some(([name, { secret }]) => secret === true && (field === undefined || field === name))
}

/** Whether responses have another property for an argument, which tells whether the argument is set. */
function tellsPresence(kind: KindDefinition, [first, , field]: readonly (string | number)[]): boolean {
  const [fields, name] = 'of' in kind ? [kind.of.input, field] : [kind.input, first]
  return fields[String(name)]?.shownAs !== undefined
}
