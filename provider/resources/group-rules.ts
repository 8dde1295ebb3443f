import type { Client } from '../../sdk'
import type { PlainOf } from '../core/schema/field'
import { wireName } from '../core/schema/managed-setting'
import { isInside } from '../core/schema/namespace'
import { type Refusal, refusal, refusalOfOther } from '../core/schema/refusal'
import { problemsOfUnset } from '../core/schema/unset'
import { isMoreVisible, visibilities, type Visibility } from '../core/schema/visibility'
import { type groupFields, groupSettings } from './group-fields'
import type { Live } from './group-responses'

type Parent = Pick<Live, 'full_path' | 'visibility'>
type Values = Readonly<Record<string, unknown>>

/** The problems of arguments that do not fit together. */
export function problemsOf(inputs: Partial<PlainOf<typeof groupFields>>) {
  const failures: { property: keyof typeof groupFields; reason: string }[] = problemsOfUnset(inputs)
  if (inputs.allowMergeOnSkippedPipeline === true && inputs.onlyAllowMergeIfPipelineSucceeds === false) {
    failures.push({
      property: 'allowMergeOnSkippedPipeline',
      reason: 'allowMergeOnSkippedPipeline requires onlyAllowMergeIfPipelineSucceeds, which is false',
    })
  }
  if (inputs.create === true && typeof inputs.group === 'number') {
    failures.push({
      property: 'create',
      reason: 'create requires the full path of the group, such as "acme/platform", not its id',
    })
  }
  return failures
}

/** Settings that the service refuses or ignores in subgroups. */
const ofTopLevel = [
  'preventSharingGroupsOutsideHierarchy',
  'preventForkingOutsideGroup',
  'enabledGitAccessProtocol',
  'serviceAccessTokensExpirationEnforced',
  'ipRestrictionRanges',
  'allowedEmailDomains',
  'uniqueProjectDownloadLimit',
  'uniqueProjectDownloadLimitIntervalInSeconds',
  'uniqueProjectDownloadLimitAllowlist',
  'uniqueProjectDownloadLimitAlertlist',
  'autoBanUserOnExcessiveProjectsDownload',
] as const

/**
 * Why settings do not fit those that the group has, or its parent and its contents.
 *
 * @param parent The new parent, if the group will be transferred.
 */
export async function conflictsOf(
  api: Client,
  group: Live,
  sent: Values,
  parent: Parent | null | undefined,
): Promise<Refusal[]> {
  const after: Values = { ...group, ...sent }
  const problems: Refusal[] = []
  if (sent.allow_merge_on_skipped_pipeline === true && after.only_allow_merge_if_pipeline_succeeds === false) {
    problems.push(
      refusal(
        'allowMergeOnSkippedPipeline requires onlyAllowMergeIfPipelineSucceeds, which the group has disabled: declare both',
      ),
    )
  }
  if (parent === undefined ? group.parent : parent) {
    const names = ofTopLevel.filter((name) => (groupSettings[name].wire ?? wireName(name)) in sent)
    problems.push(...names.map((name) => refusal(`${name} is only for top-level groups`)))
  }
  const visibility = sent.visibility as Visibility | undefined
  if (visibility !== undefined) {
    problems.push(...(await problemsAbove(api, group, visibility, parent)))
    problems.push(...(await problemsBelow(api, group, visibility)))
  }
  return problems
}

/** The present or future parent can be less visible. */
async function problemsAbove(
  api: Client,
  group: Live,
  visibility: Visibility,
  moved: Parent | null | undefined,
): Promise<Refusal[]> {
  if (moved === undefined && !isMoreVisible(visibility, group.visibility)) return []
  const present = () => (group.parent ? api.groups.get(group.parent.id).catch(() => null) : null)
  return problemsOfParent(moved === undefined ? await present() : moved, visibility)
}

/** Why a group cannot have the visibility below a parent. */
export const problemsOfParent = (parent: Parent | null, visibility: unknown): Refusal[] =>
  parent && isMoreVisible(visibility, parent.visibility)
    ? [
        refusalOfOther(
          `visibility must not be more than that of group ${parent.full_path}, which is ${String(parent.visibility)}`,
        ),
      ]
    : []

/** Projects and subgroups can be more visible. Those that the token cannot see are found by the service. */
async function problemsBelow(api: Client, group: Live, wanted: Visibility): Promise<Refusal[]> {
  if (!isMoreVisible(group.visibility, wanted)) return []
  const higher = visibilities.filter((one) => isMoreVisible(one, wanted))
  const first = async (what: 'project' | 'subgroup', visibility: Visibility): Promise<Refusal[]> => {
    const list =
      what === 'project'
        ? api.groups.projects(group.id, { visibility, with_shared: false, simple: true })
        : api.groups.subgroups(group.id, { visibility })
    const { items, total = items.length } = await list.page(1, 1).catch(() => ({ items: [], total: 0 }))
    const [one] = items
    if (!one) return []
    const path = String('path_with_namespace' in one ? one.path_with_namespace : one.full_path)
    const others = total > 1 ? ` and ${total - 1} more` : ''
    return [refusalOfOther(`visibility must not be less than that of ${what} ${path}${others}, which is ${visibility}`)]
  }
  const found = higher.flatMap((visibility) => [first('project', visibility), first('subgroup', visibility)])
  return (await Promise.all(found)).flat()
}

/** Whether the group is to be transferred. */
export const isTransferred = (
  { parent }: Live,
  wanted: number | string | null | undefined,
): wanted is number | string => wanted != null && !isInside(parent, wanted)
