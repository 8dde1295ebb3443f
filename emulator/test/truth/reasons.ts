import type { Difference } from './compare'
import type { RecordedRequest } from './recordings'

/** The reason for an accepted difference. */
export interface Reason {
  why: string
  noun: string
  /** Matches requests such as `GET /api/v4/…`. */
  request: RegExp
  /** Matches the body of the request, as JSON. Default: all. */
  sent?: RegExp
  /** Matches places in the response. Default: all. */
  at?: RegExp
  /** The recorded server lacked something: other GitLab servers also differ from it. */
  ofRecording?: true
}

/** Each reason must explain a difference. Remove those that no longer do. */
export const reasons: Reason[] = [
  {
    why: 'The recorded server had no test reports; the pipelines of the world do.',
    ofRecording: true,
    noun: 'pipelines',
    request: /\/test_report(?:_summary)?$/,
  },
  {
    why: 'The recorded pipelines were updated on the day of the recording.',
    ofRecording: true,
    noun: 'pipelines',
    request: /[?&]updated_(?:after|before)=/,
  },
  {
    why: 'The recorded pipelines have no jobs that could be retried.',
    ofRecording: true,
    noun: 'pipelines',
    request: /\/pipelines\/\S+\/(?:retry|metadata)$|\/pipelines\/\{\{0\.\d\.id\}\}$/,
    at: /^body\.(?:duration|finished_at|status|detailed_status|started_at)/,
  },
  {
    why: 'The emulator does not have jobs of pipelines because Trueup does not use them.',
    noun: 'pipelines',
    request: /\/(?:jobs|bridges)$/,
  },
  {
    why: 'The emulator does not call webhooks, so it has no endpoints for their calls.',
    noun: 'hooks',
    request: /\/hooks\/\S+\/(?:events|test)\b/,
  },
  {
    why: 'The recorded server had no container registry, so it did not have its scopes.',
    ofRecording: true,
    noun: 'group-access-tokens',
    request: /^POST \/api\/v4\/groups\/10\/access_tokens$/,
    sent: /_registry/,
  },
  {
    why: 'The recorded server had no container registry, so it did not have tokens with its scopes.',
    ofRecording: true,
    noun: 'group-access-tokens',
    request: /^GET \/api\/v4\/groups\/10\/access_tokens\?per_page=100$/,
  },
  {
    why: 'The emulator does not render references to commits and emoji in descriptions.',
    noun: 'conventions',
    request: /^PUT \/api\/v4\/projects\/1\/labels\/\S+$/,
    at: /^body\.description_html$/,
  },
  {
    why: 'The emulator parses JSON numbers as JavaScript does, without trailing zeros and with at most 16 digits.',
    noun: 'conventions',
    request: /^PUT \/api\/v4\/projects\/1\/labels\/\S+$/,
    at: /^body\.description$/,
  },
  {
    why: 'A cursor contains the time by which the users are ordered.',
    noun: 'projects',
    request: /order_by=updated_at/,
    at: /x-next-cursor$/,
  },
  {
    why: "GitLab's pages have a longer content security policy than its API.",
    noun: 'conventions',
    request: /^POST \/api\/v4\/projects\/1\/labels$/,
    at: /content-security-policy$/,
  },
  {
    why: 'The emulator updates mirrors at once. The recorded server did not run jobs.',
    ofRecording: true,
    noun: 'remote-mirrors',
    request: /^GET \/api\/v4\/projects\/1\/remote_mirrors\/\S+$/,
    at: /^body\.(?:update_status|last_\w+)$/,
  },
  {
    why: 'The recorded server listed inherited members in the order in which its database read them.',
    ofRecording: true,
    noun: 'projects',
    request: /\/members\/all$/,
  },
  {
    why: 'The recorded server did not run the job that stores the last activity.',
    ofRecording: true,
    noun: 'projects',
    request: /\/users\/1$/,
    at: /^body\.last_activity_on$/,
  },
  {
    why: "The emulator does not have GitLab's HTML page for unknown paths.",
    noun: 'alerts',
    request: /^POST \/acme%2Fweb\//,
  },
  {
    why: 'The emulator ignores the media type of requests without a body.',
    noun: 'conventions',
    request: /^(?:GET \/api\/v4\/projects\/1\/labels|DELETE \/api\/v4\/projects\/1\/labels\/nothing)$/,
  },
  {
    why: 'Labels with the same title of a group and a project are in any order.',
    ofRecording: true,
    noun: 'group-labels',
    request: /^GET \/api\/v4\/projects\/3\/labels(?:\?per_page=100)?$/,
    at: /^body\[\]\.is_project_label$/,
  },
  {
    why: 'The emulator does not have schedules and milestones because Trueup does not use them.',
    noun: 'project-settings',
    request: /\/(?:pipeline_schedules|milestones)$/,
  },
  {
    why: 'The emulator does not render Markdown and emoji in descriptions of projects.',
    noun: 'project-settings',
    request: /^PUT \/api\/v4\/projects\/1$/,
    sent: /"description"/,
    at: /^body\.description_html$/,
  },
  {
    why: 'The recorded projects have repositories; those of the emulator do not.',
    noun: 'project-settings',
    request: /\/projects\/[12](?:\/restore)?$/,
    at: /^body\.repository_object_format$/,
  },
  {
    why: 'A restored project whose path was taken gets a random suffix.',
    noun: 'project-settings',
    request: /^(?:POST \/api\/v4\/projects\/1\/restore|GET \/api\/v4\/projects\/1)$/,
    at: /^body\.(?:name|path|path_with_namespace|ssh_url_to_repo|http_url_to_repo|readme_url|_links\.\w+)$/,
  },
  {
    why: "GitLab's redirects of former paths have no media type.",
    noun: 'project-settings',
    request: /^GET \/api\/v4\/projects\/acme%2Fweb$/,
    at: /content-type$/,
  },
  {
    why: "GitLab's redirects of former paths have no media type.",
    noun: 'group-settings',
    request: /^GET \/api\/v4\/projects\/acme%2Fplatform%2Finfra$/,
    at: /content-type$/,
  },
  {
    why: "The emulator does not have GitLab's HTML page for internal errors.",
    noun: 'group-settings',
    request: /^PUT \/api\/v4\/groups\/10$/,
    sent: /"path":null/,
    at: /^(?!status)/,
  },
  {
    why: "The emulator does not have GitLab's HTML page for internal errors.",
    noun: 'project-settings',
    request: /^PUT \/api\/v4\/projects\/1$/,
    sent: /"path":null/,
    at: /^(?!status)/,
  },
  {
    why: 'The recorded server could not resolve hosts, so it refused to import and to mirror.',
    ofRecording: true,
    noun: 'today',
    request: /^(?:POST \/api\/v4\/projects|PUT \/api\/v4\/projects\/1)$/,
    sent: /"import_url":"(?:https|ssh):/,
  },
  {
    why: 'The recorded server could not resolve hosts, so the project was not imported or mirrored before.',
    ofRecording: true,
    noun: 'today',
    request: /^(?:GET|PUT) \/api\/v4\/projects\/1$/,
    at: /^body\.\$body\.(?:import_url|import_type|\w*mirror\w*)$/,
  },
  {
    why: 'The recorded server could not resolve hosts, so the project was not mirrored before.',
    ofRecording: true,
    noun: 'today',
    request: /^GET \/api\/v4\/projects\/1\/mirror\/pull$/,
  },
  {
    why: 'The emulator does not have LDAP. The recorded server failed because it was not configured.',
    noun: 'group-settings',
    request: /^PUT \/api\/v4\/groups\/10$/,
    sent: /ldap_access/,
  },
  {
    why: 'The recorded server listed inherited members in the order in which its database read them.',
    ofRecording: true,
    noun: 'members',
    request: /\/members\/all\?skip_users=7$/,
  },
  {
    why: 'The emulator does not stop stale environments or delete those of review apps because Trueup does not use it.',
    noun: 'environments',
    request: /\/environments\/(?:stop_stale|review_apps)/,
  },
  {
    why: 'The emulator does not show administrators the storage of a project in its environments.',
    noun: 'environments',
    request: /\/environments$/,
    at: /\.repository_storage$/,
  },
  {
    why: 'The emulator refuses dates after the year 9999, so there is no share or member to delete afterwards.',
    noun: 'shares',
    request: /\/projects\/2\/share(?:\/12)?$/,
    sent: /99999|^null$/,
    at: /^(?!body\.scope)/,
  },
  {
    why: 'The emulator refuses dates after the year 9999, so there is no share or member to delete afterwards.',
    noun: 'members',
    request: /^(?:POST|DELETE) \/api\/v4\/projects\/1\/members(?:\/7)?$/,
    sent: /99999|^null$/,
  },
  {
    why: 'The emulator does not have the custom roles of shares.',
    noun: 'shares',
    request: /\/share$/,
    sent: /member_role_id/,
  },
  {
    why: 'The emulator does not name the scope for assistants when it refuses to share.',
    noun: 'shares',
    request: /\/share(?:\/\d+)?$/,
    at: /^body\.scope$/,
  },
  {
    why: 'The emulator orders the members and groups of shares in another way.',
    noun: 'shares',
    request: /^GET \/api\/v4\/projects\/2\/(?:members\/all|invited_groups\?search=a-)$/,
  },
  {
    why: 'The emulator refuses a time without a date, so its list has one trigger less.',
    noun: 'triggers',
    request: /^(?:POST \/api\/v4\/projects\/1\/triggers|GET \/api\/v4\/projects\/1\/triggers\?per_page=100)$/,
    sent: /"12:00"|^null$/,
  },
  {
    why: 'GitLab does not sort the entries of a protected environment, so their order can change.',
    ofRecording: true,
    noun: 'protected-environments',
    request: /^(?:PUT|GET) \/api\/v4\/projects\/1\/protected_environments(?:\/p)?$/,
    at: /\.deploy_access_levels\[\]\./,
  },
  {
    why: 'The recorded project 2 had private pages.',
    ofRecording: true,
    noun: 'shares',
    request: /^GET \/api\/v4\/groups\/12\/projects\/shared$/,
    at: /^body\[\]\.pages_access_level$/,
  },
  {
    why: 'The emulator does not have deploy tokens, schedules, badges and milestones because Trueup does not use them.',
    noun: 'today',
    request: /\/projects\/\d+\/(?:deploy_tokens|pipeline_schedules|badges|milestones)$/,
  },
  {
    why: 'The emulator does not have milestones because Trueup does not use them.',
    noun: 'transfers',
    request: /\/milestones$/,
  },
  {
    why: "GitLab's redirects of former paths have no media type.",
    noun: 'transfers',
    request: /^GET \/api\/v4\/projects\/acme%2F\S+$/,
    at: /content-type$/,
  },
  {
    why: 'A restored project or group whose path was taken gets a random suffix.',
    noun: 'transfers',
    request: /^(?:POST \/api\/v4\/(?:projects\/1|groups\/11)\/restore|GET \/api\/v4\/projects\/1)$/,
    at: /\.(?:name|path|full_path|full_name|path_with_namespace)$/,
  },
  {
    why: 'The path of a group that is marked for deletion has its id, which GitLab counts together with the namespaces of projects.',
    noun: 'transfers',
    request: /^(?:GET \/api\/v4\/groups\/\{\{30\.id\}\}\?with_projects=false|PUT \/api\/v4\/projects\/1\/transfer)$/,
    at: /\.(?:name|path|full_path|full_name|path_with_namespace)$/,
  },
  {
    why: 'The name of a group that is marked for deletion has its id, which GitLab counts together with the namespaces of projects.',
    noun: 'group-protected-environments',
    request: /^GET \/api\/v4\/groups\/10\/protected_environments$/,
    at: /access_level_description$/,
  },
]

/** The first reason for a difference. */
export const reasonFor = (
  noun: string,
  { method, path, json }: RecordedRequest,
  { at }: Difference,
): Reason | undefined =>
  reasons.find(
    (one) =>
      one.noun === noun &&
      one.request.test(`${method} ${path}`) &&
      (one.sent?.test(JSON.stringify(json ?? null)) ?? true) &&
      (one.at?.test(at) ?? true),
  )
