import { keyOf, objectName } from '../../schema/identity'
import type { Connection } from '../../service/connection'
import type { Declarer } from '../../service/ownership/intents'
import { type Adoption, planAdoption } from '../adopt'
import { Candidates } from '../candidates'
import { snapshotOf } from '../collection'
import { conflictChoice, type DesiredObject } from '../desired-object'

/** The objects that resources with `onConflict: "create"` would adopt, according to this preview. */
const planned = new WeakMap<Connection, Set<string>>()

/** Whether the service can have equal objects, among which the program does not choose one. */
export const mayHaveEqual = ({ definition, inputs }: DesiredObject): boolean =>
  Boolean(definition.identity.allowsDuplicates) && typeof inputs.adoptId !== 'number'

/** What a preview knows about objects with one natural key. */
interface Known {
  readonly desired: DesiredObject
  readonly candidates: Candidates
  readonly owned: readonly object[]
  readonly unowned: readonly object[]
  /** How many objects the program declares. */
  readonly count: number
  /** The resources whose objects do not exist yet. */
  readonly missing: readonly Missing[]
}

/** The number of objects that a resource declares and does not have yet. */
interface Missing {
  readonly name: string
  readonly rest: number
  /** How many of them are created beside equal ones. */
  readonly creates: number
  /** How many of them are adopted by their id. */
  readonly adoptsById: number
}

/**
 * Plans in a preview what the update does with equal objects. Which of several resources fails or adopts one can depend
 * on the order of the engine.
 */
export async function planAmongEqual(desired: DesiredObject): Promise<Partial<Adoption> | undefined> {
  const { definition, connection, collection, inputs } = desired
  const { ownership } = connection
  const items = (await snapshotOf(definition, connection, collection).all()).filter(
    (live) => definition.existence?.isOwned?.(live) ?? true,
  )
  const candidates = new Candidates(desired)
  const { owned, unowned } = await candidates.existing(items)
  const declarers = await ownership.declarersOf(definition, collection, inputs)
  const ownedBy = (name: string) =>
    owned.filter((live) => ownership.ownerOf(definition, candidates.refOf(live))?.name === name).length
  const missing = declarers.map((one) => missingOf(one, ownedBy(one.name)))
  const known = { desired, candidates, owned, unowned, missing, count: sum(declarers.map(({ count }) => count)) }
  return conflictChoice(desired) === 'create' ? planToCreate(known) : planToHaveOne(known)
}

function missingOf({ name, count, creates, adoptsById }: Declarer, owned: number): Missing {
  const rest = Math.max(0, count - owned)
  const toCreate = Math.min(creates, rest)
  return { name, rest, creates: toCreate, adoptsById: Math.min(adoptsById, rest - toCreate) }
}

/**
 * A resource with `onConflict: "create"`. The update creates objects until as many exist as the program declares: each
 * object that no resource owns or adopts is one that the update then cannot create.
 */
async function planToCreate(known: Known): Promise<Partial<Adoption> | undefined> {
  const { desired, candidates, owned, unowned, missing, count } = known
  const { definition, connection, collection } = desired
  const wanted = sum(missing.map(({ rest }) => rest))
  const surplus = unowned.length - sum(missing.map(({ rest, creates }) => rest - creates))
  if (wanted === 0 || surplus <= 0) return undefined
  const names = planned.get(connection) ?? new Set()
  planned.set(connection, names)
  const nameOf = (live: object) => objectName(definition, { ...collection, key: keyOf(definition, live) })
  if (candidates.amongEqual(unowned, wanted)) {
    const others = unowned.filter((one) => !names.has(nameOf(one)))
    const live = unowned.length - others.length < surplus ? candidates.amongEqual(others, wanted) : undefined
    if (!live) return undefined
    names.add(nameOf(live))
    return planAdoption(candidates.adopting, live)
  }
  const possible = Math.max(0, wanted - unowned.length)
  const counted = possible === 0 ? [...owned, ...unowned] : unowned
  const reason =
    possible === 0
      ? 'as many as the program declares'
      : `and the program declares ${count}, so the update cannot create more than ${possible} of them`
  return { refusal: candidates.refusalToCreate(reason, counted, { unowned, missing: wanted }) }
}

/** Another resource, which can have the only object with its natural key beside those that the program wants so. */
async function planToHaveOne({ desired, candidates, owned, unowned, missing }: Known) {
  const { definition, connection, holder } = desired
  const likeThis = missing.filter(({ rest, creates, adoptsById }) => rest > creates + adoptsById)
  const total = sum(likeThis.map(({ rest, creates, adoptsById }) => rest - creates - adoptsById))
  if (total > 1) {
    const other = likeThis.find(({ name }) => name !== holder.name) ?? likeThis[0]
    return { refusal: candidates.refusalOfOwned(other?.name, []) }
  }
  const left = unowned.length - sum(missing.map(({ adoptsById }) => adoptsById))
  if (left > 1) return { refusal: candidates.refusalOfSeveral(unowned) }
  const [live] = unowned
  // Which one is left is not known.
  if (live) return left === unowned.length ? planAdoption(desired, live) : undefined
  if (owned.length === 0 || (await candidates.areIntended(owned))) return undefined
  const [owner] = owned.flatMap((one) => connection.ownership.ownerOf(definition, candidates.refOf(one)) ?? [])
  return { refusal: candidates.refusalOfOwned(owner?.name, owned) }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)
