import { type AlertEndpoint, type Client } from '../../sdk'
import { noun, nothing } from './endpoint'

/** Ids of the emulator's world. */
const [group, project, failedPipeline, pipeline, finding] = [10, 1, 1002, 1003, 101]

const alert = {
  title: 'Disk full',
  description: 'No space is left',
  start_time: '2026-06-15T12:00:00Z',
  end_time: '2026-06-15T12:30:00Z',
  service: 'web',
  monitoring_tool: 'probe',
  hosts: 'a.example.com',
  severity: 'high',
  fingerprint: 'disk',
  svc_environment_name: 'production',
} as const
const everyFilter = {
  name: 'nightly',
  order_by: 'id',
  ref: 'main',
  scope: 'finished',
  sha: '1'.repeat(40),
  sort: 'desc',
  source: 'push',
  status: 'success',
  updated_after: '2026-01-01T00:00:00Z',
  updated_before: '2026-12-31T00:00:00Z',
  username: 'developer',
  yaml_errors: false,
} as const
const mirror = { enabled: true, keep_divergent_refs: true, auth_method: 'password' } as const
const cron = { freeze_start: '0 18 * * 5', freeze_end: '0 8 * * 1', cron_timezone: 'UTC' }
const maintainers = { deploy_access_levels: [{ access_level: 40 }] }
const rules = { ...maintainers, approval_rules: [{ access_level: 40 }] }
const storages = { source_storage_name: 'default', destination_storage_name: 'fast' }
const batch = { alerts: [{ startsAt: '2026-06-15T12:00:00Z', labels: { alertname: 'Disk full' } }] }

const alertsAt =
  (path: string) =>
  ({ baseUrl }: Client): AlertEndpoint => ({
    endpointUrl: `${baseUrl}/acme/web/${path}`,
    authorizationKey: 'emulator-alert-key',
  })
const alerts = { generic: alertsAt('alerts/notify.json'), metrics: alertsAt('prometheus/alerts/notify.json') }

