import type { Call } from '../http/call'
import { notFound } from '../http/errors'
import { segment, string } from '../http/param-types'
import { has } from '../http/release'
import { matcher } from '../http/search'
import type { LabelRecord, Owner } from '../records/label'
import { LabelModel } from './label-model'

/** The parameters that identify a label: `name` is its id or title; `label_id` takes precedence if sent. */
export const labelPath = { id: segment, name: segment, label_id: string }

export const labels = (call: Call): LabelModel => new LabelModel(call.store, call.instance)

/** @throws HttpError 404 if no owner has a label with this id or title. */
export function findLabel(call: Call, owners: Owner[], name: string): LabelRecord {
  const found = labels(call).find(owners, name)
  if (!found) throw notFound('Label')
  return found
}

/** What a list of labels is limited to. */
interface LabelFilter {
  /** Words in the title or the description. */
  search?: string | null | undefined
  /** Without it, the list contains archived labels and the others. */
  archived?: boolean | null | undefined
}

/** The owners' labels that match the filter. */
export function filterLabels(call: Call, owners: Owner[], { search, archived }: LabelFilter): readonly LabelRecord[] {
  const all = labels(call).of(owners)
  const isFiltered = archived != null && has(call.instance, 'archivedLabels')
  const found = isFiltered ? all.filter((label) => Boolean(label.archived) === Boolean(archived)) : all
  if (!search?.trim()) return found
  const matches = matcher(search)
  return found.filter(({ title, description }) => matches(title) || matches(description))
}
