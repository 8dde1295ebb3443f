import type { ApiError, Client, List, Member, MemberCreate, MemberDeletion, Members, QueuedChange } from '../../sdk'
import type { Caller, CurrentUser } from '../core/schema/caller'
import { computed, isNumber } from '../core/schema/computed'
import type { Change, Collection } from '../core/schema/define'
import { type Fields, optional, type PlainOf } from '../core/schema/field'
import { flag, integer, user } from '../core/schema/fields'
import type { Json } from '../core/schema/json'
import type { PreviewContext } from '../core/schema/preview-context'
import { type Refusal, refusal } from '../core/schema/refusal'
import { lastDay } from '../core/schema/time-fields'
import { hintForUnknownRole } from '../core/schema/unknown-role'
import { isRoleTooLow } from '../core/service/causes'
import { now } from '../core/service/clock'
import { Kept } from '../core/service/resource-error'
import { isOwnDemotion, refusalOfLowRole } from './project-member-roles'

/** What contains members. */
type Parent = 'project' | 'group'

/** A member, with the ids under the names in requests. */
export type Live = Partial<Omit<Member, 'id'>> & { user_id: number; member_role_id: number | null }

const liveOf = (member: Member): Live => {
  const { id, ...values } = { ...member }
  return { ...values, user_id: id, member_role_id: member?.member_role?.id ?? null }
}

const OWNER = 50

const who = {
  /**
   * The user: the username, such as `"alice"`, or the numeric id. In a set, the default is the key of the item. Changing it
   * removes the user and adds the other one.
   */
  user: user(),
}

const more = {
  /**
   * The day on which the service removes the member, such as `"2027-01-31"`. The state keeps a member who expired, and a
   * later date adds the user again. Default: null (no end).
   */
  expiresAt: optional(lastDay(), null),
  /**
   * Id of a custom role whose base role is `accessLevel`. Requires Ultimate. Default: null (none).
   */
  memberRoleId: optional(integer({ minimum: 1 }), null),
  /**
   * Whether the user is also removed from issues and merge requests, as assignee and reviewer, when the member is removed.
   * Default: false.
   */
  unassignIssuables: optional(flag({ local: true }), false),
}

type Inputs = PlainOf<typeof who & typeof more> & { accessLevel: number }

const ownDemotion =
  'The access token belongs to this user, who would get a lower role and could lose access. No request was sent. ' +
  'Change the role with the token of another user.'

const output = {
  /** Id of the user. */
  userId: computed<number>(isNumber, { shows: 'user' }),
}

/** Identifies a collection: one of both ids. */
type In = { readonly [P in Parent]?: number }
type At = In & { readonly userId: number }

/** The bot users of access tokens, which the service creates and removes together with their tokens. */
const isBot = ({ username }: Live): boolean => /^(?:project|group)_\d+_bot(?:_[0-9a-f]+|\d*)$/.test(username ?? '')

const isOwner = (live: Live): boolean => Number(live.access_level) >= OWNER && !isBot(live)

/** Whether a user is the only Owner among direct members. */
function isLastOwner(members: Live[], id: number): boolean {
  const [first, ...others] = members.filter(isOwner)
  return first?.user_id === id && others.length === 0
}

const today = (): string => now().toISOString().slice(0, 10)

const existence = (parent: Parent) => ({
  // LDAP resets each change, unless an Owner has allowed this one.
  isOwned: (live: Live) => !isBot(live) && live.override !== false,
  notOwned: {
    reason: 'is synchronized by LDAP, which decides about the role.',
    remedy: 'Remove it from the program.',
  },
  others: {
    subject: 'who are bot users of access tokens, or whom LDAP synchronizes',
    reason: 'programs cannot manage them',
  },
  // The service removes members in the first hours of the day, unless they were changed on it.
  isExpired: ({ expiresAt }: { readonly expiresAt: string | null }, now: Date) =>
    typeof expiresAt === 'string' && expiresAt <= now.toISOString().slice(0, 10),
  isEnded: ({ expires_at }: Live) => typeof expires_at === 'string' && expires_at < today(),
  isKept: (live: Live, members: Live[], { id }: CurrentUser) =>
    live.user_id === id ||
    typeof live.override === 'boolean' ||
    live.group_saml_identity != null ||
    (parent === 'group' && isLastOwner(members, live.user_id)),
})

/** @throws Error if an administrator must approve the change first. */
function made(response: Member | QueuedChange): Live {
  if (typeof response === 'object' && response !== null && 'message' in response && !('id' in response)) {
    throw new Error(
      'The service did not make the change, because an administrator must approve it first (promotion management). ' +
        'After the approval, run "pulumi up --refresh". A new member then exists: adopt it with onConflict: "adopt".',
    )
  }
  return liveOf(response as Member)
}

