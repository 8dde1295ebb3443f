import type { TriggerToken as Live, TriggerTokenCreate } from '../../sdk'
import { type AdoptableDuplicate, type AdoptableSecret, resource, resourceSet } from '../core/pulumi/resource'
import { computed, isText, number, orNull } from '../core/schema/computed'
import { define } from '../core/schema/define'
import { type ArgsOf, optional } from '../core/schema/field'
import { reference, text } from '../core/schema/fields'
import type { Exclusive, SetArgs, SetItem } from '../core/schema/set'
import { dateTime } from '../core/schema/time-fields'

export const triggerToken = define<Live, TriggerTokenCreate>()({
  kind: 'trigger-token',
  plural: 'trigger tokens',
  sets: true,
  exported: true,
  facts: ({ ownerUsername, expiresAt }) => ({ ownerUsername, expiresAt }),
  exportName: ({ description }) => description,
  otherTools: {
    terraform: { types: ['gitlab_pipeline_trigger'], id: 'pipeline_trigger_id' },
    pulumiGitlab: {
      key: 'pipelineTriggerId',
      // Other users than the owner get the first four characters.
      values: ({ token }) => ({ token: typeof token === 'string' && token.length > 4 ? token : undefined }),
    },
  },
  page: () => '-/settings/ci_cd#js-pipeline-triggers',
  access: {
    read: 'maintainer',
    write: 'maintainer',
    unarchived: 'read or changed',
    features: ['builds', 'repository'],
  },
  identity: {
    parent: 'project',
    key: 'triggerId',
    title: 'description',
    naturalKey: ['description'],
    allowsDuplicates: true,
  },
  input: {
    /** The project: its numeric id or its full path, such as `"acme/web"`. Changing it replaces the token. */
    project: reference('project'),
    /** Description of the token. */
    description: text({ problem: (description) => (description === '' ? 'must not be empty' : undefined) }),
    /**
     * Expiry, in ISO 8601, such as `"2027-01-31T12:00:00Z"`, at most 365 days ahead. Changing it replaces the token.
     * Default: null (never).
     */
    expiresAt: optional(dateTime({ maxDays: 365 }), null),
  },
  output: {
    /** Id on the service. */
    triggerId: number('id'),
    /**
     * The secret, which starts pipelines. The service returns it only to the owner and to administrators. Encrypted in
     * the state.
     */
    token: computed<string>(isText, {
      secret: true,
      once: true,
      // Other users than the owner get the first four characters.
      read: ({ token }) => (typeof token === 'string' && token.length > 4 ? token : undefined),
    }),
    /** Owner of the token. Pipelines run with the permissions of this user. */
    ownerUsername: computed<string | null>(orNull(isText), {
      read: ({ owner }) => (owner as Live['owner'])?.username ?? null,
    }),
  },
  replaceOn: ['project', 'expiresAt'],
  existence: {
    isExpired: ({ expiresAt }, now) => expiresAt !== null && new Date(expiresAt) <= now,
    isForeign: ({ owner }, username) => owner?.username !== username,
  },
  hints: {
    byStatus: {
      403: 'Managing trigger tokens requires the Maintainer role. Only its owner or an administrator can change a token.',
    },
  },
  api: {
    list: (api, at) => api.triggerTokens.list(at.project),
    read: (api, at) => api.triggerTokens.get(at.project, at.triggerId),
    create: (api, at, body) => api.triggerTokens.create(at.project, body),
    update: (api, at, { description }) => api.triggerTokens.update(at.project, at.triggerId, { description }),
    delete: (api, at) => api.triggerTokens.delete(at.project, at.triggerId),
  },
})

/** Arguments of a {@link TriggerToken}. */
export interface TriggerTokenArgs extends ArgsOf<typeof triggerToken.input>, AdoptableDuplicate, AdoptableSecret {}

/**
 * A token that starts pipelines of a project.
 *
 * ```ts
 * const nightly = new trueup.TriggerToken("nightly", { project: "acme/web", description: "nightly build" })
 * export const token = nightly.token // a secret
 * ```
 */
export class TriggerToken extends resource<TriggerTokenArgs>()(triggerToken) {}

/** Arguments of a {@link TriggerTokenSet}. */
export interface TriggerTokenSetArgs
  extends Pick<TriggerTokenArgs, 'project' | 'onConflict'>, SetArgs<SetItem<TriggerTokenArgs, 'project'>, Exclusive> {}

/** Trigger tokens of one project as a single resource, which is many times faster than one resource for each. */
export class TriggerTokenSet extends resourceSet<TriggerTokenSetArgs>()(triggerToken) {}
