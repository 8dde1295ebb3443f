import { isIP } from 'node:net'
import { badRequest } from '../http/errors'
import { requireValid } from '../http/validation'
import type { GroupRecord } from '../records/group'
import { complaintsAboutProtection } from './default-branch-protection'

/** GitLab's rules for settings of groups. */

const freeMail = ['gmail.com', 'yahoo.com', 'hotmail.com', 'aol.com', 'icloud.com', 'mail.com', 'outlook.com']
const domain = /^[\w-]+(?:\.[\w-]+)+$/
const inList = 'is not included in the list'

/** @throws HttpError 400. `ancestors`: the groups above. */
export function refuseGroupSettings(group: GroupRecord, sent: Record<string, unknown>, ancestors: GroupRecord[]): void {
  const after = { ...group.settings, ...sent }
  if (sent.allow_merge_on_skipped_pipeline && !after.only_allow_merge_if_pipeline_succeeds) {
    throw badRequest(
      'allow_merge_on_skipped_pipeline can only be enabled when only_allow_merge_if_pipeline_succeeds is true',
    )
  }
  const top = group.parent_id === null
  const noRunners = sent.shared_runners_setting === 'enabled' && ancestors.some(forbidsRunners)
  const runners = 'cannot be enabled because parent group has shared Runners disabled'
  requireValid({
    two_factor_grace_period: complaintsAboutNumber(sent.two_factor_grace_period).reverse(),
    max_artifacts_size:
      typeof sent.max_artifacts_size === 'number' && sent.max_artifacts_size <= 0 ? ['must be greater than 0'] : [],
    shared_runners_minutes_limit:
      !top && sent.shared_runners_minutes_limit != null ? ['is not supported for this namespace'] : [],
    'namespace_settings.unique_project_download_limit': complaintsAboutNumber(
      sent.unique_project_download_limit,
      10_000,
    ),
    'namespace_settings.unique_project_download_limit_interval_in_seconds': complaintsAboutNumber(
      sent.unique_project_download_limit_interval_in_seconds,
      864_000,
    ),
    'namespace_settings.default_branch_protection_defaults': complaintsAboutProtection(
      sent.default_branch_protection_defaults,
    ),
    shared_runners_enabled: noRunners ? [runners] : [],
    update_shared_runners: noRunners ? [`Validation failed: Shared runners enabled ${runners}`] : [],
    'allowed_email_domains.domain': entriesOf(sent.allowed_email_domains_list).flatMap(complaintsAboutDomain),
    'allowed_email_domains.base':
      !top && sent.allowed_email_domains_list
        ? ['Allowed email domain restriction only permitted for top-level groups']
        : [],
    'ip_restrictions.range': entriesOf(sent.ip_restriction_ranges).flatMap((range) =>
      isIP(range.replace(/\/\d+$/, '')) ? [] : ['is an invalid IP address range'],
    ),
    'ip_restrictions.base':
      !top && sent.ip_restriction_ranges ? ['IP subnet restriction only allowed for top-level groups'] : [],
    'namespace_settings.experiment_features_enabled':
      sent.experiment_features_enabled === null ? ['must be a boolean value'] : [],
    'namespace_settings.enabled_git_access_protocol': sent.enabled_git_access_protocol === null ? [inList] : [],
  })
}

/** GitLab's complaints about a number that was sent. It has two about null. */
function complaintsAboutNumber(sent: unknown, most = Infinity): string[] {
  if (sent === null) return ['is not a number', "can't be blank"]
  if (typeof sent !== 'number') return []
  if (sent < 0) return ['must be greater than or equal to 0']
  return sent > most ? [`must be less than or equal to ${most}`] : []
}

/** Whether GitLab accepts the name for a branch. */
export const isBranchName = (name: string): boolean =>
  name !== 'HEAD' &&
  name !== '@' &&
  !/^(?:-|refs\/(?:heads|remotes|tags)\/)/.test(name) &&
  // The rules of Git.
  !/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^\/|[/.]$|\.lock(?:\/|$)|(?:^|\/)\./.test(name)

const forbidsRunners = ({ settings }: GroupRecord): boolean =>
  settings?.shared_runners_setting === 'disabled_and_unoverridable'

/** The entries of a comma-separated list, each once. */
export const entriesOf = (list: unknown): string[] =>
  typeof list === 'string' && list !== '' ? [...new Set(list.split(',').map((entry) => entry.trim()))] : []

function complaintsAboutDomain(entry: string): string[] {
  if (freeMail.includes(entry)) return ['The domain you entered is not allowed.']
  return [
    ...(entry === '' ? ["can't be blank"] : []),
    ...(domain.test(entry) ? [] : ['The domain you entered is misformatted.']),
  ]
}
