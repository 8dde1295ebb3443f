import type { GroupAccessToken as Live, GroupAccessTokenCreate } from '../../sdk'
import { type AdoptableDuplicate, type AdoptableSecret, resource } from '../core/pulumi/resource'
import { boolean, computed, isNumber, isText, number, orNull } from '../core/schema/computed'
import { define } from '../core/schema/define'
import { type ArgsOf, derived, optional } from '../core/schema/field'
import { reference, role, text, words } from '../core/schema/fields'
import { InvalidResponse } from '../core/schema/invalid-response'
import { memberLevels } from '../core/schema/kind'
import { date, dateOrNever, NEVER } from '../core/schema/time-fields'
import { hintForUnknownRole } from '../core/schema/unknown-role'
import { createEndless, dateOf, mistakeInLifetime } from './group-access-token-expiry'
import { overlapEnd, rotated, rotation, rotationOf } from './group-access-token-rotation'

const scopes = [
  'api',
  'read_api',
  'create_runner',
  'manage_runner',
  'k8s_proxy',
  'self_rotate',
  'ai_features',
  'mcp',
  'granular',
  'read_repository',
  'write_repository',
  'read_registry',
  'write_registry',
  'read_virtual_registry',
  'write_virtual_registry',
  'read_observability',
  'write_observability',
] as const

/**
 * A scope of a {@link GroupAccessToken}. The provider also accepts scopes that only a newer service has, and other
 * values are checked when the program runs: `config.requireObject<trueup.GroupAccessTokenScope[]>("scopes")`, or
 * `"new_scope" as trueup.GroupAccessTokenScope`.
 */
export type GroupAccessTokenScope = (typeof scopes)[number]

