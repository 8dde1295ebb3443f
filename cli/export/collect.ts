import {
  countNotDeclarable,
  isRefused,
  repeatedObjects,
  survey,
  type Surveyed,
  surveyedKinds,
  withoutSecrets,
} from '../../provider/command-line/objects'
import type { Connection } from '../../provider/command-line/service'
import type { Other, Reading } from './estate'
import type { Journal } from './journal'
import type { Target } from './targets'
import type { UncoveredCounter } from './uncovered'

/** The number of projects that are read concurrently. The connection limits the requests. */
const maxConcurrency = 4

/** What happens beside the reading. */
export interface Also {
  /** Receives the objects with their secrets, which readings do not contain. */
  keep: (found: readonly Surveyed[]) => void
  /** Counts objects of other kinds. */
  uncovered: UncoveredCounter | undefined
}

/**
 * Reads all objects of the targets, except those that the journal already contains.
 *
 * @throws the first error. The journal keeps everything that was read before.
 */
export async function collect(
  connection: Connection,
  targets: readonly Target[],
  journal: Journal,
  onRead: () => void,
  { keep, uncovered }: Also,
): Promise<Reading[]> {
  const readings: Reading[] = []
  const left = targets.entries()
  let failed = false
  const work = async () => {
    for (const [at, target] of left) {
      if (failed) return
      const key = `${target.parentKind} ${target.id}`
      const known = journal.get(key)
      readings[at] = known ?? (await read(connection, target, { keep, uncovered }))
      if (!known) await journal.put(key, readings[at])
      onRead()
    }
  }
  const workers = Array.from({ length: maxConcurrency }, () =>
    work().catch((error: unknown) => {
      failed = true
      throw error
    }),
  )
  const ends = await Promise.allSettled(workers)
  const failure = ends.find((end) => end.status === 'rejected')
  if (!failure) return readings
  await journal.save()
  throw failure.reason
}

async function read(connection: Connection, target: Target, { keep, uncovered }: Also): Promise<Reading> {
  const { parentKind, id, path, kinds } = target
  const refused: Reading['refused'] = []
  const others: Other[] = []
  const counting = kinds ? undefined : uncovered?.of(target)
  // Awaited later. Until then its rejection must not be unhandled.
  counting?.catch(() => undefined)
  const wanted = surveyedKinds(parentKind).filter((kind) => kinds?.includes(kind) ?? true)
  const found = await Promise.all(
    wanted.map(async (kind) => {
      try {
        const own = await survey(connection, parentKind, id, [kind])
        if (!kinds) others.push(...(await othersOf(connection, kind, id)))
        return own
      } catch (error) {
        if (!(error instanceof Error)) throw error
        const reason = error.message.replace(new RegExp(` of ${id} (?=(?:was|were) not read)`), () => ` of ${path} `)
        if (!isRefused(error)) throw new Error(reason, { cause: error })
        refused.push({ kind, reason })
        return []
      }
    }),
  )
  keep(found.flat())
  const named = (values: Surveyed['inputs']) => ({ ...values, [parentKind]: path })
  const flat = found.flat()
  const repeated = repeatedObjects(flat)
  const all = flat.map((one) =>
    withoutSecrets({
      ...one,
      inputs: named(one.inputs),
      outputs: named(one.outputs),
      ...(repeated.has(one) && { isRepeated: true }),
    }),
  )
  // In the order of creation. Objects without a numeric id are sorted by name.
  all.sort((one, other) => keyOf(one) - keyOf(other) || (one.id < other.id ? -1 : 1))
  const ordered = surveyedKinds(parentKind).flatMap((kind) => all.filter((one) => one.kind === kind))
  const counts = await counting
  return {
    ...{ parentKind, path, found: ordered, refused: refused.sort(byKind), others: others.sort(byKind) },
    ...(counts && { uncovered: counts }),
  }
}

/** Counts the objects that are not exported. */
async function othersOf(connection: Connection, kind: string, parent: number): Promise<Other[]> {
  const { inherited, ended } = await countNotDeclarable(connection, kind, parent)
  return [
    ...(inherited > 0 ? [{ kind, count: inherited, why: 'inherited' as const }] : []),
    ...(ended > 0 ? [{ kind, count: ended, why: 'ended' as const }] : []),
  ]
}

const byKind = (one: { kind: string }, other: { kind: string }): number =>
  one.kind < other.kind ? -1 : one.kind > other.kind ? 1 : 0

const keyOf = ({ id }: Surveyed): number => Number(id.slice(id.lastIndexOf('/') + 1)) || 0
