import fc from 'fast-check'
import type { Json } from '../../../provider/core/schema/json'
import { protectedEnvironment } from '../../../provider/resources/protected-environment'
import type { Flavor } from '../../support/conforms'
import { type Argument, cases, optional, plain, type Target } from './cases'
import { project } from './reference'
import { pick, shuffled } from './style'
import { pathNames } from './text'

/** An access entry. Lists of entries are in the order of their subjects. */
interface Rule {
  subject: 'accessLevel' | 'userId' | 'groupId'
  id: number
  inheritance: 0 | 1
  approvals: number
}

interface ProtectedEnvironment {
  project: number
  name: string
  deployAccessLevels: Rule[]
  approvalRules: Rule[]
  requiredApprovalCount: number
}

const wire = { accessLevel: 'access_level', userId: 'user_id', groupId: 'group_id' } as const
const roles: Record<number, string> = { 20: 'reporter', 30: 'developer', 40: 'maintainer', 60: 'admin' }
/** Members of all projects with the role Developer or higher, and a group that is invited to project 1. */
const [users, guests] = [[2, 3, 4], 12]

const nameOf = ({ subject, id }: Rule) => `${subject} ${id}`
const inOrder = (rules: Rule[]) => [...rules].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))

/** The subjects of a rule. Newer services also have reporters. */
const subjectsOn = (flavor: Flavor): (readonly [Rule['subject'], number])[] => [
  ...[30, 40, 60, ...(flavor === 'gitlab' ? [20] : [])].map((id) => ['accessLevel', id] as const),
  ...users.map((id) => ['userId', id] as const),
  ['groupId', guests] as const,
]

function rules(flavor: Flavor, counted: boolean, fewest: number): Argument<Rule[]> {
  const rule = fc.record({
    who: fc.constantFrom(...subjectsOn(flavor)),
    inheritance: fc.constantFrom(0, 1),
    approvals: counted ? fc.integer({ min: 1, max: 5 }) : fc.constant(1),
  })
  const list = fc.uniqueArray(rule, { selector: ({ who }) => who.join(' '), minLength: fewest, maxLength: 8 })
  return {
    values: list.map((drawn) => inOrder(drawn.map(({ who: [subject, id], ...rest }) => ({ subject, id, ...rest })))),
    write: (value, style) => shuffled(value, style).map((rule, at) => written(rule, counted, style >> (at + 1))),
  }
}

function written({ subject, id, inheritance, approvals }: Rule, counted: boolean, style: number): Json {
  return {
    // One user is always named. Another spelling is an update without a request.
    ...(subject === 'userId' && id === 4
      ? { user: 'developer' }
      : { [subject]: subject === 'accessLevel' ? pick(style, [id, roles[id]]) : id }),
    ...((inheritance !== 0 || style & 2) && { groupInheritanceType: inheritance }),
    ...(counted && (approvals !== 1 || style & 4) && { requiredApprovals: approvals }),
  }
}

/** The rules of the service. */
function rulesFrom(list: unknown): Rule[] {
  const found = (list as Record<string, number | null>[]).map((entry): Rule => {
    const subject = (['accessLevel', 'userId', 'groupId'] as const).find((name) => entry[wire[name]] != null)!
    const { group_inheritance_type: inheritance, required_approvals: approvals = 1 } = entry
    return {
      subject,
      id: Number(entry[wire[subject]]),
      inheritance: inheritance as 0 | 1,
      approvals: Number(approvals),
    }
  })
  return inOrder(found)
}

/** Adds, changes and removes rules by hand, in one request. */
function rewrite({ emulator, path, live }: Target<ProtectedEnvironment>, key: string, want: Rule[], counted: boolean) {
  const old = (live[key] as Json[]).map((entry) => ({ id: entry.id, rule: rulesFrom([entry])[0]! }))
  const spell = ({ subject, id, inheritance, approvals }: Rule) => ({
    [wire[subject]]: id,
    group_inheritance_type: inheritance,
    ...(counted && { required_approvals: approvals }),
  })
  const removed = old
    .filter(({ rule }) => !want.some((one) => nameOf(one) === nameOf(rule)))
    .map(({ id, rule }) => ({ id, [wire[rule.subject]]: rule.id, _destroy: true }))
  const kept = want.map((rule) => {
    const known = old.find((one) => nameOf(one.rule) === nameOf(rule))
    return { ...(known && { id: known.id }), ...spell(rule) }
  })
  return emulator.put(path, { [key]: [...removed, ...kept] }, { as: 'root' })
}

/** Without groups that are not invited to the project. */
function invited(values: ProtectedEnvironment): ProtectedEnvironment {
  if (values.project === 1) return values
  const others = (list: Rule[]) => list.filter(({ subject }) => subject !== 'groupId')
  const levels = others(values.deployAccessLevels)
  const maintainers: Rule = { subject: 'accessLevel', id: 40, inheritance: 0, approvals: 1 }
  return {
    ...values,
    deployAccessLevels: levels.length > 0 ? levels : [maintainers],
    approvalRules: others(values.approvalRules),
  }
}

/** Adds short lists to the existing entries. */
function added(values: ProtectedEnvironment, name: keyof ProtectedEnvironment, after: ProtectedEnvironment) {
  if (name !== 'deployAccessLevels' && name !== 'approvalRules') return after
  const [had, has] = [values[name], after[name]]
  const more = has.filter((rule) => !had.some((old) => nameOf(old) === nameOf(rule)))
  return has.length < 3 ? { ...after, [name]: inOrder([...had, ...more]) } : after
}

export const protectedEnvironmentCases = (flavor: Flavor) =>
  cases<ProtectedEnvironment>({
    definition: protectedEnvironment,
    arguments: {
      project,
      name: plain(pathNames),
      deployAccessLevels: rules(flavor, false, 1),
      approvalRules: optional(rules(flavor, true, 0), [], [[]]),
      requiredApprovalCount: optional(plain(flavor === 'spec' ? fc.nat(5) : fc.constant(0)), 0, [0]),
    },
    settle: invited,
    collection: (values) => `/projects/${values.project}/protected_environments`,
    path: (values, live) =>
      `/projects/${values.project}/protected_environments/${encodeURIComponent(String(live.name))}`,
    seen: ({ name, deploy_access_levels, approval_rules, required_approval_count }) => ({
      name: String(name),
      deployAccessLevels: rulesFrom(deploy_access_levels),
      approvalRules: rulesFrom(approval_rules),
      requiredApprovalCount: Number(required_approval_count),
    }),
    drift: {
      deployAccessLevels: (target, want) => rewrite(target, 'deploy_access_levels', want, false),
      approvalRules: (target, want) => rewrite(target, 'approval_rules', want, true),
      // Newer services keep values of older ones, and accept only 0.
      requiredApprovalCount: ({ emulator, path }, required_approval_count) => {
        if (flavor === 'spec') return emulator.put(path, { required_approval_count }, { as: 'root' })
        const [only] = emulator.state().collections.protected_environments?.records ?? []
        return emulator.patch('protected_environments', Number(only?.id), { required_approval_count })
      },
    },
    drifted: (values, name, after) => invited(added(values, name, after)),
    driftValues: { requiredApprovalCount: fc.nat(5) },
  })
