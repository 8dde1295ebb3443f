import type {
  ApprovalRulePatch,
  DeployAccessLevel as LiveLevel,
  ProtectedEnvironment as Live,
  ProtectedEnvironmentCreate,
} from '../../sdk'
import { type AdoptableByName, resource, resourceSet } from '../core/pulumi/resource'
import { computed, isNumber, recordOf } from '../core/schema/computed'
import { define } from '../core/schema/define'
import { InvalidResponse } from '../core/schema/invalid-response'
import { type ArgsOf, optional, required } from '../core/schema/field'
import { inOrderOf, integer, reference, text, Type } from '../core/schema/fields'
import type { SetArgs, SetItem } from '../core/schema/set'

const levels = { reporter: 20, developer: 30, maintainer: 40, admin: 60 } as const

type Level = (typeof levels)[keyof typeof levels]

const subject = {
  /**
   * Everybody with at least this role: 20, 30, 40 or 60, or `"reporter"`, `"developer"`, `"maintainer"`, `"admin"`.
   * (`"reporter"` needs a newer service.)
   */
  accessLevel: Type.Optional(
    Type.Unsafe<Level | keyof typeof levels>({ enum: [...Object.values(levels), ...Object.keys(levels)] }),
  ),
  /** Id of a user, who needs at least the role Developer in the project. */
  userId: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Id of a group, which has to be invited to the project itself. */
  groupId: Type.Optional(Type.Integer({ minimum: 1 })),
  /** For a group: 0 counts its direct members, 1 also those of the groups above. Default 0. */
  groupInheritanceType: Type.Optional(Type.Unsafe<0 | 1>({ enum: [0, 1] })),
}

const deployAccessLevel = Type.Object(subject, { additionalProperties: false })

const approvalRule = Type.Object(
  {
    ...subject,
    /** How many approvals of the subject a deployment needs, 1 to 5. Default 1. */
    requiredApprovals: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  },
  { additionalProperties: false },
)

/** Who may deploy, or has to approve: exactly one of `accessLevel`, `userId` and `groupId`. */
export type DeployAccessLevel = OfOneSubject<(typeof deployAccessLevel)['static']>

/** Who has to approve, and how often: exactly one of `accessLevel`, `userId` and `groupId`. */
export type ApprovalRule = OfOneSubject<(typeof approvalRule)['static']>

type Entry = (typeof approvalRule)['static']

type LiveEntry = LiveLevel & { required_approvals?: number }

const subjects = ['accessLevel', 'userId', 'groupId'] as const

type Subject = (typeof subjects)[number]

/** An entry with exactly one of the subjects. */
type OfOneSubject<T extends { [K in Subject]?: unknown }> = {
  [S in Subject]: Omit<T, Subject> & Required<Pick<T, S>> & { [K in Exclude<Subject, S>]?: never }
}[Subject]

/** Names an entry by its subject: `accessLevel 40`. No two entries of a list have the same. */
function subjectOf(entry: Entry): string {
  const name = subjects.find((candidate) => entry[candidate] != null)
  return name ? `${name} ${levelOf(entry[name])}` : 'nobody'
}

const levelOf = (level: number | keyof typeof levels | undefined) => (typeof level === 'string' ? levels[level] : level)

