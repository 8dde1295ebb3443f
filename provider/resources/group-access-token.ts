import type { AccessTokenCreate } from '../../sdk'
import { resource } from '../core/pulumi/resource'
import { define } from '../core/schema/define'
import type { ArgsOf } from '../core/schema/field'
import { reference } from '../core/schema/fields'
import { accessToken, type AccessTokenScope, type Live, type WithLifetime } from './access-token-definition'

const { input, hints, ...shared } = accessToken('group', (api) => api.groupAccessTokens)

/**
 * A scope of a {@link GroupAccessToken}. The provider also accepts scopes that only a newer service has, and other
 * values are checked when the program runs: `config.requireObject<trueup.GroupAccessTokenScope[]>("scopes")`, or
 * `"new_scope" as trueup.GroupAccessTokenScope`.
 */
export type GroupAccessTokenScope = AccessTokenScope

export const groupAccessToken = define<Live, AccessTokenCreate>()({
  ...shared,
  kind: 'group-access-token',
  plural: 'group access tokens',
  exported: true,
  access: { read: 'owner', write: 'owner' },
  input: {
    /** The group: its numeric id or its full path, such as `"acme/platform"`. Changing it replaces the token. */
    group: reference('group'),
    ...input,
  },
  hints: {
    ...hints,
    byStatus: {
      400: 'Creating group access tokens requires a human Owner of the group, a role that is not higher than the role of that user, and a lifetime that the service allows.',
      401: 'Managing group access tokens requires the Owner role in the group.',
    },
  },
})

/** Arguments of a {@link GroupAccessToken}, with either an expiry date or a rotation. */
export type GroupAccessTokenArgs = WithLifetime<ArgsOf<typeof groupAccessToken.input>>

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
