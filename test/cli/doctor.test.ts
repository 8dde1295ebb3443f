import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { parse, stringify } from 'yaml'
import { checkConfiguration } from '../../cli/doctor/configuration'
import { type Finding, Findings } from '../../cli/doctor/finding'
import { isIn } from '../../cli/doctor/versions'
import { certificate, key } from '../sdk/support/certificate'
import { type CliPlace, useCli } from '../shared/cli'
import { testNow, useEmulator } from '../support/emulator'
import { expectOk, PulumiStack, type State } from '../support/pulumi'
import { useWarmCli, type WarmRun } from '../support/warm-cli'

const program = `
const trueup = require('trueup')
const project = 'acme/web'
new trueup.Label('bug', { project, name: 'bug', color: 'red' })
new trueup.LabelSet('areas', { project, items: { ui: { color: '#111111' }, db: { color: '#222222' } } })
new trueup.FreezePeriod('weekend', { project, freezeStart: '0 18 * * 5', freezeEnd: '0 7 * * 1' })
new trueup.ProtectedEnvironment('production', { project, name: 'production', deployAccessLevels: [{ accessLevel: 40 }] })
new trueup.Label('secret', { project: 'acme/platform/infra', name: 'secret', color: 'red' })
new trueup.GroupAccessToken('bot', { group: 'acme', name: 'bot', scopes: ['read_api'], expiresAt: '2026-12-31' })
const other = new trueup.Provider('other', { baseUrl: process.env.EMULATOR, tokenEnv: 'OTHER_TOKEN' })
new trueup.Label('idea', { project: 2, name: 'idea', color: 'green' }, { provider: other })
`

interface Report {
  ok: boolean
  errors: number
  warnings: number
  findings: Finding[]
}

interface Seen extends Report {
  code: number | null
  /** Those that are not fine, as `level check`, with their messages and remedies. */
  wrong: [string, string, string][]
}

const trueup = useCli()
const warmTrueup = useWarmCli()
const emulator = useEmulator({ flavor: 'spec' })
const freeEmulator = useEmulator({ flavor: 'spec', tier: 'free' })
const unlicensedEmulator = useEmulator({ flavor: 'gitlab', tier: 'free' })
const communityEmulator = useEmulator({ flavor: 'gitlab', tier: 'ce' })
const limitedEmulator = useEmulator({ flavor: 'spec', rateLimit: 30 })
const folders: string[] = []
const servers: Server[] = []
let stack: PulumiStack
/** What the real `pulumi stack export --show-secrets` printed after the stack was made. */
let exported: string
/** The folder of a `pulumi` that prints what the real one printed after the stack was created, without its startup time. */
let recorded: Required<CliPlace>

/** A file with certificates, and sometimes a key. */
const tlsFile = (name: string): string => readFileSync(join(__dirname, '..', 'fixtures', 'tls', `${name}.pem`), 'utf8')

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'trueup-doctor-'))
  folders.push(made)
  return made
}

