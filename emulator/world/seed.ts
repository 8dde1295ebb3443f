import type { Flavor } from '../http/instance'
import { seedSettings } from '../http/settings'
import { accessTokens } from '../records/access-token'
import { environments } from '../records/environment'
import { groups } from '../records/group'
import { invitations } from '../records/invitation'
import { issues } from '../records/issue'
import { jobs } from '../records/job'
import { memberships } from '../records/membership'
import { pipelines } from '../records/pipeline'
import { projects } from '../records/project'
import { redirects } from '../records/redirect'
import { refs } from '../records/ref'
import { storages } from '../records/repository-storage'
import { snippets } from '../records/snippet'
import { users } from '../records/user'
import { findings } from '../records/vulnerability-finding'
import { roles } from '../resources/access'
import { seedAlertIntegrations } from '../resources/alert-integration'
import { seedJobQueueMetrics } from '../resources/job-queue-metrics'
import { noCommit } from '../resources/pipeline-model'
import { projectDefaults } from '../resources/project-model'
import { seedTestReport } from '../resources/test-report-model'
import type { Store } from '../store/store'

const created_at = '2026-01-05T09:00:00.000Z'
const finished_at = '2026-01-05T09:01:00.000Z'
const stamps = { created_at, updated_at: created_at }

const people = ['root', 'owner', 'maintainer', 'developer', 'reporter', 'guest', 'outsider']
const [root, owner, maintainer, developer] = [1, 2, 3, 4]
const [acme, platform, deployers] = [10, 11, 12]

/**
 * Fills an empty store with the seed world. The ids never change:
 *
 * - users 1-7 in the order above, each with the token `emulator-<username>`
 * - groups `acme` 10, `acme/platform` 11, `deployers` 12 (invited to project 1 with the Developer role)
 * - projects `acme/web` 1 (internal), `acme/api` 2 (public), `acme/platform/infra` 3 (private)
 * - in project P: environments `production` 10P+1 and `staging` 10P+2, branch `main` 10P+1 and tag `v1.0.0` 10P+2, issues
 *   100P+iid (the fifth is closed), pipelines 1000P+iid (the second failed, as did its last test), findings 100P+n of the
 *   third pipeline, and alert endpoints `alerts/notify.json` (generic) and `prometheus/alerts/notify.json` (metrics) with
 *   the key `emulator-alert-key`
 * - snippets 1 (of project 1) and 2 (of the developer)
 */
export function seedWorld(store: Store, flavor: Flavor): void {
  // Tokens of GitLab expire. These work at any time.
  const usual = flavor === 'gitlab' ? { expires_at: '9999-12-31' } : {}
  people.forEach((username, at) => {
    const name = username[0]!.toUpperCase() + username.slice(1)
    store.of(users).insert({ username, name, state: 'active', admin: at + 1 === root, bot: false, created_at })
    addToken(store, at + 1, `emulator-${username}`, usual)
  })
  addToken(store, maintainer, 'emulator-readonly', { ...usual, scopes: ['read_api'] })
  addToken(store, maintainer, 'emulator-expired', { expires_at: '2026-01-06' })
  addToken(store, maintainer, 'emulator-revoked', { ...usual, revoked: true })
  seedInstance(store)
  seedGroups(store)
  seedProject(store, 1, { path: 'web', name: 'Web', group: 'acme', group_id: acme, visibility: 'internal' })
  seedProject(store, 2, { path: 'api', name: 'API', group: 'acme', group_id: acme, visibility: 'public' })
  seedProject(store, 3, {
    path: 'infra',
    name: 'Infra',
    group: 'acme/platform',
    group_id: platform,
    visibility: 'private',
  })
  store.of(redirects).insert({ path: 'acme/old-name', project_id: 1 })
  store.of(invitations).insert({ project_id: 1, group_id: deployers, access_level: roles.developer })
  const note = {
    description: null,
    visibility: 'private',
    author_id: developer,
    repository_storage: 'default',
  } as const
  store.of(snippets).insert({ ...note, title: 'Snippet of Web', project_id: 1, ...stamps })
  store.of(snippets).insert({ ...note, title: 'Snippet of a developer', project_id: null, ...stamps })
  const job = { project_id: 2, pipeline_id: 2001, user_id: developer }
  store.of(jobs).insert({ ...job, token: 'emulator-job-token', status: 'running' })
  store.of(jobs).insert({ ...job, token: 'emulator-finished-job-token', status: 'success' })
}

