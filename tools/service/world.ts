import { randomBytes } from 'node:crypto'
import { testNow } from '../../test/support/emulator'
import { formerPath, type ScratchWorld, usernames } from '../../test/support/service/scratch-world'
import type { Connection } from '../compare/connection'
import { hidden, type ScratchGroup } from '../compare/scratch-group'
import { groupPaths, projectPaths } from '../compare/transplant'

/** How groups and users are called that this command creates. */
export const prefix = 'trueup-service-'

/** Roles in the group `acme`. The owner and the developer are also in `deployers`. */
const roles: Record<string, number> = { owner: 50, maintainer: 40, developer: 30, reporter: 20, guest: 10 }

/** The number of a day in UTC. */
const dayOf = (time: number): number => Math.floor(time / 86_400_000)

interface User {
  id: number
  username: string
  name: string
}

/** Creates a copy of the seed world in a scratch group, and users. */
export class WorldMaker {
  /** The users so far, which are not in the group: they have to be deleted by themselves. */
  readonly users: User[] = []
  readonly #run: string

  constructor(
    private readonly connection: Connection,
    private readonly scratch: ScratchGroup,
    private readonly signal: AbortSignal,
  ) {
    this.#run = scratch.group.full_path.split('/').at(-1)!
  }

  async make(root: User, token: string, tier: ScratchWorld['tier'], requestsPerMinute: number): Promise<ScratchWorld> {
    const folder = await this.#post<{ id: number; full_path: string; full_name: string }>('/groups', {
      ...hidden,
      name: 'world',
      path: 'world',
      parent_id: this.scratch.group.id,
    })
    const groups: Record<number, number> = {}
    for (const [id, path] of Object.entries(groupPaths)) {
      const parent_id = path.includes('/') ? groups[10] : folder.id
      groups[Number(id)] = await this.#create('/groups', { ...named(path), parent_id })
    }
    const projects: Record<number, number> = {}
    for (const [id, path] of Object.entries(projectPaths)) {
      const namespace_id = path.startsWith('acme/platform/') ? groups[11] : groups[10]
      projects[Number(id)] = await this.#project(id === '1' ? formerPath : path, namespace_id!)
    }
    // The former path redirects to the new one.
    await this.connection.call('PUT', `/projects/${projects[1]}`, named(projectPaths[1]!), this.signal)

    const people = await this.#people(groups[10]!)
    await this.#post(`/groups/${groups[12]}/members`, { user_id: people.owner!.id, access_level: roles.owner })
    await this.#post(`/groups/${groups[12]}/members`, { user_id: people.developer!.id, access_level: roles.developer })
    // The user of the token, who created it. The tests of members compare lists.
    await this.connection.attempt('DELETE', `/groups/${groups[12]}/members/${root.id}`, undefined, this.signal)
    await this.#post(`/projects/${projects[1]}/share`, { group_id: groups[12], group_access: roles.developer })
    const common = await this.#common(groups[12]!, Object.values(people))
    return {
      urls: [this.connection.url, this.scratch.externalUrl],
      tier,
      requestsPerMinute,
      folder: { path: folder.full_path, name: folder.full_name },
      groups,
      projects,
      common,
      users: Object.fromEntries(usernames.map((name, at) => [at + 1, at === 0 ? root : people[name]!])),
      tokens: { 'emulator-root': token, ...(await this.#tokens(people)) },
      days: dayOf(Date.now()) - dayOf(Date.parse(testNow)),
    }
  }

  /** Deletes the users. Returns those that remain. */
  async deleteUsers(): Promise<string[]> {
    const left: string[] = []
    for (const { id, username } of this.users) {
      const path = `/users/${id}`
      await this.connection.attempt('DELETE', `${path}?hard_delete=true`).catch(() => undefined)
      // A server deletes later, with a job. It blocks the user at once.
      const found = await this.connection.attempt('GET', path).catch(() => undefined)
      const state = (found?.body as { state?: string } | undefined)?.state
      if (found?.status !== 404 && state !== 'blocked') left.push(`user ${username} (${id})`)
    }
    return left
  }

  /** A project with the contents that a service can have: a branch, environments and issues. */
  async #project(path: string, namespace_id: number): Promise<number> {
    const fields = { ...named(path), namespace_id, initialize_with_readme: true, default_branch: 'main' }
    const id = await this.#create('/projects', fields)
    // The service protects it unless the settings of its groups are others. No branch of the seed world is protected.
    await this.connection.attempt('DELETE', `/projects/${id}/protected_branches/main`, undefined, this.signal)
    for (const name of ['production', 'staging']) await this.#post(`/projects/${id}/environments`, { name })
    for (const iid of [1, 2, 3, 4, 5]) await this.#post(`/projects/${id}/issues`, { title: `Issue ${iid}` })
    await this.connection.call('PUT', `/projects/${id}/issues/5`, { state_event: 'close' }, this.signal)
    return id
  }

  /** A project of the group. Its members can read the group, which all users can in the seed world. */
  async #common(group: number, people: readonly User[]): Promise<number> {
    const id = await this.#create('/projects', { ...named('common'), namespace_id: group })
    // Others are already members of the group, with a higher role.
    const further = people.filter(({ username }) => !/-(?:owner|developer)$/.test(username))
    for (const { id: user_id } of further) {
      await this.#post(`/projects/${id}/members`, { user_id, access_level: roles.guest })
    }
    return id
  }

  async #people(group: number): Promise<Record<string, User>> {
    const people: Record<string, User> = {}
    for (const name of usernames.slice(1)) {
      const username = `${this.#run}-${name}`
      const user = await this.#post<User>('/users', {
        username,
        name: name[0]!.toUpperCase() + name.slice(1),
        email: `${username}@example.com`,
        password: `${randomBytes(24).toString('base64url')}-aA1`,
        skip_confirmation: true,
      })
      this.users.push(user)
      people[name] = user
      const access_level = roles[name]
      if (access_level) await this.#post(`/groups/${group}/members`, { user_id: user.id, access_level })
    }
    return people
  }

  async #tokens(people: Record<string, User>): Promise<Record<string, string>> {
    const tokens: Record<string, string> = {}
    const wanted = [
      ...Object.keys(people).map((name) => [name, name, 'api'] as const),
      ['readonly', 'maintainer', 'read_api'] as const,
      ['revoked', 'maintainer', 'api'] as const,
    ]
    for (const [name, owner, scope] of wanted) {
      const expires_at = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
      const fields = { name: `trueup ${name}`, scopes: [scope], expires_at }
      const { token } = await this.#post<{ token: string }>(
        `/users/${people[owner]!.id}/personal_access_tokens`,
        fields,
      )
      tokens[`emulator-${name}`] = token
    }
    const self = '/api/v4/personal_access_tokens/self'
    await this.connection.send({ method: 'DELETE', path: self, holder: { token: tokens['emulator-revoked']! } })
    return tokens
  }

  async #create(path: string, fields: object): Promise<number> {
    return (await this.#post<{ id: number }>(path, { ...hidden, ...fields })).id
  }

  #post<T>(path: string, fields: object): Promise<T> {
    return this.connection.call<T>('POST', path, fields, this.signal)
  }
}

function named(full: string): { name: string; path: string } {
  const path = full.split('/').at(-1)!
  return { name: path, path }
}
