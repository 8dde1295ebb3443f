import { type Client, NotFound } from '../../../sdk'
import { namesItself } from '../schema/container'
import type { Json } from '../schema/json'
import { idOf, type Kind, type Parents, referencesOf } from '../schema/kind'
import { subject } from '../schema/subject'
import { isUnknown } from '../schema/unknown'
import type { ParentResolver, Reference } from './parents'
import { ResourceError } from './resource-error'
import {
  deletionOf,
  describeDeletion,
  formerPath,
  pathOf,
  restoreRemedy,
  type ScheduledDeletion,
  suffix,
} from './scheduled-deletion'

/** A search that is only for warnings must not delay an operation longer than this. */
const longestSearchMs = 10_000

/** On this service, a search would also find the public projects of all other users. */
const gitlabCom = 'https://gitlab.com'

interface Hit {
  id: number
  path: string
}

/**
 * Finds out which projects and groups are scheduled for deletion. Before something is created, the project is read,
 * once in a process. Refreshes, updates and previews only warn, so one search for all projects of the process is
 * enough.
 */
export class DeletionWatch {
  private readonly searches = new Map<keyof Parents, Promise<Hit[]>>()
  private readonly warned = new Set<string>()

  constructor(
    private readonly api: Client,
    private readonly parents: ParentResolver,
    private readonly warning: (text: string) => void,
    private readonly maySearch: boolean,
  ) {}

  /**
   * Rejects the creation of an object in a project or group that is scheduled for deletion. `failed` is the start of
   * the message.
   *
   * @throws ResourceError with the date of the deletion, and how to restore the project or group.
   */
  async refuse(kind: Kind, values: Json, failed = `${subject(kind, values)} was not created`): Promise<void> {
    const found = await this.deletionForCreate(kind, values)
    if (found) throw new ResourceError(`${failed}. ${refusal(found)}`)
  }

  /** Warns of projects and groups of a resource that are scheduled for deletion, once for each. */
  async warn(kind: Kind, values: Json): Promise<void> {
    for (const found of await this.probableDeletions(kind, values)) {
      this.warnOnce(found, namesItself(kind, found.noun) && !found.group)
    }
  }

  /**
   * Warns in a preview of a resource that is new or has changed. Returns why the update could not create the object, if
   * it could not.
   */
  async reasonToFail(kind: Kind, values: Json): Promise<string | undefined> {
    const [found, ...others] = await this.probableDeletions(kind, values)
    if (!found) return undefined
    for (const one of [found, ...others]) this.warnOnce(one)
    return `${found.noun} ${found.path} is scheduled for deletion, so no objects are created in it.`
  }

  /** @param isItself Whether the resource is that of the project or group. */
  private warnOnce(found: ScheduledDeletion, isItself = false): void {
    const key = `${found.noun} ${found.id}`
    if (this.warned.has(key)) return
    this.warned.add(key)
    const effect = isItself
      ? 'With restore: true, the next update restores it. Until then, updates that change it fail.'
      : 'Until it is restored, no objects are created in it. Updates, deletions and refreshes still work.'
    this.warning(`${describeDeletion(found)} ${restoreRemedy(found)} ${effect}`)
  }

  private async deletionForCreate(kind: Kind, values: Json): Promise<ScheduledDeletion | undefined> {
    const found = await Promise.all(
      referencesOf(kind)
        .filter((name) => isNamed(values[name]))
        .map((name) => this.deletionForCreateIn(nounOf(kind, name), values[name] as Reference)),
    )
    return found.find((one) => one !== undefined)
  }

  private async deletionForCreateIn(noun: keyof Parents, reference: Reference): Promise<ScheduledDeletion | undefined> {
    // A path must be resolved anyway. For an id, reading the project can fail although creating the object would work.
    if (typeof reference === 'string') {
      await this.parents.get(noun, reference).catch((error: unknown) => {
        if (!NotFound.is(error)) throw error
      })
    }
    return this.at(noun, reference)
  }

  private async probableDeletions(kind: Kind, values: Json): Promise<ScheduledDeletion[]> {
    const found = await Promise.all(
      referencesOf(kind).map((name) => this.probableDeletionAt(nounOf(kind, name), values[name], values[idOf(name)])),
    )
    return found.filter((one) => one !== undefined)
  }

  /**
   * After an update has restored a project or group: reads it again before something is created in it, if this process has
   * read it before.
   */
  async forgetRestored(noun: keyof Parents, references: readonly Reference[]): Promise<void> {
    for (const reference of references) {
      const known = await this.parents.known(noun, reference)?.catch(() => undefined)
      if (known && (await this.of(noun, known))) this.parents.forget(noun, reference)
    }
  }

  /** Uses what this process has read already, or else the result of the search. */
  private async probableDeletionAt(
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
    const matches = (hit: Hit) => {
      if (id === undefined ? path !== undefined && isAt(hit, path) : hit.id === id) return true
      // The search does not find a subgroup of a deleted group, only the group.
      return noun === 'group' && path !== undefined && isBelow(hit, path)
    }
    return hits.some(matches) ? this.at(noun, id ?? path!) : undefined
  }

  /**
   * Whether a project or group is scheduled for deletion. Also undefined if it cannot be read, which other requests
   * report.
   */
  async at(noun: keyof Parents, reference: Reference): Promise<ScheduledDeletion | undefined> {
    try {
      return await this.of(noun, await this.parents.get(noun, reference))
    } catch (error) {
      // The former path of a project still works, but not that of a group.
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
  `${describeDeletion(found)} ${restoreRemedy(found)} No objects are created in it until then: restore it, or remove the new resources from the program.`

const nounOf = (kind: Kind, name: string): keyof Parents => kind.input[name]?.refers ?? 'project'

/** Whether an argument refers to a known project or group. */
const isNamed = (value: unknown): value is Reference =>
  typeof value === 'number' || (typeof value === 'string' && !isUnknown(value))

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Whether a path is the current or the former path of a search result. */
const isAt = ({ path }: Hit, written: string): boolean => isSame(path, written) || isSame(formerPath(path), written)

const isBelow = ({ path }: Hit, written: string): boolean =>
  [path, formerPath(path)].some((above) => written.toLowerCase().startsWith(`${above.toLowerCase()}/`))
