import { randomBytes } from 'node:crypto'
import { invalid } from '../http/errors'
import type { Instance } from '../http/instance'
import { requireValid, tooLong } from '../http/validation'
import { type GroupRecord, groups } from '../records/group'
import { issues } from '../records/issue'
import { type ProjectRecord, projects } from '../records/project'
import { redirects } from '../records/redirect'
import { refs } from '../records/ref'
import { type UserRecord, users } from '../records/user'
import type { Visibility } from '../records/visibility'
import type { Store } from '../store/store'
import { groupChain } from './access'
import { IssueLinkModel } from './issue-link-model'
import { LabelModel } from './label-model'
import {
  complaintsAboutFullPath,
  complaintsAboutInnerName,
  complaintsAboutInnerPath,
  complaintsAboutProjectName,
  complaintsAboutProjectPath,
  isProjectPath,
  pathOf,
} from './names'

/** The namespace of a project: a group or a user. */
export type Home = { group: GroupRecord; user?: undefined } | { group?: undefined; user: UserRecord }

/** Fields of a new project. */
export interface NewProject {
  /** Default: the next id. */
  id?: number
  name?: string | null | undefined
  path?: string | null | undefined
  description?: string | null | undefined
  visibility?: Visibility | null | undefined
  default_branch?: string | null | undefined
  /** Whether to create a first commit. */
  initialize_with_readme?: boolean | null | undefined
}

/** Fields of a project that can change. */
export interface ProjectPatch {
  /** Null is like an empty name. */
  name?: string | null
  /** Null is no path, which is never valid. */
  path?: string | null
  description?: string | null
  visibility?: Visibility
  default_branch?: string
}

const levels: Visibility[] = ['private', 'internal', 'public']
const longestDescription = 2000
const marked = (id: number): string => `-deletion_scheduled-${id}`
const taken = 'has already been taken'

/** Whether a group with the visibility `above` can contain a project or group with this visibility. */
export const fitsInto = (visibility: Visibility, above: Visibility): boolean =>
  levels.indexOf(visibility) <= levels.indexOf(above)

/** The group or user whose namespace has the id. */
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

/** The projects in a store, and the rules of the model. */
export class ProjectModel {
  /** Default for `instance`: the first release. */
  constructor(
    private readonly store: Store,
    private readonly instance: Pick<Instance, 'flavor' | 'release'> = { flavor: 'gitlab', release: '18.9' },
  ) {}

  /** @throws HttpError 400 with the complaints by attribute. */
  create(home: Home, sent: NewProject, creator: UserRecord, now: string): ProjectRecord {
    const path = sent.path ?? ''
    const name = (sent.name ?? '').trimStart()
    const derived = path === '' && name !== '' ? (isProjectPath(name) ? name : pathOf(name)) : path
    const fields = { name: name === '' ? path : name, path: derived, description: sent.description ?? null }
    const isSent = derived !== '' || typeof sent.path === 'string'
    this.#validate(home, { ...fields, isSent }, undefined)
    const visibility = sent.visibility ?? 'private'
    const default_branch = sent.default_branch?.trim() || 'main'
    const project = this.store.of(projects).insert({
      ...(sent.id !== undefined && { id: sent.id }),
      ...fields,
      path_with_namespace: `${fullPath(home)}/${fields.path}`,
      group_id: home.group?.id ?? null,
      // The owner of the namespace owns the project, even if another user creates it.
      creator_id: home.user?.id ?? creator.id,
      visibility: home.group && !fitsInto(visibility, home.group.visibility) ? home.group.visibility : visibility,
      default_branch,
      empty_repo: !sent.initialize_with_readme,
      ...projectDefaults,
      created_at: now,
      updated_at: now,
    })
    if (sent.initialize_with_readme) this.addRef(project, { name: default_branch })
    return project
  }

