import type { Call } from '../http/call'
import { notFound } from '../http/errors'
import { segment, string } from '../http/param-types'
import { matcher } from '../http/search'
import type { LabelRecord, Owner } from '../records/label'
import { LabelModel } from './label-model'

/** The parameters that identify a label: `name` is its id or title; `label_id` takes precedence if sent. */
export const labelPath = { id: segment, name: segment, label_id: string }

export const labels = (call: Call): LabelModel => new LabelModel(call.store, call.instance.flavor)

/** @throws HttpError 404 if no owner has a label with this id or title. */
export function findLabel(call: Call, owners: Owner[], name: string): LabelRecord {
  const found = labels(call).find(owners, name)
  if (!found) throw notFound('Label')
  return found
}

/** The owners' labels whose title or description contains the words of the search. */
export function searchLabels(call: Call, owners: Owner[], search: string | null | undefined): readonly LabelRecord[] {
  const found = labels(call).of(owners)
  if (!search?.trim()) return found
  const matches = matcher(search)
  return found.filter(({ title, description }) => matches(title) || matches(description))
}