/** Adds the records of all worlds. */
export function seedInstance(store: Store): void {
  seedSettings(store)
  seedJobQueueMetrics(store)
  store.of(storages).insert({ name: 'default', failure: null })
  store.of(storages).insert({ name: 'fast', failure: null })
}

function addToken(
  store: Store,
  user_id: number,
  token: string,
  special: { scopes?: string[]; expires_at?: string; revoked?: boolean } = {},
): void {
  const of = { user_id, group_id: null, previous_id: null, last_used_at: null }
  const usual = { name: token, description: null, scopes: ['api'], expires_at: null, revoked: false, ...stamps }
  store.of(accessTokens).insert({ ...of, token, ...usual, ...special })
}

function seedGroups(store: Store): void {
  const top = { parent_id: null, description: '', repository_storage: 'default', created_at }
  store.of(groups).insert({ ...top, id: acme, name: 'Acme', path: 'acme', full_path: 'acme', visibility: 'public' })
  store.of(groups).insert({
    ...top,
    id: platform,
    name: 'Platform',
    path: 'platform',
    full_path: 'acme/platform',
    parent_id: acme,
    visibility: 'private',
  })
  store.of(groups).insert({
    ...top,
    id: deployers,
    name: 'Deployers',
    path: 'deployers',
    full_path: 'deployers',
    visibility: 'internal',
  })
  const join = (user_id: number, source_id: number, access_level: number) =>
    store.of(memberships).insert({ user_id, source: 'group', source_id, access_level })
  const levels = [roles.owner, roles.maintainer, roles.developer, roles.reporter, roles.guest]
  levels.forEach((level, at) => join(owner + at, acme, level))
  join(owner, deployers, roles.owner)
  join(developer, deployers, roles.developer)
}

function seedProject(
  store: Store,
  id: number,
  {
    path,
    name,
    group,
    group_id,
    visibility,
  }: {
    path: string
    name: string
    group: string
    group_id: number
    visibility: 'private' | 'internal' | 'public'
  },
): void {
  store.of(projects).insert({
    id,
    name,
    path,
    path_with_namespace: `${group}/${path}`,
    group_id,
    creator_id: owner,
    description: null,
    visibility,
    default_branch: 'main',
    ...projectDefaults,
    ...stamps,
  })
  for (const [at, environment] of ['production', 'staging'].entries()) {
    store.of(environments).insert({ id: 10 * id + at + 1, project_id: id, name: environment, created_at })
  }
  for (const iid of [1, 2, 3, 4, 5]) {
    store.of(issues).insert({
      id: 100 * id + iid,
      iid,
      project_id: id,
      title: `Issue ${iid} of ${name}`,
      description: null,
      state: iid === 5 ? 'closed' : 'opened',
      author_id: developer,
      label_ids: [],
      confidential: false,
      ...stamps,
    })
  }
  const commits = [1, 2, 3].map((n) => `${id}${n}`.padEnd(40, '0'))
  const [first = '', , newest = ''] = commits
  store.of(refs).insert({ id: 10 * id + 1, project_id: id, name: 'main', tag: false, sha: newest })
  store.of(refs).insert({ id: 10 * id + 2, project_id: id, name: 'v1.0.0', tag: true, sha: first })
  for (const [at, sha] of commits.entries()) {
    const iid = at + 1
    const pipeline = store.of(pipelines).insert({
      id: 1000 * id + iid,
      iid,
      project_id: id,
      name: null,
      status: iid === 2 ? 'failed' : 'success',
      source: 'push',
      ref: 'main',
      tag: false,
      sha,
      before_sha: commits[at - 1] ?? noCommit,
      yaml_errors: null,
      user_id: developer,
      variables: [],
      trigger_id: null,
      upstream_pipeline_id: null,
      created_at,
      updated_at: finished_at,
      started_at: created_at,
      finished_at,
      committed_at: null,
      duration: 60,
      queued_duration: null,
      coverage: null,
    })
    seedTestReport(store, pipeline)
  }
  seedAlertIntegrations(store, id)
  const severities = ['critical', 'high', 'medium', 'low', 'info']
  for (let n = 1; n <= 10; n++) {
    store.of(findings).insert({
      id: 100 * id + n,
      project_id: id,
      pipeline_id: 1000 * id + 3,
      uuid: `00000000-0000-5000-8000-${String(100 * id + n).padStart(12, '0')}`,
      name: `Finding ${n} of ${name}`,
      report_type: n % 2 ? 'sast' : 'dependency_scanning',
      severity: severities[n % severities.length]!,
      confidence: 'high',
      vulnerability_id: null,
    })
  }
}
