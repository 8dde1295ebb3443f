import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator'
import { root } from '../repo/support/public-surface'
import { testRun } from '../shared/test-run'

const token = 'glpat-zoes-own-secret-token'
/** Another world than the seed world, which has some of its names and ids. */
const world = {
  users: { root: { name: 'Zoe', admin: true, token }, anna: { id: 3 }, ben: { id: 41 } },
  groups: {
    acme: { id: 12, members: { ben: 'owner' } },
    company: { id: 10, members: { anna: 'owner' } },
    'company/tests': { id: 700 },
  },
  projects: { 'company/other': { id: 1, labels: { bug: 'red' } }, 'acme/web': { id: 2 }, 'acme/api': { id: 3 } },
} as const
const restored = [
  ...['project-member', 'group-member', 'member-rules'],
  ...['approval-rule', 'approval-settings', 'protected-environment'],
]
const untouched = ['1', '2', '3', '10', '12', '700', 'acme', 'company']

let emulator: Emulator
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trueup-service-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await emulator.close()
})

async function start(options: EmulatorOptions = {}): Promise<void> {
  emulator = await startEmulator({ flavor: 'gitlab', world, ...options })
  const state = emulator.state()
  // Each collection has other ids.
  Object.values(state.collections).forEach((collection, at) => (collection.next += 7_000_000 + 1000 * at))
  emulator.setState(state)
}

interface Report {
  tier: string
  passed: number
  failed: number
  skipped: number
  tests: { kind: string; title: string; result: string; reasons: string[]; errors: string[] }[]
}

const file = () => join(folder, 'report.json')
const report = () => JSON.parse(readFileSync(file(), 'utf8')) as Report