/** A folder with a `pulumi` that runs this shell script, and with its program for dynamic resources unless it is `bare`. */
function fakePulumi(script: string, { bare = false } = {}): string {
  const bin = folder()
  writeFileSync(join(bin, 'pulumi'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  if (!bare) writeFileSync(join(bin, 'pulumi-resource-pulumi-nodejs'), '#!/bin/sh\n', { mode: 0o755 })
  return bin
}

const replay = (exported: string, config: string): string => {
  const kept = folder()
  writeFileSync(join(kept, 'export.json'), exported)
  writeFileSync(join(kept, 'config.json'), config)
  return `case "$1 $2" in
    'version ') echo v3.259.0 ;;
    'stack export') cat '${kept}/export.json' ;;
    'config --json') cat '${kept}/config.json' ;;
    'stack --show-name') echo test ;;
    *) echo "error: unexpected $*" >&2; exit 1 ;;
  esac`
}

const withPulumi = (bin: string): string => [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)

async function doctorIn({ cwd = tmpdir(), env = process.env }: CliPlace, ...args: string[]): Promise<Seen> {
  return reportOf(warmTrueup.in({ cwd, env })('doctor', '--format', 'json', ...args))
}

/** With the real `pulumi`, and in a process of its own. */
const realDoctor = (...args: string[]): Promise<Seen> =>
  reportOf(trueup.in(stack.place)('doctor', '--format', 'json', ...args))

async function reportOf(run: WarmRun): Promise<Seen> {
  const code = await run.ended
  if (code !== 0 && code !== 1) throw new Error(`ended with ${code}: ${run.output.stderr}`)
  for (const secret of ['emulator-owner', 'emulator-reporter', 'emulator-expired', 'glpat-']) {
    expect(run.output.stdout + run.output.stderr).not.toContain(secret)
  }
  const report = JSON.parse(run.output.stdout) as Report
  if (isIn(process.versions.node, '<22')) {
    // The repository's version of the SDK needs a later Node.js; another test covers that finding.
    const others = report.findings.filter(({ message }) => !message.includes('requires Node.js >=22'))
    report.warnings -= report.findings.length - others.length
    report.findings = others
  }
  const wrong = report.findings
    .filter(({ level }) => level !== 'ok')
    .map(({ level, check, message, remedy = '' }): [string, string, string] => [`${level} ${check}`, message, remedy])
  expect(code).toBe(report.ok ? 0 : 1)
  return { ...report, code, wrong }
}

/** In the recorded stack, with more in the environment. */
const doctor = (env: Record<string, string> = {}, ...args: string[]): Promise<Seen> =>
  doctorIn({ ...recorded, env: { ...recorded.env, ...env } }, ...args)

const checksOf = ({ wrong }: Seen): string[] => wrong.map(([check]) => check)

/** The one finding of a check. */
function the({ findings }: Seen, check: string): Finding {
  const found = findings.filter((finding) => finding.check === check)
  expect(found.map(({ message }) => message)).toHaveLength(1)
  return found[0]!
}

const matching =
  (values: Record<string, unknown>) =>
  (record: object): boolean =>
    Object.entries(values).every(([name, value]) => Reflect.get(record, name) === value)

async function listening(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const serving = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listening(createServer(listener))}`

async function closedPort(): Promise<number> {
  const server = createServer()
  const port = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

beforeAll(async () => {
  stack = await PulumiStack.create({
    program,
    config: { 'trueup:baseUrl': emulator.url },
    secretConfig: { 'trueup:token': 'emulator-owner' },
    env: { EMULATOR: emulator.url, OTHER_TOKEN: 'emulator-reporter', TRUEUP_TEST_NOW: testNow },
  })
  expectOk(await stack.up())
  const commands = [stack.run('stack', 'export', '--show-secrets'), stack.run('config', '--json', '--show-secrets')]
  const printed = (await Promise.all(commands)).map((result) => expectOk(result).stdout)
  exported = printed[0]!
  const config = printed[1]!
  const { cwd, env } = stack.place
  recorded = { cwd, env: { ...env, PATH: withPulumi(fakePulumi(replay(exported, config))) } }
}, 180_000)

afterEach(async () => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) (server as ReturnType<typeof createServer>).closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

afterAll(async () => {
  await stack?.close()
  for (const made of folders) rmSync(made, { recursive: true })
})

describe('doctor without problems', () => {
  it('reports that every check of a real stack passes', async () => {
    const seen = await realDoctor()
    expect(seen.wrong).toEqual([])
    expect(seen).toMatchObject({ code: 0, ok: true, errors: 0, warnings: 0 })
    const service = [
      ...['base-url', 'token', 'reachable', 'api', 'identity', 'token-scopes', 'token-expiry'],
      ...['clock', 'version', 'role', 'tier', 'rate-limit'],
    ]
    expect(seen.findings.map(({ check, stack: of, provider }) => [check, of, provider])).toEqual([
      ...['node', 'pulumi-cli', 'project', 'trueup', 'pulumi-package'].map((check) => [check, undefined, undefined]),
      ['stack', 'test', undefined],
      ['config-key', 'test', undefined],
      ...service.map((check) => [check, 'test', undefined]),
      ...service.map((check) => [check, 'test', 'other']),
    ])
    const messages = seen.findings.map(({ message }) => message)
    expect(messages).toContain(`Base URL ${emulator.url}, from stack config trueup:baseUrl.`)
    expect(messages).toContain('Access token from stack config trueup:token.')
    expect(messages).toContain('Access token from the environment variable OTHER_TOKEN.')
    expect(messages).toContain('The access token belongs to owner (user 2).')
    expect(messages).toContain('Scopes of the access token: api.')
    expect(messages).toContain('The service has version 16.0.0.')
    expect(messages).toContain('The service has the features of Ultimate.')
    expect(messages).toContain(
      'The user of the access token can write the declared resources of group acme, project acme/platform/infra, project acme/web.',
    )
    // A page of labels, freeze periods and environments of web, of labels of infra and of tokens of acme; three parents.
    expect(messages).toContain('A refresh takes about 8 requests; the service has no rate limit.')
    expect(messages).toContain('A refresh takes about 2 requests; the service has no rate limit.')
  }, 60_000)

  it('reports the same for the recorded stack, with few requests that only read', async () => {
    const seen = await doctor()
    expect(seen).toMatchObject({ code: 0, wrong: [] })
    const asked = emulator.requests()
    expect(asked.every(({ method }) => method === 'GET')).toBe(true)
    expect(asked.length).toBeLessThan(20)
  })

  it('prints text by default, without colors if the output is not a terminal', async () => {
    const run = trueup.in({ cwd: recorded.cwd, env: { ...recorded.env, TRUEUP_TOKEN: 'emulator-developer' } })('doctor')
    expect(await run.ended).toBe(1)
    const { stdout } = run.output
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toMatch(/^Machine and project\n {2}ok {7}Node\.js \d+/)
    expect(stdout).toContain('\nStack test\n  ok       Stack test has ')
    expect(stdout).toContain('\nStack test, provider other\n  ok       Base URL ')
    expect(stdout).toContain(
      '\n  error    In project acme/web, the user of the access token has the role Developer, which is too low for ' +
        'freeze-period (Maintainer), protected-environment (Maintainer).' +
        '\n           → Give the user the role Maintainer there, or use the token of a user who has it.\n',
    )
    expect(stdout).toMatch(/\n2 errors, (no warnings|1 warning): "pulumi up" would fail\.\n$/)
  })
})

describe('doctor and the access token', () => {
  it.each([
    ['nobody', '401 Unauthorized', 'is wrong, expired or revoked'],
    ['expired', 'Token is expired', 'TRUEUP_TOKEN has expired'],
    ['revoked', 'Token was revoked', 'TRUEUP_TOKEN was revoked.'],
  ])('reports an access token that the service rejects: emulator-%s', async (name, said, remedy) => {
    const seen = await doctor({ TRUEUP_TOKEN: `emulator-${name}` })
    expect(checksOf(seen)).toEqual(['error token-valid'])
    expect(the(seen, 'token-valid')).toMatchObject({
      message: expect.stringContaining(said),
      remedy: expect.stringContaining(remedy),
      stack: 'test',
    })
  })

  it('reports a job token in place of an access token, without a part of it', async () => {
    const seen = await doctor({ TRUEUP_TOKEN: 'glcbt-64_Xq52Lr9wTb7nKc3v' })
    expect(checksOf(seen)).toEqual(['error token-valid'])
    expect(the(seen, 'token-valid').remedy).toBe(
      'The token from TRUEUP_TOKEN is a job token, such as CI_JOB_TOKEN, which cannot use this API: create a personal, ' +
        'project or group access token with the scope "api".',
    )
    expect(JSON.stringify(seen)).not.toMatch(/glcbt|Xq52/)
  })

  it('reports a missing access token with the places to set it', async () => {
    const seen = await doctor({ TRUEUP_BASE_URL: freeEmulator.url })
    expect(checksOf(seen)).toEqual(['error token'])
    expect(seen.findings.find(({ check }) => check === 'token')).toMatchObject({
      message: `There is no access token for ${freeEmulator.url}.`,
      remedy: 'Set it in TRUEUP_TOKEN.',
    })
    expect(seen.findings.filter(({ check }) => check === 'api')[0]?.level).toBe('ok')
  })

  it('reports that a read-only token is enough for previews', async () => {
    const env = { TRUEUP_TOKEN: 'emulator-readonly' }
    const seen = await doctor(env)
    const readOnly = seen.findings.filter(({ check }) => check === 'token-read-only')
    expect(readOnly.map(({ level, message }) => [level, message])).toEqual([
      [
        'warning',
        'The access token from TRUEUP_TOKEN is read-only (scopes: read_api). Previews and drift checks work, but "pulumi up" would fail.',
      ],
    ])
    const expected = await doctor(env, '--for', 'preview')
    expect(expected.findings.map(({ check }) => check)).not.toContain('token-read-only')
    expect(expected.findings.find(({ check }) => check === 'token-scopes')).toMatchObject({ level: 'ok' })
  })

  it('passes with a read-only token if there are no other errors', async () => {
    emulator.patch('access_tokens', 2, { scopes: ['read_api'] })
    const seen = await doctor()
    expect(seen).toMatchObject({ code: 0, errors: 0 })
    expect(checksOf(seen)).toEqual(['warning token-read-only'])
    expect(seen.findings.map(({ message }) => message)).toContain(
      'The user of the access token can read the declared resources of group acme, project acme/platform/infra, project acme/web.',
    )
    const run = warmTrueup.in(recorded)('doctor')
    expect(await run.ended).toBe(0)
    expect(run.output.stdout).toMatch(/nothing prevents "pulumi preview"\.\n$/)
  })

  it('reports that a read-only token is not enough for updates', async () => {
    emulator.patch('access_tokens', 2, { scopes: ['read_api'] })
    const seen = await doctor({}, '--for', 'up')
    expect(checksOf(seen)).toEqual(['error token-scopes'])
    expect(seen.wrong[0]?.slice(1)).toEqual([
      'The access token from stack config trueup:token does not have the scope "api" (scopes: read_api).',
      'Create a token with the scope "api". The scopes of an existing token cannot be changed.',
    ])
  })

  it('accepts the token of a user with a low role for previews of kinds that the role can read', async () => {
    emulator.patch('access_tokens', 2, { scopes: ['read_api'], user_id: 5 })
    const seen = await doctor()
    const roles = seen.findings.filter(({ check }) => check === 'role').map(({ level, message }) => [level, message])
    // Everyone who can see the project can read its labels, but not its tokens and protected environments.
    expect(roles).toContainEqual([
      'ok',
      expect.stringContaining('can read the declared resources of project acme/platform/infra'),
    ])
    expect(roles.flat().join('\n')).not.toContain('too low for label')
    expect(roles.flat().join('\n')).toContain('protected-environment (Maintainer)')
  })

  it('reports a token that was never stored', async () => {
    const config = JSON.stringify({ 'trueup:baseUrl': { value: emulator.url, secret: false } })
    const seen = await doctor({ PATH: withPulumi(fakePulumi(replay(exported, config))) })
    expect(checksOf(seen)).toEqual(['error token', 'warning last-update'])
    expect(seen.wrong[0]?.[2]).toBe(
      'Set it in TRUEUP_TOKEN or stack config trueup:token. "pulumi config set --secret trueup:token" stores it encrypted.',
    )
  })

  it('warns that it cannot check a token with granular permissions', async () => {
    emulator.patch('access_tokens', 2, { scopes: ['read_api', 'granular'] })
    const seen = await doctor()
    expect(seen.code).toBe(0)
    expect(checksOf(seen)).toEqual(['warning token-scopes'])
  })

  it('reports the missing scope of a token that cannot read the API', async () => {
    emulator.patch('access_tokens', 2, { scopes: ['read_repository'] })
    const seen = await doctor()
    expect(checksOf(seen)).toEqual(['error token-valid'])
    expect(the(seen, 'token-valid').remedy).toBe(
      'The access token from stack config trueup:token lacks the scope "read_api", or "api" for updates.',
    )
  })

  it.each([
    ['2026-06-16', 'within a day'],
    ['2026-06-29', 'in 14 days'],
  ])('warns of a token that expires soon: %s', async (expires_at, when) => {
    emulator.patch('access_tokens', 2, { expires_at })
    const seen = await doctor()
    expect(seen).toMatchObject({ code: 0, warnings: 1 })
    expect(seen.wrong).toEqual([
      [
        'warning token-expiry',
        `The access token expires on ${expires_at}, ${when}.`,
        expect.stringContaining('Renew the token'),
      ],
    ])
  })

  it.each([
    ['9999-12-31', 'does not expire before 9999-12-31.'],
    ['2036-06-13', 'does not expire before 2036-06-13.'],
    ['2036-06-12', 'expires on 2036-06-12, in 3650 days.'],
  ])('counts no days until the expiry of a token in more than ten years: %s', async (expires_at, said) => {
    emulator.patch('access_tokens', 2, { expires_at })
    const seen = await doctor()
    expect(seen.findings.map(({ message }) => message)).toContain(`The access token ${said}`)
  })

  it('does not warn of a token that expires later', async () => {
    emulator.patch('access_tokens', 2, { expires_at: '2026-06-30' })
    const seen = await doctor()
    expect(seen.wrong).toEqual([])
    expect(seen.findings.map(({ message }) => message)).toContain('The access token expires on 2026-06-30, in 15 days.')
  })

  it('warns if the service does not show scopes and expiry of the token', async () => {
    emulator.fault({ path: '/personal_access_tokens/self', times: 2, status: 404, body: { error: '404 Not Found' } })
    const seen = await doctor()
    expect(seen.code).toBe(0)
    expect(checksOf(seen)).toEqual(['warning token-scopes', 'warning token-scopes'])
    expect(seen.wrong[0]?.[1]).toMatch(/^Scopes and expiry of the access token are unknown: GET .*: 404 /)
  })

  it('warns that a bot cannot create group access tokens', async () => {
    const asked = { name: 'robot', scopes: ['api'], access_level: 50, expires_at: '2026-12-31' }
    const made = await emulator.post('/groups/10/access_tokens', asked, { as: 'owner' })
    const seen = await doctor({ TRUEUP_TOKEN: (made.body as { token: string }).token })
    expect(seen.code).toBe(0)
    expect(checksOf(seen)).toEqual(['warning identity-bot'])
  })

  it('warns if the token differs from the token of the last update, which a refresh still uses', async () => {
    const config = JSON.stringify({
      'trueup:baseUrl': { value: emulator.url, secret: false },
      'trueup:token': { value: 'emulator-root', secret: true },
    })
    const seen = await doctor({ PATH: withPulumi(fakePulumi(replay(exported, config))) })
    expect(seen.wrong).toEqual([
      [
        'warning last-update',
        'The last update used a different access token, which "pulumi refresh" and "pulumi destroy" still use.',
        'Run "pulumi up", or set TRUEUP_TOKEN in the environment.',
      ],
    ])
  })

  it('warns of an access token that a state contains, because "pulumi up --plan" can print it', async () => {
    const state = JSON.parse(exported) as State
    const other = state.deployment.resources?.find(({ urn }) => urn.endsWith('::other'))
    Object.assign(other?.inputs ?? {}, { 'trueup:token': 'emulator-reporter' })
    const config = JSON.stringify({
      'trueup:baseUrl': { value: emulator.url, secret: false },
      'trueup:token': { value: 'emulator-owner', secret: true },
    })
    const replayed = withPulumi(fakePulumi(replay(JSON.stringify(state), config)))
    const seen = await doctor({ PATH: replayed, OTHER_TOKEN: '' })
    expect(seen.wrong).toEqual([
      [
        'warning stored-token',
        'The provider other has the argument token. The state contains this access token, and Pulumi prints it if ' +
          '"pulumi up --plan" has another one than the preview.',
        'Set tokenEnv to the name of an environment variable in its place. If the value is an output of a resource, ' +
          'remove it from saved plans with "trueup plan scrub".',
      ],
    ])
    expect(seen).toMatchObject({ code: 0, ok: true })
    expect(seen.findings.map(({ message }) => message)).toContain("Access token from the provider's token.")
  })

  it('checks the token of an explicit provider separately, and its own variable takes precedence', async () => {
    const seen = await doctor({ OTHER_TOKEN: 'emulator-guest' })
    expect(checksOf(seen)).toEqual(['error role'])
    expect(seen.findings.find(({ level }) => level === 'error')).toMatchObject({
      stack: 'test',
      provider: 'other',
      message:
        'In project acme/api, the user of the access token has the role Guest, which is too low for label (Reporter).',
    })
    expect(seen.findings.map(({ message }) => message)).toContain(
      'Access token from the environment variable OTHER_TOKEN.',
    )
  })
})

describe('doctor and the service', () => {
  const elsewhere = (url: string, env: Record<string, string> = {}): Promise<Seen> =>
    doctor({ TRUEUP_BASE_URL: url, TRUEUP_TOKEN: 'emulator-owner', ...env })

  it.each<[string, RequestListener, string]>([
    [
      'a page',
      (_request, response) => response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>'),
      'not JSON but text/html',
    ],
    [
      'a login page',
      (_request, response) => response.writeHead(302, { location: '/users/sign_in' }).end(),
      'redirects to /users/sign_in',
    ],
    ['a demand for a password', (_request, response) => response.writeHead(401).end('<h1>Log in</h1>'), '401 Log in'],
    ['nothing', (_request, response) => response.end(), 'the response is empty'],
    ['other JSON', (_request, response) => response.end('{"hello":"world"}'), 'JSON without a user'],
    ['no such path', (_request, response) => response.writeHead(404).end(), '404 Not Found'],
  ])('reports that a server is not the API: it responds with %s', async (_what, listener, said) => {
    const seen = await elsewhere(await serving(listener))
    expect(seen.code).toBe(1)
    expect(checksOf(seen)).toEqual(['error api'])
    expect(the({ ...seen, findings: seen.findings.filter(({ level }) => level === 'error') }, 'api')).toMatchObject({
      message: expect.stringContaining(said),
      remedy: expect.stringContaining('login page'),
    })
  })

  it('reports a service that fails, and a service that limits the rate', async () => {
    const down = await elsewhere(await serving((_request, response) => response.writeHead(502).end()))
    expect(checksOf(down)).toEqual(['error reachable'])
    expect(down.wrong[0]?.[1]).toContain('but fails: GET /api/v4/user: 502 Bad Gateway')
    const limited = await elsewhere(
      await serving((_request, response) => response.writeHead(429, { 'retry-after': '900' }).end()),
    )
    expect(checksOf(limited)).toEqual(['error rate-limit'])
  })

  it('reports a service that fails later, and the earlier findings', async () => {
    emulator.fault({ path: 'min_access_level', times: 9, status: 500, body: { message: 'out of order' } })
    const seen = await doctor({ TRUEUP_TOKEN: 'emulator-developer' })
    expect(checksOf(seen)).toEqual(['error answers'])
    expect(seen.wrong[0]?.[1]).toMatch(/^A later request to the service failed: GET .*: 500 out of order\.$/)
    expect(seen.findings.map(({ message }) => message)).toContain('The access token belongs to developer (user 4).')
  })

  it('reports a service that refuses connections', async () => {
    const port = await closedPort()
    const seen = await elsewhere(`http://127.0.0.1:${port}`)
    expect(checksOf(seen)).toEqual(['error reachable'])
    expect(seen.wrong[0]?.[1]).toMatch(new RegExp(`^127\\.0\\.0\\.1:${port} refused the connection: .*ECONNREFUSED`))
    expect(seen.wrong[0]?.[2]).toContain('(from TRUEUP_BASE_URL)')
  })

  it('reports a host name that cannot be resolved, and an unencrypted connection', async () => {
    const seen = await elsewhere('http://nowhere.invalid')
    expect(checksOf(seen)).toEqual(['warning base-url', 'error name'])
    expect(seen.wrong[0]?.[1]).toContain('is not encrypted')
    expect(seen.wrong[1]?.[1]).toMatch(/^The name nowhere\.invalid cannot be resolved: /)
  })

  it('reports a server without TLS, and an untrusted certificate', async () => {
    const plain = await elsewhere(emulator.url.replace('http:', 'https:'))
    expect(checksOf(plain)).toEqual(['error tls'])
    expect(plain.wrong[0]?.[2]).toContain('The server does not speak TLS.')
    const port = await listening(
      createHttpsServer({ cert: certificate, key }, (_request, response) => response.end('{}')),
    )
    const distrusted = await elsewhere(`https://127.0.0.1:${port}`)
    expect(checksOf(distrusted)).toEqual(['error tls'])
    expect(distrusted.wrong[0]?.[1]).toContain('self-signed certificate')
    expect(distrusted.wrong[0]?.[2]).toContain('trueup:caCertificate')
    const trusted = await elsewhere(`https://127.0.0.1:${port}`, { TRUEUP_CA_CERTIFICATE: certificate })
    expect(checksOf(trusted)).toEqual(['error api'])
  })

  it.each([
    ['TLSv1.2', 'tls', /handshake failure: the service may require a client certificate/],
    ['TLSv1.3', 'reachable', / does not respond: .*closed/],
  ] as const)('reports a service that requires a client certificate with %s', async (maxVersion, check, why) => {
    const service = createHttpsServer(
      { cert: certificate, key, requestCert: true, rejectUnauthorized: true, ca: tlsFile('clients'), maxVersion },
      (_request, response) => response.end('{}'),
    )
    const url = `https://127.0.0.1:${await listening(service)}`
    const trusted = { TRUEUP_CA_CERTIFICATE: certificate }
    const seen = await elsewhere(url, trusted)
    expect(checksOf(seen)).toEqual([`error ${check}`])
    expect(seen.wrong[0]?.[1]).toMatch(why)
    expect(seen.wrong[0]?.[2]).toContain('run "pulumi config set trueup:clientCertificate < client.pem"')
    const [own = '', itsKey = ''] = tlsFile('client').split(/(?=-----BEGIN PRIVATE KEY)/)
    const identified = { ...trusted, TRUEUP_CLIENT_CERTIFICATE: own, TRUEUP_CLIENT_KEY: itsKey }
    expect(checksOf(await elsewhere(url, identified))).toEqual(['error api'])
  })

  it('reports a proxy that prevents the connection, without its credentials', async () => {
    const proxy = `127.0.0.1:${await closedPort()}`
    const seen = await elsewhere('https://service.test', { HTTPS_PROXY: `http://me:hunter2@${proxy}` })
    expect(checksOf(seen)).toEqual(['error proxy'])
    expect(seen.wrong[0]?.[1]).toContain(`service.test cannot be reached through the proxy ${proxy}: `)
    expect(JSON.stringify(seen)).not.toContain('hunter2')
    const exempt = await elsewhere('https://service.test', {
      HTTPS_PROXY: `http://${proxy}`,
      NO_PROXY: '.example.com, service.test:443',
    })
    expect(checksOf(exempt)).toEqual(['error name'])
  })

  it('warns if the clock of the service is wrong', async () => {
    emulator.setClock('2026-06-15T12:10:00Z')
    const behind = await doctor()
    expect(behind.code).toBe(0)
    expect(checksOf(behind)).toEqual(['warning clock', 'warning clock'])
    expect(behind.wrong[0]?.[1]).toBe('The clock of this machine is 10 min behind the clock of the service.')
    emulator.setClock('2026-06-12T12:00:00Z')
    expect((await doctor()).wrong[0]?.[1]).toBe(
      'The clock of this machine is 3 days ahead of the clock of the service.',
    )
  })

  it('reports declared protected environments if the service has no paid tier', async () => {
    const seen = await elsewhere(freeEmulator.url, { TRUEUP_PREVIOUS_BASE_URLS: emulator.url })
    expect(checksOf(seen)).toEqual(['error tier'])
    expect(seen.wrong[0]?.[1]).toBe('The service does not have protected environments, but the stack declares some.')
  })

  it('warns that the Enterprise Edition without a license does not enforce protected environments', async () => {
    const seen = await elsewhere(unlicensedEmulator.url, { TRUEUP_PREVIOUS_BASE_URLS: emulator.url })
    expect(seen.wrong).toEqual([
      [
        'warning tier',
        'Project acme/platform/infra has no paid tier: the service stores its protected environments, but does not enforce them.',
        'They require Premium or Ultimate.',
      ],
    ])
    expect(unlicensedEmulator.requests().every(({ method }) => method === 'GET')).toBe(true)
  })

  it('reports declared protected environments on the Community Edition', async () => {
    const seen = await elsewhere(communityEmulator.url, { TRUEUP_PREVIOUS_BASE_URLS: emulator.url })
    expect(seen.wrong).toEqual([
      [
        'error tier',
        'The service is GitLab Community Edition, which does not have protected environments, but the stack declares some.',
        'They require Premium or Ultimate.',
      ],
    ])
  })

  it.each([
    ['blocked', 'is blocked or banned'],
    ['deactivated', 'is deactivated: log in with a browser'],
  ])('reports the remedy for a user that is %s', async (state, remedy) => {
    emulator.patch('users', 2, { state })
    const seen = await doctor()
    expect(seen.wrong[0]).toEqual([
      'error token-valid',
      expect.stringContaining('403'),
      expect.stringContaining(remedy),
    ])
  })

  it('warns if too few requests are left for a refresh', async () => {
    for (let sent = 0; sent < 19; sent++) await limitedEmulator.get('/version', { as: 'owner' })
    const seen = await elsewhere(limitedEmulator.url, { TRUEUP_PREVIOUS_BASE_URLS: emulator.url })
    expect(seen.code).toBe(0)
    expect(checksOf(seen)).toEqual(['warning rate-limit'])
    expect(seen.wrong[0]?.[1]).toMatch(
      /^A refresh takes about 8 requests, but only [1-7] of 30 per minute are left\. It must wait until 2026-06-15T12:01:00Z\.$/,
    )
  })

  it('warns of an old release of the service', async () => {
    emulator.fault({ path: '/version$', times: 2, status: 200, body: { version: '14.10.5-ee', revision: 'x' } })
    const seen = await doctor()
    expect(checksOf(seen)).toEqual(['warning version', 'warning version'])
    expect(seen.wrong[0]?.[1]).toContain('14.10.5-ee')
  })

  it('reports resources that are on another service', async () => {
    const seen = await elsewhere(freeEmulator.url)
    expect(seen.code).toBe(1)
    expect(seen.wrong.find(([check]) => check === 'error instance')?.[1]).toBe(
      `6 resources are on ${emulator.url}, but the provider uses ${freeEmulator.url} (from TRUEUP_BASE_URL).`,
    )
  })

  it('checks the service of --base-url, and sends it only the token of TRUEUP_TOKEN', async () => {
    const named = await doctor({}, '--base-url', freeEmulator.url)
    expect(checksOf(named)).toEqual(['error token'])
    const seen = await doctor({ TRUEUP_TOKEN: 'emulator-owner' }, '--base-url', freeEmulator.url)
    expect(seen.findings.map(({ message }) => message)).toContain(`Base URL ${freeEmulator.url}, from --base-url.`)
  })
})

