import type { Client, GroupUpdate } from '../../sdk'
import { overriddenIn } from '../core/schema/overridden'
import { changedSettings, type IsSame, isSameValue } from '../core/schema/setting-changes'
import { findParent } from '../core/service/parent-group'
import { restored } from '../core/service/protected-deletion'
import { isSameProtection } from './group-default-branch-protection'
import { effectsOf } from './group-effects'
import { isSameCommaList, isSameList } from './group-field-types'
import { effectiveOnly } from './group-fields'
import { type Live, ofGroup, reasons } from './group-responses'
import { isTransferred, refuseConflicts } from './group-rules'

/** What a definition sends: settings, and what has an endpoint of its own. */
export interface GroupChange extends GroupUpdate {
  parent?: number | string
  unset?: readonly string[]
  restore?: boolean
}

/** Restores, transfers and changes a group. Values that it has already are not sent: names have a rate limit. */
export async function updateGroup(api: Client, id: number, change: Partial<GroupChange>, live: Live): Promise<Live> {
  const { restore, parent: wanted, ...settings } = change
  const isMoved = isTransferred(live, wanted)
  const parent = isMoved ? (wanted === '' ? null : await findParent(api, wanted)) : undefined
  await refuseConflicts(api, live, changesOf(settings, live), parent)
  let group = await restored(live, restore, async () => ofGroup(await api.groups.restore(id)))
  if (parent !== undefined) {
    group = { ...group, ...ofGroup(await api.groups.transfer(id, parent?.id)) }
  }
  const sent = changesOf(settings, group)
  if (Object.keys(sent).length === 0) return group
  const effects = await effectsOf(api, id, sent)
  const updated = ofGroup(await api.groups.update(id, sent))
  return { ...updated, overridden: overriddenIn(reasons, sent, updated), effects }
}

/** What an update would change in the projects of the group, for previews. */
export async function effectsOfUpdate(api: Client, id: number, change: Partial<GroupChange>): Promise<string[]> {
  const { restore: _, parent: __, ...settings } = change
  return effectsOf(api, id, changesOf(settings, ofGroup(await api.groups.get(id))))
}

const comparisons: Readonly<Record<string, IsSame>> = {
  ip_restriction_ranges: isSameCommaList,
  allowed_email_domains_list: isSameCommaList,
  unique_project_download_limit_allowlist: isSameList,
  unique_project_download_limit_alertlist: isSameList,
  default_branch_protection_defaults: isSameProtection,
}

/** The settings that differ from those of the group, in the form of a request. */
const changesOf = (settings: Partial<GroupChange>, group: Live): GroupUpdate & Record<string, unknown> =>
  changedSettings({ ...settings }, group, effectiveOnly, (name, sent, shown) =>
    (comparisons[name] ?? isSameValue)(name, sent, shown),
  )
