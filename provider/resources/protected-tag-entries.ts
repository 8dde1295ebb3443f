import { accessEntries, type OfOneSubject, type StoredEntry } from '../core/schema/access-entries'
import { nameProperties } from '../core/schema/named-entries'
import { Type, type ValueOf } from '../core/schema/type'

const roles = { noOne: 0, developer: 30, maintainer: 40, admin: 60 } as const

type Roles = typeof roles

const entry = Type.Object(
  {
    /**
     * All users with at least this role: 30, 40 or 60, or `"developer"`, `"maintainer"`, `"admin"`. With 0 or `"noOne"`,
     * no role is allowed to create the tag.
     */
    accessLevel: Type.Optional(
      Type.Enum<Roles[keyof Roles] | keyof Roles>([...Object.values(roles), ...Object.keys(roles)]),
    ),
    /** Id of a user, who must be a member of the project. Requires Premium or Ultimate. */
    userId: Type.Optional(Type.Integer({ minimum: 1 })),
    /**
     * Id of a group, which must be invited to the project itself, with at least the Developer role. Requires Premium or
     * Ultimate.
     */
    groupId: Type.Optional(Type.Integer({ minimum: 1 })),
    ...nameProperties,
    /** Id of a deploy key, which must have write access to the project. */
    deployKeyId: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
)

/** Who can create the tag: exactly one of `accessLevel`, `userId`, `user`, `groupId`, `group` and `deployKeyId`. */
export type CreateAccessLevel = OfOneSubject<ValueOf<typeof entry>>

/** An entry in canonical form. */
type CanonicalEntry = StoredEntry<CreateAccessLevel> & { accessLevel?: Roles[keyof Roles] }

const entries = accessEntries({ subjects: ['accessLevel', 'userId', 'groupId', 'deployKeyId'], roles })

const maintainers: CanonicalEntry[] = [{ accessLevel: 40 }]

export const createAccessLevels = {
  default: maintainers,
  // The service would let Maintainers create the tag if there were no entries.
  field: { ...entries.field<CreateAccessLevel, CanonicalEntry>(entry, 1), wire: 'create_access_levels' },
  ids: entries.ids('create_access_levels', ['allowedToCreate']),
  toCreate: entries.toCreate,
}