describe('doctor and a project or group', () => {
  it('reports a role that is too low for the declared kinds', async () => {
    const seen = await doctor({ TRUEUP_TOKEN: 'emulator-developer' })
    expect(seen.wrong).toEqual([
      [
        'error role',
        'In group acme, the user of the access token is not an Owner. Access tokens and variables of groups require this role.',
        'Give the user the role Owner there, or use the token of a user who has it.',
      ],
      [
        'error role',
        'In project acme/web, the user of the access token has the role Developer, which is too low for freeze-period (Maintainer), protected-environment (Maintainer).',
        'Give the user the role Maintainer there, or use the token of a user who has it.',
      ],
    ])
  })

  it('finds a role through an invited group', async () => {
    const isDeployer = matching({ user_id: 4, source_id: 12 })
    const member = emulator.state().collections.memberships!.records.find(isDeployer)!
    emulator.patch('memberships', member.id, { access_level: 40 })
    emulator.patch('invitations', 1, { access_level: 40 })
    const seen = await doctor({ TRUEUP_TOKEN: 'emulator-developer' })
    expect(seen.wrong.map(([, message]) => message)).toEqual([
      'In group acme, the user of the access token is not an Owner. Access tokens and variables of groups require this role.',
    ])
  })

  it('reports a project that the token cannot see', async () => {
    const seen = await doctor({ TRUEUP_TOKEN: 'emulator-outsider' })
    expect(seen.wrong).toContainEqual([
      'error reference',
      'The project acme/platform/infra does not exist, or the user of the access token cannot see it.',
      'Add the user as a member. If the project was deleted, set TRUEUP_GONE_PARENTS=acme/platform/infra for one run to drop its resources.',
    ])
    expect(seen.wrong).toContainEqual([
      'error role',
      expect.stringContaining(
        'In project acme/web, the user of the access token has no role, which is too low for freeze-period',
      ),
      expect.any(String),
    ])
  })

  it('does not check the roles of administrators', async () => {
    const seen = await doctor({ TRUEUP_TOKEN: 'emulator-root' })
    expect(checksOf(seen)).toEqual([])
    expect(seen.findings.map(({ message }) => message)).toContain(
      'The access token belongs to root (user 1), an administrator.',
    )
  })

  it('warns of a project that has moved', async () => {
    emulator.patch('projects', 1, { path_with_namespace: 'acme/site' })
    emulator.patch('redirects', 1, { path: 'acme/web' })
    const seen = await doctor()
    expect(seen.wrong).toEqual([
      [
        'warning reference',
        'Project acme/web has moved to acme/site. The old path works until another project uses it.',
        'Use the path acme/site in the program.',
      ],
    ])
  })

  it('warns of a project that is scheduled for deletion, with the date and the way to restore it', async () => {
    await emulator.delete('/projects/1', { as: 'owner' })
    const seen = await doctor()
    expect(seen.code).toBe(0)
    expect(seen.wrong).toEqual([
      [
        'warning deletion',
        expect.stringMatching(
          /^Project acme\/web-deletion_scheduled-1 \(id 1\) is scheduled for deletion: it was deleted on 2026-06-15, .* "pulumi up" does not create anything in it, but still/,
        ),
        expect.stringMatching(
          /^An Owner of the project can restore it: .* POST \/api\/v4\/projects\/1\/restore\. Otherwise, remove/,
        ),
      ],
    ])
  })

  it('warns of a project whose group is scheduled for deletion, and reports the group, which has lost its path', async () => {
    await emulator.delete('/groups/10', { as: 'owner' })
    const seen = await doctor({ TRUEUP_TOKEN: 'emulator-root' })
    expect(seen.wrong.map(([check, message]) => [check, message])).toEqual([
      [
        'error deletion',
        expect.stringContaining(
          'Group acme-deletion_scheduled-10 (id 10) is scheduled for deletion: it was deleted on 2026-06-15',
        ),
      ],
      ['warning deletion', expect.stringContaining('infra (id 3) is scheduled for deletion with group acme-')],
      ['warning deletion', expect.stringContaining('/web (id 1) is scheduled for deletion with group acme-del')],
      ['warning deletion', expect.stringContaining('/api (id 2) is scheduled for deletion with group acme-del')],
    ])
    expect(seen.wrong[1]?.[2]).toContain('An Owner of the group can restore it: ')
    expect(seen.wrong[1]?.[2]).toContain('POST /api/v4/groups/10/restore.')
  })

  it('finds the new path of a project or group by its id', async () => {
    emulator.patch('projects', 1, { path_with_namespace: 'acme/site' })
    emulator.patch('groups', 10, { full_path: 'acme-inc' })
    const seen = await doctor()
    expect(seen.wrong).toEqual([
      [
        'error reference',
        'The group acme no longer exists. The group with id 10 now has the path acme-inc.',
        'Use the path acme-inc or the id 10 in the program.',
      ],
      [
        'error reference',
        'The project acme/web no longer exists. The project with id 1 now has the path acme/site.',
        'Use the path acme/site or the id 1 in the program.',
      ],
    ])
  })

  it('reports both ids if another project or group has the path now', async () => {
    emulator.patch('projects', 1, { path_with_namespace: 'acme/site' })
    emulator.patch('projects', 2, { path_with_namespace: 'acme/web' })
    emulator.patch('groups', 10, { full_path: 'acme-inc' })
    emulator.patch('groups', 12, { full_path: 'acme' })
    const seen = await doctor()
    expect(seen.wrong).toEqual([
      [
        'error reference',
        'In the state, acme is the group with id 10, but now it is the group with id 12.',
        'Use the id 10, or the current path of that group.',
      ],
      [
        'error reference',
        'In the state, acme/web is the project with id 1, but now it is the project with id 2.',
        'Use the id 1, or the current path of that project.',
      ],
    ])
  })

  it('reports an archived project, and a project with hidden labels', async () => {
    emulator.patch('projects', 3, { archived: true })
    emulator.patch('projects', 1, { issues_enabled: false, merge_requests_enabled: false })
    const seen = await doctor()
    expect(checksOf(seen)).toEqual(['error archived', 'error hidden'])
    expect(seen.wrong[1]?.[1]).toContain('In project acme/web, issues and merge requests of the project are disabled')
    expect(seen.wrong[0]?.[1]).toBe('Project acme/platform/infra is archived, so its labels cannot be changed.')
  })
})

