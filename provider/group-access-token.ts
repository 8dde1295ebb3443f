import type { GroupAccessToken as Live, GroupAccessTokenCreate } from '../sdk'
import { boolean, computed, define, number, string } from './core/define'
import { type ArgsOf, optional } from './core/field'
import { reference, role, text, words } from './core/fields'
import { type AdoptableById, resource } from './core/resource'
import { date } from './core/time-fields'

const scopes = [
  ...[
    'api',
    'read_api',
    'create_runner',
    'manage_runner',
    'k8s_proxy',
    'self_rotate',
    'ai_features',
    'mcp',
    'granular',
  ],
  ...['repository', 'registry', 'virtual_registry', 'observability'].flatMap((noun) => [
    `read_${noun}`,
    `write_${noun}`,
  ]),
]

export const groupAccessToken = define<Live & { token?: string }, GroupAccessTokenCreate>()({
  kind: 'group-access-token',
  parent: 'group',
  key: 'tokenId',
  // Rotating makes another token of the same bot user.
  rekeyed: true,
  title: 'name',
  input: {
    /**
     * The group: its numeric id or its full path, such as `"acme/platform"`. Another group makes another token;
     * another spelling of the same group changes nothing.
     */
    group: reference('group'),
    /** Name of the token and of its bot user, at most 255 characters. Another name makes another token. */
    name: text({
      problem: (name) =>
        name === '' ? 'must not be empty' : name.length > 255 ? 'must have at most 255 characters' : undefined,
    }),
    /** What the token may be used for, such as `["read_api", "read_repository"]`. Others make another token. */
    scopes: words(scopes),
    /**
     * Role of the bot user in the group: 10, 15, 20, 30, 40, 50, or `"guest"`, `"planner"`, `"reporter"`,
     * `"developer"`, `"maintainer"`, `"owner"`. Another role makes another token. Default 40.
     */
    accessLevel: optional(role({ guest: 10, planner: 15, reporter: 20, developer: 30, maintainer: 40, owner: 50 }), 40),
    /** What the token is for, at most 255 characters. Another text makes another token. Default null: none. */
    description: optional(
      text({
        emptyIsUnset: true,
        problem: (description) => (description.length > 255 ? 'must have at most 255 characters' : undefined),
      }),
      null,
    ),
    /**
     * The day on whose beginning (UTC) the token ends, such as `"2027-01-31"`. Most services allow 365 days. Another
     * day rotates the token: the old secret ends at once, and `token` is a new one.
     */
    expiresAt: date({ maxDays: 400 }),
  },
  output: {
    /** Id of the token on the service; rotating changes it. */
    tokenId: number('id'),
    /** Id of the bot user. */
    userId: number(),
    /** The token itself. Stored encrypted. */
    token: computed<string>({ secret: true, once: true }),
    /** The day on which it ends, as the service has it. */
    tokenExpiresAt: string('expires_at'),
    /** Whether it can be used. */
    active: boolean(),
    /** Whether someone has revoked or rotated it behind Pulumi's back; the next update rotates it. */
    revoked: boolean(),
  },
  replaceOn: ['group', 'name', 'scopes', 'accessLevel', 'description'],
  sendWith: (operation) => (operation === 'create' ? ['accessLevel'] : ['expiresAt']),
  // What was rotated elsewhere is found again by its bot user.
  fetchFirst: true,
  expired: ({ expiresAt }, now) => new Date(expiresAt) <= now,
  ended: ({ revoked }) => revoked,
  heir: ({ userId }, tokens) => {
    const [only, ...others] = tokens.filter((token) => token.user_id === userId && token.active)
    return only && others.length === 0
      ? { live: only, outputs: { tokenId: only.id, active: false, revoked: true } }
      : undefined
  },
  stale: ({ revoked }) => revoked === true,
  causes: {
    400: 'Group access tokens are made by Owners of the group who are people, with a role no higher than their own, and within the lifetime that the service allows.',
    401: 'Group access tokens are managed by Owners of the group.',
  },
  list: (api, at) => api.groupAccessTokens.list(at.group),
  read: (api, at) => api.groupAccessTokens.get(at.group, at.tokenId),
  create: (api, at, body) => api.groupAccessTokens.create(at.group, body),
  update: (api, at, { expires_at }) => api.groupAccessTokens.rotate(at.group, at.tokenId, { expires_at }),
  delete: (api, at) => api.groupAccessTokens.delete(at.group, at.tokenId),
  concealed: { active: false, revoked: true },
  reveal: (api, at, { expiresAt }) => api.groupAccessTokens.rotate(at.group, at.tokenId, { expires_at: expiresAt }),
})

/** Arguments of a {@link GroupAccessToken}. */
export interface GroupAccessTokenArgs extends ArgsOf<typeof groupAccessToken.input>, AdoptableById {}

/**
 * An access token of a group, with a bot user of its own.
 *
 * ```ts
 * const deploy = new trueup.GroupAccessToken("deploy", {
 *   group: "acme", name: "deploy", scopes: ["read_registry"], accessLevel: "reporter", expiresAt: "2027-01-31",
 * })
 * export const token = deploy.token // a secret
 * ```
 */
export const GroupAccessToken = resource<GroupAccessTokenArgs>()(groupAccessToken)
export type GroupAccessToken = InstanceType<typeof GroupAccessToken>
