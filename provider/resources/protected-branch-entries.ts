import { accessEntries, type OfOneSubject, type StoredEntry } from '../core/schema/access-entries'
import type { Field } from '../core/schema/field'
import { nameProperties } from '../core/schema/named-entries'
import { Type, type ValueOf } from '../core/schema/type'

const unprotectRoles = { developer: 30, maintainer: 40, admin: 60 } as const
const roles = { noOne: 0, ...unprotectRoles } as const

type Role<R> = R[keyof R] | keyof R

const subject = {
  /**
   * All users with at least this role: 30, 40 or 60, or `"developer"`, `"maintainer"`, `"admin"`. With 0 or `"noOne"`,
   * no role is allowed.
   */
  accessLevel: Type.Optional(Type.Enum<Role<typeof roles>>([...Object.values(roles), ...Object.keys(roles)])),
  /** Id of a user, who must be a member of the project. Requires Premium or Ultimate. */
  userId: Type.Optional(Type.Integer({ minimum: 1 })),
  /**
   * Id of a group, which must be invited to the project itself, with at least the Developer role. Requires Premium or
   * Ultimate.
   */
  groupId: Type.Optional(Type.Integer({ minimum: 1 })),
  ...nameProperties,
}

const pushEntry = Type.Object(
  {
    ...subject,
    /** Id of a deploy key, which must have write access to the project. */
    deployKeyId: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
)

const mergeEntry = Type.Object(subject, { additionalProperties: false })

const unprotectEntry = Type.Object(
  {
    ...subject,
    /** All users with at least this role: 30, 40 or 60, or `"developer"`, `"maintainer"`, `"admin"`. */
    accessLevel: Type.Optional(
      Type.Enum<Role<typeof unprotectRoles>>([...Object.values(unprotectRoles), ...Object.keys(unprotectRoles)]),
    ),
  },
  { additionalProperties: false },
)

/** Who can push to the branch: exactly one of `accessLevel`, `userId`, `user`, `groupId`, `group` and `deployKeyId`. */
export type PushAccessLevel = OfOneSubject<ValueOf<typeof pushEntry>>

/** Who can merge into the branch: exactly one of `accessLevel`, `userId`, `user`, `groupId` and `group`. */
export type MergeAccessLevel = OfOneSubject<ValueOf<typeof mergeEntry>>

/** Who can change the protection: exactly one of `accessLevel`, `userId`, `user`, `groupId` and `group`. */
export type UnprotectAccessLevel = OfOneSubject<ValueOf<typeof unprotectEntry>>

/** An entry in canonical form. */
type Canonical<T, R> = StoredEntry<T> & { accessLevel?: R[keyof R] }

const accepted = ['accessLevel', 'userId', 'groupId'] as const
const push = accessEntries({ subjects: [...accepted, 'deployKeyId'], roles })
const merge = accessEntries({ subjects: accepted, roles })
const unprotect = accessEntries({ subjects: accepted, roles: unprotectRoles })

const maintainers: { accessLevel: 40 }[] = [{ accessLevel: 40 }]

/** A field that refuses an empty list. */
const filled = <G, P>(field: Field<G[], P[], false>, remedy: string): Field<G[], P[], false> => ({
  ...field,
  problem: (list) =>
    list.length === 0
      ? `must have at least 1 entry, because the service allows Maintainers if there is none: ${remedy}`
      : field.problem?.(list),
})

const forNoOne = 'to allow no one, declare accessLevel "noOne"'

/** `wire` is the list in responses. */
const levelsOf = <F extends object>(
  entries: ReturnType<typeof accessEntries>,
  wire: string,
  field: F,
  changedBy: readonly string[],
) => ({
  default: maintainers,
  field: { ...field, wire },
  ids: entries.ids(wire, changedBy),
  toCreate: entries.toCreate,
  patch: entries.patch,
})

/** A change of one of these lets GitLab Community Edition give all entries other ids. */
export const recreating = ['allowedToPush', 'allowedToMerge'] as const

export const pushLevels = levelsOf(
  push,
  'push_access_levels',
  filled(push.field<PushAccessLevel, Canonical<PushAccessLevel, typeof roles>>(pushEntry), forNoOne),
  recreating,
)

export const mergeLevels = levelsOf(
  merge,
  'merge_access_levels',
  filled(merge.field<MergeAccessLevel, Canonical<MergeAccessLevel, typeof roles>>(mergeEntry), forNoOne),
  recreating,
)

const unprotectField = unprotect.field<UnprotectAccessLevel, Canonical<UnprotectAccessLevel, typeof unprotectRoles>>(
  unprotectEntry,
)

const unprotectLevelsField = {
  ...filled(unprotectField, 'omit the argument'),
  // A default branch has no entries, which has the same meaning.
  fromWire: (list: unknown) => ((list as object[]).length > 0 ? unprotectField.fromWire!(list) : maintainers),
}
export const unprotectLevels = levelsOf(unprotect, 'unprotect_access_levels', unprotectLevelsField, [
  ...recreating,
  'allowedToUnprotect',
])
