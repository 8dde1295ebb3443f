import { groupPaths, projectPaths, shiftDates, unusedId } from '../../../tools/compare/transplant'

/** The users of the seed world, with the ids 1 to 7. The first one is the administrator whose token the command has. */
export const usernames = ['root', 'owner', 'maintainer', 'developer', 'reporter', 'guest', 'outsider'] as const

/** What `npm run test:service` has made on a service: a copy of the seed world in a scratch group. */
export interface ScratchWorld {
  /** Where the service is, and the URL that it believes to have. */
  readonly urls: readonly [string, ...string[]]
  readonly tier: 'ce' | 'free' | 'premium' | 'ultimate'
  readonly requestsPerMinute: number
  /** The group in which `acme` and `deployers` are. */
  readonly folder: { readonly path: string; readonly name: string }
  /** The ids there, by the ids in the seed world. */
  readonly groups: Readonly<Record<number, number>>
  readonly projects: Readonly<Record<number, number>>
  /** A project in `deployers` that the seed world does not have. Its members can read that group, which is private there. */
  readonly common: number
  readonly users: Readonly<Record<number, { readonly id: number; readonly username: string; readonly name: string }>>
  /** The tokens there, by the tokens of the seed world. */
  readonly tokens: Readonly<Record<string, string>>
  /** How many days later than `testNow` it is there. */
  readonly days: number
}

/** Which ids a key of a body or of a response has. */
const idKeys: Record<string, 'groups' | 'projects' | 'users'> = {
  group_id: 'groups',
  parent_id: 'groups',
  project_id: 'projects',
  source_project_id: 'projects',
  target_project_id: 'projects',
  user_id: 'users',
  owner_id: 'users',
  creator_id: 'users',
}

/** A key that only the group, project or user itself has, next to its `id`. */
const marks = { full_path: 'groups', path_with_namespace: 'projects', username: 'users' } as const

/** Translates between the seed world, which the tests name, and a scratch world. */
export class Translation {
  readonly #seedIds = { groups: new Map<number, number>(), projects: new Map<number, number>(), users: new Map() }

  constructor(
    private readonly world: ScratchWorld,
    /** The URL that the tests know. */
    private readonly url: string,
  ) {
    for (const of of ['groups', 'projects'] as const)
      for (const [seed, there] of Object.entries(world[of])) this.#seedIds[of].set(there, Number(seed))
    for (const [seed, { id }] of Object.entries(world.users)) this.#seedIds.users.set(id, Number(seed))
  }

  /** The path there of what is below a project or group of the seed world, or of a user, or undefined. @throws UnknownId */
  path(path: string): string | undefined {
    const [, before, username = '', after] = /^(\/api\/v4\/users\?(?:.*&)?username=)([^&]+)(.*)$/.exec(path) ?? []
    if (before !== undefined) {
      const there = this.world.users[(usernames as readonly string[]).indexOf(username) + 1]
      return there && `${before}${there.username}${after}`
    }
    const [, kind, segment = '', rest = ''] = /^\/api\/v4\/(groups|projects)\/([^/?]+)([/?].*)?$/.exec(path) ?? []
    if (kind !== 'groups' && kind !== 'projects') return undefined
    const there = /^\d+$/.test(segment) ? this.world[kind][Number(segment)] : this.#fullPath(kind, segment)
    return there === undefined ? undefined : `/api/v4/${kind}/${there}${this.#later(this.#idsIn(rest))}`
  }

  /** The ids in the rest of a path: of an invited group, of a member, and in the query. @throws UnknownId */
  #idsIn(rest: string): string {
    const named = rest
      .replace(/(?<=^\/share\/)\d+/, (id) => this.#there('group_id', id))
      .replace(/(?<=^\/members\/(?:all\/)?)\d+/, (id) => this.#there('user_id', id))
    return named.replaceAll(/(?<=[?&])(\w+)=([^&]*)/g, (_, key: string, value: string) => {
      if (/(?:author|assignee)_id/.test(key)) throw new UnknownId(key)
      return `${key}=${idKeys[key] && value !== '' ? this.#there(key, value) : value}`
    })
  }

  #there(key: string, id: unknown): string {
    const of = idKeys[key]!
    // GitLab also accepts the path of a project.
    if (of === 'projects' && /\//.test(String(id))) {
      const path = this.#fullPath(of, String(id))
      if (path !== undefined) return decodeURIComponent(path)
    }
    const there = of === 'users' ? this.world.users[Number(id)]?.id : this.world[of][Number(id)]
    if (there === undefined) throw new UnknownId(key)
    return String(there)
  }

  /** A body there. @throws UnknownId if it names what is not in the scratch world. */
  body(value: unknown): unknown {
    if (typeof value === 'string') return this.#later(value)
    return mapObjects(value, this.body.bind(this), (key, one): unknown => {
      const [, several] = /^(\w+_id)s$/.exec(key) ?? []
      if (several !== undefined && Array.isArray(one)) {
        return one.map((each) => (this.body({ [several]: each as unknown }) as Record<string, unknown>)[several])
      }
      const of = idKeys[key]
      if (!of || one === null || one === '' || Number(one) === unusedId) return this.body(one)
      const there = this.#there(key, one)
      return typeof one === 'number' ? Number(there) : there
    })
  }

  /** A response from there, as the seed world would give it. */
  back(value: unknown): unknown {
    if (typeof value === 'string') return this.textBack(value)
    const own = Object.entries(marks).find(([mark]) => typeof value === 'object' && value !== null && mark in value)
    return mapObjects(value, this.back.bind(this), (key, one) => {
      const of = key === 'id' ? own?.[1] : idKeys[key]
      return (of && this.#seedIds[of].get(Number(one))) ?? this.back(one)
    })
  }

  textBack(text: string): string {
    const { urls, folder, users, days } = this.world
    const exchanges: (readonly [string | RegExp, string])[] = [
      ...urls.map((url) => [url, this.url] as const),
      [`${folder.path}/`, ''],
      [`${encodeURIComponent(folder.path)}%2F`, ''],
      [`${folder.name} / `, ''],
      ...(['groups', 'projects'] as const).flatMap((kind) =>
        Object.entries(this.world[kind]).map(
          ([seed, there]) => [new RegExp(`/${kind}/${there}(?!\\d)`, 'g'), `/${kind}/${seed}`] as const,
        ),
      ),
      ...Object.entries(users).map(([seed, { username }]) => [username, usernames[Number(seed) - 1]!] as const),
    ]
    return shiftDates(
      exchanges.reduce((value, [there, here]) => value.replaceAll(there, here), text),
      -days,
    )
  }

  /** The encoded path there. The service ignores case, so the case is kept. */
  #fullPath(kind: 'groups' | 'projects', segment: string): string | undefined {
    const path = decodeURIComponent(segment)
    const known: string[] = kind === 'groups' ? Object.values(groupPaths) : [...Object.values(projectPaths), formerPath]
    if (!known.includes(path.toLowerCase())) return undefined
    return encodeURIComponent(`${this.world.folder.path}/${path}`)
  }

  #later(text: string): string {
    return shiftDates(text, this.world.days)
  }
}

/** The project `acme/web` had this path. */
export const formerPath = 'acme/old-name'

/** An id in a body that no object of the scratch world has. */
export class UnknownId extends Error {}

function mapObjects(value: unknown, each: (one: unknown) => unknown, member: (key: string, one: unknown) => unknown) {
  if (Array.isArray(value)) return value.map(each)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, member(key, one)]))
}
