import type { AccessTokenCreate } from '../../sdk'
import { resource } from '../core/pulumi/resource'
import { define } from '../core/schema/define'
import type { ArgsOf } from '../core/schema/field'
import { reference } from '../core/schema/fields'
import { accessToken, type AccessTokenScope, type Live, type WithLifetime } from './access-token-definition'

const { input, hints, ...shared } = accessToken('project', (api) => api.projectAccessTokens)

/**
 * A scope of a {@link ProjectAccessToken}. The provider also accepts scopes that only a newer service has, and other
 * values are checked when the program runs: `config.requireObject<trueup.ProjectAccessTokenScope[]>("scopes")`, or
 * `"new_scope" as trueup.ProjectAccessTokenScope`.
 */
export type ProjectAccessTokenScope = AccessTokenScope

export const projectAccessToken = define<Live, AccessTokenCreate>()({
  ...shared,
  kind: 'project-access-token',
  plural: 'project access tokens',
  exported: true,
  access: {
    read: 'maintainer',
    write: 'maintainer',
    condition: 'Owner for tokens with the role Planner, Security Manager or Owner',
  },
  input: {
    /** The project: its numeric id or its full path, such as `"acme/web"`. Changing it replaces the token. */
    project: reference('project'),
    ...input,
  },
  hints: {
    ...hints,
    byError: (error, values) =>
      /permissions not held by the (?:creating )?user/.test(error.serverMessage)
        ? 'Only an Owner of the project can create tokens with the role Planner, Security Manager or Owner, and rotate those with the role Owner.'
        : hints.byError(error, values),
    byStatus: {
      400: 'Creating project access tokens requires a human user with the Maintainer role in the project, a role that is not higher than the role of that user, and a lifetime that the service allows. The top-level group can forbid new tokens.',
      401: 'Managing project access tokens requires the Maintainer role in the project.',
    },
  },
})

/** Arguments of a {@link ProjectAccessToken}, with either an expiry date or a rotation. */
export type ProjectAccessTokenArgs = WithLifetime<ArgsOf<typeof projectAccessToken.input>>

/**
 * An access token of a project. The service creates a bot user for it.
 *
 * ```ts
 * const deploy = new trueup.ProjectAccessToken("deploy", {
 *   project: "acme/web", name: "deploy", scopes: ["read_registry"], accessLevel: "reporter", expiresAt: "2027-01-31",
 * })
 * export const token = deploy.token // a secret
 * ```
 */
export class ProjectAccessToken extends resource<ProjectAccessTokenArgs>()(projectAccessToken) {}