/** Every endpoint of the API, in the order in which the API has them. */
export const nouns = [
  noun(
    'Group access tokens',
    (api) => api.groupAccessTokens.create(group, { name: 'deploy', scopes: ['api'], expires_at: '2026-12-31' }),
    [
      {
        endpoint: 'GET /groups/:id/access_tokens',
        parameters: ['state'],
        call: (api) => api.groupAccessTokens.list(group, { state: 'active' }),
        test: ['emulator/group-access-token', 'list › shows everything but the secret, by id'],
      },
      {
        endpoint: 'GET /groups/:id/access_tokens/:token_id',
        call: (api, token) => api.groupAccessTokens.get(group, token.id),
        test: ['emulator/group-access-token', 'get › shows everything but the secret'],
      },
      {
        endpoint: 'POST /groups/:id/access_tokens',
        parameters: ['name', 'scopes', 'expires_at', 'access_level'],
        call: (api) =>
          api.groupAccessTokens.create(group, {
            name: 'other',
            scopes: ['read_api'],
            expires_at: '2026-12-31',
            access_level: 30,
          }),
        test: ['emulator/group-access-token', 'create › answers the token with its secret'],
      },
      {
        endpoint: 'POST /groups/:id/access_tokens/:token_id/rotate',
        parameters: ['expires_at'],
        call: (api, token) => api.groupAccessTokens.rotate(group, token.id, { expires_at: '2026-12-31' }),
        test: ['emulator/group-access-token-rotate', 'revokes the token and answers one of the same bot user'],
      },
      {
        endpoint: 'DELETE /groups/:id/access_tokens/:token_id',
        call: (api, token) => api.groupAccessTokens.delete(group, token.id),
        test: ['emulator/group-access-token', 'delete › revokes, and once more does so again'],
      },
    ],
  ),
  noun('Vulnerability findings', nothing, [
    {
      endpoint: 'GET /projects/:id/vulnerability_findings',
      parameters: ['report_type', 'scope', 'severity', 'confidence', 'pipeline_id'],
      call: (api) =>
        api.vulnerabilityFindings.list(project, {
          report_type: ['sast'],
          scope: 'all',
          severity: ['high'],
          confidence: ['high'],
          pipeline_id: pipeline,
        }),
      test: ['emulator/vulnerability-finding', 'show what was found'],
    },
  ]),
  noun('Vulnerabilities', nothing, [
    {
      endpoint: 'GET /projects/:id/vulnerabilities',
      call: (api) => api.vulnerabilities.list(project),
      test: ['emulator/vulnerability', 'are listed most severe first, then newest, in counted pages without filters'],
    },
    {
      endpoint: 'POST /projects/:id/vulnerabilities?finding_id=<finding_id>',
      parameters: ['finding_id'],
      call: (api) => api.vulnerabilities.create(project, finding),
      test: ['emulator/vulnerability', 'are made of findings, and shown whole'],
    },
  ]),
  noun(
    'Protected environments',
    (api) => api.protectedEnvironments.create(project, { name: 'production', ...maintainers }),
    [
      {
        endpoint: 'GET /projects/:id/protected_environments',
        call: (api) => api.protectedEnvironments.list(project),
        test: ['emulator/protected-environment', 'list › is in the order of the names, in pages'],
      },
      {
        endpoint: 'GET /projects/:id/protected_environments/:name',
        call: (api, { name }) => api.protectedEnvironments.get(project, name),
        test: ['peers/gitbeaker/protected-environment', 'are created, read and listed'],
      },
      {
        endpoint: 'POST /projects/:id/protected_environments',
        parameters: ['name', 'deploy_access_levels', 'required_approval_count', 'approval_rules'],
        call: (api) =>
          api.protectedEnvironments.create(project, { name: 'staging', required_approval_count: 0, ...rules }),
        test: ['emulator/protected-environment', 'create › answers the whole environment'],
      },
      {
        endpoint: 'PUT /projects/:id/protected_environments/:name',
        parameters: ['deploy_access_levels', 'required_approval_count', 'approval_rules'],
        call: (api, { name }) =>
          api.protectedEnvironments.update(project, name, { required_approval_count: 0, ...rules }),
        test: ['emulator/protected-environment', 'update › adds what has no id, and keeps the rest with its ids'],
      },
      {
        endpoint: 'DELETE /projects/:id/protected_environments/:name',
        call: (api, { name }) => api.protectedEnvironments.delete(project, name),
        test: ['emulator/protected-environment', 'delete › ends the protection once'],
      },
    ],
  ),
  noun('Pipelines', nothing, [
    {
      endpoint: 'GET /projects/:id/pipelines',
      parameters: [
        'name',
        'order_by',
        'ref',
        'scope',
        'sha',
        'sort',
        'source',
        'status',
        'updated_after',
        'updated_before',
        'username',
        'yaml_errors',
      ],
      call: (api) => api.pipelines.list(project, everyFilter),
      test: ['emulator/pipeline', 'list › shows the newest first, each with the fields of a list'],
    },
    {
      endpoint: 'GET /projects/:id/pipelines/:pipeline_id',
      call: (api) => api.pipelines.get(project, pipeline),
      test: ['emulator/pipeline', 'get › answers the whole pipeline'],
    },
    {
      endpoint: 'GET /projects/:id/pipelines/latest',
      parameters: ['ref'],
      call: (api) => api.pipelines.latest(project, { ref: 'main' }),
      test: ['emulator/pipeline', 'latest › is the newest of the newest commit'],
    },
    {
      endpoint: 'GET /projects/:id/pipelines/:pipeline_id/variables',
      call: (api) => api.pipelines.variables(project, pipeline),
      test: ['emulator/pipeline', 'variables › are shown whole'],
    },
    {
      endpoint: 'GET /projects/:id/pipelines/:pipeline_id/test_report',
      call: (api) => api.pipelines.testReport(project, pipeline),
      test: ['emulator/pipeline', 'test reports › tell of each case'],
    },
    {
      endpoint: 'GET /projects/:id/pipelines/:pipeline_id/test_report_summary',
      call: (api) => api.pipelines.testReportSummary(project, pipeline),
      test: ['emulator/pipeline', 'test reports › are summed up'],
    },
    {
      endpoint: 'POST /projects/:id/pipeline',
      parameters: ['ref', 'variables'],
      call: (api) => api.pipelines.create(project, { ref: 'main', variables: [{ key: 'A', value: 'b' }] }),
      test: ['emulator/pipeline', 'create › answers the whole pipeline, on GitLab without its name'],
    },
    {
      endpoint: 'POST /projects/:id/pipelines/:pipeline_id/retry',
      call: (api) => api.pipelines.retry(project, failedPipeline),
      unused: 'A `PipelineRun` runs anew as a pipeline of its own, when its `triggers` change.',
      test: ['emulator/pipeline', 'retry › runs a failed pipeline again'],
    },
    {
      endpoint: 'POST /projects/:id/pipelines/:pipeline_id/cancel',
      call: (api) => api.pipelines.cancel(project, pipeline),
      test: ['emulator/pipeline', 'cancel › ends a pipeline for good'],
    },
    {
      endpoint: 'DELETE /projects/:id/pipelines/:pipeline_id',
      call: (api) => api.pipelines.delete(project, pipeline),
      test: ['emulator/pipeline', 'delete › removes the pipeline with its reports and jobs, once'],
    },
    {
      endpoint: 'PUT /projects/:id/pipelines/:pipeline_id/metadata',
      parameters: ['name'],
      call: (api) => api.pipelines.updateMetadata(project, pipeline, { name: 'nightly' }),
      test: ['emulator/pipeline', 'metadata › names a pipeline, without blanks around it'],
    },
  ]),
  noun('Pipeline trigger tokens', (api) => api.triggerTokens.create(project, { description: 'nightly' }), [
    {
      endpoint: 'GET /projects/:id/triggers',
      call: (api) => api.triggerTokens.list(project),
      test: ['emulator/trigger-token', 'list › goes by id, in pages'],
    },
    {
      endpoint: 'GET /projects/:id/triggers/:trigger_id',
      call: (api, { id }) => api.triggerTokens.get(project, id),
      test: [
        'emulator/trigger-token',
        'the token › is whole for its owner, four characters for others, whole for administrators of GitLab',
      ],
    },
    {
      endpoint: 'POST /projects/:id/triggers',
      parameters: ['description'],
      call: (api) => api.triggerTokens.create(project, { description: 'weekly' }),
      test: ['emulator/trigger-token', 'create › answers the whole trigger with its token and its owner'],
    },
    {
      endpoint: 'PUT /projects/:id/triggers/:trigger_id',
      parameters: ['description'],
      call: (api, { id }) => api.triggerTokens.update(project, id, { description: 'weekly' }),
      test: ['emulator/trigger-token', 'update › changes the description and nothing else'],
    },
    {
      endpoint: 'DELETE /projects/:id/triggers/:trigger_id',
      call: (api, { id }) => api.triggerTokens.delete(project, id),
      test: ['emulator/trigger-token', 'delete › is for every maintainer, and finds nothing the second time'],
    },
    {
      endpoint: 'POST /projects/:id/trigger/pipeline',
      parameters: ['ref', 'token', 'variables'],
      named: { token: 'triggerToken' },
      call: (api, { token }) => api.triggerTokens.run(project, { ref: 'main', token, variables: { A: 'b' } }),
      test: ['emulator/trigger-token', 'starting a pipeline › answers the whole pipeline, on GitLab without its name'],
    },
  ]),
  noun('Freeze periods', (api) => api.freezePeriods.create(project, cron), [
    {
      endpoint: 'GET /projects/:id/freeze_periods',
      call: (api) => api.freezePeriods.list(project),
      test: ['emulator/freeze-period', 'list › goes by age, in pages'],
    },
    {
      endpoint: 'GET /projects/:id/freeze_periods/:freeze_period_id',
      call: (api, { id }) => api.freezePeriods.get(project, id),
      test: ['peers/gitbeaker/freeze-period', 'are created, read and listed'],
    },
    {
      endpoint: 'POST /projects/:id/freeze_periods',
      parameters: ['freeze_start', 'freeze_end', 'cron_timezone'],
      call: (api) => api.freezePeriods.create(project, cron),
      test: ['emulator/freeze-period', 'create › answers the whole freeze'],
    },
    {
      endpoint: 'PUT /projects/:id/freeze_periods/:freeze_period_id',
      parameters: ['freeze_start', 'freeze_end', 'cron_timezone'],
      call: (api, { id }) => api.freezePeriods.update(project, id, { ...cron, freeze_end: '0 9 * * 1' }),
      test: ['emulator/freeze-period', 'update › changes what is sent and nothing else'],
    },
    {
      endpoint: 'DELETE /projects/:id/freeze_periods/:freeze_period_id',
      call: (api, { id }) => api.freezePeriods.delete(project, id),
      test: ['emulator/freeze-period', 'delete › answers nothing, and the second time that there is none'],
    },
  ]),
  noun('Remote mirrors', (api) => api.remoteMirrors.create(project, { url: 'https://mirror.example.com/web.git' }), [
    {
      endpoint: 'GET /projects/:id/remote_mirrors',
      call: (api) => api.remoteMirrors.list(project),
      test: ['emulator/remote-mirror', 'list › is in the order of the ids, in pages, for one project'],
    },
    {
      endpoint: 'GET /projects/:id/remote_mirrors/:mirror_id',
      call: (api, { id }) => api.remoteMirrors.get(project, id),
      test: ['peers/gitbeaker/remote-mirror', 'are created, read and listed, disabled unless told otherwise'],
    },
    {
      endpoint: 'POST /projects/:id/remote_mirrors',
      parameters: [
        'url',
        'enabled',
        'keep_divergent_refs',
        'only_protected_branches',
        'mirror_branch_regex',
        'auth_method',
      ],
      call: (api) =>
        api.remoteMirrors.create(project, {
          url: 'https://mirror.example.com/other.git',
          ...mirror,
          only_protected_branches: true,
        }),
      also: [
        (api) =>
          api.remoteMirrors.create(project, {
            url: 'https://mirror.example.com/other.git',
            mirror_branch_regex: '^main$',
          }),
      ],
      test: ['emulator/remote-mirror', 'create › answers the whole mirror'],
    },
    {
      endpoint: 'PUT /projects/:id/remote_mirrors/:mirror_id',
      parameters: ['enabled', 'keep_divergent_refs', 'only_protected_branches', 'mirror_branch_regex', 'auth_method'],
      call: (api, { id }) => api.remoteMirrors.update(project, id, { ...mirror, only_protected_branches: true }),
      also: [(api, { id }) => api.remoteMirrors.update(project, id, { mirror_branch_regex: '^main$' })],
      test: ['emulator/remote-mirror', 'update › changes what is sent alone'],
    },
    {
      endpoint: 'DELETE /projects/:id/remote_mirrors/:mirror_id',
      call: (api, { id }) => api.remoteMirrors.delete(project, id),
      test: ['emulator/remote-mirror', 'delete › works once'],
    },
  ]),
  noun(
    'Issue links',
    async (api) => {
      await api.issueLinks.create(project, 1, { target_project_id: project, target_issue_iid: 2 })
      const [linked] = await api.issueLinks.list(project, 1).all()
      return linked!.issue_link_id
    },
    [
      {
        endpoint: 'GET /projects/:id/issues/:issue_iid/links',
        call: (api) => api.issueLinks.list(project, 1),
        test: ['emulator/issue-link', 'list › shows linked issues in the order in which they were linked'],
      },
      {
        endpoint: 'GET /projects/:id/issues/:issue_iid/links/:issue_link_id',
        call: (api, link) => api.issueLinks.get(project, 1, link),
        test: ['emulator/issue-link', 'get and delete › go by either end, and by no other issue'],
      },
      {
        endpoint: 'POST /projects/:id/issues/:issue_iid/links',
        parameters: ['target_project_id', 'target_issue_iid', 'link_type'],
        named: { target_project_id: 'targetProject' },
        call: (api) =>
          api.issueLinks.create(project, 1, { target_project_id: project, target_issue_iid: 3, link_type: 'blocks' }),
        test: ['emulator/issue-link', 'create › answers both issues'],
      },
      {
        endpoint: 'DELETE /projects/:id/issues/:issue_iid/links/:issue_link_id',
        parameters: ['link_type'],
        call: (api, link) => api.issueLinks.delete(project, 1, link, { link_type: 'relates_to' }),
        test: ['emulator/issue-link', 'get and delete › go by either end, and by no other issue'],
      },
    ],
  ),
  noun('Labels', (api) => api.labels.create(project, { name: 'bug', color: 'crimson' }), [
    {
      endpoint: 'GET /projects/:id/labels',
      parameters: ['with_counts', 'include_ancestor_groups', 'search'],
      call: (api) => api.labels.list(project, { with_counts: true, include_ancestor_groups: false, search: 'bug' }),
      test: ['emulator/label', 'list › is sorted by title, with those of the groups above'],
    },
    {
      endpoint: 'GET /projects/:id/labels/:label_id',
      parameters: ['include_ancestor_groups'],
      call: (api, { id }) => api.labels.get(project, id, { include_ancestor_groups: false }),
      test: ['emulator/label', 'look-up › goes by id first, then by title'],
    },
    {
      endpoint: 'POST /projects/:id/labels',
      parameters: ['name', 'color', 'description', 'priority'],
      call: (api) => api.labels.create(project, { name: 'feature', color: 'gold', description: 'Broken', priority: 1 }),
      test: ['emulator/label', 'create › answers the whole label'],
    },
    {
      endpoint: 'PUT /projects/:id/labels/:label_id',
      parameters: ['new_name', 'color', 'description', 'priority'],
      named: { new_name: 'name' },
      call: (api, { id }) =>
        api.labels.update(project, id, { new_name: 'defect', color: 'gold', description: 'Broken', priority: 1 }),
      test: ['emulator/label', 'update › changes what is sent and nothing else'],
    },
    {
      endpoint: 'DELETE /projects/:id/labels/:label_id',
      call: (api, { id }) => api.labels.delete(project, id),
      test: ['emulator/label', 'delete › answers nothing, and the second time that there is none'],
    },
    {
      endpoint: 'PUT /projects/:id/labels/:label_id/promote',
      call: (api, { id }) => api.labels.promote(project, id),
      unused: 'It happens once and cannot be undone, so that there is nothing to declare.',
      test: ['emulator/label', 'promote › makes it a label of the group, in the place of its twins'],
    },
    {
      endpoint: 'POST /projects/:id/labels/:label_id/subscribe',
      call: (api, { id }) => api.labels.subscribe(project, id),
      test: ['emulator/label', 'subscription › is the caller’s own, and repeating changes nothing'],
    },
    {
      endpoint: 'POST /projects/:id/labels/:label_id/unsubscribe',
      call: (api, { id }) => api.labels.unsubscribe(project, id),
      test: ['emulator/label', 'subscription › is the caller’s own, and repeating changes nothing'],
    },
    {
      endpoint: 'DELETE /projects/:id/labels',
      parameters: ['name'],
      deprecated: true,
      call: (api, { name }) => api.labels.deleteByName(project, name),
      unused: '`Label` deletes by id.',
      test: ['emulator/label', 'deprecated forms › delete by name, and by id where GitLab does'],
    },
    {
      endpoint: 'PUT /projects/:id/labels',
      parameters: ['name', 'label_id'],
      deprecated: true,
      call: (api, { name }) => api.labels.updateByName(project, { name, color: 'gold' }),
      also: [(api, { id }) => api.labels.updateByName(project, { label_id: id, color: 'gold' })],
      unused: '`Label` updates by id.',
      test: ['emulator/label', 'deprecated forms › update by id and by name'],
    },
    {
      endpoint: 'PUT /projects/:id/labels/promote',
      parameters: ['name'],
      deprecated: true,
      call: (api, { name }) => api.labels.promoteByName(project, name),
      unused: 'It happens once and cannot be undone, so that there is nothing to declare.',
      test: ['emulator/label', 'deprecated forms › promote by name'],
    },
  ]),
  noun(
    'Alerts',
    (api) => api.alerts.create(alerts.generic(api), { title: 'Disk full', fingerprint: 'disk' }),
    [
      {
        endpoint: 'POST /:group/:project/alerts/notify.json',
        parameters: [
          'title',
          'description',
          'start_time',
          'end_time',
          'service',
          'monitoring_tool',
          'hosts',
          'severity',
          'fingerprint',
          'svc_environment_name',
        ],
        named: { svc_environment_name: 'environmentName' },
        without: { end_time: 'an `Alert` that is deleted is resolved' },
        outside: true,
        call: (api) => api.alerts.create(alerts.generic(api), alert),
        also: [
          (api) => api.alerts.resolve(alerts.generic(api), { fingerprint: 'disk' }),
          (api) => api.alerts.test(alerts.generic(api), { title: 'Trial' }),
        ],
        test: ['emulator/alert', 'are kept with all that is known of them'],
      },
      {
        endpoint: 'POST /:group/:project/prometheus/alerts/notify.json',
        parameters: [
          'alerts',
          'commonAnnotations',
          'commonLabels',
          'externalURL',
          'groupKey',
          'groupLabels',
          'receiver',
          'status',
          'version',
        ],
        outside: true,
        call: (api) => api.alerts.createMetrics(alerts.metrics(api), batch),
        also: [(api) => api.alerts.resolveMetrics(alerts.metrics(api), batch)],
        unused: 'An `Alert` is sent in the generic format; this one is for metrics managers.',
        test: ['emulator/alert-metrics', 'are kept with all that is known of them'],
      },
    ],
    'The service issues a URL for each integration, outside `/api/v4`: first those of the generic, then those of the ' +
      'metrics format. The API leaves their paths open; these are those that GitLab and the emulator issue.',
  ),
  noun('Repository storage moves', nothing, [
    {
      endpoint: 'POST /project_repository_storage_moves',
      parameters: ['source_storage_name', 'destination_storage_name'],
      call: (api) => api.repositoryStorageMoves.createAll('project', storages),
      test: ['emulator/repository-storage-move', 'of a %s › are scheduled for all on a storage'],
    },
    {
      endpoint: 'POST /snippet_repository_storage_moves',
      parameters: ['source_storage_name', 'destination_storage_name'],
      call: (api) => api.repositoryStorageMoves.createAll('snippet', storages),
      test: ['emulator/repository-storage-move', 'of a %s › are scheduled for all on a storage'],
    },
    {
      endpoint: 'POST /group_repository_storage_moves',
      parameters: ['source_storage_name', 'destination_storage_name'],
      call: (api) => api.repositoryStorageMoves.createAll('group', storages),
      test: ['emulator/repository-storage-move', 'of a %s › are scheduled for all on a storage'],
    },
    {
      endpoint: 'GET /projects?repository_storage=<storage_name>',
      parameters: ['repository_storage'],
      call: (api) => api.projects.list({ repository_storage: 'default' }),
      test: ['emulator/listing', 'projects › are filtered by storage for administrators alone'],
    },
  ]),
  noun(
    'Job-queue metrics',
    nothing,
    [
      {
        endpoint: 'GET /jobqueue/queue_metrics',
        gitlab: '/sidekiq/queue_metrics',
        call: (api) => api.jobQueueMetrics.queues(),
        unused: '`getJobQueueMetrics` asks for queues, processes and jobs at once.',
        test: ['emulator/job-queue-metrics', 'are at /%s'],
      },
      {
        endpoint: 'GET /jobqueue/process_metrics',
        gitlab: '/sidekiq/process_metrics',
        call: (api) => api.jobQueueMetrics.processes(),
        unused: '`getJobQueueMetrics` asks for queues, processes and jobs at once.',
        test: ['emulator/job-queue-metrics', 'are at /%s'],
      },
      {
        endpoint: 'GET /jobqueue/job_stats',
        gitlab: '/sidekiq/job_stats',
        call: (api) => api.jobQueueMetrics.jobs(),
        unused: '`getJobQueueMetrics` asks for queues, processes and jobs at once.',
        test: ['emulator/job-queue-metrics', 'are at /%s'],
      },
      {
        endpoint: 'GET /jobqueue/compound_metrics',
        gitlab: '/sidekiq/compound_metrics',
        call: (api) => api.jobQueueMetrics.all(),
        test: ['emulator/job-queue-metrics', 'are at /%s'],
      },
    ],
    'GitLab has them at `/sidekiq`, where the client asks when `/jobqueue` is no route.',
  ),
]

