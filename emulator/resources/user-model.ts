import { conflict } from '../http/errors'
import { blank, requireValid, tooLong } from '../http/validation'
import { accessTokens } from '../records/access-token'
import { groups } from '../records/group'
import { memberships } from '../records/membership'
import { projects } from '../records/project'
import { type UserRecord, users } from '../records/user'
import type { Store } from '../store/store'
import { roles } from './access'
import { complaintsAboutEmail, complaintsAboutNamespacePath } from './names'
import { ProjectModel } from './project-model'

/** Fields of a new user. */
export interface NewUser {
  username: string
  name: string
  email: string
  admin?: boolean
  external?: boolean
  note?: string | null
  can_create_group?: boolean
  projects_limit?: number
}

/** The user's e-mail address. */
export const emailOf = ({ email, username }: UserRecord): string => email ?? `${username}@example.com`

/** The users in a store, and the rules of the model. */
export class UserModel {
  constructor(private readonly store: Store) {}

  /** @throws HttpError 409 if the username or e-mail address is taken, 400 with other complaints by attribute. */
  create(sent: NewUser, now: string): UserRecord {
    const { admin = false, ...fields } = sent
    this.check(fields)
    return this.store.of(users).insert({
      ...fields,
      admin,
      state: 'active',
      bot: false,
      created_at: now,
      // Namespaces of users and groups share one sequence of ids.
      namespace_id: this.store.of(groups).reserve(),
    })
  }

  /** @throws HttpError as `create` does. */
  update(user: UserRecord, patch: Partial<NewUser>): UserRecord {
    this.check({ username: user.username, name: user.name, email: emailOf(user), ...patch }, user)
    const updated = this.store.of(users).update(user, patch)
    if (updated.username !== user.username) {
      const model = new ProjectModel(this.store)
      for (const project of this.#projectsOf(user)) model.move(project, `${updated.username}/${project.path}`)
    }
    return updated
  }

  /** Deletes the user and the user's projects. @throws HttpError 409 if the user is the only owner of a group. */
  remove(user: UserRecord): void {
    const owned = this.store.of(memberships).where('user', user.id)
    for (const { source, source_id, access_level } of owned) {
      if (source !== 'group' || access_level < roles.owner) continue
      const owners = this.store
        .of(memberships)
        .where('source', `group ${source_id}`)
        .filter((one) => one.access_level >= roles.owner)
      if (owners.length === 1) throw conflict('User cannot be removed while is the sole-owner of a group')
    }
    const model = new ProjectModel(this.store)
    for (const project of this.#projectsOf(user)) model.remove(project)
    for (const member of owned) this.store.of(memberships).delete(member)
    for (const token of this.store.of(accessTokens).where('user', user.id)) this.store.of(accessTokens).delete(token)
    this.store.of(users).delete(user)
  }

  #projectsOf({ id }: UserRecord) {
    return this.store
      .of(projects)
      .where('group', 'none')
      .filter(({ creator_id }) => creator_id === id)
  }

  /** @throws HttpError as `create` does. */
  check({ username, name, email }: Pick<NewUser, 'username' | 'name' | 'email'>, old?: UserRecord): void {
    const others = this.store
      .of(users)
      .all()
      .filter(({ id }) => id !== old?.id)
    const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
    if (others.some((one) => same(emailOf(one), email))) throw conflict('Email has already been taken')
    if (others.some((one) => same(one.username, username))) throw conflict('Username has already been taken')
    const taken = this.store.of(groups).find('path', username.toLowerCase()) !== undefined
    requireValid({
      email: complaintsAboutEmail(email),
      name: name.trim() === '' ? blank(name) : tooLong(name, 255),
      username: [...complaintsAboutNamespacePath(username), ...(taken ? ['has already been taken'] : [])],
    })
  }
}