describe('doctor and the configuration of a stack', () => {
  let seen: Promise<Seen> | undefined

  /** The real command with wrong settings in the file of the stack; runs once. */
  const misconfigured = () =>
    (seen ??= (async () => {
      const file = join(stack.place.cwd, 'Pulumi.test.yaml')
      const text = readFileSync(file, 'utf8')
      const settings = parse(text) as { config: object }
      const wrong = {
        'trueup:baseurl': 'https://example.com',
        'trueup:colour': 'red',
        'trueup:token': 'emulator-owner',
      }
      writeFileSync(file, stringify({ ...settings, config: { ...settings.config, ...wrong } }))
      try {
        return await realDoctor()
      } finally {
        writeFileSync(file, text)
      }
    })())

  it('suggests a key for a misspelled setting, and warns of other unknown settings', async () => {
    const { code, wrong } = await misconfigured()
    expect(code).toBe(1)
    expect(wrong.filter(([check]) => check.endsWith('config-key'))).toEqual([
      [
        'error config-key',
        'The stack configuration has the unknown setting trueup:baseurl: did you mean trueup:baseUrl?',
        'Set the correct key, and remove this one with "pulumi config rm trueup:baseurl --stack test".',
      ],
      [
        'warning config-key',
        expect.stringContaining('known settings are trueup:baseUrl, trueup:token, trueup:tokenEnv'),
        expect.any(String),
      ],
    ])
  }, 60_000)

  it('reports a token that is stored as plaintext, and nothing else than the wrong settings', async () => {
    const seen = await misconfigured()
    expect(seen.code).toBe(1)
    expect(checksOf(seen)).toEqual(['error config-key', 'warning config-key', 'error config-secret'])
    expect(seen.wrong[2]?.[2]).toContain('pulumi config set --secret trueup:token')
  }, 60_000)

  it('only warns of a misspelled setting if the project itself is named trueup', () => {
    const config = { 'trueup:tokens': { value: '3', secret: false }, 'other:tokn': { value: '4', secret: false } }
    const levels = ['trueup', 'shop', undefined].map((project) => {
      const findings = new Findings()
      checkConfiguration(findings, { name: 'test', resources: [], config, pending: [] }, project)
      return findings.all.map(({ check, level, message }) => [check, level, message])
    })
    const message = 'The stack configuration has the unknown setting trueup:tokens: did you mean trueup:token?'
    expect(levels).toEqual(['warning', 'error', 'error'].map((level) => [['config-key', level, message]]))
  })

  it.each([
    ['TRUEUP_MAX_CONCURRENCY', '0', 'maxConcurrency must be at least 1 (got 0).'],
    ['TRUEUP_ON_CONFLICT', 'ask', 'onConflict of the provider must be one of fail, adopt, adopt-if-equal (got "ask")'],
    ['TRUEUP_TOKEN', 'line\nbreak', 'token must contain only printable ASCII characters without spaces'],
    ['TRUEUP_BASE_URL', 'https://me:hunter2@example.com', 'baseUrl must not contain credentials'],
    [
      'TRUEUP_PREVIOUS_BASE_URLS',
      '["https://old.example.com"',
      'previousBaseUrls of the provider must contain URLs such as https://gitlab.example.com (got ',
    ],
  ])('reports an invalid setting: %s', async (name, value, said) => {
    const seen = await doctor({ [name]: value })
    expect(checksOf(seen)).toEqual(['error settings'])
    expect(seen.wrong[0]?.[1]).toContain(said)
    expect(JSON.stringify(seen)).not.toMatch(/hunter2|line\\\\nbreak/)
  })
})

