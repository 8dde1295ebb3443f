import { own } from '../../provider/command-line/basics'
import {
  compareWithService,
  type Comparison,
  isUnmanagedKey,
  type KindDefinition,
  subject,
} from '../../provider/command-line/objects'
import type { Connection } from '../../provider/command-line/service'
import { differing, type Property, withoutSecrets } from '../shared/property'
import type { Json, StackResource } from '../stacks/stack'
import { compareItems, itemFinding } from './compare-items'
import type { Difference, Finding } from './finding'
import { fingerprintOf } from './fingerprint'
import { refreshedIn } from './refreshed'
import { remedies, statementOf } from './statements'

/** What a resource and the service differ in, if anything, and what the service has. */
export interface Compared {
  /** One for each object that differs. */
  findings: Finding[]
  /** The live arguments; undefined if the object is gone. */
  live: Json | undefined
}

/**
 * Compares a resource with the service as a refresh and the next update would. Changes neither. `isNewer` is whether a
 * refresh may have changed its state since the last complete update.
 */
export async function compare(
  stack: string,
  resource: StackResource,
  kind: KindDefinition,
  connection: Connection,
  isNewer: boolean,
): Promise<Compared> {
  const compared = await differencesOf(stack, resource, kind, connection)
  if (!isNewer) return compared
  const whole = findingOf(stack, resource, kind, 'refreshed', [], '')
  return { ...compared, findings: [...compared.findings, ...refreshedIn(resource, kind, whole, compared.findings)] }
}

async function differencesOf(
  stack: string,
  resource: StackResource,
  kind: KindDefinition,
  connection: Connection,
): Promise<Compared> {
  const { id = '' } = resource
  const compared = await compareWithService(kind, { ...resource, id }, connection)
  const { difference, declared, live, isComputed, liveInputs } = compared
  const broken = disabledIn(stack, resource, kind, compared)
  if (difference === 'none') return { findings: broken, live: liveInputs }
  // Only a program marks inputs as secrets.
  const secrets = difference === 'changed' && !isComputed ? resource.secretInputs : new Set<string>()
  const found = (properties: Property[]): Finding =>
    findingOf(
      stack,
      resource,
      kind,
      difference,
      properties,
      statementOf(difference, properties, compared.previousToken),
    )
  const whole = found(differing(kind, declared, live, secrets))
  if (!('of' in kind) || isComputed) return { findings: [whole, ...broken], live: liveInputs }
  const items = compareItems(kind, resource, whole, itemsOf(declared), itemsOf(live), secrets, compared.facts)
  const ofSet = differing(kind, withoutItems(declared), withoutItems(live), secrets)
  const set = { ...found(ofSet), formerFingerprints: [whole.fingerprint] }
  return { findings: [...(ofSet.length > 0 ? [set] : []), ...items, ...broken], live: liveInputs }
}

/** A finding for each object that the service disabled. Its other differences are findings of their own. */
function disabledIn(
  stack: string,
  resource: StackResource,
  kind: KindDefinition,
  { disabled, liveInputs = {} }: Comparison,
): Finding[] {
  return [...disabled].flatMap(([key, { reason, remedy }]): Finding[] => {
    const whole = { ...findingOf(stack, resource, kind, 'disabled', [], reason), remedy }
    if (!('of' in kind)) return [whole]
    // A refresh added it to the state: it is not declared.
    if (isUnmanagedKey(key)) return []
    const values = own(itemsOf(resource.inputs), key) ?? own(itemsOf(liveInputs), key) ?? {}
    return [itemFinding(kind, resource, whole, key, values)]
  })
}

const itemsOf = ({ items }: Json): Record<string, Json> => (items ?? {}) as Record<string, Json>

function withoutItems({ items, ...values }: Json): Json {
  return values
}

function findingOf(
  stack: string,
  resource: StackResource,
  kind: KindDefinition,
  difference: Difference,
  properties: Property[],
  message: string,
): Finding {
  const { parent } = kind.identity
  const { urn, id = '' } = resource
  const values = { ...plain(resource.outputs), ...plain(resource.inputs) }
  const name = urn.slice(urn.lastIndexOf('::') + 2)
  // Without a name that the program marks as secret, the subject is the id.
  const shown = withoutSecrets(values, resource.secretInputs)
  const own = subject(kind, { ...shown, ...(parent && { [parent]: undefined }) })
  return {
    fingerprint: fingerprintOf(difference, urn, properties),
    difference,
    stack,
    urn,
    name,
    kind: kind.kind,
    subject: 'of' in kind ? `${own} ${JSON.stringify(name)}` : own,
    parent: parent ? String(values[parent] ?? '') : '',
    parentKind: parent ?? 'none',
    id,
    properties,
    message,
    remedy: remedies[difference],
  }
}

function plain({ __provider, ...values }: Json): Json {
  return values
}
