import type { AccessToken, AccessTokenCreate, AccessTokens, ApiError, Client } from '../../sdk'
import type { AdoptableDuplicate, AdoptableSecret } from '../core/pulumi/resource'
import { boolean, computed, isNumber, isText, number, orNull } from '../core/schema/computed'
import { type ArgsOf, derived, optional, type PlainOf } from '../core/schema/field'
import { role, text, words } from '../core/schema/fields'
import { InvalidResponse } from '../core/schema/invalid-response'
import type { Json } from '../core/schema/json'
import { memberLevels } from '../core/schema/kind'
import type { OtherTools } from '../core/schema/other-tools'
import { date, dateOrNever, NEVER } from '../core/schema/time-fields'
import { hintForUnknownRole } from '../core/schema/unknown-role'
import { createEndless, dateOf, mistakeInLifetime } from './access-token-expiry'
import { refusalsOfUser } from './access-token-refusals'
import { overlapEnd, rotated, rotation, rotationOf } from './access-token-rotation'

/** What contains access tokens. */
type Parent = 'project' | 'group'

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

/** A scope of an access token of a project or group. */
export type AccessTokenScope = (typeof scopes)[number]

const input = {
  /** Name of the token and its bot user, at most 255 characters. Changing it replaces the token. */
  name: text({ maxLength: 255, problem: (name) => (name.trim() === '' ? 'must not be empty' : undefined) }),
  /** Scopes of the token, such as `["read_api", "read_repository"]`. Changing them replaces the token. */
  scopes: words(scopes),
  /**
   * Role of the bot user: 10, 15, 20, 25, 30, 40, 50, or `"guest"`, `"planner"`, `"reporter"`, `"security_manager"`,
   * `"developer"`, `"maintainer"`, `"owner"`. Only newer services have `"security_manager"`. Changing it replaces the
   * token. Default: 40.
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
}

const output = {
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
}

type Inputs = PlainOf<typeof input>

/** Identifies a collection: one of both ids. */
type In = { readonly [P in Parent]?: number }
type At = In & { readonly tokenId: number }

/** A token as it is read, or just created, with its secret. */
export type Live = AccessToken & { token?: string }

const otherTools = (type: string): OtherTools => ({
  terraform: { types: [type] },
  pulumiGitlab: {
    values: ({ token, rotationConfiguration }) => ({ token, rotation: rotationOf(rotationConfiguration) }),
  },
})

const check = ({ rotation }: Partial<Inputs>, written: ReadonlySet<string>) =>
  written.has('expiresAt') === written.has('rotation')
    ? [
        {
          property: 'expiresAt' as const,
          reason: `exactly one of expiresAt and rotation is required${rotation ? ': rotation sets expiresAt' : ''}`,
        },
      ]
    : []

const rotationStrategy = (parent: Parent, of: (api: Client) => AccessTokens) => ({
  // Rotating creates another token of the same bot user.
  keyChanges: true,
  schedule: ({ rotation, expiresAt }: Inputs, olds: Partial<Inputs>, now: Date): Partial<Inputs> =>
    rotation ? rotated(rotation, olds, now) : { expiresAt, overlapEndsOn: overlapEnd(olds.overlapEndsOn, now) },
  overlap: {
    predecessor: 'previousTokenId',
    begins: ({ rotation, overlapEndsOn }: Inputs, changed: ReadonlySet<string>, { revoked }: Json) =>
      rotation != null && overlapEndsOn !== null && changed.has('expiresAt') && revoked !== true,
    isOver: ({ overlapEndsOn }: Inputs) => overlapEndsOn === null,
  },
  // Concurrent rotations create several active tokens. Uses the newest.
  successor: ({ userId }: Json, tokens: Live[]) => {
    const [newest] = tokens
      .filter((token) => token.user_id === userId && token.active === true)
      .sort((a, b) => b.id - a.id)
    return newest && { live: newest, outputs: { tokenId: newest.id, active: false, revoked: true } }
  },
  // Each token that a rotation makes has an expiry date.
  replaceOn: ({ expiresAt }: Inputs): 'expiresAt'[] => (expiresAt === NEVER ? ['expiresAt'] : []),
  updateDue: ({ revoked }: Json) => revoked === true,
  secretLost: { active: false, revoked: true },
  regenerateSecret: (api: Client, at: At, { expiresAt }: Inputs) =>
    of(api).rotate(Number(at[parent]), at.tokenId, { expires_at: dateOf(expiresAt) }),
})

const existence = {
  // With a rotation, an expired token is created again. The state of an imported token has no rotation.
  isExpired: ({ expiresAt, rotation }: Inputs, now: Date) =>
    expiresAt !== null && expiresAt !== NEVER && !rotation && new Date(expiresAt) <= now,
  isEnded: ({ revoked }: Live) => {
    // If this is true, the token is rotated, so it must be valid.
    if (typeof (revoked ?? false) !== 'boolean') throw new InvalidResponse()
    return revoked
  },
  isInactive: ({ active }: Live) => active === false,
  duplicates: (live: Live, tokens: Live[]) =>
    tokens.filter((token) => token.user_id === live.user_id && token.active === true && token.id !== live.id),
}

const requests = (parent: Parent, of: (api: Client) => AccessTokens) => {
  const id = (at: In) => Number(at[parent])
  return {
    sendWith: (operation: 'create' | 'update'): (keyof Inputs)[] =>
      operation === 'create' ? ['accessLevel'] : ['expiresAt'],
    // A token that was rotated elsewhere is found by its bot user.
    fetchFirst: true,
    refusalsOfInputs: refusalsOfUser,
    list: (api: Client, at: In) => of(api).list(id(at)),
    read: (api: Client, at: At): Promise<Live> => of(api).get(id(at), at.tokenId),
    // `check` requires expiresAt, or the rotation has set it.
    create: (api: Client, at: In, body: object, { expiresAt }: Inputs): Promise<Live> => {
      const sent = body as Omit<AccessTokenCreate, 'expires_at'>
      return expiresAt === NEVER
        ? createEndless(of(api), id(at), sent)
        : of(api).create(id(at), { ...sent, expires_at: dateOf(expiresAt) })
    },
    update: (api: Client, at: At, _: object, { inputs }: { readonly inputs: Inputs }): Promise<Live> =>
      of(api).rotate(id(at), at.tokenId, { expires_at: dateOf(inputs.expiresAt) }),
    delete: (api: Client, at: At) => of(api).delete(id(at), at.tokenId),
  }
}

/** What the tokens of projects and those of groups have in common. `of` are the requests of the client. */
export const accessToken = <P extends Parent>(parent: P, of: (api: Client) => AccessTokens) => ({
  facts: ({ scopes, accessLevel, expiresAt }: Json) => ({ scopes, accessLevel, expiresAt }),
  exportName: ({ name }: Json) => name,
  otherTools: otherTools(`gitlab_${parent}_access_token`),
  page: () => '-/settings/access_tokens',
  identity: {
    parent,
    key: 'tokenId' as const,
    title: 'name' as const,
    naturalKey: ['name'] as const,
    allowsDuplicates: true,
  },
  input,
  output,
  replaceOn: [parent, 'name', 'scopes', 'accessLevel', 'description'] as const,
  likelyMistakes: ({ expiresAt, rotation }: Partial<Inputs>) => mistakeInLifetime(expiresAt, rotation),
  check,
  rotation: rotationStrategy(parent, of),
  existence,
  hints: {
    byArgument: { description: 'this service has no descriptions of tokens' },
    byError: (error: ApiError, values: Json) =>
      /Expiration date must be before/.test(error.serverMessage)
        ? 'The service limits the lifetime of tokens: declare an earlier expiresAt, or fewer lifetimeDays.'
        : hintForUnknownRole(error, values),
  },
  api: requests(parent, of),
})

/** Arguments of a token, with either an expiry date or a rotation. */
export type WithLifetime<Arguments extends Partial<Lifetime>> = Omit<Arguments, keyof Lifetime> &
  AdoptableDuplicate &
  AdoptableSecret &
  (EitherOr<Arguments, 'expiresAt', 'rotation'> | EitherOr<Arguments, 'rotation', 'expiresAt'>)

type Lifetime = Pick<ArgsOf<typeof input>, 'expiresAt' | 'rotation'>

/** Requires one argument and forbids the other. */
type EitherOr<T, Key extends keyof T, Other extends keyof T> = {
  [K in keyof Pick<T, Key>]-?: Exclude<T[K], undefined>
} & { [K in Other]?: null | undefined }
