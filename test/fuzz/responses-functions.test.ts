import fc from 'fast-check'
import type { FunctionOptions } from '../../provider'
import * as trueup from '../../provider'
import { useEmulator } from '../support/emulator'
import { times } from '../support/long'
import { valueOf } from '../support/output'
import { flawsOf, flawsOfText, pollution } from './support/response-checks'
import { contents } from './support/response-mutations'
import { useResponseProxy } from './support/response-proxy'

const runs = times(4, 50)
// The client retries four times, after waits of at most 0.5, 1, 2 and 4 seconds.
const boundMs = 5_000 + 7_500

type Ask = (args: object, options?: FunctionOptions) => ReturnType<typeof trueup.getVersion>

const project = 1
const about: Record<string, object> = {
  getFreezePeriod: { project, freezePeriod: 1 },
  getGroup: { group: 'acme' },
  getGroupAccessToken: { group: 10, token: 11 },
  getGroupAccessTokens: { group: 10 },
  getGroups: { limit: 3 },
  getIssue: { project, issue: 1 },
  getIssueLink: { project, issue: 1, issueLink: 1 },
  getIssueLinks: { project, issue: 1 },
  getIssues: { project, limit: 3 },
  getLabel: { project, label: 'bug' },
  getPipeline: { project, pipeline: 1001 },
  getPipelines: { project, limit: 3 },
  getPipelineVariables: { project, pipeline: 1001 },
  getProject: { project: 'acme/web' },
  getProjects: { limit: 3 },
  getProtectedEnvironment: { project, environment: 'production' },
  getRemoteMirror: { project, mirror: 1 },
  getRemoteMirrorPublicKey: { project, mirror: 1 },
  getRepositoryStorageMove: { kind: 'project', move: 1 },
  getRepositoryStorageMoves: { kind: 'project', limit: 3 },
  getTestReport: { project, pipeline: 1001 },
  getTestReportSummary: { project, pipeline: 1001 },
  getTriggerToken: { project, trigger: 1 },
  getUser: { user: 1 },
  getUsers: { pagination: 'keyset', limit: 3 },
  getVulnerability: { vulnerability: 1 },
}
const functions = Object.entries(trueup).flatMap(([name, value]) =>
  name.startsWith('get') ? [{ name, ask: value as unknown as Ask }] : [],
)

describe(`${functions.length} functions with mutated responses`, () => {
  const emulator = useEmulator()
  const proxy = useResponseProxy(emulator)
  const [seed, path] = [jest.getSeed(), process.env.TRUEUP_TEST_PATH]
  const counts = { cases: 0, failures: 0, hits: 0 }

  beforeAll(() => {
    process.env.TRUEUP_BASE_URL = proxy.url
    process.env.TRUEUP_TOKEN = 'emulator-root'
  })
  afterAll(() => {
    delete process.env.TRUEUP_BASE_URL
    delete process.env.TRUEUP_TOKEN
    process.stdout.write(`mutated responses to functions: ${JSON.stringify(counts)}\n`)
  })
  beforeEach(async () => {
    for (const [path, body] of objects) expect((await emulator.post(path, body, { as: 'root' })).status).toBe(201)
  })

  it.each(functions)(
    `fails with a clear error or succeeds when the responses to $name are mutated: ${runs} cases of seed ${seed}`,
    async ({ name, ask }) => {
      const holds = async ({ mutated, ...where }: Drawn) => {
        proxy.mutate(mutated.mutate, where)
        const flaws = (error: unknown) => {
          const { message } = error as Error
          counts.failures += 1
          return [...flawsOfText(message), ...(message.startsWith(`${name} failed. GET /`) ? [] : [`says ${message}`])]
        }
        const found = await flawsOf(() => valueOf(ask(about[name] ?? { project })), flaws, boundMs)
        counts.hits += proxy.stop()
        counts.cases += 1
        expect([...found, ...pollution()]).toEqual([])
      }
      await valueOf(ask(about[name] ?? { project }))
      await fc.assert(fc.asyncProperty(drawn, holds), { seed, numRuns: runs, ...(path && { path }) })
    },
    100 * boundMs,
  )
})

// Functions really wait before a retry, so these mutations cause no retry.
const drawn = fc.record({ mutated: contents, times: fc.constantFrom(1, Infinity) })
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

const mirror = { url: 'ssh://git@example.com/x.git', auth_method: 'ssh_public_key' }
/** Requests that create the objects of the functions. */
const objects: readonly (readonly [path: string, body: object])[] = [
  ['/projects/1/labels', { name: 'bug', color: 'red' }],
  ['/projects/1/freeze_periods', { freeze_start: '0 1 * * *', freeze_end: '0 2 * * *', cron_timezone: 'UTC' }],
  ['/projects/1/protected_environments', { name: 'production', deploy_access_levels: [{ access_level: 40 }] }],
  ['/projects/1/triggers', { description: 'nightly' }],
  ['/projects/1/remote_mirrors', mirror],
  ['/projects/1/issues/1/links', { target_project_id: 1, target_issue_iid: 2 }],
  ['/groups/10/access_tokens', { name: 'deploy', scopes: ['api'], expires_at: '2026-12-31' }],
  ['/projects/1/repository_storage_moves', { destination_storage_name: 'fast' }],
  ['/projects/1/vulnerabilities?finding_id=101', {}],
]
