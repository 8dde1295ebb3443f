import { own, pick } from '../../provider/command-line/basics'
import {
  argumentsOfKey,
  changes,
  type Definition,
  identityOf,
  isUnmanagedKey,
  keyIn,
  type SetKind,
  subject,
} from '../../provider/command-line/objects'
import { differing, type Property, withoutSecrets } from '../shared/property'
import type { Json, StackResource } from '../stacks/stack'
import type { Difference, Finding } from './finding'
import { fingerprintOf } from './fingerprint'
import { remedies, statementOf } from './statements'

/**
 * Compares the items of a set as if each one were a single resource: one finding for each object that differs. `whole` is
 * the difference of the set as one finding, and `facts` are those about unmanaged objects.
 */
export function compareItems(
  set: SetKind,
  resource: StackResource,
  whole: Finding,
  declared: Record<string, Json>,
  live: Record<string, Json>,
  secrets: ReadonlySet<string>,
  facts: ReadonlyMap<string, Json>,
): Finding[] {
  const { of } = set
  const keys = [...new Set([...Object.keys(declared), ...Object.keys(live)])]
  return keys.flatMap((key): Finding[] => {
    const [wanted, found] = [own(declared, key), own(live, key)]
    const item: Item = {
      set,
      resource,
      whole,
      key,
      values: (isUnmanagedKey(key) ? found : (wanted ?? found)) ?? {},
      secrets: secretsOf(of, key, secrets),
    }
    // A refresh added it to the state, and an update deletes it, if it still exists.
    if (isUnmanagedKey(key) && !found) return []
    if (!found) return [findingOf(item, 'deleted')]
    if (isUnmanagedKey(key)) {
      if (wanted && changes(of, found, wanted).size === 0) return []
      const about = facts.get(key)
      return [
        { ...findingOf(item, 'unmanaged'), ...(about && { facts: about }), ...unmanaged(of, key, found, declared) },
      ]
    }
    if (!wanted) {
      const message = 'exists, but its set no longer declares it.'
      const remedy = 'Run "pulumi up" to remove it from the set, or declare it again.'
      return [{ ...findingOf(item, 'unmanaged'), message, remedy }]
    }
    const names = changes(of, found, wanted)
    const properties = differing(of, pick(wanted, names), pick(found, names), item.secrets)
    return names.size > 0 ? [findingOf(item, whole.difference, properties)] : []
  })
}

/** The finding of an item with the difference, message and remedy of a finding about its set. */
export function itemFinding(set: SetKind, resource: StackResource, whole: Finding, key: string, values: Json): Finding {
  const item = { set, resource, whole, key, values, secrets: secretsOf(set.of, key, resource.secretInputs) }
  const { formerFingerprints: _, ...finding } = findingOf(item, whole.difference)
  return { ...finding, message: whole.message, remedy: whole.remedy }
}

/** The message and the remedy of an object that an exclusive set finds. */
function unmanaged(
  of: Definition,
  key: string,
  found: Json,
  declared: Record<string, Json>,
): Pick<Finding, 'message' | 'remedy'> {
  const identity = (item: Json) => JSON.stringify(identityOf(of, { ...item, [of.identity.parent]: '-' }))
  const other = Object.keys(declared).find((one) => one !== key && identity(declared[one]!) === identity(found))
  // The set does not delete it: an update adopts it or fails.
  if (other !== undefined && identity(found) !== undefined) {
    return {
      message: `exists with another id than the object of item ${JSON.stringify(other)}.`,
      remedy: remedies.unmanaged,
    }
  }
  const message = 'exists, but its exclusive set does not declare it. The next "pulumi up --refresh" deletes it.'
  return { message, remedy: 'Declare it to keep it.' }
}

interface Item {
  set: SetKind
  resource: StackResource
  whole: Finding
  key: string
  values: Json
  secrets: ReadonlySet<string>
}

function findingOf(item: Item, difference: Difference, properties: Property[] = []): Finding {
  const { whole, key, set } = item
  return {
    ...whole,
    fingerprint: fingerprintOf(difference, whole.urn ?? '', properties, key),
    formerFingerprints: [whole.fingerprint],
    difference,
    item: key,
    kind: set.of.kind,
    subject: subjectOf(item),
    id: idOf(item),
    properties,
    message: statementOf(difference, properties),
    remedy: remedies[difference],
  }
}

/** The id that the object would have as a single resource; empty if the state does not know it. */
function idOf({ set, resource, key }: Item): string {
  const id = isUnmanagedKey(key) ? key.slice(1) : own((resource.outputs.ids ?? {}) as Json, key)
  return id === undefined
    ? ''
    : `${String(resource.outputs[`${set.identity.parent}Id`])}/${encodeURIComponent(String(id))}`
}

/** A name that the program marks as secret is replaced by the key of the item. */
function subjectOf({ set: { of }, resource, key, values, secrets }: Item): string {
  const id = isUnmanagedKey(key) ? key.slice(1) : own((resource.outputs.ids ?? {}) as Json, key)
  const shown = withoutSecrets(values, secrets)
  const names = [of.identity.title ?? [], of.identity.naturalKey ?? []].flat()
  const name = subject(of, {
    ...shown,
    ...(keyIn(of, shown) === undefined && argumentsOfKey(of, id as number | string)),
    [of.identity.parent]: undefined,
  })
  return names.length === 0 || names.some((one) => secrets.has(one)) ? `${name} ${JSON.stringify(key)}` : name
}

/** The secret arguments of an item, as those of a single resource. */
function secretsOf(of: Definition, key: string, secrets: ReadonlySet<string>): Set<string> {
  const prefix = `items.${key}`
  if (secrets.has('items') || secrets.has(prefix)) return new Set(Object.keys(of.input))
  const paths = [...secrets].filter((path) => path.startsWith(`${prefix}.`))
  return new Set(paths.map((path) => path.slice(prefix.length + 1)))
}
