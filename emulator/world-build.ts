import { createHash } from 'node:crypto'
import { roles } from './access'
import { EnvironmentModel } from './environment-record'
import { EmulatorError } from './emulator-error'
import { GroupModel } from './group-record'
import { HttpError } from './http-errors'
import { LabelModel } from './label-record'
import { MemberModel, minimalAccess, type Source } from './member-record'
import { fitsInto, type Home, ProjectModel } from './project-record'
import {
  accessTokens,
  type GroupRecord,
  groups,
  groupShares,
  invitations,
  issues,
  type ProjectRecord,
  projects,
  redirects,
  type UserRecord,
  users,
} from './records'
import { type Store } from './store'
import { UserModel } from './user-record'
import { seedInstance } from './world'
import { type Problem } from './world-check'
import {
  type World,
  type WorldGroup,
  type WorldMember,
  type WorldProject,
  type WorldRole,
  type WorldUser,
} from './world-declaration'

const levels: Record<WorldRole, number> = {
  minimal: minimalAccess,
  guest: roles.guest,
  planner: roles.planner,
  reporter: roles.reporter,
  developer: roles.developer,
  maintainer: roles.maintainer,
  owner: roles.owner,
}

/** Fills an empty store with a world; gives what is wrong with it, after which the store is of no use. */
export function buildWorld(store: Store, world: World, now: string): Problem[] {
  return new Builder(store, world, now).build()
}

class Builder {
  readonly #problems: Problem[] = []

  constructor(
    private readonly store: Store,
    private readonly world: World,
    private readonly now: string,
  ) {}

  build(): Problem[] {
    seedInstance(this.store)
    const { users: people = {}, groups: teams = {}, projects: works = {} } = this.world
    this.#refuseTwins({ users: people, groups: teams, projects: works })
    if (this.#problems.length > 0) return this.#problems
    for (const [username, user, id] of numbered(withRoot(people))) {
      this.#try(['users', username], () => this.#addUser(username, user, id))
    }
    // Groups above come first, wherever they are declared.
    const nested = numbered(teams).sort(([a], [b]) => a.split('/').length - b.split('/').length)
    for (const [path, team, id] of nested) this.#try(['groups', path], () => this.#addGroup(path, team, id))
    for (const user of this.store.of(users).all()) {
      this.store.of(users).update(user, { namespace_id: this.store.of(groups).reserve() })
    }
    for (const [path, work, id] of numbered(works)) {
      this.#try(['projects', path], () => this.#addProject(path, work, id))
    }
    for (const [path, team] of nested) this.#people(['groups', path], this.#group(path), team)
    for (const [path, work] of Object.entries(works)) this.#people(['projects', path], this.#project(path), work ?? {})
    return this.#problems
  }

  /** Numbers and tokens that two have. */
  #refuseTwins(kinds: Record<string, Record<string, { id?: number } | null>>): void {
    for (const [kind, declared] of Object.entries(kinds)) {
      const holders = new Map<number, string>()
      for (const [name, one] of Object.entries(declared)) {
        if (one?.id === undefined) continue
        const other = holders.get(one.id)
        if (other !== undefined) this.#add([kind, name, 'id'], `is the number of ${JSON.stringify(other)}, too`)
        holders.set(one.id, name)
      }
    }
    const texts = new Set<string>()
    for (const [username, user] of Object.entries(this.world.users ?? {})) {
      const first = { path: ['users', username, 'token'], token: user?.token ?? `emulator-${username}` }
      const others = (user?.tokens ?? []).map(({ token }, at) => ({ path: ['users', username, 'tokens', at], token }))
      for (const { path, token } of [first, ...others]) {
        if (texts.has(token)) this.#add(path, 'is the token of somebody else, too')
        texts.add(token)
      }
    }
  }

