import { definitionOf, keyIn } from '../../provider/command-line/objects'
import type { Connection } from '../../provider/command-line/service'
import { ConfigSecret, secretKeysIn } from '../languages/literal'
import { camelCase, Slugs } from '../languages/slugs'
import { grouped } from '../shared/grouped'
import { objectsOf, type Skipped, type StateObject, type StateObjects } from '../terraform/objects'
import { readState } from '../terraform/state'
import { parentsOf, type StateParent } from '../terraform/targets'
import type { Exported, LeftOut, Reading } from './estate'
import { resourceNames } from './names'
import type { Targets } from './targets'

/** The objects of a state of Terraform. */
export interface FromState {
  targets: Targets
  parents: StateParent[]
  /** Resources of the state that are not exported. */
  skipped: Skipped[]
  /** Objects of projects and groups that cannot be read. */
  leftOut: LeftOut[]
}

/** Reads the objects of a state. @throws Error if it is not a state, or contains no object that can be exported. */
export const readObjects = async (file: string): Promise<StateObjects> =>
  objectsOf(await readState(file), file === '-' ? 'standard input' : file)

/** Finds the projects and groups of the objects. */
export async function fromState(connection: Connection, { objects, skipped }: StateObjects): Promise<FromState> {
  const { found, missing } = await parentsOf(connection, objects)
  return {
    targets: {
      targets: found.map(({ parentKind, id, path, kinds }) => ({ parentKind, id, path, kinds })),
      archived: [],
      scheduledForDeletion: [],
      notes: [],
    },
    parents: found,
    skipped,
    leftOut: missing.map(({ parent, objects: own, reason }) => ({
      parent,
      kind: own[0]!.parentKind,
      subject: 'resources of the state',
      reason,
      count: own.length,
    })),
  }
}

/** The objects of readings that a state contains, and the objects of the state that the readings do not contain. */
export function chosen(
  readings: readonly Reading[],
  parents: readonly StateParent[],
): { readings: Reading[]; objects: Map<string, StateObject>; leftOut: LeftOut[] } {
  const objects = new Map<string, StateObject>()
  const leftOut: LeftOut[] = []
  const chosenReadings = readings.map((reading): Reading => {
    const parent = parents.find((one) => one.parentKind === reading.parentKind && one.path === reading.path)!
    const refused = new Set(reading.refused.map(({ kind }) => kind))
    for (const object of parent.objects.filter(({ kind }) => !refused.has(kind))) {
      const live = reading.found.find((one) => one.kind === object.kind && isSame(one, object))
      const known = live && objects.get(keyOf(live))
      if (live && !known) objects.set(keyOf(live), object)
      const reason = known
        ? `it is the same object as ${known.address}`
        : 'the service does not have the object: it was deleted after the last run of Terraform'
      if (!live || known) leftOut.push({ parent: reading.path, kind: object.kind, subject: object.address, reason })
    }
    return { ...reading, found: reading.found.filter((one) => objects.has(keyOf(one))) }
  })
  return { readings: chosenReadings, objects, leftOut }
}

const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`

function isSame({ kind, id, inputs, outputs }: Reading['found'][number], { key }: StateObject): boolean {
  if ('name' in key) return inputs.name === key.name || keyIn(definitionOf(kind), outputs) === key.name
  return Number(id.slice(id.lastIndexOf('/') + 1)) === key.id || outputs.labelId === key.id
}

/**
 * Names resources after their addresses: `module.team["web"].gitlab_label.bug[0]` → `team-web/bug-0`. The credentials
 * of mirrors become secrets of the configuration. The first update adopts these mirrors, because the import cannot
 * store secrets.
 */
export function asInState(resources: readonly Exported[], objects: ReadonlyMap<string, StateObject>): Exported[] {
  const named = new Map<Exported, string>()
  for (const alike of grouped(resources, ({ kind }) => kind).values()) {
    const wanted = alike.map((one) => ({ wanted: objects.get(keyOf(one))!.names.join('/'), id: one.id }))
    for (const [at, name] of resourceNames(wanted).entries()) named.set(alike[at]!, name)
  }
  const keys = new Slugs(camelCase, new Set(secretKeysIn(resources.map(({ args }) => args))))
  return resources.map((one) => {
    const { address, credentials } = objects.get(keyOf(one))!
    const name = named.get(one)!
    const own = { ...one, name, address }
    // A user that the service shows is a part of the URL.
    const isPublic = URL.canParse(String(one.args.url)) && new URL(String(one.args.url)).username !== ''
    const secret = credentials.filter((part) => part === 'password' || !isPublic)
    if (one.kind !== 'remote-mirror' || secret.length === 0) return own
    const secrets = secret.map((part) => [part, new ConfigSecret(keys.of(`${name} ${part}`))] as const)
    const adoptId = one.outputs.mirrorId
    return { ...own, args: { ...one.args, ...Object.fromEntries(secrets), adoptId }, isAdopted: true }
  })
}

/** The command that removes exported objects from the state of Terraform, and keeps them on the service. */
export function removalOf(resources: readonly Exported[], all: readonly StateParent[]): string {
  const exported = new Set(resources.flatMap(({ address = [] }) => address))
  const inBlock = grouped(
    all.flatMap(({ objects }) => objects),
    ({ block }) => block,
  )
  const addresses = [...inBlock].flatMap(([block, own]) => {
    const ours = own.map(({ address }) => address).filter((address) => exported.has(address))
    return ours.length === own.length ? [block] : ours
  })
  return ['terraform state rm', ...addresses.sort().map(quoted)].join(' \\\n  ')
}

/** Quoted for a shell. */
const quoted = (address: string): string => `'${address.replaceAll("'", `'\\''`)}'`
