import { boolean, integer, nested, string } from '../http/param-types'
import { params } from '../http/params'
import { complaintAboutPattern } from '../http/re2'
import { has, type InstanceRelease } from '../http/release'

/** The rules by which images of a project expire. */
export interface ExpirationPolicy {
  cadence: string | null
  enabled: boolean | null
  keep_n: number | null
  older_than: string | null
  name_regex: string | null
  name_regex_keep: string | null
}

/** A policy, and what its responses depend on. */
interface Stored extends ExpirationPolicy {
  /** When it was enabled. */
  enabled_at?: string
  /** When the cadence was set. Default: when the project was created. */
  planned_at?: string
}

const usual: ExpirationPolicy = {
  cadence: '1d',
  enabled: false,
  keep_n: 10,
  older_than: '90d',
  name_regex: '.*',
  name_regex_keep: null,
}

/** The parameter of a change, in which missing members are not changed. */
export const policyParam = nested(
  params({
    cadence: string,
    keep_n: integer,
    older_than: string,
    name_regex: string,
    name_regex_keep: string,
    enabled: boolean,
  }),
)

/** The policy after a change. */
export const changedPolicy = (old: unknown, sent: Partial<ExpirationPolicy>, now: string): Stored => {
  const before = { ...usual, ...(old as Stored | undefined) }
  return {
    ...before,
    ...sent,
    ...(sent.enabled === true && { enabled_at: now }),
    ...(sent.cadence !== undefined && sent.cadence !== before.cadence && { planned_at: now }),
  }
}

/** Days, or months with a negative sign, by cadence. */
const cadences: Record<string, number> = { '1d': 1, '7d': 7, '14d': 14, '1month': -1, '3month': -3 }
const choices: Partial<Record<keyof ExpirationPolicy, readonly unknown[]>> = {
  cadence: Object.keys(cadences),
  keep_n: [1, 5, 10, 25, 50, 100, null],
  older_than: ['7d', '14d', '30d', '60d', '90d', null],
}

/** GitLab's rules, by attribute. */
export function complaintsAboutPolicy(instance: InstanceRelease, policy: ExpirationPolicy): Record<string, string[]> {
  const { cadence, enabled, name_regex, name_regex_keep } = policy
  const unlisted = (Object.keys(choices) as (keyof ExpirationPolicy)[])
    .filter((name) => !choices[name]!.includes(policy[name]))
    .filter((name) => name !== 'older_than' || policy[name] !== '1d' || !has(instance, 'expirationAfterOneDay'))
    .map((name) => [`container_expiration_policy.${name}`, ['is not included in the list']])
  const blank = (text: string | null) => (text === null || text.trim() === '' ? ["can't be blank"] : [])
  const found: Record<string, string[]> = Object.fromEntries(unlisted)
  return {
    ...found,
    'container_expiration_policy.cadence': [...blank(cadence), ...(found['container_expiration_policy.cadence'] ?? [])],
    // Patterns of disabled policies are not validated.
    'container_expiration_policy.name_regex': enabled ? [...blank(name_regex), ...badPattern(name_regex)] : [],
    'container_expiration_policy.name_regex_keep': enabled ? badPattern(name_regex_keep) : [],
  }
}

function badPattern(pattern: string | null): string[] {
  const complaint = complaintAboutPattern(pattern ?? '')
  return complaint ? [`not valid RE2 syntax: ${complaint}`] : []
}

/** The policy in a response. `created`: when the project was created. */
export function presentPolicy(policy: unknown, created: string, now: string) {
  const { enabled_at = created, planned_at = created, ...shown }: Stored = { ...usual, ...(policy as Stored) }
  const enabled = shown.enabled === true && Date.parse(now) < nextJob(Date.parse(enabled_at))
  return { ...shown, enabled, next_run_at: nextRun(planned_at, shown.cadence ?? '1d') }
}

const hour = 3_600_000

/**
 * When the job runs that disables the policies of projects without images, which is 50 minutes after each full hour.
 * The projects of the emulator have no images.
 */
const nextJob = (time: number): number => Math.floor((time + hour / 6) / hour) * hour + (hour * 5) / 6

function nextRun(from: string, cadence: string): string {
  const time = new Date(from)
  const span = cadences[cadence] ?? 1
  if (span > 0) time.setUTCDate(time.getUTCDate() + span)
  else time.setUTCMonth(time.getUTCMonth() - span)
  return time.toISOString()
}
