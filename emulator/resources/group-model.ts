import { randomBytes } from 'node:crypto'
import type { Instance } from '../http/instance'
import { has } from '../http/release'
import { requireValid, tooLong } from '../http/validation'
import { type GroupRecord, groups } from '../records/group'
import { memberships } from '../records/membership'
import { projects } from '../records/project'
import { type UserRecord, users } from '../records/user'
import type { Visibility } from '../records/visibility'
import type { Store } from '../store/store'
import { roles } from './access'
import { LabelModel } from './label-model'
import { complaintsAboutFullPath, complaintsAboutGroupName, complaintsAboutNamespacePath } from './names'
import { fitsInto, ProjectModel } from './project-model'

/** Fields of a new group. */
export interface NewGroup {
  /** Default: the next id. */
  id?: number
  name: string
  path: string
  description?: string | null
  visibility?: Visibility
  settings?: Record<string, unknown>
}

/** Fields of a group that can change. */
export type GroupPatch = Partial<Pick<GroupRecord, 'name' | 'path' | 'description' | 'visibility' | 'settings'>>

const marked = (id: number): string => `-deletion_scheduled-${id}`
const taken = 'has already been taken'

const runnerSettings = ['enabled', 'disabled_and_overridable', 'disabled_and_unoverridable']
const isStricter = (one: string, other: string): boolean => runnerSettings.indexOf(one) > runnerSettings.indexOf(other)

/** The groups in a store, and the rules of the model. */
export class GroupModel {
  /** Default for `instance`: the first release. */
  constructor(
    private readonly store: Store,
    private readonly instance: Pick<Instance, 'flavor' | 'release'> = { flavor: 'gitlab', release: '18.9' },
  ) {}

  /** The creator, if given, becomes the owner. @throws HttpError 400 with the complaints by attribute. */
  create(parent: GroupRecord | undefined, sent: NewGroup, creator: UserRecord | undefined, now: string): GroupRecord {
    const { name, path, description = null, visibility = 'private', settings = {} } = sent
    this.#validate({ name, path, description, visibility, parent }, undefined)
    const runners = parent?.settings?.shared_runners_setting
    const group = this.store.of(groups).insert({
      ...(sent.id !== undefined && { id: sent.id }),
      name,
      path,
      full_path: parent ? `${parent.full_path}/${path}` : path,
      parent_id: parent?.id ?? null,
      description,
      visibility,
      repository_storage: 'default',
      // That of the parent applies even if another one was sent.
      settings: { ...settings, ...(runners !== undefined && { shared_runners_setting: runners }) },
      created_at: now,
    })
    if (creator) this.#addOwner(group, creator, now)
    return group
  }

  /** @throws HttpError 400 with the complaints by attribute. */
  update(group: GroupRecord, patch: GroupPatch): GroupRecord {
    const parent = this.parentOf(group)
    this.#validate({ ...group, ...patch, parent }, group)
    const { path = group.path } = patch
    const updated = this.store.of(groups).update(group, patch)
    const runners = patch.settings?.shared_runners_setting
    if (runners !== group.settings?.shared_runners_setting) this.#shareRunners(updated, runners === 'enabled')
    return path === group.path ? updated : this.#move(updated, parent)
  }

  /** Schedules the deletion of the group and its contents, and renames the group. */
  mark(group: GroupRecord, now: string): GroupRecord {
    const suffix = marked(group.id)
    const fields = { name: group.name + suffix, path: group.path + suffix, marked_for_deletion_on: now.slice(0, 10) }
    return this.#move(this.store.of(groups).update(group, fields), this.parentOf(group))
  }

  /** Cancels a scheduled deletion. Renames the group if its path was taken. */
  restore(group: GroupRecord): GroupRecord {
    const path = group.path.replace(marked(group.id), '')
    const suffix = this.isTaken(this.parentOf(group), path, group)
      ? `-${randomBytes(4).toString('hex').slice(0, 5)}`
      : ''
    const fields = { name: group.name.replace(marked(group.id), '') + suffix, path: path + suffix }
    const restored = this.update(group, fields)
    return this.store.of(groups).update(restored, { marked_for_deletion_on: null })
  }

  /**
   * Moves the group with its contents into the parent, which limits their visibility and runners, or to the top level.
   * There, the user becomes an owner if it has none.
   */
  transfer(group: GroupRecord, parent: GroupRecord | undefined, user: UserRecord, now: string): GroupRecord {
    const inside = this.store.of(groups).update(group, { parent_id: parent?.id ?? null })
    if (parent) this.#limitVisibility(inside, parent.visibility)
    const moved = this.#move(this.store.of(groups).get(inside.id)!, parent)
    const runners = String(parent?.settings?.shared_runners_setting ?? 'enabled')
    if (isStricter(runners, String(moved.settings?.shared_runners_setting ?? 'enabled'))) {
      this.update(moved, { settings: { ...moved.settings, shared_runners_setting: runners } })
    }
    const owners = this.store.of(memberships).where('source', `group ${moved.id}`)
    if (!parent && !owners.some(({ access_level }) => access_level >= roles.owner)) this.#addOwner(moved, user, now)
    this.#keepLabels(moved, now)
    return this.store.of(groups).get(moved.id)!
  }