  /** Adds a branch or a tag. Default for `sha`: a new commit. */
  addRef(project: ProjectRecord, { name, tag = false, sha }: { name: string; tag?: boolean; sha?: string }): void {
    this.store.of(refs).insert({ project_id: project.id, name, tag, sha: sha ?? randomBytes(20).toString('hex') })
  }

  /** `complaints`: those about settings. @throws HttpError 400 with the complaints by attribute. */
  update(
    project: ProjectRecord,
    patch: ProjectPatch,
    now: string,
    complaints: Record<string, string[]> = {},
  ): ProjectRecord {
    const home = this.homeOf(project)
    const name = (patch.name === undefined ? project.name : (patch.name ?? '')).trimStart()
    const path = patch.path === undefined ? project.path : (patch.path ?? '')
    const { description } = { ...project, ...patch }
    this.#validate(home, { name, path, description, isSent: patch.path !== null }, project, complaints)
    const { visibility, default_branch } = patch
    if (visibility && home.group && !fitsInto(visibility, home.group.visibility)) {
      throw invalid({ visibility_level: [`${visibility} is not allowed in a ${home.group.visibility} namespace.`] })
    }
    const branches = this.store.of(refs).where('project', project.id)
    const branch = default_branch === project.default_branch ? undefined : default_branch
    if (branch !== undefined && !branches.some((ref) => !ref.tag && ref.name === branch)) {
      throw invalid({ base: [`Could not change HEAD: branch '${branch}' does not exist`] })
    }
    const updated = this.store.of(projects).update(project, { ...patch, name, path, updated_at: now })
    return path === project.path ? updated : this.move(updated, `${fullPath(home)}/${path}`)
  }

  /** Changes the full path of the project. The old one redirects to it. */
  move(project: ProjectRecord, path_with_namespace: string): ProjectRecord {
    const old = this.store.of(redirects)
    for (const to of [project.path_with_namespace, path_with_namespace]) {
      for (const redirect of old.where('path', to.toLowerCase())) old.delete(redirect)
    }
    old.insert({ path: project.path_with_namespace, project_id: project.id })
    return this.store.of(projects).update(project, { path_with_namespace })
  }

  /**
   * Moves the project to another namespace, which limits its visibility and its runners. The owner of a user's namespace
   * becomes its creator, because the record has no other owner.
   */
  transfer(project: ProjectRecord, home: Home, now: string): ProjectRecord {
    const { group, user } = home
    const visibility = group && !fitsInto(project.visibility, group.visibility) ? group.visibility : project.visibility
    const moved = this.store.of(projects).update(project, {
      group_id: group?.id ?? null,
      ...(user && { creator_id: user.id }),
      visibility,
      ...(this.forbidsRunners(group?.id ?? null) && {
        settings: { ...project.settings, shared_runners_enabled: false },
      }),
      updated_at: now,
    })
    new LabelModel(this.store).keep(moved, now)
    return this.move(moved, `${fullPath(home)}/${project.path}`)
  }

  /** Whether the user can have one more project. */
  hasRoom({ id, projects_limit = Infinity }: UserRecord): boolean {
    const own = this.store.of(projects).where('group', 'none')
    return own.filter(({ creator_id }) => creator_id === id).length < projects_limit
  }

  /** Whether a group forbids its projects to use shared runners. */
  forbidsRunners(group: number | null): boolean {
    return groupChain(this.store, group).some(
      ({ settings }) => settings?.shared_runners_setting === 'disabled_and_unoverridable',
    )
  }

  /** Schedules the deletion of the project and renames it. */
  mark(project: ProjectRecord, now: string): ProjectRecord {
    const suffix = marked(project.id)
    const fields = { name: project.name + suffix, path: project.path + suffix }
    const stamps = { marked_for_deletion_on: now.slice(0, 10), updated_at: now }
    const waiting = this.store.of(projects).update(project, { ...fields, ...stamps })
    return this.move(waiting, project.path_with_namespace + suffix)
  }

