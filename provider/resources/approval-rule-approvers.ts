import { accessEntries, type OfOneSubject, type StoredEntry } from '../core/schema/access-entries'
import { optional } from '../core/schema/field'
import { nameProperties } from '../core/schema/named-entries'
import { Type, type ValueOf } from '../core/schema/type'

const entry = Type.Object(
  {
    /** Id of a user, who must be a member of the project. */
    userId: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Id of a group, which the user of the access token must be able to see. Its direct members can approve. */
    groupId: Type.Optional(Type.Integer({ minimum: 1 })),
    ...nameProperties,
  },
  { additionalProperties: false },
)

/** Who can approve: exactly one of `userId`, `user`, `groupId` and `group`. */
export type Approver = OfOneSubject<ValueOf<typeof entry>>

/** An approver in canonical form. */
export type StoredApprover = StoredEntry<Approver>

const noApprovers: StoredApprover[] = []

export const approvers = optional(
  accessEntries({ subjects: ['userId', 'groupId'], roles: {} }).field<Approver, StoredApprover>(entry),
  noApprovers,
)

/** The lists of a request. Both are always sent, so that the rule has no other approvers. */
export const listsOf = (entries: readonly StoredApprover[]) => ({
  user_ids: entries.flatMap(({ userId }) => userId ?? []),
  group_ids: entries.flatMap(({ groupId }) => groupId ?? []),
})