  #limitVisibility(group: GroupRecord, most: Visibility): void {
    for (const below of this.below(group)) this.#limitVisibility(below, most)
    const all = this.store.of(projects)
    for (const project of all.where('group', group.id)) {
      if (!fitsInto(project.visibility, most)) all.update(project, { visibility: most })
    }
    if (!fitsInto(group.visibility, most)) this.store.of(groups).update(group, { visibility: most })
  }

  #keepLabels(group: GroupRecord, now: string): void {
    for (const below of this.below(group)) this.#keepLabels(below, now)
    const labels = new LabelModel(this.store)
    for (const project of this.store.of(projects).where('group', group.id)) labels.keep(project, now)
  }

  /** Whether another group, or a project or user in the namespace has the path. */
  isTaken(parent: GroupRecord | undefined, path: string, own?: GroupRecord): boolean {
    const inside = parent ? this.store.of(projects).where('group', parent.id) : []
    const same = (one: { path: string }) => one.path.toLowerCase() === path.toLowerCase()
    const siblings = this.below(parent).filter(({ id }) => id !== own?.id)
    return siblings.some(same) || inside.some(same) || (!parent && this.#isUser(path))
  }

  /** Deletes the group, its subgroups and their projects. */
  remove(group: GroupRecord): void {
    for (const below of this.below(group)) this.remove(below)
    const model = new ProjectModel(this.store)
    for (const project of this.store.of(projects).where('group', group.id)) model.remove(project)
    this.store.deleteWhere('group_id', group.id)
    this.store.deleteWhere('protecting_group_id', group.id)
    this.store.deleteWhere('shared_group_id', group.id)
    this.store.deleteWhere('source_id', group.id, ({ source }) => source === 'group')
    this.store.of(groups).delete(group)
  }

  /** Switches shared runners on or off in the projects of the group. Off also includes those of its subgroups. */
  #shareRunners(group: GroupRecord, shared: boolean): void {
    const all = this.store.of(projects)
    for (const project of all.where('group', group.id)) {
      all.update(project, { settings: { ...project.settings, shared_runners_enabled: shared } })
    }
    for (const below of shared ? [] : this.below(group)) {
      const settings = { ...below.settings, shared_runners_setting: 'disabled_and_unoverridable' }
      this.#shareRunners(this.store.of(groups).update(below, { settings }), shared)
    }
  }

  /** The direct subgroups. */
  below(group: GroupRecord | undefined): readonly GroupRecord[] {
    return this.store.of(groups).where('parent', group?.id ?? 'none')
  }

  parentOf({ parent_id }: GroupRecord): GroupRecord | undefined {
    return parent_id === null ? undefined : this.store.of(groups).get(parent_id)
  }

  #addOwner(group: GroupRecord, { id }: UserRecord, now: string): void {
    const stamps = { created_at: now, created_by_id: id }
    const member = { user_id: id, source: 'group', source_id: group.id, access_level: roles.owner } as const
    this.store.of(memberships).insert({ ...member, ...stamps })
  }

  /** Changes the full path of the group and its contents. Old paths redirect to projects, but not to groups. */
  #move(group: GroupRecord, parent: GroupRecord | undefined): GroupRecord {
    const full_path = parent ? `${parent.full_path}/${group.path}` : group.path
    const moved = this.store.of(groups).update(group, { full_path })
    const model = new ProjectModel(this.store)
    for (const project of this.store.of(projects).where('group', group.id)) {
      model.move(project, `${full_path}/${project.path}`)
    }
    for (const below of this.below(moved)) this.#move(below, moved)
    return moved
  }

  #validate(
    group: Pick<GroupRecord, 'name' | 'path' | 'description' | 'visibility'> & { parent: GroupRecord | undefined },
    old: GroupRecord | undefined,
  ): void {
    const { name, path, description, visibility, parent } = group
    const siblings = this.below(parent).filter(({ id }) => id !== old?.id)
    const twin = this.isTaken(parent, path, old)
    const namesake = parent && siblings.some((one) => one.name === name)
    const full = parent ? `${parent.full_path}/${path}` : path
    requireValid({
      // An existing name is not validated again: the rules may have changed since.
      name: name === old?.name ? [] : [...complaintsAboutGroupName(this.instance, name), ...(namesake ? [taken] : [])],
      path:
        path === old?.path
          ? []
          : [
              ...complaintsAboutNamespacePath(path, { top: !parent }),
              ...complaintsAboutFullPath(full),
              ...(twin ? [taken] : []),
            ],
      ...(description !== old?.description && this.#complaintsAboutDescription(description ?? '')),
      visibility_level: this.#complaintsAboutVisibility(visibility, parent, old),
    })
  }

  #complaintsAboutDescription(description: string): Record<string, string[]> {
    return has(this.instance, 'longDescriptionsOfGroups')
      ? { 'namespace_details.description': tooLong(description, 2000) }
      : { description: tooLong(description, 500) }
  }

  #isUser = (path: string): boolean => this.store.of(users).find('username', path.toLowerCase()) !== undefined

  #complaintsAboutVisibility(
    visibility: Visibility,
    parent: GroupRecord | undefined,
    old: GroupRecord | undefined,
  ): string[] {
    if (visibility === old?.visibility) return []
    const inside = old ? this.store.of(projects).where('group', old.id) : []
    const below = old ? this.below(old) : []
    const higher = (what: string) =>
      `${visibility} is not allowed since this group contains ${what} with higher visibility.`
    return [
      ...(parent && !fitsInto(visibility, parent.visibility)
        ? [`${visibility} is not allowed since the parent group has a ${parent.visibility} visibility.`]
        : []),
      ...(inside.some((one) => !fitsInto(one.visibility, visibility)) ? [higher('projects')] : []),
      ...(below.some((one) => !fitsInto(one.visibility, visibility)) ? [higher('sub-groups')] : []),
    ]
  }
}
