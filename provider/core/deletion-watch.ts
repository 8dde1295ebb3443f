import { isDeepStrictEqual } from 'node:util'
import { type Client, NotFound } from '../../sdk'
import { declaredPart } from './check'
import { ResourceError, subject } from './errors'
import type { Kind, Parents } from './kind'
import type { ParentResolver, Reference } from './parents'
import { isUnknown, type Json } from './plain'
import { idOf, referencesOf } from './references'
import {
  deletionOf,
  described,
  formerPath,
  pathOf,
  remedyOf,
  type ScheduledDeletion,
  suffix,
} from './scheduled-deletion'

/** What is only worth telling is not waited for any longer. */
const patienceMs = 10_000

/** On GitLab.com a search finds the public projects of everybody, unless it is limited to one's own. */
const largest = 'https://gitlab.com'

interface Hit {
  id: number
  path: string
}

/**
 * Finds out which projects and groups are scheduled for deletion. What is about to be created asks for the project
 * itself, once in a process. All else only tells of it, so that one search has to do for all projects of the process.
 */
export class DeletionWatch {
  private readonly searches = new Map<keyof Parents, Promise<Hit[]>>()
  private readonly told = new Set<string>()

  constructor(
    private readonly api: Client,
    private readonly parents: ParentResolver,
    private readonly warn: (text: string) => void,
    private readonly mayTellBySearch: boolean,
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
  async tell(kind: Kind, values: Json): Promise<void> {
    for (const found of await this.likely(kind, values)) this.warnOf(found)
  }

  /**
   * The same in a preview, of a resource that is new or has changed: `olds` are its inputs so far. Returns why the update
   * could not create anything there, if so.
   */
  async foresee(kind: Kind, olds: Json, values: Json): Promise<string | undefined> {
    if (isDeepStrictEqual(declaredPart(kind, olds), declaredPart(kind, values))) return undefined
    const [found, ...others] = await this.likely(kind, values)
    if (!found) return undefined
    for (const one of [found, ...others]) this.warnOf(one)
    return `${found.noun} ${found.path} is scheduled for deletion, and nothing is created in it.`
  }

  private warnOf(found: ScheduledDeletion): void {
    const key = `${found.noun} ${found.id}`
    if (this.told.has(key)) return
    this.told.add(key)
    this.warn(
      `${described(found)} ${remedyOf(found)} Until then nothing is created in it; updates, deletions and refreshes go on.`,
    )
  }

  private async whereToCreate(kind: Kind, values: Json): Promise<ScheduledDeletion | undefined> {
    const found = await Promise.all(
      referencesOf(kind)
        .filter((name) => isNamed(values[name]))
        .map((name) => this.at(nounOf(kind, name), values[name] as Reference)),
    )
    return found.find((one) => one !== undefined)
  }

  private async likely(kind: Kind, values: Json): Promise<ScheduledDeletion[]> {
    const found = await Promise.all(
      referencesOf(kind).map((name) => this.likelyAt(nounOf(kind, name), values[name], values[idOf(name)])),
    )
    return found.filter((one) => one !== undefined)
  }

  /** What is known of one that was looked up already, or what a search for all that were deleted makes likely. */
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
    if (!this.mayTellBySearch) return undefined
    const hits = await this.search(noun)
    const isMeant = (hit: Hit) => (id === undefined ? path !== undefined && isAt(hit, noun, path) : hit.id === id)
    if (!hits.some(isMeant)) {
      // Below a group that was deleted, groups are not found by their own names.
      const isBelow = noun === 'group' && path !== undefined && hits.some((hit) => isAt(hit, 'project', path))
      if (!isBelow) return undefined
    }
    return this.at(noun, id ?? path!)
  }

  /** Whether the one that a program names is scheduled for deletion. What cannot be looked up is told by whoever needs it. */
  private async at(noun: keyof Parents, reference: Reference): Promise<ScheduledDeletion | undefined> {
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

  /** All that were deleted, by the names that they have then. What cannot be searched says nothing. */
  private search(noun: keyof Parents): Promise<Hit[]> {
    let found = this.searches.get(noun)
    if (!found) this.searches.set(noun, (found = this.list(noun).catch(() => [])))
    return found
  }

  private async list(noun: keyof Parents): Promise<Hit[]> {
    const options = { signal: AbortSignal.timeout(patienceMs) }
    const search = suffix.replace(/^-|-$/g, '')
    const own = this.api.baseUrl === largest ? { membership: true } : {}
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

/** Whether a path is that of what was found, of before or of now; as a project, also whether it is below it. */
function isAt({ path }: Hit, noun: keyof Parents, written: string): boolean {
  if (isSame(path, written) || isSame(formerPath(path), written)) return true
  const below = written.toLowerCase()
  return noun === 'project' && [path, formerPath(path)].some((above) => below.startsWith(`${above.toLowerCase()}/`))
}