describe('doctor and the stacks', () => {
  it('reports a stack that does not exist, and checks the other one', async () => {
    const seen = await realDoctor('--stack', 'nope', '--stack', 'test')
    expect(seen.code).toBe(1)
    expect(checksOf(seen)).toEqual(['error stack'])
    expect(seen.wrong[0]?.[1]).toContain('stack nope of ')
    expect(seen.findings.some(({ check, stack: of }) => check === 'rate-limit' && of === 'test')).toBe(true)
  }, 60_000)

  it('warns of an interrupted update, and reports a resource of an unknown kind', async () => {
    const whole = JSON.parse(exported) as State
    const { resources = [] } = whole.deployment
    const type = 'pulumi-nodejs:dynamic/trueup:Wish'
    const urn = `urn:pulumi:test::test::${type}::wish`
    const wish = {
      urn,
      type,
      id: '1',
      inputs: { __provider: 'exports.handler=()=>require("trueup/runtime").provider("wish")' },
    }
    const pending_operations = [{ type: 'creating', resource: { urn: resources.at(-1)!.urn } }]
    const state = { ...whole, deployment: { resources: [...resources, wish], pending_operations } }
    const config = JSON.stringify({
      'trueup:baseUrl': { value: emulator.url, secret: false },
      'trueup:token': { value: 'emulator-owner', secret: true },
    })
    const seen = await doctor({ PATH: withPulumi(fakePulumi(replay(JSON.stringify(state), config))) })
    expect(checksOf(seen)).toEqual(['warning stack-pending', 'error resource'])
    expect(seen.wrong[0]?.[1]).toContain('creating ')
    expect(seen.wrong[1]?.[1]).toContain('unknown kind of resource "wish"')
  })
})

