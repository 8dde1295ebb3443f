import { randomUUID } from 'node:crypto'
import { matchesNaturalKey, snapshotOf } from '../core/engine/collection'
import type { Verbs } from '../core/engine/verbs'
import type { Definition } from '../core/schema/define'
import { type CollectionRef, formatId, keyOf } from '../core/schema/identity'
import type { Json } from '../core/schema/json'
import { idOf } from '../core/schema/kind'
import type { KindDefinition } from '../core/schema/kind-definition'
import { argumentsOfKey, hasComputedKey, keyIn } from '../core/schema/object-key'
import type { PulumiGitlabResource } from '../core/schema/other-tools'
import { nounOf } from '../core/schema/subject'
import type { Connection } from '../core/service/connection'
import { OWNER } from '../core/service/ownership/mark'
import { ResourceError } from '../core/service/resource-error'

/*
 * An alias makes a resource of pulumi-gitlab a resource of this package, with its state. What the service returns is
 * read. The rest is converted here: secrets, how the program writes values, and which object it is.
 */

/** A resource in the state. */
export interface StateOfResource {
  readonly id: string
  readonly outputs: Json
  readonly inputs: Json
}

/** What a kind has in pulumi-gitlab. Undefined if there is no such resource, or if its state is not converted. */
function resourceOf(kind: KindDefinition): PulumiGitlabResource | undefined {
  const found = 'otherTools' in kind ? kind.otherTools.pulumiGitlab : undefined
  return typeof found === 'string' ? undefined : found
}

/** Whether properties are inputs of pulumi-gitlab. */
const isInputs = (inputs: Json): boolean => '__defaults' in inputs

/** Properties that Pulumi's bridge to Terraform adds to outputs. */
const ofBridge = ['id', '__meta', '__pulumi_raw_state_delta']

/** Whether properties are outputs of pulumi-gitlab. Those of this package contain the service. */
export const isOfPulumiGitlab = (kind: KindDefinition, outputs: Json): boolean =>
  resourceOf(kind) !== undefined && outputs.instance === undefined && ofBridge.some((name) => name in outputs)

/** Converts the inputs of pulumi-gitlab to arguments of this package. Returns other inputs unchanged. */
export const ownInputs = (kind: KindDefinition, inputs: Json): Json =>
  resourceOf(kind) && isInputs(inputs) ? valuesOf(kind as Definition, inputs, inputs, {}) : inputs

/**
 * Converts a state of pulumi-gitlab to one of this package: reads the object, and adds what only the state contains.
 * Sends no request that changes anything. Undefined if the object was deleted.
 *
 * @param declared The arguments of the program, for credentials that the state does not contain.
 */
export async function readState(
  definition: Definition,
  connection: Connection,
  verbs: Verbs,
  { id, outputs, inputs }: StateOfResource,
  declared: Json,
): Promise<{ id: string; outputs: Json } | undefined> {
  const { parent } = definition.identity
  const values = valuesOf(definition, outputs, inputs, declared)
  // A rotation changes only the id in the outputs.
  const [place, name] = partsOf(String(outputs.id ?? id), outputs)
  const reference = values[parent] ?? definition.input[parent]?.canonical(place)
  const collection = { parent: await connection.parents.id(parent, reference as number | string), within: [] }
  const objectKey = await keyOfState(definition, connection, collection, name, outputs, values)
  const ownId = formatId(definition, { ...collection, key: objectKey })
  const found = await verbs.read(ownId, {
    ...values,
    [parent]: reference,
    [idOf(parent)]: collection.parent,
    ...argumentsOfKey(definition, objectKey),
    [OWNER]: { mark: randomUUID() },
  })
  return found && { id: ownId, outputs: found.props }
}

/** Arguments and secrets, in the form in which this package stores them. */
function valuesOf(definition: Definition, outputs: Json, inputs: Json, declared: Json): Json {
  const own = resourceOf(definition)?.values?.(outputs, inputs, declared)
  const given = Object.entries({ ...outputs, ...own }).flatMap(([name, value]): [string, unknown][] => {
    if (value == null) return []
    const field = definition.input[name]
    if (field) return [[name, field.canonical(withoutNulls(value))]]
    return definition.output[name]?.secret ? [[name, value]] : []
  })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

/** The project or group of an id, and the name or number of the object. Old releases only have the latter. */
function partsOf(id: string, { name }: Json): [place: string, name: string] {
  const colon = id === name ? -1 : id.indexOf(':')
  return [id.slice(0, Math.max(colon, 0)), id.slice(colon + 1)]
}

/** The key of an object: its number in the state, or in the id, or that of the object with the name in the id. */
async function keyOfState(
  definition: Definition,
  connection: Connection,
  collection: CollectionRef,
  name: string,
  outputs: Json,
  values: Json,
): Promise<number | string> {
  if (!hasComputedKey(definition)) return keyIn(definition, values) ?? name
  const stored = outputs[resourceOf(definition)?.key ?? '']
  if (typeof stored === 'number' && stored > 0) return stored
  if (/^\d+$/.test(name) && name !== outputs.name) return Number(name)
  const live = await snapshotOf(definition, connection, collection).all()
  const found = live.find((one) => matchesNaturalKey(definition, { ...values, name }, one))
  if (found) return keyOf(definition, found)
  throw new ResourceError(
    `${nounOf(definition)} "${name}" does not exist, or has another name. The state of pulumi-gitlab has only its name. ` +
      `Remove the alias, and run "pulumi refresh" with pulumi-gitlab.`,
  )
}

/** Pulumi stores null for attributes that are not set. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
  )
}