  #addUser(username: string, declared: WorldUser, id: number): void {
    const { name = username, email = `${username}@example.com`, admin = false, external } = declared
    new UserModel(this.store).check({ username, name, email })
    const user = this.store.of(users).insert({
      id,
      username,
      name,
      email,
      state: declared.blocked ? 'blocked' : 'active',
      admin,
      bot: false,
      ...(external && { external }),
      created_at: this.now,
    })
    this.#addToken(user, { token: declared.token ?? `emulator-${username}` })
    for (const token of declared.tokens ?? []) this.#addToken(user, token)
  }

  #addToken({ id }: UserRecord, { token, name, scopes = ['api'], expiresAt, revoked = false }: Token): void {
    const all = this.store.of(accessTokens)
    const of = { user_id: id, group_id: null, previous_id: null, last_used_at: null, description: null }
    const stamps = { created_at: this.now, updated_at: this.now }
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
    const [path = '', above] = [full.split('/').at(-1), full.split('/').slice(0, -1).join('/')]
    const parent = above ? this.#group(above) : undefined
    if (above && !parent) throw new EmulatorError(`there is no group ${JSON.stringify(above)}: declare it, too`)
    const model = new GroupModel(this.store)
    const fields = { ...(description !== undefined && { description }), ...(visibility && { visibility }) }
    model.create(parent, { id, name: name ?? path, path, ...fields }, undefined, this.now)
  }

  #addProject(full: string, declared: WorldProject, id: number): void {
    const { name, description, visibility, defaultBranch = 'main', archived = false, topics } = declared
    const [path = '', above] = [full.split('/').at(-1), full.split('/').slice(0, -1).join('/')]
    const home = this.#home(above)
    if (!home) {
      throw new EmulatorError(
        `there is no group or user ${JSON.stringify(above)}: declare it, or write the path in full`,
      )
    }
    if (home.group && visibility && !fitsInto(visibility, home.group.visibility)) {
      throw new EmulatorError(`${visibility} is not allowed in a group that is ${home.group.visibility}`)
    }
    const { branches = [defaultBranch], tags = [], formerPaths = [] } = declared
    const model = new ProjectModel(this.store)
    const creator = home.user ?? this.store.of(users).all()[0]!
    const fields = { id, name, path, description, visibility, default_branch: defaultBranch }
    const project = model.create(home, fields, creator, this.now)
    const all = branches.length === 0 ? [] : [...new Set([defaultBranch, ...branches])]
    const empty_repo = all.length + tags.length === 0
    this.store.of(projects).update(project, { archived, empty_repo, ...(topics && { topics }) })
    for (const branch of all) model.addRef(project, { name: branch, sha: commitOf(full, branch) })
    for (const tag of tags) model.addRef(project, { name: tag, tag: true, sha: commitOf(full, tag) })
    for (const former of formerPaths) this.store.of(redirects).insert({ path: former, project_id: project.id })
    this.#fill(project, declared, ['projects', full])
  }

  #fill(project: ProjectRecord, declared: WorldProject, path: string[]): void {
    const environments = new EnvironmentModel(this.store)
    declared.environments?.forEach((one, at) => {
      const { name, tier, externalUrl, description } = typeof one === 'string' ? { name: one } : { ...one }
      const fields = {
        ...(tier && { tier }),
        ...(externalUrl !== undefined && { external_url: externalUrl }),
        ...(description !== undefined && { description }),
      }
      this.#try([...path, 'environments', at], () => environments.create(project, name, fields, this.now))
    })
    this.#addLabels({ project }, declared, path)
    declared.issues?.forEach((one, at) => {
      this.#try([...path, 'issues', at], () =>
        this.#addIssue(project, at + 1, typeof one === 'string' ? { title: one } : one),
      )
    })
  }

  #addLabels(
    home: { project: ProjectRecord } | { group: GroupRecord },
    { labels = {} }: Pick<WorldProject, 'labels'>,
    path: string[],
  ): void {
    const model = new LabelModel(this.store)
    for (const [title, one] of Object.entries(labels)) {
      const { color, description = null, priority } = typeof one === 'string' ? { color: one } : one
      this.#try([...path, 'labels', title], () => {
        const sent = { title, description, ...(color !== undefined && { color }) }
        if (!('project' in home)) {
          if (priority !== undefined) throw new EmulatorError('has no "priority": only labels of projects have one')
          return model.create({ project_id: null, group_id: home.group.id }, sent, this.now)
        }
        const label = model.create({ project_id: home.project.id, group_id: null }, sent, this.now)
        return priority === undefined ? label : model.prioritize(label, home.project, priority)
      })
    }
  }

  #addIssue(
    project: ProjectRecord,
    iid: number,
    declared: Exclude<NonNullable<WorldProject['issues']>[number], string>,
  ) {
    const { title, description = null, closed = false, confidential = false, author, labels = [] } = declared
    const by = author === undefined ? undefined : this.store.of(users).find('username', author.toLowerCase())
    if (author !== undefined && !by) throw new EmulatorError(`there is no user ${JSON.stringify(author)}`)
    const model = new LabelModel(this.store)
    const label_ids = labels.map((name) => {
      const label = model.titled([`project ${project.id}`], name)
      if (!label) throw new EmulatorError(`the project has no label ${JSON.stringify(name)}`)
      return label.id
    })
    const state = closed ? ('closed' as const) : ('opened' as const)
    const fields = { iid, project_id: project.id, title, description, state, author_id: by?.id ?? project.creator_id }
    const stamps = { created_at: this.now, updated_at: this.now }
    this.store.of(issues).insert({ ...fields, label_ids, confidential, ...stamps })
  }

  /** Members, shares, and a group's labels. */
  #people(path: string[], place: GroupRecord | ProjectRecord | undefined, declared: WorldGroup | WorldProject): void {
    if (!place) return
    const source: Source = 'full_path' in place ? { kind: 'group', group: place } : { kind: 'project', project: place }
    if (source.kind === 'group') this.#addLabels({ group: source.group }, declared, path)
    for (const [username, given] of Object.entries(declared.members ?? {})) {
      this.#try([...path, 'members', username], () => {
        const user = this.store.of(users).find('username', username.toLowerCase())
        if (!user) throw new EmulatorError('there is no such user: declare them under users')
        return new MemberModel(this.store).add(source, user, roleIn(given), null, this.now)
      })
    }
    for (const [full, given] of Object.entries(declared.sharedWith ?? {})) {
      this.#try([...path, 'sharedWith', full], () => {
        const group = this.#group(full)
        if (!group) throw new EmulatorError('there is no such group: declare it under groups')
        const { access_level, expires_at } = roleIn(given)
        if (access_level === minimalAccess) throw new EmulatorError('has to be a role from guest to owner')
        const share = { group_id: group.id, access_level, expires_at, updated_at: this.now }
        if (source.kind === 'group') this.store.of(groupShares).insert({ ...share, shared_group_id: source.group.id })
        else this.store.of(invitations).insert({ ...share, project_id: source.project.id })
      })
    }
  }

  #group = (path: string): GroupRecord | undefined => this.store.of(groups).find('path', path.toLowerCase())
  #project = (path: string): ProjectRecord | undefined => this.store.of(projects).find('path', path.toLowerCase())

  #home(path: string): Home | undefined {
    const group = this.#group(path)
    if (group) return { group }
    const user = this.store.of(users).find('username', path.toLowerCase())
    return user && { user }
  }

  #try(path: (string | number)[], work: () => unknown): void {
    try {
      work()
    } catch (error) {
      if (error instanceof EmulatorError) this.#add(path, error.message)
      else if (error instanceof HttpError) this.#add(path, complaintOf(error))
      else throw error
    }
  }

  #add(path: (string | number)[], text: string): void {
    this.#problems.push({ path, text })
  }
}

