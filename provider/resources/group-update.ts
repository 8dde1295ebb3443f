import type { Client, Group, GroupUpdate } from '../../sdk'
import type { Field, PlainOf } from '../core/schema/field'
import { overriddenIn } from '../core/schema/overridden'
import { type Refusal, throwIfAny } from '../core/schema/refusal'
import { availableSettings, changedSettings, type IsSame, isSameValue } from '../core/schema/setting-changes'
import { findParent, notFound } from '../core/service/parent-group'
import { refusalsOfDeleted, restored } from '../core/service/protected-deletion'
import { isSameAiSettings } from './group-ai-settings'
import { isSameProtection } from './group-default-branch-protection'
import { effectsOf } from './group-effects'
import { isSameCommaList, isSameList } from './group-field-types'
import { effectiveOnly, type groupFields, groupSettings } from './group-fields'
import { whyUnavailable } from './group-hints'
import { type Live, ofGroup, reasons } from './group-responses'
import { conflictsOf, isTransferred } from './group-rules'

/** What a definition sends: settings, and what has an endpoint of its own. */
export interface GroupChange extends GroupUpdate {
  parent?: number | string
  unset?: readonly string[]
  restore?: boolean
  ai_settings?: GroupUpdate['ai_settings_attributes']
}

type Declared = Pick<PlainOf<typeof groupFields>, 'restore' | 'visibility'>

/** Restores, transfers and changes a group. Values that it has already are not sent: names have a rate limit. */
export async function updateGroup(
  api: Client,
  id: number,
  change: Partial<GroupChange>,
  live: Live,
  declared: Declared,
): Promise<Live> {
  const { restore: _, parent: __, ...settings } = change
  const { parent, refusals } = await conflicts(api, live, change, declared)
  throwIfAny(refusals)
  let group = await restored(live, declared.restore, async () => ofGroup(await api.groups.restore(id)))
  if (parent !== undefined) {
    group = { ...group, ...ofGroup(await api.groups.transfer(id, parent?.id)) }
  }
  const sent = changesOf(settings, group)
  if (Object.keys(sent).length === 0) return group
  const effects = await effectsOf(api, id, sent)
  const updated = ofGroup(await api.groups.update(id, sent))
  return { ...updated, overridden: overriddenIn(reasons, sent, updated), effects }
}

/** Why an update would fail. */
export async function refusalsOfUpdate(
  api: Client,
  live: Live,
  change: Partial<GroupChange>,
  declared: Declared,
): Promise<Refusal[]> {
  const { refusals } = await conflicts(api, live, change, declared)
  return [...refusalsOfDeleted(live, declared.restore), ...refusals]
}

/** The new parent, if there is one, and what does not fit the group. */
async function conflicts(
  api: Client,
  live: Live,
  { restore: _, parent: wanted, ...settings }: Partial<GroupChange>,
  { visibility }: Declared,
): Promise<{ parent?: Group | null; refusals: Refusal[] }> {
  const sent = changesOf(settings, live)
  if (!isTransferred(live, wanted)) return { refusals: await conflictsOf(api, live, sent, undefined) }
  const parent = wanted === '' ? null : await findParent(api, wanted)
  if (parent === undefined) return { refusals: [notFound('parent', wanted)] }
  // A transfer to a less visible group lowers the visibility.
  const given = { ...sent, ...(visibility !== null && { visibility }) }
  return { parent, refusals: await conflictsOf(api, live, given, parent) }
}

/** What an update would change in the projects of the group, for previews. */
export async function effectsOfUpdate(api: Client, live: Live, change: Partial<GroupChange>): Promise<string[]> {
  const { restore: _, parent: __, ...settings } = change
  return effectsOf(api, live.id, changesOf(settings, live))
}

const comparisons: Readonly<Record<string, IsSame>> = {
  ip_restriction_ranges: isSameCommaList,
  allowed_email_domains_list: isSameCommaList,
  unique_project_download_limit_allowlist: isSameList,
  unique_project_download_limit_alertlist: isSameList,
  default_branch_protection_defaults: isSameProtection,
  ai_settings: isSameAiSettings,
}

/** The settings that not each service has, and that the group shows if the service has them. */
const expectedIn = (group: Live): Record<string, string> =>
  Object.fromEntries(
    Object.entries(whyUnavailable).filter(
      ([name]) => (groupSettings as Record<string, Field>)[name]?.shownBy?.({ ...group }) !== false,
    ),
  )

/** The settings that differ from those of the group, in the form of a request. */
function changesOf(settings: Partial<GroupChange>, group: Live): GroupUpdate & Record<string, unknown> {
  const changed = changedSettings({ ...settings }, group, effectiveOnly, (name, sent, shown) =>
    (comparisons[name] ?? isSameValue)(name, sent, shown),
  )
  const { ai_settings, ...sent } = availableSettings(expectedIn(group), group, changed)
  return { ...sent, ...(ai_settings != null && { ai_settings_attributes: ai_settings }) }
}
