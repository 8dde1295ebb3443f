import type { Flavor } from '../http/instance'
import type { RuleSubject } from '../records/protected-environment'

/** A rule that was not validated yet. */
export interface Draft extends RuleSubject {
  id?: number
  group_inheritance_type: number | null
  required_approvals?: number
}

/** A protected environment that was not validated yet. */
interface Proposal {
  name: string
  count: number | null
  levels: Draft[]
  rules: Draft[]
  /** Whether the name must be a tier, as in groups. */
  tiersOnly: boolean
}

/** GitLab's complaints, as sentences. */
export function complaintsAbout({ name, count, levels, rules, tiersOnly }: Proposal, flavor: Flavor): string[] {
  return [
    ...levels.flatMap(complaintsAboutType).map((complaint) => `Deploy access levels ${complaint}`),
    ...levels.flatMap(complaintsAboutSubject).map((complaint) => `Deploy access levels ${complaint}`),
    ...rules.flatMap(complaintsAboutType).map((complaint) => `Approval rules ${complaint}`),
    ...rules.flatMap(complaintsAboutApprovals).map((complaint) => `Approval rules ${complaint}`),
    ...(flavor === 'spec' ? rules.flatMap(complaintsAboutSubject) : []).map((text) => `Approval rules ${text}`),
    ...(levels.length === 0 ? ['Deploy access levels is too short (minimum is 1 character)'] : []),
    ...(name.trim() === '' ? ["Name can't be blank"] : []),
    ...(tiersOnly && !tiers.includes(name) ? [`Name must be one of environment tiers: ${tiers.join(', ')}.`] : []),
    ...outside(count, 0, mostApprovals).map((complaint) => `Required approval count ${complaint}`),
  ]
}

export const noSubject: RuleSubject = { access_level: null, user_id: null, group_id: null }
const mostApprovals = 5
const tiers = ['production', 'staging', 'testing', 'development', 'other']

export const subjectsIn = ({ access_level, user_id, group_id }: RuleSubject): number =>
  [access_level, user_id, group_id].filter((one) => one !== null).length

const complaintsAboutSubject = (rule: Draft): string[] =>
  subjectsIn(rule) === 1 ? [] : ['Exactly one of access_level, group_id, user_id must be present']

const complaintsAboutType = ({ group_inheritance_type }: Draft): string[] =>
  group_inheritance_type === null ? ['group inheritance type is not included in the list'] : []

const complaintsAboutApprovals = ({ required_approvals = 1 }: Draft): string[] =>
  outside(required_approvals, 1, mostApprovals).map((complaint) => `required approvals ${complaint}`)

function outside(value: number | null, least: number, most: number): string[] {
  if (value === null) return ['is not a number']
  if (value < least) return [`must be greater than or equal to ${least}`]
  return value > most ? [`must be less than or equal to ${most}`] : []
}