const requests = (parent: Parent, of: (api: Client) => Members) => {
  const id = (at: In) => Number(at[parent])
  return {
    // The service requires the role in each update, and keeps a custom role that is not sent.
    sendWith: (operation: 'create' | 'update'): (keyof Inputs)[] =>
      operation === 'create' ? [] : ['accessLevel', 'memberRoleId'],
    list: (api: Client, at: In): Collection<Live> => converted(of(api).list(id(at))),
    refusalsOfInputs: async (
      api: Client,
      at: In,
      inputs: Inputs,
      changed: ReadonlySet<string>,
      context: PreviewContext,
    ): Promise<Refusal[]> => {
      if (!changed.has('accessLevel') && !changed.has('user')) return []
      const declared = { userId: Number((inputs as Json).userId), accessLevel: Number(inputs.accessLevel) }
      if (await isOwnDemotion(of(api), id(at), declared, context)) {
        return [
          refusal(
            'accessLevel would be lower than the present one of the user who owns the access token: use the token of another user',
          ),
        ]
      }
      const tooLow = await refusalOfLowRole(api, declared, context)
      return tooLow ? [tooLow] : []
    },
    read: async (api: Client, at: At) => liveOf(await of(api).get(id(at), at.userId)),
    create: async (api: Client, at: In, body: object) => made(await of(api).create(id(at), body as MemberCreate)),
    update: async (
      api: Client,
      at: At,
      body: object,
      { inputs, changed }: Change<Fields, Live>,
      caller: Caller,
    ): Promise<Live> => {
      const declared = { userId: at.userId, accessLevel: Number(inputs.accessLevel) }
      if (changed.has('accessLevel') && (await isOwnDemotion(of(api), id(at), declared, caller))) {
        throw new Error(ownDemotion)
      }
      return made(await of(api).update(id(at), at.userId, body as MemberCreate))
    },
    remove: async (
      api: Client,
      at: At,
      { unassignIssuables }: Json,
      caller: Caller,
      more: MemberDeletion = {},
    ): Promise<unknown> => {
      if ((await caller.currentUser()).id === at.userId) {
        throw new Kept(
          'the access token belongs to this user, who would lose access. Remove the member with another token.',
        )
      }
      try {
        const params = { ...more, ...(unassignIssuables === true && { unassign_issuables: true }) }
        return await of(api).delete(id(at), at.userId, params)
      } catch (error) {
        if (parent === 'project' || !isRoleTooLow(error)) throw error
        const members = await converted(of(api).list(id(at))).all()
        if (!isLastOwner(members, at.userId)) throw error
        throw new Kept('a group must have an Owner, and this is the last one.')
      }
    },
  }
}

const converted = (list: List<Member>): Collection<Live> => ({
  all: async () => (await list.all()).map(liveOf),
  page: async (number) => {
    const { items, ...page } = await list.page(number)
    return { ...page, items: items.map(liveOf) }
  },
})

/**
 * What the members of projects and those of groups have in common. `of` are the requests of the client. The fields `who`
 * precede the role, and `more` follow it.
 */
export const member = <P extends Parent>(parent: P, of: (api: Client) => Members) => ({
  identity: { parent, key: 'userId' as const, naturalKey: ['user'] as const },
  who,
  more,
  output,
  replaceOn: [parent, 'user'] as const,
  existence: existence(parent),
  requiredRole: {
    isGiven: ({ accessLevel }: { accessLevel: unknown }) => Number(accessLevel) >= OWNER,
    ...(parent === 'group' && {
      holders: (members: Live[]) => members.filter(isOwner).map(({ user_id }) => user_id),
    }),
  },
  requests: requests(parent, of),
  hints: {
    byArgument: {
      memberRoleId: 'custom roles require Ultimate',
    },
    byError: (error: ApiError, values: Json) => {
      const { status, serverMessage } = error
      if (status === 409) {
        return (
          'The user is a direct member who cannot be adopted: a bot user of an access token, a user whom LDAP synchronizes, ' +
          'or one whose membership ended and is being removed.'
        )
      }
      if (/inherited membership from group/.test(serverMessage)) {
        return 'The user has a higher role in a group above: declare at least this role, or remove the member from the program.'
      }
      if (/base access level does not match|association with a custom role/.test(serverMessage)) {
        return "accessLevel must be the base role of the custom role: change both, or declare the role's own one."
      }
      return hintForUnknownRole(error, values)
    },
  },
})
