import { createHash } from 'node:crypto'
import { changeSettings } from '../http/settings'
import { accessTokens } from '../records/access-token'
import { type GroupRecord, groups } from '../records/group'
import { projects } from '../records/project'
import { redirects } from '../records/redirect'
import { type UserRecord, users } from '../records/user'
import { GroupModel } from '../resources/group-model'
import { fitsInto, type Home, ProjectModel } from '../resources/project-model'
import { settingChanges } from '../resources/project-settings'
import { UserModel } from '../resources/user-model'
import { EmulatorError } from '../store/emulator-error'
import type { Store } from '../store/store'
import { addContents, addLabels, addVariables } from './contents'
import type { WorldContext } from './context'
import type { World, WorldGroup, WorldProject, WorldToken, WorldUser } from './declaration'
import { findDuplicates } from './duplicates'
import { addMembers } from './members'
import { type Problem, Problems } from './problems'
import { seedInstance } from './seed'
import { settingsFrom } from './settings'

/** Fills an empty store with a world. Returns the problems; if there are any, the store must not be used. */
export function buildWorld(store: Store, world: World, now: string): Problem[] {
  const problems = new Problems()
  findDuplicates(world, problems)
  if (problems.list.length === 0) new Builder({ store, problems, now }).build(world)
  return problems.list
}

class Builder {
  readonly #store: Store
  readonly #now: string

  constructor(private readonly context: WorldContext) {
    this.#store = context.store
    this.#now = context.now
  }

