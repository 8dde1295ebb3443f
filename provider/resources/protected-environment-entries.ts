import { Type } from '@sinclair/typebox'
import type { ApprovalRulePatch, DeployAccessLevel as LiveLevel } from '../../sdk'
import { inOrderOf } from '../core/schema/canonical'
import { computed, isNumber, recordOf } from '../core/schema/computed'
import { required } from '../core/schema/field'
import { InvalidResponse } from '../core/schema/invalid-response'

const levels = { reporter: 20, developer: 30, maintainer: 40, admin: 60 } as const

type Level = (typeof levels)[keyof typeof levels]

const subject = {
  /**
   * All users with at least this role: 20, 30, 40 or 60, or `"reporter"`, `"developer"`, `"maintainer"`, `"admin"`.
   * `"reporter"` requires a newer service.
   */
  accessLevel: Type.Optional(
    Type.Unsafe<Level | keyof typeof levels>({ enum: [...Object.values(levels), ...Object.keys(levels)] }),
  ),
  /** Id of a user, who needs at least the Developer role in the project. */
  userId: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Id of a group, which must be invited to the project itself. */
  groupId: Type.Optional(Type.Integer({ minimum: 1 })),
  /** The members of the group that are included. 0: direct members. 1: also inherited members. Default: 0. */
  groupInheritanceType: Type.Optional(Type.Unsafe<0 | 1>({ enum: [0, 1] })),
}

export const deployAccessLevel = Type.Object(subject, { additionalProperties: false })

export const approvalRule = Type.Object(
  {
    ...subject,
    /** Number of approvals that a deployment requires, 1 to 5. Default: 1. */
    requiredApprovals: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  },
  { additionalProperties: false },
)

/** Who is allowed to deploy: exactly one of `accessLevel`, `userId` and `groupId`. */
export type DeployAccessLevel = OfOneSubject<(typeof deployAccessLevel)['static']>

/** Who must approve, and the number of approvals. Exactly one of `accessLevel`, `userId` and `groupId`. */
export type ApprovalRule = OfOneSubject<(typeof approvalRule)['static']>

type Entry = (typeof approvalRule)['static']

/** An entry in canonical form. */
type Canonical<T extends Entry> = T & { accessLevel?: Level; groupInheritanceType: 0 | 1 } & Approvals<keyof T>

type Approvals<Keys> = 'requiredApprovals' extends Keys ? { requiredApprovals: number } : unknown

type LiveEntry = LiveLevel & { required_approvals?: number }

const subjects = ['accessLevel', 'userId', 'groupId'] as const

type Subject = (typeof subjects)[number]

/** An entry with exactly one of the subjects. */
type OfOneSubject<T extends { [K in Subject]?: unknown }> = {
  [S in Subject]: Omit<T, Subject> & Required<Pick<T, S>> & { [K in Exclude<Subject, S>]?: never }
}[Subject]

/** The name of an entry's subject, such as `accessLevel 40`. It is unique in a list. */
function subjectOf(entry: Entry): string {
  const name = subjects.find((candidate) => entry[candidate] != null)
  return name ? `${name} ${levelOf(entry[name])}` : 'no subject'
}

const levelOf = (level: number | keyof typeof levels | undefined) => (typeof level === 'string' ? levels[level] : level)

/** A field with a list of entries, whose order has no meaning. */
export const entries = <T extends Entry>(
  schema: typeof deployAccessLevel | typeof approvalRule,
  approvals: boolean,
  minItems: number,
) =>
  required<T[], Canonical<T>[]>(Type.Array(schema, { minItems }), {
    canonical: (list, like) =>
      inOrderOf(
        like,
        list.map((entry) => canonical(entry, approvals) as Canonical<T>),
        subjectOf,
      ),
    problem: (list) => {
      const index = list.findIndex((entry) => subjects.filter((name) => entry[name] != null).length !== 1)
      if (index >= 0)
        return {
          problem: 'must have exactly one of accessLevel, userId and groupId in each entry',
          detail: `see entry ${index}`,
        }
      const names = list.map(subjectOf)
      const duplicate = names.find((name, at) => names.indexOf(name) !== at)
      return duplicate === undefined
        ? undefined
        : { problem: 'must contain each subject once', detail: `${duplicate} is duplicated` }
    },
    toWire: (list) => list.map(entryToWire),
    fromWire: (list) => (list as LiveEntry[]).map((entry) => entryFromWire(entry) as Canonical<T>),
  })

