import { counted, regularPlural } from '../../provider/command-line/basics'
import type { Connection, Parents } from '../../provider/command-line/service'
import { ApiError, NotFound, UnreadableResponse } from '../../sdk'
import { grouped } from '../shared/grouped'
import type { Target } from './targets'
import { invitedGroup, notLookedAt, type UncoveredKind, uncoveredKinds } from './uncovered-kinds'

/** What is known about the objects of a kind in a project or group. Trueup does not manage the kind. */
export type Uncovered = { noun: string } & ({ count: number; isLeast?: boolean } | { reason: string })

const routeMissing = 'the service does not have them'

/** Counts objects of kinds that Trueup does not manage, with one request for each kind, project and group. */
export class UncoveredCounter {
  /** The first request for each kind. If the service does not know the path, there is no other request. */
  private readonly first = new Map<UncoveredKind, Promise<Uncovered>>()

  constructor(private readonly connection: Connection) {}

  /** Returns only kinds with objects, and kinds whose objects could not be counted. */
  async of({ parentKind, id, invited }: Pick<Target, 'parentKind' | 'id' | 'invited'>): Promise<Uncovered[]> {
    const all = await Promise.all([
      ...uncoveredKinds[parentKind].map((kind) => this.count(parentKind, id, kind)),
      invited === undefined ? this.invitedGroups(parentKind, id) : { noun: invitedGroup, count: invited },
    ])
    return all.filter((one) => 'reason' in one || one.count > 0)
  }

  private async count(parentKind: keyof Parents, id: number, kind: UncoveredKind): Promise<Uncovered> {
    const first = this.first.get(kind)
    if (first) {
      const found = await first
      return 'reason' in found && found.reason === routeMissing ? found : this.request(parentKind, id, kind)
    }
    const own = this.request(parentKind, id, kind)
    this.first.set(kind, own)
    return own
  }

  private request(parentKind: keyof Parents, id: number, kind: UncoveredKind): Promise<Uncovered> {
    return unlessRefused(kind.noun, async () => {
      const { count, isLeast } = await this.connection.api.objectCounts.get(`${parentKind}s`, id, kind)
      return { count, ...(isLeast && { isLeast }) }
    })
  }

  private invitedGroups(parentKind: keyof Parents, id: number): Promise<Uncovered> {
    return unlessRefused(invitedGroup, async () => {
      const { shared_with_groups: groups = [] } = await this.connection.parents.get(parentKind, id)
      return { count: groups.length }
    })
  }
}

async function unlessRefused(
  noun: string,
  count: () => Promise<{ count: number; isLeast?: boolean }>,
): Promise<Uncovered> {
  try {
    return { noun, ...(await count()) }
  } catch (error) {
    if (UnreadableResponse.is(error)) return { noun, reason: 'the response could not be read' }
    if (!ApiError.is(error)) throw error
    // GitLab's response for a group without a push rule.
    if (NotFound.is(error) && /push rule/i.test(error.serverMessage)) return { noun, count: 0 }
    return { noun, reason: reasonOf(error) }
  }
}

function reasonOf(error: ApiError): string {
  if (NotFound.is(error)) return error.routeMissing ? routeMissing : 'the license or the token does not include them'
  if (error.status === 401 || error.status === 403) return `the token may not read them (${error.status})`
  return `the service responded with ${error.status}`
}

/** The objects of all projects and groups that an export does not cover. */
export interface UncoveredSummary {
  found: { noun: string; count: number; isLeast: boolean; parents: string[] }[]
  /** Kinds that were looked for, and of which there are no objects. */
  none: string[]
  notCounted: { noun: string; reason: string; parents: string[] }[]
  /** Kinds that no request looks for. */
  notLookedAt: readonly string[]
}

/** A project or group that was read. */
interface Read {
  parentKind: keyof Parents
  path: string
  /** Undefined if nothing was counted. */
  uncovered?: Uncovered[]
}

/** Sums up what is known. Undefined if nothing was counted, because the export has only the objects of a state. */
export function uncoveredIn(readings: readonly Read[]): UncoveredSummary | undefined {
  const all = readings.flatMap(({ path, uncovered = [] }) => uncovered.map((one) => ({ ...one, path })))
  if (readings.every(({ uncovered }) => uncovered === undefined)) return undefined
  const parentKinds = [...new Set(readings.map(({ parentKind }) => parentKind))]
  const nouns = parentKinds.flatMap((parentKind) => uncoveredKinds[parentKind].map(({ noun }) => noun))
  const byNoun = grouped(all, ({ noun }) => noun)
  const entries = [...nouns, invitedGroup].map((noun) => [noun, byNoun.get(noun) ?? []] as const)
  return {
    found: entries.flatMap(([noun, own]) => {
      const counts = own.filter((one) => 'count' in one)
      if (counts.length === 0) return []
      const count = counts.reduce((sum, one) => sum + one.count, 0)
      return [{ noun, count, isLeast: counts.some((one) => one.isLeast), parents: counts.map(({ path }) => path) }]
    }),
    none: entries.flatMap(([noun, own]) => (own.length === 0 ? [noun] : [])),
    notCounted: entries.flatMap(([noun, own]) => {
      const refused = own.filter((one) => 'reason' in one)
      return [...grouped(refused, ({ reason }) => reason)].map(([reason, alike]) => ({
        noun,
        reason,
        parents: alike.map(({ path }) => path),
      }))
    }),
    notLookedAt,
  }
}

/** Sentences about objects that are not covered. */
export function uncoveredLines({ found, none, notCounted }: UncoveredSummary): string[] {
  const counts = found.map(
    ({ noun, count, isLeast, parents }) =>
      `${isLeast ? 'at least ' : ''}${counted(count, noun)} in ${placesText(noun, parents)}`,
  )
  const refusals = [
    ...grouped(notCounted, ({ noun, reason, parents }) =>
      reason === routeMissing ? `: ${reason}` : ` of ${placesText(noun, parents)}: ${reason}`,
    ),
  ].map(([why, alike]) => `${listed(alike.map(({ noun }) => noun))}${why}`)
  return [
    ...(counts.length > 0 ? [`Not covered, because Trueup does not manage them: ${counts.join(', ')}.`] : []),
    ...(refusals.length > 0 ? [`Not covered, and not counted: ${refusals.join('; ')}.`] : []),
    ...(none.length > 0 ? [`Not covered, but there are none: ${listed(none)}.`] : []),
    `Not covered, and not looked at: ${notLookedAt.join(', ')}.`,
  ]
}

/** `acme/web`, or `3 projects` */
function placesText(noun: string, [first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first
  const number = others.length + 1
  if (noun === invitedGroup) return `${number} projects and groups`
  return counted(number, nounsOfProjects.has(noun) ? 'project' : 'group')
}

const nounsOfProjects: ReadonlySet<string> = new Set(uncoveredKinds.project.map(({ noun }) => noun))

const listed = (nouns: readonly string[]): string => nouns.map(regularPlural).join(', ')
