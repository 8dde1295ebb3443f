import { compareWithService, type KindDefinition, subject } from '../../provider/command-line/objects'
import type { Connection } from '../../provider/command-line/service'
import { differing, type Property, withoutSecrets } from '../shared/property'
import type { Json, StackResource } from '../stacks/stack'
import { compareItems } from './compare-items'
import type { Difference, Finding } from './finding'
import { fingerprintOf } from './fingerprint'
import { remedies, statementOf } from './statements'

/** What a resource and the service differ in, if anything, and what the service has. */
export interface Compared {
  /** One for each object that differs. */
  findings: Finding[]
  /** The live arguments; undefined if the object is gone. */
  live: Json | undefined
}

/** Compares a resource with the service as a refresh and the next update would. Changes neither. */
export async function compare(
  stack: string,
  resource: StackResource,
  kind: KindDefinition,
  connection: Connection,
): Promise<Compared> {
  const { id = '' } = resource
  const compared = await compareWithService(kind, { ...resource, id }, connection)
  const { difference, declared, live, isComputed, liveInputs } = compared
  if (difference === 'none') return { findings: [], live: liveInputs }
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
  if (!('of' in kind) || isComputed) return { findings: [whole], live: liveInputs }
  const items = compareItems(kind, resource, whole, itemsOf(declared), itemsOf(live), secrets)
  const own = differing(kind, withoutItems(declared), withoutItems(live), secrets)
  const set = { ...found(own), formerFingerprints: [whole.fingerprint] }
  return { findings: [...(own.length > 0 ? [set] : []), ...items], live: liveInputs }
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
