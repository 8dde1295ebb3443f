import { strip } from '../../cron'
import { internalError } from '../http/errors'
import { has, type InstanceRelease } from '../http/release'
import { requireValid } from '../http/validation'
import { issues } from '../records/issue'
import { byTitle, type LabelRecord, labels, type Owner, ownerOf } from '../records/label'
import { type ProjectRecord, projects } from '../records/project'
import type { Store } from '../store/store'
import { groupChain } from './access'
import { normalizeColor } from './color'

/** The project or group of a label. */
export type Home = Pick<LabelRecord, 'project_id' | 'group_id'>

/** Fields of a label that can change. */
export interface LabelFields {
  title: string
  color: string
  description: string | null
  archived: boolean
}

type SentFields = { [F in Exclude<keyof LabelFields, 'archived'>]?: string | null | undefined } & {
  archived?: boolean | null | undefined
}

const defaultColor = '#6699cc'
const descriptionLimit = 512 * 1024

/** The labels in a store, and the rules of the model. */
export class LabelModel {
  constructor(
    private readonly store: Store,
    private readonly instance: InstanceRelease = { flavor: 'gitlab', release: '18.9' },
  ) {}

  /** The labels by title. */
  of(owners: Owner[]): readonly LabelRecord[] {
    const lists = owners.map((owner) => this.#labels.where('owner', owner)).filter((list) => list.length > 0)
    return lists.length < 2 ? (lists[0] ?? []) : lists.flat().sort(byTitle)
  }

  /** Finds a label by id, else by exact title. If a title starts with digits, they are also tried as an id. */
  find(owners: Owner[], name: string): LabelRecord | undefined {
    const byId = this.#labels.get(parseInt(name, 10))
    if (byId && owners.includes(ownerOf(byId))) return byId
    return this.titled(owners, name)
  }

  titled(owners: Owner[], title: string): LabelRecord | undefined {
    for (const owner of owners) {
      const found = this.#labels.find('title', `${owner} ${title}`)
      if (found) return found
    }
    return undefined
  }

  /** Sorted by title. */
  titles(ids: number[]): string[] {
    return this.labelled(ids).map(({ title }) => title)
  }

  /** The highest priority of these labels in the project; undefined if none has one. */
  highestPriority(ids: number[], project: number): number | undefined {
    const ranks = ids.flatMap((id) => this.#labels.get(id)?.priorities[project] ?? [])
    return ranks.length > 0 ? Math.min(...ranks) : undefined
  }

  /** Sorted by title. */
  labelled(ids: number[]): LabelRecord[] {
    return ids.flatMap((id) => this.#labels.get(id) ?? []).sort(byTitle)
  }

  /** @throws HttpError 400 with the complaints by attribute. */
  create(home: Home, sent: SentFields, now: string): LabelRecord {
    const fields = { title: '', color: defaultColor, description: null, archived: false, ...this.#normalize(sent) }
    this.#validate(home, fields, undefined)
    const stamps = { created_at: now, updated_at: now }
    return this.#labels.insert({ ...home, ...fields, priorities: {}, subscriptions: [], ...stamps })
  }

  /** @throws HttpError 400 with the complaints by attribute. */
  update(label: LabelRecord, sent: SentFields, now: string): LabelRecord {
    const { title, color, description, archived = false } = label
    const old = { title, color, description, archived }
    const fields = { ...old, ...this.#normalize(sent) }
    this.#validate(label, fields, label)
    const isSame = Object.entries(old).every(([name, value]) => fields[name as keyof LabelFields] === value)
    if (isSame) return label
    return this.#labels.update(label, { ...fields, ...(fields.archived && { priorities: {} }), updated_at: now })
  }

  /** Sets the priority in the project; null removes it. An archived label gets none. */
  prioritize(label: LabelRecord, project: ProjectRecord, priority: number | null): LabelRecord {
    if (label.archived) return label
    const { [project.id]: _old, ...others } = label.priorities
    return this.#labels.update(label, {
      priorities: priority === null ? others : { ...others, [project.id]: priority },
    })
  }

  subscribe(label: LabelRecord, subscriptions: LabelRecord['subscriptions']): LabelRecord {
    return this.#labels.update(label, { subscriptions })
  }

  delete(label: LabelRecord): void {
    this.#labels.delete(label)
    this.#relabel(label.id, [])
  }

  /**
   * Promotes a project's label to its group. The label replaces all labels with its title in the group's direct
   * projects. With `keepId`, the record is changed; otherwise it is merged into the group's label with that title,
   * which is created if necessary.
   */
  promote(label: LabelRecord, group: number, { keepId }: { keepId: boolean }, now: string): LabelRecord {
    const siblings = this.store.of(projects).where('group', group)
    const owners: Owner[] = [`group ${group}`, ...siblings.map(({ id }): Owner => `project ${id}`)]
    const twins = owners.flatMap((owner) => this.titled([owner], label.title) ?? [])
    const home = { project_id: null, group_id: group }
    const existing = this.titled([`group ${group}`], label.title)
    const { id: _id, archived: _archived, ...copy } = label
    const promoted = keepId
      ? this.#labels.update(label, { ...home, updated_at: now })
      : (existing ?? this.#labels.insert({ ...copy, ...home, created_at: now, updated_at: now }))
    const merged = this.#labels.update(promoted, {
      priorities: Object.assign({}, ...twins.map(({ priorities }) => priorities)),
      subscriptions: twins.flatMap(({ subscriptions }) => subscriptions),
    })
    for (const twin of twins) {
      if (twin.id === merged.id) continue
      this.#labels.delete(twin)
      this.#relabel(twin.id, [merged.id])
    }
    return merged
  }

  /**
   * Gives a project that was moved its own copies of labels that its issues have and that belong to groups in which it
   * no longer is, unless labels with their titles are available.
   */
  keep(project: ProjectRecord, now: string): void {
    const owners: Owner[] = [
      `project ${project.id}`,
      ...groupChain(this.store, project.group_id).map(({ id }): Owner => `group ${id}`),
    ]
    const all = this.store.of(issues)
    for (const issue of all.where('project', project.id)) {
      const label_ids = issue.label_ids.flatMap((id) => {
        const label = this.#labels.get(id)
        if (!label || owners.includes(ownerOf(label))) return [id]
        return [(this.titled(owners, label.title) ?? this.#copy(label, project, now)).id]
      })
      all.update(issue, { label_ids: [...new Set(label_ids)] })
    }
  }

  #copy({ title, color, description, priorities }: LabelRecord, { id }: ProjectRecord, now: string): LabelRecord {
    const priority = priorities[id] === undefined ? {} : { [id]: priorities[id] }
    const home = { project_id: id, group_id: null, priorities: priority, subscriptions: [] }
    return this.#labels.insert({ ...home, title, color, description, created_at: now, updated_at: now })
  }

  get #labels() {
    return this.store.of(labels)
  }

  #relabel(from: number, to: number[]): void {
    const all = this.store.of(issues)
    for (const issue of all.all()) {
      if (!issue.label_ids.includes(from)) continue
      all.update(issue, { label_ids: [...new Set([...issue.label_ids.filter((id) => id !== from), ...to])] })
    }
  }

  #normalize(sent: SentFields): Partial<LabelFields> {
    const { title, color, description, archived } = sent
    // GitLab fails to store null.
    if (archived === null && has(this.instance, 'archivedLabels')) throw internalError()
    return {
      ...(title !== undefined && { title: strip(title ?? '') }),
      ...(color !== undefined && {
        color: color === null ? defaultColor : (normalizeColor(color, this.instance.flavor) ?? ''),
      }),
      ...(description !== undefined && { description }),
      ...(typeof archived === 'boolean' && has(this.instance, 'archivedLabels') && { archived }),
    }
  }