export const groupAccessToken = define<Live & { token?: string }, GroupAccessTokenCreate>()({
  kind: 'group-access-token',
  plural: 'group access tokens',
  exported: true,
  facts: ({ scopes, accessLevel, expiresAt }) => ({ scopes, accessLevel, expiresAt }),
  exportName: ({ name }) => name,
  otherTools: {
    terraform: { types: ['gitlab_group_access_token'] },
    pulumiGitlab: {
      values: ({ token, rotationConfiguration }) => ({ token, rotation: rotationOf(rotationConfiguration) }),
    },
  },
  page: () => '-/settings/access_tokens',
  access: { read: 'owner', write: 'owner' },
  identity: {
    parent: 'group',
    key: 'tokenId',
    title: 'name',
    naturalKey: ['name'],
    allowsDuplicates: true,
  },
  input: {
    /** The group: its numeric id or its full path, such as `"acme/platform"`. Changing it replaces the token. */
    group: reference('group'),
    /** Name of the token and its bot user, at most 255 characters. Changing it replaces the token. */
    name: text({ maxLength: 255, problem: (name) => (name.trim() === '' ? 'must not be empty' : undefined) }),
    /** Scopes of the token, such as `["read_api", "read_repository"]`. Changing them replaces the token. */
    scopes: words(scopes),
    /**
     * Role of the bot user in the group: 10, 15, 20, 25, 30, 40, 50, or `"guest"`, `"planner"`, `"reporter"`,
     * `"security_manager"`, `"developer"`, `"maintainer"`, `"owner"`. Only newer services have `"security_manager"`.
     * Changing it replaces the token. Default: 40.
     */
    accessLevel: optional(role(memberLevels), 40),
    /** Description, at most 255 characters. Changing it replaces the token. Default: null (none). */
    // Without it, a token works as well, and another one would have another secret.
    description: optional(text({ emptyIsUnset: true, maxLength: 255, isIgnorable: true }), null),
    /**
     * Expiry date, such as `"2027-01-31"`. The token expires at the start of this day in UTC. Most services allow 365
     * days. `"never"` if the service allows tokens without an expiry date. Changing it to a date rotates the token: the old
     * secret stops working immediately, and `token` changes. Changing it to `"never"` replaces the token. Required without
     * a `rotation`, which sets it.
     */
    expiresAt: optional(dateOrNever(), null),
    /**
     * Rotates the token regularly: the first update within `rotateDaysBefore` of its expiry renews it for
     * `lifetimeDays`. Without `overlapDays`, the old secret stops working immediately. With `overlapDays`, the new
     * token has another bot user, and the old token works until the first update after the overlap revokes it. Default:
     * null (no rotation).
     */
    rotation: optional(rotation, null),
    /**
     * The first day on which an update revokes the previous token, if a `rotation` has or had an overlap. Null if there
     * is no previous token.
     */
    overlapEndsOn: derived(optional(date(), null)),
  },
  output: {
    /** Id of the token on the service. Changes when the token is rotated. */
    tokenId: number('id', { changedBy: 'any' }),
    /** Id of the bot user. */
    userId: number(undefined, { changedBy: 'any' }),
    /** The secret. Encrypted in the state. */
    token: computed<string>(isText, { secret: true, once: true, changedBy: 'any' }),
    /** Expiry date on the service. Null if the token does not expire. */
    tokenExpiresAt: computed<string>(orNull(isText), { wire: 'expires_at', changedBy: 'any' }),
    /** Whether the token can be used. */
    active: boolean({ changedBy: 'any' }),
    /** Id of the previous token while it works. Null otherwise. */
    previousTokenId: computed<number | null>(orNull(isNumber), { once: true, changedBy: 'any', read: () => undefined }),
    /** Whether the token was revoked or rotated outside of Pulumi. The next update rotates it. */
    revoked: boolean({ changedBy: 'any' }),
  },
  replaceOn: ['group', 'name', 'scopes', 'accessLevel', 'description'],
  likelyMistakes: ({ expiresAt, rotation }) => mistakeInLifetime(expiresAt, rotation),
  check: ({ rotation }, written) =>
    written.has('expiresAt') === written.has('rotation')
      ? [
          {
            property: 'expiresAt',
            reason: `exactly one of expiresAt and rotation is required${rotation ? ': rotation sets expiresAt' : ''}`,
          },
        ]
      : [],
  rotation: {
    // Rotating creates another token of the same bot user.
    keyChanges: true,
    schedule: ({ rotation, expiresAt }, olds, now) =>
      rotation ? rotated(rotation, olds, now) : { expiresAt, overlapEndsOn: overlapEnd(olds.overlapEndsOn, now) },
    overlap: {
      predecessor: 'previousTokenId',
      begins: ({ rotation, overlapEndsOn }, changed, { revoked }) =>
        rotation != null && overlapEndsOn !== null && changed.has('expiresAt') && revoked !== true,
      isOver: ({ overlapEndsOn }) => overlapEndsOn === null,
    },
    // Concurrent rotations create several active tokens. Uses the newest.
    successor: ({ userId }, tokens) => {
      const [newest] = tokens
        .filter((token) => token.user_id === userId && token.active === true)
        .sort((a, b) => b.id - a.id)
      return newest && { live: newest, outputs: { tokenId: newest.id, active: false, revoked: true } }
    },
    // Each token that a rotation makes has an expiry date.
    replaceOn: ({ expiresAt }) => (expiresAt === NEVER ? ['expiresAt'] : []),
    updateDue: ({ revoked }) => revoked === true,
    secretLost: { active: false, revoked: true },
    regenerateSecret: (api, at, { expiresAt }) =>
      api.groupAccessTokens.rotate(at.group, at.tokenId, { expires_at: dateOf(expiresAt) }),
  },
  existence: {
    // With a rotation, an expired token is created again. The state of an imported token has no rotation.
    isExpired: ({ expiresAt, rotation }, now) =>
      expiresAt !== null && expiresAt !== NEVER && !rotation && new Date(expiresAt) <= now,
    isEnded: ({ revoked }) => {
      // If this is true, the token is rotated, so it must be valid.
      if (typeof (revoked ?? false) !== 'boolean') throw new InvalidResponse()
      return revoked
    },
    isInactive: ({ active }) => active === false,
    duplicates: (live, tokens) =>
      tokens.filter((token) => token.user_id === live.user_id && token.active === true && token.id !== live.id),
  },
  hints: {
    byArgument: { description: 'this service has no descriptions of tokens' },
    byError: (error, values) =>
      /Expiration date must be before/.test(error.serverMessage)
        ? 'The service limits the lifetime of tokens: declare an earlier expiresAt, or fewer lifetimeDays.'
        : hintForUnknownRole(error, values),
    byStatus: {
      400: 'Creating group access tokens requires a human Owner of the group, a role that is not higher than the role of that user, and a lifetime that the service allows.',
      401: 'Managing group access tokens requires the Owner role in the group.',
    },
  },
  api: {
    sendWith: (operation) => (operation === 'create' ? ['accessLevel'] : ['expiresAt']),
    // A token that was rotated elsewhere is found by its bot user.
    fetchFirst: true,
    list: (api, at) => api.groupAccessTokens.list(at.group),
    read: (api, at) => api.groupAccessTokens.get(at.group, at.tokenId),
    // `check` requires expiresAt, or the rotation has set it.
    create: (api, at, body, { expiresAt }) =>
      expiresAt === NEVER
        ? createEndless(api, at.group, body)
        : api.groupAccessTokens.create(at.group, { ...body, expires_at: dateOf(expiresAt) }),
    update: (api, at, _, { inputs }) =>
      api.groupAccessTokens.rotate(at.group, at.tokenId, { expires_at: dateOf(inputs.expiresAt) }),
    delete: (api, at) => api.groupAccessTokens.delete(at.group, at.tokenId),
  },
})

type Arguments = ArgsOf<typeof groupAccessToken.input>

/** Arguments of a {@link GroupAccessToken}, with either an expiry date or a rotation. */
export type GroupAccessTokenArgs = Omit<Arguments, 'expiresAt' | 'rotation'> &
  AdoptableDuplicate &
  AdoptableSecret &
  (EitherOr<Arguments, 'expiresAt', 'rotation'> | EitherOr<Arguments, 'rotation', 'expiresAt'>)

/** Requires one argument and forbids the other. */
type EitherOr<T, Key extends keyof T, Other extends keyof T> = {
  [K in keyof Pick<T, Key>]-?: Exclude<T[K], undefined>
} & { [K in Other]?: null | undefined }

/**
 * An access token of a group. The service creates a bot user for it.
 *
 * ```ts
 * const deploy = new trueup.GroupAccessToken("deploy", {
 *   group: "acme", name: "deploy", scopes: ["read_registry"], accessLevel: "reporter", expiresAt: "2027-01-31",
 * })
 * export const token = deploy.token // a secret
 * ```
 */
export class GroupAccessToken extends resource<GroupAccessTokenArgs>()(groupAccessToken) {}
