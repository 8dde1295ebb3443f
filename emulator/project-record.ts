import { randomBytes } from 'node:crypto'
import { groupChain } from './access'
import { invalid } from './http-errors'
import { complaintsAboutProjectName, complaintsAboutProjectPath, isProjectPath, pathOf } from './names'
import {
  type GroupRecord,
  groups,
  type ProjectRecord,
  projects,
  redirects,
  refs,
  type UserRecord,
  users,
  type Visibility,
} from './records'
import { type Store } from './store'
import { requireValid, tooLong } from './validation'

/** Where a project lies: in a group, or in the namespace of a user. */
export type Home = { group: GroupRecord; user?: undefined } | { group?: undefined; user: UserRecord }

/** What a new project is asked to be. */
export interface NewProject {
  /** Default the next one. */
  id?: number
  name?: string | null | undefined
  path?: string | null | undefined
  description?: string | null | undefined
  visibility?: Visibility | null | undefined
  default_branch?: string | null | undefined
  /** Whether it begins with a commit. */
  initialize_with_readme?: boolean | null | undefined
}

/** What the project can be asked to become. */
export interface ProjectPatch {
  name?: string
  path?: string
  description?: string | null
  visibility?: Visibility
  default_branch?: string
}

const levels: Visibility[] = ['private', 'internal', 'public']
const longestDescription = 2000
const marked = (id: number): string => `-deletion_scheduled-${id}`

/** Whether a project or group of this visibility can lie in a group of that one. */
export const fitsInto = (visibility: Visibility, above: Visibility): boolean =>
  levels.indexOf(visibility) <= levels.indexOf(above)

/** The group or user whose namespace has this id. */
export function findNamespace(store: Store, id: number): Home | undefined {
  const group = store.of(groups).get(id)
  if (group) return { group }
  const user = store.of(users).find('namespace', id)
  return user && !user.bot ? { user } : undefined
}

/** Fields that are the same in all new projects. */
export const projectDefaults = {
  archived: false,
  issues_enabled: true,
  merge_requests_enabled: true,
  builds_enabled: true,
  ci_pipeline_variables_minimum_override_role: 'developer',
  ci_file_error: null,
  ci_outcome: 'success',
  repository_storage: 'default',
} as const

/** The projects of one store, and the rules of the model behind them. */
export class ProjectModel {
  constructor(private readonly store: Store) {}

  /** @throws HttpError 400 with what is wrong, by attribute. */
  create(home: Home, sent: NewProject, creator: UserRecord, now: string): ProjectRecord {
    const path = sent.path ?? ''
    const name = sent.name ?? ''
    const derived = path === '' ? (isProjectPath(name) ? name : pathOf(name)) : path
    const fields = { name: name === '' ? path : name, path: derived, description: sent.description ?? null }
    this.#validate(home, fields, undefined)
    const asked = sent.visibility ?? 'private'
    const default_branch = sent.default_branch?.trim() || 'main'
    const project = this.store.of(projects).insert({
      ...(sent.id !== undefined && { id: sent.id }),
      ...fields,
      path_with_namespace: `${fullPath(home)}/${fields.path}`,
      group_id: home.group?.id ?? null,
      // Whoever has the namespace owns what is in it.
      creator_id: home.user?.id ?? creator.id,
      visibility: home.group && !fitsInto(asked, home.group.visibility) ? home.group.visibility : asked,
      default_branch,
      empty_repo: !sent.initialize_with_readme,
      ...projectDefaults,
      created_at: now,
      updated_at: now,
    })
    if (sent.initialize_with_readme) this.addRef(project, { name: default_branch })
    return project
  }

  /** A branch or a tag, on a commit of its own unless one is named. */
  addRef(project: ProjectRecord, { name, tag = false, sha }: { name: string; tag?: boolean; sha?: string }): void {
    this.store.of(refs).insert({ project_id: project.id, name, tag, sha: sha ?? randomBytes(20).toString('hex') })
  }

  /** @throws HttpError 400 with what is wrong, by attribute. */
  update(project: ProjectRecord, patch: ProjectPatch, now: string): ProjectRecord {
    const home = this.homeOf(project)
    const { name, path, description } = { ...project, ...patch }
    this.#validate(home, { name, path, description }, project)
    const { visibility, default_branch } = patch
    if (visibility && home.group && !fitsInto(visibility, home.group.visibility)) {
      throw invalid({ visibility_level: [`${visibility} is not allowed in a ${home.group.visibility} namespace.`] })
    }
    const branches = this.store.of(refs).where('project', project.id)
    if (default_branch !== undefined && !branches.some(({ name: branch, tag }) => !tag && branch === default_branch)) {
      throw invalid({ base: [`Could not change HEAD: branch '${default_branch}' does not exist`] })
    }
    const updated = this.store.of(projects).update(project, { ...patch, updated_at: now })
    return path === project.path ? updated : this.move(updated, `${fullPath(home)}/${path}`)
  }