/** Collections that the API names for keyset pagination, and which the client lists. */
export const keyset = noun(
  'Keyset pagination',
  nothing,
  [
    {
      endpoint: 'GET /groups?pagination=keyset',
      parameters: ['pagination', 'order_by', 'sort'],
      unused: 'Functions have a token, and who has one gets groups by page number.',
      call: (api) => api.groups.list({ pagination: 'keyset' }),
      test: ['emulator/keyset', 'of groups › go by name for the anonymous'],
    },
    {
      endpoint: 'GET /projects?pagination=keyset',
      parameters: ['pagination', 'order_by', 'sort'],
      call: (api) => api.projects.list({ pagination: 'keyset' }),
      test: ['emulator/keyset', 'of projects › name what comes next by id, and repeat all else'],
    },
    {
      endpoint: 'GET /users?pagination=keyset',
      parameters: ['pagination', 'order_by', 'sort'],
      call: (api) => api.users.list({ pagination: 'keyset' }),
      test: ['emulator/keyset', 'of users › lead on and back by cursors'],
    },
  ],
  'The API names ten collections that can be read along an order instead of by page number. The client lists three:',
)

/** The others that it names. */
export const unlistable = [
  'Group audit events',
  'Instance audit events',
  'Package pipelines',
  'Project audit events',
  'Project jobs',
  'Registry repository tags',
  'Repository tree',
]
