import type { ProjectHook as Live, ProjectHookCreate } from '../../sdk'
import { type AdoptableDuplicate, resource, resourceSet } from '../core/pulumi/resource'
import { number } from '../core/schema/computed'
import { define } from '../core/schema/define'
import { type ArgsOf, optional } from '../core/schema/field'
import { choice, flag, reference, text } from '../core/schema/fields'
import { isKnown, secretText } from '../core/schema/secret-text'
import type { SetArgs, SetItem } from '../core/schema/set'
import { causeOfHookError, unknownToOlder } from './project-hook-causes'
import { whyHookIsDisabled } from './project-hook-disabled'
import { hookUrl, hostOf, pairs, variablesIn, whyUrlCannotChange } from './project-hook-fields'
import { headersByName } from './project-hook-pulumi-gitlab'
import { signingToken } from './project-hook-signing'
import { updateHook } from './project-hook-update'

const strategies = { wildcard: 'wildcard', regex: 'regex', allBranches: 'all_branches' } as const

/** An event that older services do not know. */
const event = () => optional(flag({ ifMissing: false }), false)

const secrets = ['token', 'signingToken'] as const

export const projectHook = define<Live, ProjectHookCreate>()({
  kind: 'project-hook',
  plural: 'hooks',
  sets: { objects: 'hooks', title: 'Webhooks' },
  exported: true,
  facts: ({ url }) => ({ host: hostOf(url) }),
  exportName: ({ name, url }) => name ?? hostOf(url),
  otherTools: {
    terraform: { types: ['gitlab_project_hook'], id: 'hook_id' },
    pulumiGitlab: { key: 'hookId', values: headersByName },
  },
  page: () => '-/hooks',
  access: { read: 'maintainer', write: 'maintainer' },
  identity: {
    parent: 'project',
    key: 'hookId',
    title: 'name',
    naturalKey: ['url'],
    allowsDuplicates: true,
  },
  input: {
    /** The project: its numeric id or its full path, such as `"acme/web"`. Changing it replaces the hook. */
    project: reference('project'),
    /**
     * The URL that the service calls: `https` or `http`, at most 8192 characters. Always secret, because its credentials, its
     * path and its query can be secrets. `{name}` stands for a variable of `urlVariables`.
     */
    url: hookUrl(),
    /** Name, at most 255 characters, which also names the hook in messages. GitLab 17.1 or later. Default: null (none). */
    name: optional(text({ emptyIsUnset: true, maxLength: 255, ifMissing: null }), null),
    /** Description, at most 2048 characters. GitLab 17.1 or later. Default: null (none). */
    description: optional(text({ emptyIsUnset: true, maxLength: 2048, ifMissing: null }), null),
    /**
     * Sent to the URL in the header `X-Gitlab-Token`: one line of at most 8192 characters. The service never returns it, so that
     * changes of it by others are not noticed. Newer services tell whether there is one, so that a removed or added one is a
     * difference. Default: null (none; on older services, an adopted hook keeps its token).
     */
    token: optional(
      secretText('token_present', {
        maxLength: 8192,
        problem: (token) => (/[\r\n]/.test(token) ? 'must have one line' : undefined),
      }),
      null,
    ),
    /**
     * Signs the calls: `whsec_` and the Base64 encoding of 32 bytes. The service never returns it, but tells whether there is
     * one. Newer services only. Default: null (none).
     */
    signingToken: optional(signingToken(), null),
    /**
     * Headers of the calls, at most 20, with values by name. The service never returns the values, so that changes of values
     * by others are not noticed. GitLab 16.11 or later. Default: {} (none).
     */
    customHeaders: optional(pairs(), {}),
    /**
     * Variables in the URL, at most 20, with values by name. The service never returns the values. It cannot change the
     * value of one that the URL contains: replace the hook. Default: {} (none).
     */
    urlVariables: optional(pairs(), {}),
    /** Whether the certificate of the URL is verified. Default: true. */
    enableSslVerification: optional(flag({ fromWire: Boolean }), true),
    /** Whether the hook is called for pushes. Default: true. */
    pushEvents: optional(flag({ fromWire: Boolean }), true),
    /**
     * Branches whose pushes call the hook: one branch, or a pattern with `*`, or with `branchFilterStrategy: "regex"` an RE2
     * expression. Default: null (all).
     */
    pushEventsBranchFilter: optional(text({ emptyIsUnset: true }), null),
    /** What `pushEventsBranchFilter` is: `"wildcard"`, `"regex"`, or `"allBranches"` without one. Default: `"wildcard"`. */
    branchFilterStrategy: optional(
      choice(['wildcard', 'regex', 'allBranches'], {
        toWire: (strategy) => strategies[strategy],
        fromWire: (strategy) => (strategy === 'all_branches' ? 'allBranches' : (strategy as 'wildcard' | 'regex')),
      }),
      'wildcard',
    ),
    /** Whether the hook is called for new and deleted tags. Default: false. */
    tagPushEvents: optional(flag(), false),
    /** Whether the hook is called for issues. Default: false. */
    issuesEvents: optional(flag(), false),
    /** Whether the hook is called for confidential issues. Default: false. */
    confidentialIssuesEvents: optional(flag(), false),
    /** Whether the hook is called for merge requests. Default: false. */
    mergeRequestsEvents: optional(flag(), false),
    /** Whether the hook is called for comments. Default: false. */
    noteEvents: optional(flag(), false),
    /** Whether the hook is called for comments on confidential issues, and internal ones. Default: false. */
    confidentialNoteEvents: optional(flag(), false),
    /** Whether the hook is called for jobs. Default: false. */
    jobEvents: optional(flag(), false),
    /** Whether the hook is called for pipelines. Default: false. */
    pipelineEvents: optional(flag(), false),
    /** Whether the hook is called for wiki pages. Default: false. */
    wikiPageEvents: optional(flag(), false),
    /** Whether the hook is called for deployments. Default: false. */
    deploymentEvents: event(),
    /** Whether the hook is called for feature flags. Default: false. */
    featureFlagEvents: event(),
    /** Whether the hook is called for releases. Default: false. */
    releasesEvents: event(),
    /** Whether the hook is called for milestones. Newer services only. Default: false. */
    milestoneEvents: event(),
    /** Whether the hook is called for emoji reactions. Newer services only. Default: false. */
    emojiEvents: event(),
    /** Whether the hook is called for access tokens of the project that expire soon. Newer services only. Default: false. */
    resourceAccessTokenEvents: event(),
    /** Whether the hook is called for deploy tokens of the project that expire soon. Newer services only. Default: false. */
    resourceDeployTokenEvents: event(),
    /** Whether the hook is called for vulnerabilities. Newer services only. Default: false. */
    vulnerabilityEvents: event(),
    /** The body of the calls, with `{{fields}}`, at most 4096 characters. GitLab 16.10 or later. Default: null (JSON of GitLab). */
    customWebhookTemplate: optional(text({ emptyIsUnset: true, maxLength: 4096, ifMissing: null }), null),
  },
  output: {
    /** Id on the service. */
    hookId: number('id'),
  },
  replaceOn: ['project'],
  likelyMistakes: (inputs) =>
    Object.entries(inputs).every(([name, value]) => !name.endsWith('Events') || value === false)
      ? ['is never called, because no event is enabled.']
      : [],
  check: ({ url, urlVariables, pushEventsBranchFilter, branchFilterStrategy }) => {
    const missing = urlVariables && variablesIn(url ?? '').filter((name) => !Object.hasOwn(urlVariables, name))
    return [
      ...(missing && missing.length > 0
        ? [
            {
              property: 'urlVariables' as const,
              reason: `urlVariables must contain ${missing.join(', ')}, as the url does`,
            },
          ]
        : []),
      ...(branchFilterStrategy === 'allBranches' && pushEventsBranchFilter != null
        ? [
            {
              property: 'pushEventsBranchFilter' as const,
              reason: 'pushEventsBranchFilter cannot be combined with branchFilterStrategy "allBranches"',
            },
          ]
        : []),
    ]
  },
  existence: { disabled: whyHookIsDisabled },
  hints: {
    byArgument: {
      name: 'it requires GitLab 17.1 or later',
      description: 'it requires GitLab 17.1 or later',
      customWebhookTemplate: 'it requires GitLab 16.10 or later',
      customHeaders: 'they require GitLab 16.11 or later',
      signingToken: unknownToOlder,
      resourceDeployTokenEvents: unknownToOlder,
    },
    byStatus: { 403: 'Managing hooks requires the Maintainer role.' },
    byError: causeOfHookError,
  },
  api: {
    // A list contains no headers and variables.
    listOmits: ({ customHeaders, urlVariables }) =>
      [customHeaders, urlVariables].some((declared) => declared === undefined || Object.keys(declared).length > 0),
    // A new URL removes them. A hook that was adopted or imported can have a token that the program does not declare.
    sendWith: (operation, changed, inputs) =>
      operation === 'update' && changed.has('url')
        ? [...secrets.filter((name) => isKnown(inputs[name])), 'customHeaders', 'urlVariables']
        : [],
    problemOfUpdate: whyUrlCannotChange,
    list: (api, at) => api.projectHooks.list(at.project),
    read: (api, at) => api.projectHooks.get(at.project, at.hookId),
    create: (api, at, body) => api.projectHooks.create(at.project, body),
    update: (api, at, body, change) => updateHook(api, at, body, change),
    delete: (api, at) => api.projectHooks.delete(at.project, at.hookId),
  },
})

/** Arguments of a {@link ProjectHook}. */
export interface ProjectHookArgs extends ArgsOf<typeof projectHook.input>, AdoptableDuplicate {}

/**
 * A webhook of a project: a URL that the service calls when something happens in the project.
 *
 * ```ts
 * new trueup.ProjectHook("ci", {
 *   project: "acme/web", url: "https://ci.example.com/hook", token: config.requireSecret("hookToken"),
 *   pushEvents: false, mergeRequestsEvents: true,
 * })
 * ```
 */
export class ProjectHook extends resource<ProjectHookArgs>()(projectHook) {}

/** Arguments of a {@link ProjectHookSet}. */
export interface ProjectHookSetArgs
  extends Pick<ProjectHookArgs, 'project' | 'onConflict'>, SetArgs<SetItem<ProjectHookArgs, 'project'>> {}

/** Webhooks of one project as a single resource, which is many times faster than one resource for each hook. */
export class ProjectHookSet extends resourceSet<ProjectHookSetArgs>()(projectHook) {}
