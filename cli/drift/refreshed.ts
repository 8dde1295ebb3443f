import { own } from '../../provider/command-line/basics'
import {
  isIgnored,
  isUnmanagedKey,
  type KindDefinition,
  nameArgumentOf,
  refreshedSince,
} from '../../provider/command-line/objects'
import { counted } from '../shared/words'
import type { ChangesSinceUpdate } from '../stacks/history'
import type { Json, StackResource } from '../stacks/stack'
import { itemFinding } from './compare-items'
import type { Finding } from './finding'
import { fingerprintOf } from './fingerprint'
import { remedies } from './statements'

/**
 * The differences that a refresh hides: it has written the values of the service into the state, which the next update
 * changes back. `whole` is such a finding about the resource, and `reported` are its other findings.
 */
export function refreshedIn(
  resource: StackResource,
  kind: KindDefinition,
  whole: Finding,
  reported: readonly Finding[],
): Finding[] {
  const { inputs, outputs, ignoreChanges } = resource
  const isReported = (name: string) =>
    reported.some(({ item, properties }) => item === name || properties.some(({ path }) => path === name))
  const names = (refreshedSince(kind, inputs, outputs, secretPathsOf(resource)) ?? []).filter(
    (name) =>
      !isReported(name) && !isUnmanagedKey(name) && !isIgnored('of' in kind ? ['items', name] : [name], ignoreChanges),
  )
  if (!('of' in kind)) {
    if (names.length === 0) return []
    const message = `has changed (${names.join(', ')}), and the state was refreshed since.`
    return [{ ...whole, fingerprint: fingerprintOf('refreshed', resource.urn, propertiesOf(names)), message }]
  }
  const items = (inputs.items ?? {}) as Record<string, Json>
  return names.map((key) => {
    const item = own(items, key)
    const message = `${item ? 'has changed' : 'is gone'}, and the state was refreshed since.`
    const name = nameArgumentOf(kind.of)
    return { ...itemFinding(kind, resource, whole, key, item ?? (name ? { [name]: key } : {})), message }
  })
}

/** The finding about a stack whose state may lack what the program declares. Undefined if other findings say it all. */
export function newerState(
  stack: string,
  { lastUpdate, removed, changed, failedAt }: ChangesSinceUpdate,
  /** The number of resources of which other findings say that they have changed. */
  explained: number,
): Finding | undefined {
  const rest = Math.max(0, changed - explained)
  if (failedAt === undefined && removed + rest === 0) return undefined
  const parts = [
    ...(removed > 0 ? [`refreshes have removed up to ${counted(removed, 'resource')}`] : []),
    ...(rest > 0 ? [`refreshes have changed up to ${counted(rest, 'resource')}`] : []),
    ...(failedAt === undefined ? [] : [`the update of ${failedAt} failed`]),
  ]
  return {
    fingerprint: fingerprintOf('refreshed', `stack ${stack}`, []),
    difference: 'refreshed',
    stack,
    kind: 'stack',
    subject: `state of stack ${JSON.stringify(stack)}`,
    parent: '',
    parentKind: 'none',
    id: '',
    properties: [],
    message: `is newer than the last complete update${lastUpdate === undefined ? '' : ` (${lastUpdate})`}: ${parts.join(', ')}.`,
    remedy: remedies.refreshed,
  }
}

const propertiesOf = (names: readonly string[]) => names.map((path) => ({ path }))

/** The arguments that the program marks as secret, by their paths. The keys of items can contain dots. */
function secretPathsOf({ inputs, secretInputs }: StackResource): (readonly string[])[] {
  const keys = Object.keys(inputs.items ?? {})
  return [...secretInputs].map((path) => {
    const key = keys.find((one) => path === `items.${one}` || path.startsWith(`items.${one}.`))
    if (key === undefined) return [path.replace(/[.[].*/s, '')]
    return [
      'items',
      key,
      ...path
        .slice(`items.${key}`.length + 1)
        .split('.')
        .filter(Boolean),
    ]
  })
}