  build({ users: people = {}, groups: teams = {}, projects: works = {}, settings = {} }: World): void {
    const { store, problems } = this.context
    seedInstance(store)
    changeSettings(store, settingsFrom(settings))
    for (const [username, user, id] of numbered(withRoot(people))) {
      problems.try(['users', username], () => this.#addUser(username, user, id))
    }
    // Creates parents first. The world can declare groups in any order.
    const nested = numbered(teams).sort(([a], [b]) => a.split('/').length - b.split('/').length)
    for (const [path, team, id] of nested) problems.try(['groups', path], () => this.#addGroup(path, team, id))
    for (const user of store.of(users).all()) {
      store.of(users).update(user, { namespace_id: store.of(groups).reserve() })
    }
    for (const [path, work, id] of numbered(works)) {
      problems.try(['projects', path], () => this.#addProject(path, work, id))
    }
    for (const [full, team] of nested) {
      const group = this.#group(full)
      if (!group) continue
      addLabels(this.context, { group }, team, ['groups', full])
      addVariables(this.context, { project_id: null, group_id: group.id }, team, ['groups', full])
      addMembers(this.context, { kind: 'group', group }, team, ['groups', full])
    }
    for (const [full, work] of Object.entries(works)) {
      const project = store.of(projects).find('path', full.toLowerCase())
      if (project) addMembers(this.context, { kind: 'project', project }, work ?? {}, ['projects', full])
    }
  }

  #addUser(username: string, declared: WorldUser, id: number): void {
    const { name = username, email = `${username}@example.com`, admin = false, external } = declared
    new UserModel(this.#store).check({ username, name, email })
    const user = this.#store.of(users).insert({
      id,
      username,
      name,
      email,
      state: declared.state ?? (declared.blocked ? 'blocked' : 'active'),
      admin,
      bot: false,
      ...(external && { external }),
      created_at: this.#now,
    })
    this.#addToken(user, { token: declared.token ?? `emulator-${username}` })
    for (const token of declared.tokens ?? []) this.#addToken(user, token)
  }

  #addToken({ id }: UserRecord, { token, name, scopes = ['api'], expiresAt, revoked = false }: WorldToken): void {
    const all = this.#store.of(accessTokens)
    const of = { user_id: id, group_id: null, previous_id: null, last_used_at: null, description: null }
    const stamps = { created_at: this.#now, updated_at: this.#now }
    const made = all.insert({
      ...of,
      token,
      name: name ?? '',
      scopes,
      expires_at: expiresAt ?? null,
      revoked,
      ...stamps,
    })
    if (name === undefined) all.update(made, { name: `token ${made.id}` })
  }

  #addGroup(full: string, declared: WorldGroup, id: number): void {
    const { name, description, visibility } = declared
    const { path, above } = splitPath(full)
    const parent = above ? this.#group(above) : undefined
    if (above && !parent) throw new EmulatorError(`the group ${JSON.stringify(above)} does not exist: also declare it`)
    const model = new GroupModel(this.#store)
    const fields = { ...(description !== undefined && { description }), ...(visibility && { visibility }) }
    model.create(parent, { id, name: name ?? path, path, ...fields }, undefined, this.#now)
  }

  #addProject(full: string, declared: WorldProject, id: number): void {
    const { name, description, visibility, defaultBranch = 'main', archived = false, topics } = declared
    const { path, above } = splitPath(full)
    const home = this.#home(above)
    if (!home) {
      throw new EmulatorError(
        `the group or user ${JSON.stringify(above)} does not exist: declare it, or use the full path`,
      )
    }
    if (home.group && visibility && !fitsInto(visibility, home.group.visibility)) {
      throw new EmulatorError(`${visibility} is not allowed in a ${home.group.visibility} group`)
    }
    const { branches = [defaultBranch], tags = [], formerPaths = [] } = declared
    const model = new ProjectModel(this.#store)
    const creator = home.user ?? this.#store.of(users).all()[0]!
    const fields = { id, name, path, description, visibility, default_branch: defaultBranch }
    const project = model.create(home, fields, creator, this.#now)
    const all = branches.length === 0 ? [] : [...new Set([defaultBranch, ...branches])]
    const empty_repo = all.length + tags.length === 0
    const levels = declared.features && settingChanges(project, levelsOf(declared.features), this.#now)
    this.#store.of(projects).update(project, { ...levels, archived, empty_repo, ...(topics && { topics }) })
    for (const branch of all) model.addRef(project, { name: branch, sha: commitOf(full, branch) })
    for (const tag of tags) model.addRef(project, { name: tag, tag: true, sha: commitOf(full, tag) })
    for (const former of formerPaths) this.#store.of(redirects).insert({ path: former, project_id: project.id })
    addContents(this.context, project, declared, ['projects', full])
  }

  #group = (path: string): GroupRecord | undefined => this.#store.of(groups).find('path', path.toLowerCase())

  #home(path: string): Home | undefined {
    const group = this.#group(path)
    if (group) return { group }
    const user = this.#store.of(users).find('username', path.toLowerCase())
    return user && { user }
  }
}

/** Adds the administrator `root`, unless the world declares one. */
function withRoot(people: Record<string, WorldUser | null>): Record<string, WorldUser | null> {
  if (Object.hasOwn(people, 'root')) return people
  const taken = Object.values(people).some((user) => user?.id === 1)
  return { root: { admin: true, name: 'Root', ...(!taken && { id: 1 }) }, ...people }
}

const splitPath = (full: string): { path: string; above: string } => {
  const at = full.lastIndexOf('/')
  return { path: full.slice(at + 1), above: full.slice(0, Math.max(at, 0)) }
}

/** The declarations with their ids. Those without an id get the lowest ids that are free. */
function numbered<T extends { id?: number }>(declared: Record<string, T | null>): [name: string, one: T, id: number][] {
  const taken = new Set(Object.values(declared).map((one) => one?.id))
  let next = 1
  return Object.entries(declared).map(([name, one]) => {
    if (one?.id !== undefined) return [name, one, one.id]
    while (taken.has(next)) next++
    return [name, one ?? ({} as T), next++]
  })
}

/** The SHA of a commit: always the same for the same project and ref. */
const commitOf = (path: string, ref: string): string => createHash('sha1').update(`${path} ${ref}`).digest('hex')

/** The access levels of features as settings of a project. Merge requests and builds need a repository. */
function levelsOf({ mergeRequests, ...others }: NonNullable<WorldProject['features']>): Record<string, unknown> {
  const without = others.repository === 'disabled' ? { merge_requests: 'disabled', builds: 'disabled' } : {}
  const all = { ...without, ...others, ...(mergeRequests && { merge_requests: mergeRequests }) }
  return Object.fromEntries(Object.entries(all).map(([feature, level]) => [`${feature}_access_level`, level]))
}