/** The fields of lists of entries, which the service keeps in no order. */
const entries = <T extends Entry>(
  schema: typeof deployAccessLevel | typeof approvalRule,
  approvals: boolean,
  minItems: number,
) =>
  required<T[]>(Type.Array(schema, { minItems }), {
    canonical: (list, like) =>
      inOrderOf(
        like,
        list.map((entry) => canonical(entry, approvals) as T),
        subjectOf,
      ),
    problem: (list) => {
      const index = list.findIndex((entry) => subjects.filter((name) => entry[name] != null).length !== 1)
      if (index >= 0)
        return `must have exactly one of accessLevel, userId and groupId in each entry; see entry ${index}`
      const names = list.map(subjectOf)
      const twice = names.find((name, at) => names.indexOf(name) !== at)
      return twice && `must name each subject once: ${twice} is there twice`
    },
    toWire: (list) => list.map(entryToWire),
    fromWire: (list) => (list as LiveEntry[]).map((entry) => entryFromWire(entry) as T),
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
    ...(entry.accessLevel !== undefined && { access_level: levelOf(entry.accessLevel) as number }),
    ...(entry.userId !== undefined && { user_id: entry.userId }),
    ...(entry.groupId !== undefined && { group_id: entry.groupId }),
    ...(entry.groupInheritanceType && { group_inheritance_type: entry.groupInheritanceType }),
    // Left out, a service would make it 1, of an existing rule, too.
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

/** What turns the entries that are there into those that are wanted: only differences, so that ids stay. */
function patch(live: LiveEntry[] | undefined, want: readonly Entry[]): ApprovalRulePatch[] {
  if (!live?.every(({ id }) => Number.isSafeInteger(id))) throw new InvalidResponse()
  const known = new Map(live.map((entry) => [subjectOf(entryFromWire(entry)), entry]))
  const kept = new Set(want.map(subjectOf))
  const changed = want.flatMap((entry) => {
    const old = known.get(subjectOf(entry))
    if (!old) return [entryToWire(entry)]
    const same =
      (old.group_inheritance_type ?? 0) === (entry.groupInheritanceType ?? 0) &&
      (entry.requiredApprovals === undefined || old.required_approvals === entry.requiredApprovals)
    return same ? [] : [{ id: old.id, ...entryToWire(entry), group_inheritance_type: entry.groupInheritanceType ?? 0 }]
  })
  const removed = live
    // A subject may be there twice: an update that came through only after it had been given up adds it once more.
    .filter((entry) => {
      const name = subjectOf(entryFromWire(entry))
      return !kept.has(name) || known.get(name) !== entry
    })
    // Some services want to hear the subject again, of an entry that goes, too.
    .map((entry) => ({
      id: entry.id,
      ...entryToWire({ ...entryFromWire(entry), groupInheritanceType: 0 }),
      _destroy: true,
    }))
  return [...changed, ...removed]
}

const idsOf = (name: string) =>
  computed<Record<string, number>>(recordOf(isNumber), {
    read: (live) => {
      const list = live[name] as LiveEntry[] | undefined
      return list && Object.fromEntries(list.map((entry) => [subjectOf(entryFromWire(entry)), entry.id]))
    },
  })

export const protectedEnvironment = define<Live, ProtectedEnvironmentCreate>()({
  kind: 'protected-environment',
  plural: 'protected environments',
  identity: {
    parent: 'project',
    key: 'name',
    naturalKey: ['name'],
  },
  input: {
    /**
     * The project: its numeric id or its full path, such as `"acme/web"`. Another project makes another protection;
     * another spelling of the same project changes nothing.
     */
    project: reference('project'),
    /** Name of the environment, such as `"production"`; it need not exist yet. Another name makes another protection. */
    name: text({
      maxLength: 255,
      // What is left of `a/../b` in the path of a request would name something else.
      problem: (name) =>
        name.trim() === '' || name.split(/[/\\]/).some((part) => /^\.{1,2}$/.test(part))
          ? 'must be the name of an environment'
          : undefined,
    }),
    /** Who may deploy: at least one entry, each with exactly one of `accessLevel`, `userId` and `groupId`. */
    deployAccessLevels: entries<DeployAccessLevel>(deployAccessLevel, false, 1),
    /** Who has to approve a deployment, and how often. Default none. */
    approvalRules: optional(entries<ApprovalRule>(approvalRule, true, 0), []),
    /** How many approvals a deployment needs in all. Newer services only take 0: use `approvalRules`. Default 0. */
    requiredApprovalCount: optional(integer({ minimum: 0 }), 0),
  },
  output: {
    /** Ids of the entries of `deployAccessLevels` on the service, by subject, such as `"accessLevel 40"`. */
    deployAccessLevelIds: idsOf('deploy_access_levels'),
    /** Ids of the entries of `approvalRules` on the service, by subject, such as `"groupId 12"`. */
    approvalRuleIds: idsOf('approval_rules'),
  },
  replaceOn: ['project', 'name'],
  sets: true,
  exported: true,
  access: { read: 'maintainer', write: 'maintainer', tier: 'Premium or Ultimate', storedWithout: true },
  hints: {
    byArgument: {
      deployAccessLevels:
        'a user needs at least the role Developer in the project, a group has to be invited to the project itself',
      approvalRules:
        'a user needs at least the role Developer in the project, a group has to be invited to the project itself',
    },
    byStatus: {
      403: 'Protected environments are managed by Maintainers of the project, and need Premium or Ultimate to be enforced.',
    },
    byError: ({ status, serverMessage }) => {
      if (status !== 422) return undefined
      if (/required.approval.count/i.test(serverMessage)) {
        return 'Newer services do not accept requiredApprovalCount: use approvalRules.'
      }
      return /deploy access levels is too short/i.test(serverMessage)
        ? 'The service ignored every entry of deployAccessLevels: a user needs at least the role Developer in the ' +
            'project, a group has to be invited to the project itself.'
        : undefined
    },
  },
  api: {
    // Entries are changed by their ids, which only the service knows.
    fetchFirst: true,
    list: (api, at) => api.protectedEnvironments.list(at.project),
    read: (api, at) => api.protectedEnvironments.get(at.project, at.name),
    create: (api, at, body) => api.protectedEnvironments.create(at.project, body),
    update: (api, at, body, { want, live }) =>
      api.protectedEnvironments.update(at.project, at.name, {
        ...(body.deploy_access_levels && {
          deploy_access_levels: patch(live.deploy_access_levels, want.deployAccessLevels),
        }),
        ...(body.approval_rules && { approval_rules: patch(live.approval_rules ?? [], want.approvalRules) }),
        ...(body.required_approval_count !== undefined && { required_approval_count: body.required_approval_count }),
      }),
    delete: (api, at) => api.protectedEnvironments.delete(at.project, at.name),
  },
})

/** Arguments of a {@link ProtectedEnvironment}. */
export interface ProtectedEnvironmentArgs extends ArgsOf<typeof protectedEnvironment.input>, AdoptableByName {}

/**
 * The protection of an environment: who may deploy to it, and who has to approve.
 *
 * ```ts
 * new trueup.ProtectedEnvironment("production", {
 *   project: "acme/web", name: "production",
 *   deployAccessLevels: [{ accessLevel: "maintainer" }],
 *   approvalRules: [{ groupId: 12, requiredApprovals: 2 }],
 * })
 * ```
 */
export class ProtectedEnvironment extends resource<ProtectedEnvironmentArgs>()(protectedEnvironment) {}

/** Arguments of a {@link ProtectedEnvironmentSet}. */
export interface ProtectedEnvironmentSetArgs
  extends
    Pick<ProtectedEnvironmentArgs, 'project' | 'onConflict'>,
    SetArgs<SetItem<ProtectedEnvironmentArgs, 'project' | 'onConflict', 'name'>> {}

/** Any number of protected environments of one project as a single resource, which is many times faster than one resource for each. */
export class ProtectedEnvironmentSet extends resourceSet<ProtectedEnvironmentSetArgs>()(protectedEnvironment) {}