  /** Gives the project another full path; the old one leads to it from now on. */
  move(project: ProjectRecord, path_with_namespace: string): ProjectRecord {
    const old = this.store.of(redirects)
    for (const to of [project.path_with_namespace, path_with_namespace]) {
      for (const redirect of old.where('path', to.toLowerCase())) old.delete(redirect)
    }
    old.insert({ path: project.path_with_namespace, project_id: project.id })
    return this.store.of(projects).update(project, { path_with_namespace })
  }

  /** Deletes the project, though not yet: it waits under another name. */
  mark(project: ProjectRecord, now: string): ProjectRecord {
    const suffix = marked(project.id)
    const fields = { name: project.name + suffix, path: project.path + suffix }
    const stamps = { marked_for_deletion_on: now.slice(0, 10), updated_at: now }
    const waiting = this.store.of(projects).update(project, { ...fields, ...stamps })
    return this.move(waiting, project.path_with_namespace + suffix)
  }

  /** Takes a deletion back. Where its name is another's by now, it gets a new one. */
  restore(project: ProjectRecord, now: string): ProjectRecord {
    const home = this.homeOf(project)
    const plain = {
      name: project.name.replace(marked(project.id), ''),
      path: project.path.replace(marked(project.id), ''),
    }
    const suffix = this.#isFree(home, plain, project) ? '' : `-${randomBytes(4).toString('base64url').slice(0, 5)}`
    const fields = { name: plain.name + suffix, path: plain.path + suffix }
    const back = this.store.of(projects).update(project, { ...fields, marked_for_deletion_on: null, updated_at: now })
    return this.move(back, `${fullPath(home)}/${fields.path}`)
  }

  /** Removes the project and everything in it. */
  remove(project: ProjectRecord): void {
    this.store.deleteWhere('project_id', project.id)
    this.store.deleteWhere('source_id', project.id, ({ source }) => source === 'project')
    this.store.of(projects).delete(project)
  }

  homeOf({ group_id, creator_id }: ProjectRecord): Home {
    const group = group_id === null ? undefined : this.store.of(groups).get(group_id)
    if (group) return { group }
    return { user: this.store.of(users).get(creator_id)! }
  }

  #validate(
    home: Home,
    { name, path, description }: Pick<ProjectRecord, 'name' | 'path' | 'description'>,
    old: ProjectRecord | undefined,
  ): void {
    const taken = this.#siblings(home, old)
    const unique = (field: 'name' | 'path', value: string) =>
      taken.some((one) => one[field].toLowerCase() === value.toLowerCase()) ? ['has already been taken'] : []
    // What a project is called stays as it is, even if it could not be called so today.
    const names = name === old?.name ? [] : [...complaintsAboutProjectName(name), ...unique('name', name)]
    const paths = path === old?.path ? [] : [...complaintsAboutProjectPath(path), ...unique('path', path)]
    requireValid({
      'project_namespace.name': names.filter((complaint) => complaint === 'has already been taken'),
      name: names,
      'project_namespace.path': paths.filter((complaint) => complaint.startsWith('can ')),
      path: paths,
      description: tooLong(description ?? '', longestDescription),
    })
  }

  #isFree(home: Home, { name, path }: { name: string; path: string }, own: ProjectRecord): boolean {
    return !this.#siblings(home, own).some(
      (one) => one.name.toLowerCase() === name.toLowerCase() || one.path.toLowerCase() === path.toLowerCase(),
    )
  }

  /** What else is in the namespace. */
  #siblings({ group, user }: Home, own: ProjectRecord | undefined): ProjectRecord[] {
    const inside = this.store.of(projects).where('group', group?.id ?? 'none')
    return inside.filter((one) => one.id !== own?.id && (group !== undefined || one.creator_id === user?.id))
  }
}

export const fullPath = ({ group, user }: Home): string => (group ? group.full_path : user.username)

/** Whether a group above was deleted, which takes this along one day. */
export const goesWithGroup = (store: Store, parent: number | null): boolean =>
  groupChain(store, parent).some((group) => Boolean(group.marked_for_deletion_on))
