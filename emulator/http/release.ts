import type { Instance, Release } from './instance'

/** A difference between two releases of GitLab. */
interface ChangeOfRelease {
  /** The release in which it was first seen. An earlier one, after the previous one of `Release`, may have brought it. */
  since: Release
  what: string
  /** The file of the emulator that asks for it. */
  in: string
}

/** What changed between the releases that the emulator has, except for wordings and new fields of responses. */
export const changes = {
  archivedLabels: {
    since: '19.3',
    what: 'Labels can be archived, which removes their priorities. An archived label gets no priority.',
    in: 'resources/label-model.ts',
  },
  oneMirrorPerUrl: {
    since: '19.3',
    what: 'A project has a URL, without its credentials, only once among its push mirrors.',
    in: 'resources/remote-mirror-model.ts',
  },
  securityManager: {
    since: '19.3',
    what: 'The role Security Manager, 25, can be given, only by owners. Protections refuse it.',
    in: 'resources/access.ts',
  },
  secretsOfHooksPresent: {
    since: '19.3',
    what: 'Responses with hooks tell whether a token and a signing token are set. Hooks have signing tokens.',
    in: 'resources/project-hook.ts',
  },
  validUrlsOfHooks: {
    since: '19.3',
    what: 'The URL of a hook has a host, and its port is at most 65535.',
    in: 'resources/project-hook-model.ts',
  },
  oneErrorForUnknownPaths: {
    since: '19.3',
    what: 'A path such as `/api/v4version` gets the error of other unknown paths.',
    in: 'http/unknown-route.ts',
  },
  headersOfFarPages: {
    since: '19.3',
    what: 'The internal error for pages that the database cannot count has the headers of lists.',
    in: 'http/paginate.ts',
  },
  untypedIsJson: {
    since: '19.3',
    what: 'A body without a media type that is not JSON is refused like invalid JSON.',
    in: 'index.ts',
  },
  spacesRenderedAsNothing: {
    since: '19.3',
    what: 'A description of a label that consists of spaces is rendered as an empty string.',
    in: 'resources/label-presenter.ts',
  },
  optionsOfPipelineScopes: {
    since: '19.3',
    what: 'The error for tokens without the scopes of pipelines names `mcp` three times.',
    in: 'resources/pipeline.ts',
  },
  vulnerabilitiesForAgents: {
    since: '19.3',
    what: 'The error for tokens that cannot create vulnerabilities names the scope `ai_workflows`.',
    in: 'resources/vulnerability.ts',
  },
  abilitiesOfCustomRoles: {
    since: '19.3',
    what: 'Custom roles have other abilities.',
    in: 'resources/member-role.ts',
  },
  validDescriptionsOfTokens: {
    since: '19.3',
    what: 'A description of an access token above 255 characters is refused instead of an internal error.',
    in: 'resources/access-token-model.ts',
  },
  descriptionLimitOfTriggers: {
    since: '19.3',
    what: 'The description of a trigger token has at most 2,048 characters.',
    in: 'resources/trigger-token-model.ts',
  },
  jsonTemplatesOfHooks: {
    since: '19.3',
    what: 'The template of a hook must be JSON.',
    in: 'resources/project-hook-model.ts',
  },
  validPortsOfMirrors: {
    since: '19.3',
    what: 'The URL of a push mirror has a host, and its port is at most 65535.',
    in: 'resources/remote-mirror-model.ts',
  },
  variablesInOneSentence: {
    since: '19.3',
    what: 'The complaint about variables of a new pipeline is one sentence.',
    in: 'resources/pipeline-model.ts',
  },
  memberOfBothIssues: {
    since: '19.3',
    what: 'Who may not link issues gets another sentence.',
    in: 'resources/issue-link.ts',
  },
  environmentsNameTheirProtection: {
    since: '19.3',
    what: 'Who may not deploy to a protected environment may not change it, and the error names the protection.',
    in: 'resources/environment.ts',
  },
  rulesRemovedWithoutSubject: {
    since: '19.3',
    what: 'Approval rules with `_destroy` need neither a subject nor an id.',
    in: 'resources/protected-environment.ts',
  },
  refusedNulls: {
    since: '19.3',
    what: 'Null for a setting of a project that requires a value is refused with status 422.',
    in: 'resources/project-management.ts',
  },
  titleRegexNeedsDescription: {
    since: '19.3',
    what: 'The regular expression for titles of merge requests and its description are set together, and need a license.',
    in: 'resources/project-setting-rules.ts',
  },
  readOnlyDeletedProjects: {
    since: '19.3',
    what: 'Labels, environments, triggers and issues of projects that are marked for deletion cannot be changed.',
    in: 'resources/archived.ts',
  },
  archivedGroups: {
    since: '19.3',
    what: 'Groups can be archived, which also archives everything in them.',
    in: 'resources/group-management.ts',
  },
  noTransferOfReadOnly: {
    since: '19.3',
    what: 'Projects that are archived or marked for deletion cannot be transferred.',
    in: 'resources/transfer.ts',
  },
  longDescriptionsOfGroups: {
    since: '19.3',
    what: 'The description of a group has at most 2,000 characters instead of 500.',
    in: 'resources/group-model.ts',
  },
  failingNullPaths: {
    since: '19.3',
    what: 'Null for the path of a group or project is an internal error instead of a complaint.',
    in: 'resources/group-management.ts',
  },
  variablesForNoRole: {
    since: '19.3',
    what: 'If no role can set variables of pipelines, only owners can change this.',
    in: 'resources/project-management.ts',
  },
  rulesOfReports: {
    since: '19.3',
    what: 'An approval rule with a type of report is one for reports, and those for coverage can have a minimum.',
    in: 'resources/approval-rule.ts',
  },
  nullApprovalsOfAuthors: {
    since: '19.3',
    what: 'Without a license, null does not let authors approve their merge requests.',
    in: 'resources/approval-settings-model.ts',
  },
  granularTokens: {
    since: '19.3',
    what: 'Responses tell whether an access token has granular permissions.',
    in: 'resources/access-token.ts',
  },
  projectIdInTokens: {
    since: '19.3',
    what: 'The `sub` claim of ID tokens can start with the id of the project.',
    in: 'resources/project-setting-rules.ts',
  },
  expirationAfterOneDay: {
    since: '19.3',
    what: 'An expiration policy can remove images that are older than a day.',
    in: 'resources/expiration-policy.ts',
  },
  privateModels: {
    since: '19.3',
    what: 'Only members can use the models of a project, unless it was created as a public one.',
    in: 'resources/project-settings.ts',
  },
  settingsOfAssistants: {
    since: '19.3',
    what: 'Responses with a group have settings of its assistants and of built-in templates.',
    in: 'resources/group-fields.ts',
  },
  catalogOfProjects: {
    since: '19.3',
    what: 'A project can be a resource of the CI/CD catalog.',
    in: 'resources/project-fields.ts',
  },
  formatOfRepositories: {
    since: '19.3',
    what: 'Projects have the object format of their repositories.',
    in: 'resources/project-presenter.ts',
  },
  verifiedFindings: {
    since: '19.3',
    what: 'Findings tell whether they were verified.',
    in: 'resources/vulnerability-finding.ts',
  },
  noSelfMirrors: {
    since: '19.3',
    what: 'A push mirror cannot push to its own project.',
    in: 'resources/remote-mirror-model.ts',
  },
  tenEnabledMirrors: {
    since: '19.3',
    what: 'At most ten push mirrors of a project are enabled.',
    in: 'resources/remote-mirror-model.ts',
  },
  mirrorHostKeys: {
    since: '19.3',
    what: 'Push mirrors have SSH host keys.',
    in: 'resources/remote-mirror.ts',
  },
} as const satisfies Record<string, ChangeOfRelease>

/** The name of a change. */
export type Change = keyof typeof changes

const releases: readonly Release[] = ['18.9', '19.3']

/** What `has` needs to know about an instance. */
export type InstanceRelease = Pick<Instance, 'flavor' | 'release'>

/** Whether an instance has the release or a later one. */
export const isAtLeast = ({ flavor, release }: InstanceRelease, least: Release): boolean =>
  flavor === 'gitlab' && releases.indexOf(release) >= releases.indexOf(least)

/** Whether the release of an instance has the change. */
export const has = (instance: InstanceRelease, change: Change): boolean => isAtLeast(instance, changes[change].since)
