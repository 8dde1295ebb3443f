import { type Client, NotFound } from '../../../sdk'
import { idOf, type Kind, type Parents } from '../schema/kind'
import { type Json } from '../schema/json'
import { subject } from '../schema/subject'
import { isUnknown } from '../schema/unknown'
import type { ParentResolver, Reference } from './parents'
import { referencesOf } from './references'
import { ResourceError } from './resource-error'
import {
  deletionOf,
  described,
  formerPath,
  pathOf,
  remedyOf,
  type ScheduledDeletion,
  suffix,
} from './scheduled-deletion'

/** A search for warnings must not hold up an operation for longer. */
const longestSearchMs = 10_000

/** There, a search would also find the public projects of everybody else. */
const gitlabCom = 'https://gitlab.com'

interface Hit {
  id: number
  path: string
}

/**
 * Finds out which projects and groups are scheduled for deletion. Before something is created, the project is read, once
 * in a process. Refreshes, updates and previews only warn, so one search for all projects of the process is enough.
 */
export class DeletionWatch {
  private readonly searches = new Map<keyof Parents, Promise<Hit[]>>()
  private readonly warned = new Set<string>()

  constructor(
    private readonly api: Client,
    private readonly parents: ParentResolver,
    private readonly report: (text: string) => void,
    private readonly maySearch: boolean,
  ) {}

  /**
   * Refuses to create something in a project or group that is scheduled for deletion. `failed` says what was not created.
   *
   * @throws ResourceError that says since when it is scheduled, and how to restore it.
   */
  async refuse(kind: Kind, values: Json, failed = `${subject(kind, values)} was not created`): Promise<void> {
    const found = await this.whereToCreate(kind, values)
    if (found) throw new ResourceError(`${failed}. ${refusal(found)}`)
  }

  /** Warns, once for each, of the projects and groups of a resource that are scheduled for deletion. */
  async warn(kind: Kind, values: Json): Promise<void> {
    for (const found of await this.likely(kind, values)) this.warnOf(found)
  }

  /**
   * The same in a preview, of a resource that is new or has changed. Returns why the update could not create anything
   * there, if so.
   */
  async reasonToFail(kind: Kind, values: Json): Promise<string | undefined> {
    const [found, ...others] = await this.likely(kind, values)
    if (!found) return undefined
    for (const one of [found, ...others]) this.warnOf(one)
    return `${found.noun} ${found.path} is scheduled for deletion, and nothing is created in it.`
  }

  private warnOf(found: ScheduledDeletion): void {
    const key = `${found.noun} ${found.id}`
    if (this.warned.has(key)) return
    this.warned.add(key)
    this.report(
      `${described(found)} ${remedyOf(found)} Until then nothing is created in it; updates, deletions and refreshes go on.`,
    )
  }

  private async whereToCreate(kind: Kind, values: Json): Promise<ScheduledDeletion | undefined> {
    const found = await Promise.all(
      referencesOf(kind)
        .filter((name) => isNamed(values[name]))
        .map((name) => this.whereToCreateIn(nounOf(kind, name), values[name] as Reference)),
    )
    return found.find((one) => one !== undefined)
  }

  private async whereToCreateIn(noun: keyof Parents, reference: Reference): Promise<ScheduledDeletion | undefined> {
    // A path has to be resolved anyway. Reading the project of a number may fail, and creating in it may still work.
    if (typeof reference === 'string') {
      await this.parents.get(noun, reference).catch((error: unknown) => {
        if (!NotFound.is(error)) throw error
      })
    }
    return this.at(noun, reference)
  }

  private async likely(kind: Kind, values: Json): Promise<ScheduledDeletion[]> {
    const found = await Promise.all(
      referencesOf(kind).map((name) => this.likelyAt(nounOf(kind, name), values[name], values[idOf(name)])),
    )
    return found.filter((one) => one !== undefined)
  }

  /** Looks at what this process has read already, and else at the result of the search. */
  private async likelyAt(
    noun: keyof Parents,
    written: unknown,
    stored: unknown,
  ): Promise<ScheduledDeletion | undefined> {
    const id = typeof stored === 'number' ? stored : typeof written === 'number' ? written : undefined
    const path = typeof written === 'string' && isNamed(written) ? written : undefined
    if (id === undefined && path === undefined) return undefined
    for (const known of [id, path]) {
      const found = known !== undefined && (await this.parents.known(noun, known)?.catch(() => undefined))
      if (found && (id === undefined || found.id === id)) return this.of(noun, found)
    }
    if (!this.maySearch) return undefined
    const hits = await this.search(noun)
    const isMeant = (hit: Hit) => {
      if (id === undefined ? path !== undefined && isAt(hit, path) : hit.id === id) return true
      // A subgroup of a deleted group is not found by its own name.
      return noun === 'group' && path !== undefined && isBelow(hit, path)
    }
    return hits.some(isMeant) ? this.at(noun, id ?? path!) : undefined
  }

  /** Whether a project or group is scheduled for deletion. Undefined also if it cannot be read: its users report that. */
  async at(noun: keyof Parents, reference: Reference): Promise<ScheduledDeletion | undefined> {
    try {
      return await this.of(noun, await this.parents.get(noun, reference))
    } catch (error) {
      // Unlike that of a project, the former path of a group does not lead to it.
      if (!NotFound.is(error) || noun !== 'group' || typeof reference !== 'string') return undefined
      const hits = await this.search(noun)
      const hit = hits.find(({ path }) => isSame(formerPath(path), reference))
      return hit && this.at(noun, hit.id)
    }
  }

  private of(noun: keyof Parents, parent: Parents[keyof Parents]): Promise<ScheduledDeletion | undefined> {
    return deletionOf(noun, parent, (id) => this.parents.get('group', id))
  }

  /** Everything that was deleted, found by the suffix of its path. If the search fails, there are no warnings. */
  private search(noun: keyof Parents): Promise<Hit[]> {
    let found = this.searches.get(noun)
    if (!found) this.searches.set(noun, (found = this.list(noun).catch(() => [])))
    return found
  }

  private async list(noun: keyof Parents): Promise<Hit[]> {
    const options = { signal: AbortSignal.timeout(longestSearchMs) }
    const search = suffix.replace(/^-|-$/g, '')
    const own = this.api.baseUrl === gitlabCom ? { membership: true } : {}
    const list =
      noun === 'group'
        ? this.api.groups.list({ search }, options)
        : this.api.projects.list({ search, search_namespaces: true, simple: true, ...own }, options)
    const all: (Parents[keyof Parents] | null)[] = await list.all()
    return all.flatMap((parent) => (typeof parent?.id === 'number' ? [{ id: parent.id, path: pathOf(parent) }] : []))
  }
}

const refusal = (found: ScheduledDeletion): string =>
  `${described(found)} ${remedyOf(found)} Nothing is created in it meanwhile: restore it, or take what is new out of the program.`

const nounOf = (kind: Kind, name: string): keyof Parents => kind.input[name]?.refers ?? 'project'

/** Whether an argument names a project or group, and not what the program does not know yet. */
const isNamed = (value: unknown): value is Reference =>
  typeof value === 'number' || (typeof value === 'string' && !isUnknown(value))

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Whether a path is the present or the former path of what was found. */
const isAt = ({ path }: Hit, written: string): boolean => isSame(path, written) || isSame(formerPath(path), written)

const isBelow = ({ path }: Hit, written: string): boolean =>
  [path, formerPath(path)].some((above) => written.toLowerCase().startsWith(`${above.toLowerCase()}/`))