function command(...args: string[]) {
  const options = ['--url', emulator.url, '--group', 'company/tests', '--requests-per-minute', '1000000']
  const main = ['--require', 'sucrase/register/ts', 'tools/service/index.ts']
  const env: NodeJS.ProcessEnv = { ...process.env, SERVICE_TOKEN: token }
  // This test can itself run in a worker of Jest.
  delete env.JEST_WORKER_ID
  return spawn(process.execPath, [...main, ...options, '--out', file(), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function run(...args: string[]): Promise<{ code: number | null; printed: string }> {
  const child = command(...args)
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, printed: out + errors }
}

/** The state of the emulator, without the time at which a token was last used. */
function everything(): Record<string, unknown[]> {
  const all = Object.entries(emulator.state().collections).filter(([, { records }]) => records.length > 0)
  return Object.fromEntries(
    all.map(([name, { records }]) => [name, records.map((one) => ({ ...one, last_used_at: undefined }))]),
  )
}

/** The requests that name neither a group or project in the scratch group, nor a user of the run. */
function requestsOutside(): string[] {
  const below = /^\/api\/v4\/(?:groups|projects)\/([^/?]+)/
  return emulator.requests().flatMap(({ method, path }) => {
    const [, segment] = below.exec(path) ?? []
    const name = decodeURIComponent(segment ?? '')
    const isOwn = /^[78]\d{6}$/.test(name) || name.startsWith('company/tests/trueup-service-')
    const isOwnUser = /^\/api\/v4\/users(?:\/[78]\d{6}|\?username=trueup-service-)/.test(path)
    return isOwn || isOwnUser ? [] : [`${method} ${path}`]
  })
}

it('runs the tests of all kinds in a scratch group, and sends no request about anything else', async () => {
  await start()
  const before = everything()
  const { code, printed } = await run()
  const { passed, failed, tests } = report()
  expect(tests.filter(({ result }) => result === 'failed')).toEqual([])
  expect({ code, failed }).toEqual({ code: 0, failed: 0 })
  expect(passed).toBeGreaterThan(1000)
  // Kinds whose tests change what the scratch group has from the start: members, and settings of approvals.
  const restoring = tests.filter(({ kind, result }) => restored.includes(kind) && result === 'passed')
  expect(restoring.length).toBeGreaterThan(100)
  // Kinds of which nothing can be tested on a service, and files whose tests choose the release of an emulator.
  const untestable = ['repository-storage-move']
  const ofReleases = [
    ...['label-archived', 'project-hook-secrets', 'remote-mirror-host-keys', 'remote-mirror-replacement'],
    'security-manager',
  ]
  const tested = new Set(tests.filter(({ result }) => result === 'passed').map(({ kind }) => kind))
  const untested = new Set(tests.map(({ kind }) => kind).filter((kind) => !tested.has(kind)))
  expect([...untested].sort()).toEqual([...untestable, ...ofReleases].sort())
  for (const { result, reasons } of tests) expect(reasons.length > 0).toBe(result === 'skipped')
  expect(printed).toContain('skipped, because the test sets the clock of the service: ')
  expect(printed + readFileSync(file(), 'utf8')).not.toContain(token)
  expect(everything()).toEqual(before)

  expect([...new Set(requestsOutside())].sort()).toEqual([
    'DELETE /api/v4/personal_access_tokens/self',
    'GET /api/v4/groups/company%2Ftests/labels?include_ancestor_groups=true&per_page=1',
    'GET /api/v4/groups/company%2Ftests?with_projects=false',
    'GET /api/v4/groups?search=trueup-service-&per_page=100',
    'GET /api/v4/metadata',
    'GET /api/v4/user',
    'GET /api/v4/users?search=trueup-service-&per_page=100',
    // The user of the token, who creates the groups.
    'GET /api/v4/users?username=root&per_page=100',
    'GET /api/v4/version',
    'POST /api/v4/groups',
    'POST /api/v4/projects',
    'POST /api/v4/users',
  ])
  const bodies = emulator.requests().map(({ body }) => JSON.stringify(body ?? null))
  const named = bodies.flatMap((body) => [
    ...body.matchAll(/"(?:group|parent|namespace|user|target_project)_id":"?([\w/]+)/g),
  ])
  expect(named.length).toBeGreaterThan(100)
  expect(named.map(([, id]) => id).filter((id) => untouched.includes(id!) && id !== '700')).toEqual([])
})

const tiers = testRun.allCases ? (['ce', 'free', 'premium'] as const) : (['free'] as const)

/** Kinds that a license changes, and one that it does not. */
const licensed =
  'approval-rule,approval-settings,issue-link,label,protected-branch,protected-environment,protected-tag-update,vulnerability'

it.each(tiers)('skips what a service of the tier %s does not have', async (tier) => {
  await start({ tier })
  const { code } = await run(...(testRun.allCases ? [] : ['--only', licensed]))
  const { tests, ...rest } = report()
  expect(tests.filter(({ result }) => result === 'failed')).toEqual([])
  expect(rest).toMatchObject({ tier, failed: 0 })
  expect(code).toBe(0)
  expect(tests.some(({ reasons }) => reasons.includes('requires Premium or Ultimate'))).toBe(tier !== 'premium')
})

it('reports what the service responded to a failed test, without the token', async () => {
  await start()
  emulator.fault({ method: 'POST', path: '/labels$', status: 400, times: 1, body: { message: `no ${token}` } })
  const { code, printed } = await run('--only', 'label')
  expect(code).toBe(1)
  expect(report()).toMatchObject({ failed: 1 })
  expect(printed).toContain('the service responded: POST /api/v4/projects/1/labels: 400 {"message":"no {token}"}')
  expect(printed + readFileSync(file(), 'utf8')).not.toContain(token)
})

it('deletes the group and the users of a run that is interrupted', async () => {
  const running: { child?: ReturnType<typeof command> | undefined } = {}
  await start({
    onRequest: ({ path }) => {
      if (!path.includes('/freeze_periods')) return
      running.child?.kill('SIGINT')
      // A second signal could arrive when the run has ended and no longer handles it.
      running.child = undefined
    },
  })
  const before = everything()
  const child = command('--only', 'freeze-period')
  running.child = child
  const [printed] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect(printed).toMatch(/deleted the group and the users\ntest:service: interrupted\n$/)
  expect(child.exitCode).toBe(2)
  expect(everything()).toEqual(before)
})

it('names the group and the users that a killed run left', async () => {
  const running: { child?: ReturnType<typeof command> | undefined } = {}
  await start({
    onRequest: ({ path }) => {
      if (path.includes('/personal_access_tokens')) running.child?.kill('SIGKILL')
    },
  })
  const child = command('--only', 'label-subscription')
  running.child = child
  await Promise.all([text(child.stderr), once(child, 'close')])
  expect(child.signalCode).toBe('SIGKILL')
  delete running.child
  const { code, printed } = await run('--only', 'label-subscription')
  expect(code).toBe(0)
  expect(printed).toMatch(/^LEFT by an earlier run: group company\/tests\/trueup-service-[\da-f]{8}\. Delete it\.$/m)
  expect(printed).toMatch(/^LEFT by an earlier run: user trueup-service-[\da-f]{8}-maintainer\. Delete it\.$/m)
})

it('needs the token of an administrator', async () => {
  await start({ world: { ...world, users: { ...world.users, root: { token } } } })
  const { code, printed } = await run('--only', 'label')
  expect(code).toBe(2)
  expect(printed).toContain('the token must belong to an administrator')
  expect(emulator.requests().every(({ method }) => method === 'GET')).toBe(true)
})