/** An administrator is always there. */
function withRoot(people: Record<string, WorldUser | null>): Record<string, WorldUser | null> {
  if (Object.hasOwn(people, 'root')) return people
  const taken = Object.values(people).some((user) => user?.id === 1)
  return { root: { admin: true, name: 'Root', ...(!taken && { id: 1 }) }, ...people }
}

/** What is declared, with a number for each: its own, or the first that nothing has. */
function numbered<T extends { id?: number }>(declared: Record<string, T | null>): [name: string, one: T, id: number][] {
  const taken = new Set(Object.values(declared).map((one) => one?.id))
  let next = 1
  return Object.entries(declared).map(([name, one]) => {
    if (one?.id !== undefined) return [name, one, one.id]
    while (taken.has(next)) next++
    return [name, one ?? ({} as T), next++]
  })
}

type Token = NonNullable<WorldUser['tokens']>[number]

function roleIn(given: WorldRole | WorldMember): { access_level: number; expires_at: string | null } {
  const { role, expiresAt = null } = typeof given === 'string' ? { role: given } : given
  return { access_level: levels[role], expires_at: expiresAt }
}

/** The same commit each time. */
const commitOf = (path: string, ref: string): string => createHash('sha1').update(`${path} ${ref}`).digest('hex')

/** What a model of the service says of something, in one line. */
function complaintOf({ body }: HttpError): string {
  const { message } = body as { message: string | string[] | Record<string, string[]> }
  if (typeof message === 'string') return message
  if (Array.isArray(message)) return message.join('; ')
  const names = Object.keys(message).filter((name) => !name.startsWith('project_namespace.'))
  return names.map((name) => `${name} ${message[name]!.join(', ')}`).join('; ')
}