  /** Cancels a scheduled deletion. Renames the project if its name or path was taken. */
  restore(project: ProjectRecord, now: string): ProjectRecord {
    const home = this.homeOf(project)
    const plain = {
      name: project.name.replace(marked(project.id), ''),
      path: project.path.replace(marked(project.id), ''),
    }
    const suffix = this.isFree(home, plain, project) ? '' : `-${randomBytes(4).toString('hex').slice(0, 5)}`
    const fields = { name: plain.name + suffix, path: plain.path + suffix }
    const back = this.store.of(projects).update(project, { ...fields, marked_for_deletion_on: null, updated_at: now })
    return this.move(back, `${fullPath(home)}/${fields.path}`)
  }

  /** Deletes the project and everything in it. */
  remove(project: ProjectRecord): void {
    const links = new IssueLinkModel(this.store)
    for (const issue of this.store.of(issues).where('project', project.id)) links.forget(issue)
    this.store.deleteWhere('project_id', project.id)
    this.store.deleteWhere('source_id', project.id, ({ source }) => source === 'project')
    this.store.of(projects).delete(project)
  }

  homeOf({ group_id, creator_id }: ProjectRecord): Home {
    const group = group_id === null ? undefined : this.store.of(groups).get(group_id)
    if (group) return { group }
    return { user: this.store.of(users).get(creator_id)! }
  }

  /** `isSent`: false if there is no path at all, which GitLab distinguishes from an empty one. */
  #validate(
    home: Home,
    sent: Pick<ProjectRecord, 'name' | 'path' | 'description'> & { isSent: boolean },
    old: ProjectRecord | undefined,
    complaints: Record<string, string[]> = {},
  ): void {
    const { name, path, description, isSent } = sent
    const namesake = this.#siblings(home, old).some((one) => one.name === name) ? [taken] : []
    const twin = this.#isPathTaken(home, path, old) ? [taken] : []
    const full = isSent ? `${fullPath(home)}/${path}` : ''
    // An existing name is not validated again: the rules may have changed since.
    const isNewName = name !== old?.name
    const isNewPath = path !== old?.path
    const complaintsAboutPath = [
      ...complaintsAboutProjectPath(this.instance, path, isSent),
      ...complaintsAboutFullPath(full),
    ]
    requireValid({
      ...complaints,
      'project_namespace.name': isNewName ? [...complaintsAboutInnerName(name), ...namesake] : [],
      'project_namespace.path': isNewPath ? complaintsAboutInnerPath(this.instance, path, isSent) : [],
      name: isNewName ? [...complaintsAboutProjectName(name), ...namesake] : [],
      path: isNewPath ? [...complaintsAboutPath, ...twin] : [],
      description: tooLong(description ?? '', longestDescription),
    })
  }

  /** Whether nothing else in the namespace has the name or path. */
  isFree(home: Home, { name, path }: { name: string; path: string }, own: ProjectRecord): boolean {
    return !this.#isPathTaken(home, path, own) && !this.#siblings(home, own).some((one) => one.name === name)
  }

  /** Whether another project or a subgroup has the path. */
  #isPathTaken(home: Home, path: string, own: ProjectRecord | undefined): boolean {
    const subgroups = home.group ? this.store.of(groups).where('parent', home.group.id) : []
    const same = (one: { path: string }) => one.path.toLowerCase() === path.toLowerCase()
    return this.#siblings(home, own).some(same) || subgroups.some(same)
  }

  /** The other projects in the namespace. */
  #siblings({ group, user }: Home, own: ProjectRecord | undefined): ProjectRecord[] {
    const inside = this.store.of(projects).where('group', group?.id ?? 'none')
    return inside.filter((one) => one.id !== own?.id && (group !== undefined || one.creator_id === user?.id))
  }
}

const fullPath = ({ group, user }: Home): string => (group ? group.full_path : user.username)

/** Whether the deletion of an ancestor is scheduled, which includes this project or group. */
export const goesWithGroup = (store: Store, parent: number | null): boolean =>
  groupChain(store, parent).some((group) => Boolean(group.marked_for_deletion_on))
