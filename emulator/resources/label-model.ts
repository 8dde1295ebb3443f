import { strip } from '../../cron'
import { type Flavor } from '../http/instance'
import { requireValid } from '../http/validation'
import { issues } from '../records/issue'
import { byTitle, type LabelRecord, labels, type Owner, ownerOf } from '../records/label'
import { type ProjectRecord, projects } from '../records/project'
import { type Store } from '../store/store'
import { groupChain } from './access'
import { normalizeColor } from './color'

/** What a label belongs to. */
export type Home = Pick<LabelRecord, 'project_id' | 'group_id'>

/** What a label can be asked to become. */
export interface LabelFields {
  title: string
  color: string
  description: string | null
}

type SentFields = { [F in keyof LabelFields]?: string | null | undefined }

const defaultColor = '#6699cc'
const descriptionLimit = 512 * 1024

/** The labels of one store, and the rules of the model behind them. */
export class LabelModel {
  constructor(
    private readonly store: Store,
    private readonly flavor: Flavor = 'gitlab',
  ) {}

  /** In the order of their titles. */
  of(owners: Owner[]): readonly LabelRecord[] {
    const lists = owners.map((owner) => this.#labels.where('owner', owner)).filter((list) => list.length > 0)
    return lists.length < 2 ? (lists[0] ?? []) : lists.flat().sort(byTitle)
  }

  /** By id, else by exact title. A title that begins with digits is tried as an id, too. */
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

  /** In the order of titles. */
  titles(ids: number[]): string[] {
    return this.labelled(ids).map(({ title }) => title)
  }

  /** The best rank that the project gave to one of these labels; undefined if none has a rank. */
  highestPriority(ids: number[], project: number): number | undefined {
    const ranks = ids.flatMap((id) => this.#labels.get(id)?.priorities[project] ?? [])
    return ranks.length > 0 ? Math.min(...ranks) : undefined
  }

  /** In the order of titles. */
  labelled(ids: number[]): LabelRecord[] {
    return ids.flatMap((id) => this.#labels.get(id) ?? []).sort(byTitle)
  }

  /** @throws HttpError 400 with what is wrong, by attribute. */
  create(home: Home, sent: SentFields, now: string): LabelRecord {
    const fields = { title: '', color: defaultColor, description: null, ...this.#normalize(sent) }
    this.#validate(home, fields, undefined)
    const stamps = { created_at: now, updated_at: now }
    return this.#labels.insert({ ...home, ...fields, priorities: {}, subscriptions: [], ...stamps })
  }

  /** @throws HttpError 400 with what is wrong, by attribute. */
  update(label: LabelRecord, sent: SentFields, now: string): LabelRecord {
    const { title, color, description } = label
    const fields = { title, color, description, ...this.#normalize(sent) }
    this.#validate(label, fields, label)
    const same = fields.title === title && fields.color === color && fields.description === description
    return same ? label : this.#labels.update(label, { ...fields, updated_at: now })
  }

  /** Sets the label's rank in the project; null removes it. */
  prioritize(label: LabelRecord, project: ProjectRecord, priority: number | null): LabelRecord {
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
   * Makes a project's label one of its group, in the place of all labels with its title in the group's own projects.
   * With `keepId` it stays the record that it was; else it becomes the group's label of that title, old or new.
   */
  promote(label: LabelRecord, group: number, { keepId }: { keepId: boolean }, now: string): LabelRecord {
    const siblings = this.store.of(projects).where('group', group)
    const owners: Owner[] = [`group ${group}`, ...siblings.map(({ id }): Owner => `project ${id}`)]
    const twins = owners.flatMap((owner) => this.titled([owner], label.title) ?? [])
    const home = { project_id: null, group_id: group }
    const existing = this.titled([`group ${group}`], label.title)
    const { id: _id, ...copy } = label
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
    const { title, color, description } = sent
    return {
      ...(title !== undefined && { title: strip(title ?? '') }),
      ...(color !== undefined && { color: color === null ? defaultColor : (normalizeColor(color, this.flavor) ?? '') }),
      ...(description !== undefined && { description }),
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