  #validate(home: Home, fields: LabelFields, old: LabelRecord | undefined): void {
    const title = this.#complaintsAboutTitle(home, fields.title, old)
    const color = fields.color === '' ? ['must be a valid color code'] : []
    const size = Buffer.byteLength(fields.description ?? '')
    const grown = size > descriptionLimit && size > Buffer.byteLength(old?.description ?? '')
    const description = grown ? [`is too long (${humanSize(size)}). The maximum size is 512 KiB.`] : []
    requireValid({ color, title, description })
  }

  #complaintsAboutTitle({ project_id, group_id }: Home, title: string, old: LabelRecord | undefined): string[] {
    const complaints: string[] = []
    if (title === '') complaints.push("can't be blank")
    if (title === '' || title.includes(',')) complaints.push('is invalid')
    if ([...title].length > 255) complaints.push('is too long (maximum is 255 characters)')
    if (title === old?.title) return complaints
    const own: Owner = project_id === null ? `group ${group_id!}` : `project ${project_id}`
    if (this.titled([own], title)) complaints.push('has already been taken')
    const project = project_id === null ? undefined : this.store.of(projects).get(project_id)
    const [group] = groupChain(this.store, project?.group_id ?? null)
    if (group && this.titled([`group ${group.id}`], title)) {
      complaints.push(`already exists at group level for ${group.name}. Please choose another one.`)
    }
    return complaints
  }
}

function humanSize(bytes: number): string {
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KiB'] : [bytes / 1024 / 1024, 'MiB']
  return `${Number(size.toPrecision(3))} ${unit}`
}