function canonical(entry: Entry, approvals: boolean): Entry {
  const { accessLevel, userId, groupId, groupInheritanceType = 0, requiredApprovals = 1 } = entry
  return {
    ...(accessLevel != null && { accessLevel: levelOf(accessLevel) as Level }),
    ...(userId != null && { userId }),
    ...(groupId != null && { groupId }),
    groupInheritanceType,
    ...(approvals && { requiredApprovals }),
  }
}

function entryToWire(entry: Entry): ApprovalRulePatch {
  return {
    ...(entry.accessLevel !== undefined && { access_level: levelOf(entry.accessLevel) }),
    ...(entry.userId !== undefined && { user_id: entry.userId }),
    ...(entry.groupId !== undefined && { group_id: entry.groupId }),
    ...(entry.groupInheritanceType && { group_inheritance_type: entry.groupInheritanceType }),
    // If omitted, a service would set it to 1, also for an existing rule.
    ...(entry.requiredApprovals !== undefined && { required_approvals: entry.requiredApprovals }),
  }
}

function entryFromWire(entry: LiveEntry): Entry {
  const { access_level, user_id, group_id, group_inheritance_type, required_approvals } = entry
  const subject = user_id ?? group_id ?? access_level
  if (![subject, group_inheritance_type ?? 0, required_approvals ?? 1].every(Number.isSafeInteger))
    throw new InvalidResponse()
  return {
    ...(user_id != null
      ? { userId: user_id }
      : group_id != null
        ? { groupId: group_id }
        : { accessLevel: access_level as Level }),
    groupInheritanceType: group_inheritance_type ?? 0,
    ...(required_approvals !== undefined && { requiredApprovals: required_approvals }),
  }
}

/** The changes from the current to the declared entries. Unchanged entries keep their ids. */
export function patch(live: LiveEntry[] | undefined, declared: readonly Entry[]): ApprovalRulePatch[] {
  if (!live?.every(({ id }) => Number.isSafeInteger(id))) throw new InvalidResponse()
  const known = new Map(live.map((entry) => [subjectOf(entryFromWire(entry)), entry]))
  const kept = new Set(declared.map(subjectOf))
  const changed = declared.flatMap((entry) => {
    const old = known.get(subjectOf(entry))
    if (!old) return [entryToWire(entry)]
    const same =
      (old.group_inheritance_type ?? 0) === (entry.groupInheritanceType ?? 0) &&
      (entry.requiredApprovals === undefined || old.required_approvals === entry.requiredApprovals)
    return same ? [] : [{ id: old.id, ...entryToWire(entry), group_inheritance_type: entry.groupInheritanceType ?? 0 }]
  })
  const removed = live
    // A subject can occur twice if the service applied an update after its timeout and the update was repeated.
    .filter((entry) => {
      const name = subjectOf(entryFromWire(entry))
      return !kept.has(name) || known.get(name) !== entry
    })
    // Some services also require the subject of an entry that is deleted.
    .map((entry) => ({
      id: entry.id,
      ...entryToWire({ ...entryFromWire(entry), groupInheritanceType: 0 }),
      _destroy: true,
    }))
  return [...changed, ...removed]
}

export const idsOf = (name: string) =>
  computed<Record<string, number>>(recordOf(isNumber), {
    read: (live) => {
      const list = live[name] as LiveEntry[] | undefined
      return list && Object.fromEntries(list.map((entry) => [subjectOf(entryFromWire(entry)), entry.id]))
    },
  })
