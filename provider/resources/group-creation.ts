import type { Client, Group } from '../../sdk'
import type { PlainOf } from '../core/schema/field'
import { isInside } from '../core/schema/namespace'
import { type Refusal, refusal, refused } from '../core/schema/refusal'
import { findParent, notFound } from '../core/service/parent-group'
import type { groupFields } from './group-fields'
import { endOf, type Live, ofGroup, startOf } from './group-responses'
import { problemsOfParent } from './group-rules'

type Inputs = PlainOf<typeof groupFields>

/** Creates a group at its path. A later update sets the settings. */
export async function createGroup(api: Client, inputs: Inputs): Promise<Live> {
  const place = await placeOf(api, inputs)
  if ('refusals' in place) throw refused(place.refusals)
  const { parent, path } = place
  const created = await api.groups.create({
    name: inputs.name ?? path,
    path,
    ...(parent && { parent_id: parent.id }),
    ...(inputs.visibility !== null && { visibility: inputs.visibility }),
  })
  return ofGroup(created)
}

/** Why a group would not be created. */
export async function refusalsOfCreation(api: Client, inputs: Inputs): Promise<Refusal[]> {
  const place = await placeOf(api, inputs)
  return 'refusals' in place ? place.refusals : []
}

/** Where a group is to be created, or why it cannot be. The parent of a top-level group is null. */
async function placeOf(
  api: Client,
  inputs: Inputs,
): Promise<{ parent: Group | null; path: string } | { refusals: Refusal[] }> {
  const full = String(inputs.group)
  const [start, end] = [startOf(full), endOf(full)]
  const [reference, path] = [inputs.parent ?? start, inputs.path ?? end]
  const parent = reference === '' ? null : await findParent(api, reference)
  if (parent === undefined) return { refusals: [notFound('parent', reference)] }
  const { id, full_path } = parent ?? { id: 0, full_path: '' }
  // Otherwise a group whose response is lost could not be found.
  if (!isInside({ id, full_path }, start) || path.toLowerCase() !== end.toLowerCase()) {
    const written = JSON.stringify(`${full_path}/${path}`.replace(/^\//, ''))
    const reason = `group must name the path of the new group: write ${written} there, or remove parent and path`
    return { refusals: [refusal(reason)] }
  }
  const refusals = problemsOfParent(parent, inputs.visibility)
  return refusals.length > 0 ? { refusals } : { parent, path }
}
