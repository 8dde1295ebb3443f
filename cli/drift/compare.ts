import { compareWithService, type Comparison, type KindDefinition, subject } from '../../provider/command-line/objects'
import type { Connection } from '../../provider/command-line/service'
import { differing } from '../shared/property'
import type { Json, StackResource } from '../stacks/stack'
import type { Difference, Finding, Property } from './finding'
import { fingerprintOf } from './fingerprint'
import { valueOf } from './wording'

/** What a resource and the service differ in, if anything, and what the service has. */
export interface Compared {
  finding?: Finding
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
  if (difference === 'none') return { live: liveInputs }
  // Only a program marks inputs as secrets.
  const secrets = difference === 'changed' && !isComputed ? resource.secretInputs : new Set<string>()
  const properties = differing(kind, declared, live, secrets)
  const message = messageOf(compared, properties)
  return { finding: findingOf(stack, resource, kind, difference, properties, message), live: liveInputs }
}

function messageOf({ difference, previousToken }: Comparison, properties: readonly Property[]): string {
  if (difference === 'deleted') return 'is gone.'
  if (difference === 'changed') return `${properties.map(worded).join(', ') || 'differs from its declaration'}.`
  if (previousToken === undefined) return 'is due to be rotated.'
  const { id } = previousToken
  return `has a previous token${id == null ? '' : ` (id ${valueOf(id)})`} that is due to be revoked.`
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
  const own = subject(kind, { ...values, ...(parent && { [parent]: undefined }) })
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

export const remedies: Record<Difference, string> = {
  changed: 'Run "pulumi up --refresh" to restore the declared values, or declare the live values to keep them.',
  deleted: 'Run "pulumi up --refresh" to recreate it, or remove it from the program.',
  due: 'Run "pulumi up".',
  unmanaged:
    'Declare it and adopt it with onConflict or adoptId ("trueup export" writes a program that imports it), or delete it.',
}

const shown = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}

const worded = ({ path, declared, live }: Property): string => `${path} is ${shown(live)}, declared ${shown(declared)}`

function plain({ __provider, ...values }: Json): Json {
  return values
}