describe('doctor and the machine', () => {
  const inProject = (files: Record<string, string>): string => {
    const made = folder()
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(made, path)), { recursive: true })
      writeFileSync(join(made, path), content)
    }
    return made
  }
  const at = (cwd: string, env: Record<string, string> = {}): Promise<Seen> =>
    doctorIn({ env: { ...recorded.env, ...env } }, '--cwd', cwd)

  it('reports a missing pulumi CLI', async () => {
    const seen = await doctor({ PATH: folder() })
    expect(checksOf(seen)).toEqual(['error pulumi-cli', 'error stack'])
    expect(seen.wrong[0]?.[1]).toBe('There is no "pulumi" on PATH.')
  })

  it.each([
    ['echo v3.215.0', 'error', 'The pulumi CLI 3.215.0 is not supported. Trueup requires 3.216.0 or later.'],
    ['echo v3.253.1', 'warning', 'cannot import the files of "trueup export", which require 3.254.0 or later'],
    ['echo 4.0.0-alpha.1', 'ok', 'pulumi CLI 4.0.0-alpha.1.'],
    ['echo hello', 'warning', '"pulumi version" printed "hello", which is not a version.'],
    ['echo broken >&2; exit 3', 'error', '"pulumi version" failed: '],
  ])('checks the version of the pulumi CLI: %s', async (script, level, said) => {
    const seen = await doctor({ PATH: withPulumi(fakePulumi(script)) })
    expect(the(seen, 'pulumi-cli')).toMatchObject({ level, message: expect.stringContaining(said) })
  })

  it('reports a pulumi CLI without its program for dynamic resources, and looks for it as the CLI does', async () => {
    const script = 'echo v3.259.0'
    const bare = fakePulumi(script, { bare: true })
    const seen = await doctor({ PATH: withPulumi(bare) })
    expect(the(seen, 'pulumi-nodejs')).toMatchObject({
      level: 'error',
      message: `The pulumi CLI (${join(bare, 'pulumi')}) does not find pulumi-resource-pulumi-nodejs, which it needs for dynamic resources.`,
      remedy: expect.stringMatching(/^Reinstall the Pulumi CLI .*, or add the folder .* to PATH\./),
    })
    const [whole, linked] = [fakePulumi(script), folder()]
    symlinkSync(join(whole, 'pulumi'), join(linked, 'pulumi'))
    for (const path of [withPulumi(linked), `${withPulumi(bare)}${delimiter}${whole}`])
      expect(checksOf(await doctor({ PATH: path }))).not.toContain('error pulumi-nodejs')
    const native = inProject({
      'Pulumi.yaml': 'name: x\nruntime: nodejs\nplugins: { providers: [{ name: trueup }] }\n',
    })
    expect(checksOf(await at(native, { PATH: withPulumi(bare) }))).not.toContain('error pulumi-nodejs')
  })

  it('knows the npm package pulumi, which downloads the CLI when it is first used', async () => {
    const fromNpm = (script: string) => {
      const modules = join(folder(), 'node_modules')
      for (const path of ['.bin', 'pulumi']) mkdirSync(join(modules, path), { recursive: true })
      writeFileSync(join(modules, 'pulumi', 'run.js'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      symlinkSync(join(modules, 'pulumi', 'run.js'), join(modules, '.bin', 'pulumi'))
      return join(modules, '.bin')
    }
    const found = checksOf(await doctor({ PATH: withPulumi(fromNpm('echo v3.265.0')) }))
    expect(found).not.toContain('error pulumi-nodejs')
    const offline = fromNpm('echo "Downloading pulumi v3.265.0..." >&2; echo "pulumi: fetch failed" >&2; exit 1')
    const seen = await doctor({ PATH: withPulumi(offline) })
    expect(the(seen, 'pulumi-cli')).toMatchObject({
      level: 'error',
      message: 'The npm package pulumi cannot download the Pulumi CLI: fetch failed.',
      remedy: expect.stringContaining('https://get.pulumi.com'),
    })
  })

  it('reports a missing project, and still checks the service of the environment', async () => {
    const nowhere = await at(folder())
    expect(checksOf(nowhere)).toEqual(['error project'])
    expect(nowhere.wrong[0]?.[1]).toMatch(/^There is no Pulumi\.yaml in .* or its parent folders\.$/)
    const named = await at(folder(), { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-developer' })
    expect(checksOf(named)).toEqual(['error project'])
    expect(named.findings.map(({ message }) => message)).toContain('The access token belongs to developer (user 4).')
  })

  it.each([
    ['name: x\n', 'is missing.'],
    ['name: [x\n', 'cannot be read: '],
  ])('reports an invalid Pulumi.yaml: %j', async (yaml, said) => {
    const seen = await at(inProject({ 'Pulumi.yaml': yaml }))
    expect(seen.wrong.filter(([check]) => check === 'error project').map(([, message]) => message)).toEqual([
      expect.stringContaining(said),
    ])
  })

  const project = { 'Pulumi.yaml': 'name: x\nruntime: nodejs\nmain: program/index.ts\n', 'program/index.ts': '' }
  const manifest = (version: string) => JSON.stringify({ version })
  const own = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as { version: string }

  it('reports missing packages, which it looks up from the folder of the program', async () => {
    const cwd = inProject(project)
    const seen = await at(cwd)
    expect(checksOf(seen).slice(0, 2)).toEqual(['error trueup', 'error pulumi-package'])
    expect(seen.wrong[0]?.[1]).toBe(`The package "trueup" is not installed in ${join(cwd, 'program')}.`)
  })

  it('reports packages with unsupported versions', async () => {
    const seen = await at(
      inProject({
        ...project,
        'program/node_modules/trueup/package.json': manifest('0.0.1'),
        'node_modules/@pulumi/pulumi/package.json': manifest('3.215.0'),
      }),
    )
    expect(the(seen, 'trueup')).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('has trueup 0.0.1'),
    })
    expect(the(seen, 'pulumi-package')).toMatchObject({
      level: 'error',
      message: '@pulumi/pulumi 3.215.0 is not supported. Trueup requires >=3.216.0 <4.',
    })
  })

  it.each([
    ['>=99', 'warning', '@pulumi/pulumi 3.259.0 requires Node.js >=99, but this is Node.js '],
    ['>=18', undefined, ''],
    ['^18.19.0 || >=20.6.0', undefined, ''],
  ])('checks the Node.js version that the SDK requires: %s', async (node, level, said) => {
    const seen = await at(
      inProject({
        ...project,
        'node_modules/@pulumi/pulumi/package.json': JSON.stringify({ version: '3.259.0', engines: { node } }),
      }),
    )
    expect(seen.findings.filter(({ check }) => check === 'pulumi-node')).toEqual(
      level ? [expect.objectContaining({ level, message: expect.stringContaining(said) })] : [],
    )
    expect(the(seen, 'pulumi-package').level).toBe('ok')
  })

  it.each([
    ['7.0.2', 'runtime: nodejs', ['error']],
    ['5.9.3', 'runtime: nodejs', []],
    ['7.0.2', 'runtime: { name: nodejs, options: { typescript: false } }', []],
  ])('reports TypeScript %s for a program with %s, if Pulumi cannot load it', async (version, runtime, levels) => {
    const seen = await at(
      inProject({
        'Pulumi.yaml': `name: x\n${runtime}\n`,
        'node_modules/typescript/package.json': manifest(version),
        'node_modules/@pulumi/pulumi/package.json': JSON.stringify({
          version: '3.248.0',
          peerDependencies: { typescript: '>= 3.8.3 < 7' },
        }),
      }),
    )
    const found = seen.findings.filter(({ check }) => check === 'typescript')
    expect(found.map(({ level }) => level)).toEqual(levels)
    for (const { message } of found) expect(message).toContain('requires typescript >= 3.8.3 < 7.')
  })

  it('warns of two copies of the SDK', async () => {
    const seen = await at(
      inProject({
        ...project,
        'program/package.json': JSON.stringify({ dependencies: { cloud: '1' } }),
        'node_modules/trueup/package.json': manifest(own.version),
        'node_modules/@pulumi/pulumi/package.json': manifest('3.259.0'),
        'node_modules/cloud/package.json': manifest('1.0.0'),
        'node_modules/cloud/node_modules/@pulumi/pulumi/package.json': manifest('3.220.0'),
      }),
    )
    expect(the(seen, 'trueup').level).toBe('ok')
    expect(the(seen, 'pulumi-package')).toMatchObject({
      level: 'warning',
      message: expect.stringMatching(
        /^There are 2 copies of @pulumi\/pulumi: 3\.259\.0 for the project, 3\.220\.0 for .*cloud\./,
      ),
    })
  })
})

it('rejects invalid arguments, and prints help for trueup doctor', async () => {
  const [bad, help] = [trueup('doctor', '--format', 'xml'), trueup('doctor', '--help')]
  expect(await bad.ended).toBe(64)
  expect(await help.ended).toBe(0)
  expect(help.output.stdout).toContain('Exit codes: 0 nothing prevents "pulumi up"')
})
