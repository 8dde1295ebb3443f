import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testNow, useEmulator } from '../support/emulator'
import { useWarmCli } from '../support/warm-cli'

const emulator = useEmulator({ flavor: 'spec' })
const cli = useWarmCli()

/** Runs `trueup tokens` to its end. */
async function tokens(args: string[], user = 'owner') {
  const { PATH } = process.env
  const settings = { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: `emulator-${user}` }
  const run = cli.in({ env: { PATH, TRUEUP_TEST_NOW: testNow, ...settings } })('tokens', ...args)
  const code = await run.ended
  const stderr = run.output.stderr.replace(/^warning: TRUEUP_TEST_NOW .*\n/, '')
  return { code, stdout: run.output.stdout, stderr }
}

interface Made {
  id: number
  token: string
}

async function make(parent: string, name: string, expires_at: string, parents = 'groups'): Promise<Made> {
  const path = `/${parents}/${encodeURIComponent(parent)}/access_tokens`
  const response = await emulator.post(path, { name, expires_at, scopes: ['read_api', 'self_rotate'] }, { as: 'owner' })
  expect(response.status).toBe(201)
  return response.body as Made
}

interface Report {
  due: number
  tokens: { group?: string; project?: string; name: string; state: string; daysLeft: number | null; due: boolean }[]
}

const namesIn = (stdout: string) => (JSON.parse(stdout) as Report).tokens.map(({ name }) => name)

it('shows tokens sorted by expiry date, without their values', async () => {
  const made = [
    await make('acme', 'deploy', '2027-01-31'),
    await make('acme', 'nightly', '2026-07-01'),
    await make('acme/platform', 'infra', '2026-06-16'),
  ]
  const run = await tokens(['--group', 'acme', 'acme/platform'])
  const [deploy, nightly, infra] = made.map(({ id }) => id)
  expect(run).toEqual({
    code: 2,
    stderr: '',
    stdout: `Expires     Left         Project or group  Token    Id  Role        Scopes                Last used  State
2026-06-16  under 1 day  acme/platform     infra    ${infra}  Maintainer  read_api self_rotate  never      due
2026-07-01  15 days      acme              nightly  ${nightly}  Maintainer  read_api self_rotate  never      due
2027-01-31  229 days     acme              deploy   ${deploy}  Maintainer  read_api self_rotate  never      active

2 of 3 tokens will expire within 30d.
`,
  })
  for (const { token } of made) expect(run.stdout).not.toContain(token)
})

it('writes the token report to several files in several formats', async () => {
  await make('acme', 'deploy', '2027-01-31')
  const folder = mkdtempSync(join(tmpdir(), 'trueup-tokens-'))
  try {
    const [text, markdown] = [join(folder, 'tokens.txt'), join(folder, 'tokens.md')]
    const files = ['--format', 'text', '--out', text, '--format', 'markdown', '--out', markdown, '--format', 'json']
    const { code, stdout, stderr } = await tokens(['--group', 'acme', ...files])
    expect({ code, stderr, names: namesIn(stdout) }).toEqual({ code: 0, stderr: '', names: ['deploy'] })
    expect(readFileSync(text, 'utf8')).toContain('2027-01-31  229 days  acme              deploy')
    expect(readFileSync(markdown, 'utf8')).toContain('| 2027-01-31 | 229 days |')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

describe('the exit code of trueup tokens', () => {
  it.each([
    ['12h', '2026-06-16', 2],
    ['12h', '2026-06-17', 0],
    ['1d', '2026-06-16', 2],
    ['30d', '2026-07-15', 2],
    ['30d', '2026-07-16', 0],
    ['4w', '2026-07-13', 2],
    ['4w', '2026-07-14', 0],
  ])('returns the exit code for --within %s and a token that expires on %s: %d', async (within, date, expected) => {
    await make('acme', 'deploy', date)
    const run = await tokens(['--group', 'acme', '--within', within])
    expect(run.code).toBe(expected)
    expect(run.stdout).toContain(
      expected === 2 ? `1 of 1 token will expire within ${within}.` : `None of 1 token expires within ${within}.`,
    )
  })

  it('returns exit code 0 if there are no tokens', async () => {
    expect(await tokens(['--group', 'acme'])).toEqual({
      code: 0,
      stderr: '',
      stdout: 'There are no access tokens of projects and groups.\n',
    })
  })
})

it('shows revoked and expired tokens only with --all, and never as due', async () => {
  const revoked = await make('acme', 'revoked', '2026-06-20')
  await emulator.delete(`/groups/acme/access_tokens/${revoked.id}`, { as: 'owner' })
  const expired = await make('acme', 'expired', '2026-06-21')
  emulator.patch('access_tokens', expired.id, { expires_at: '2026-06-14' })
  expect(namesIn((await tokens(['--group', 'acme', '--format', 'json'])).stdout)).toEqual([])
  const all = await tokens(['--group', 'acme', '--all', '--format', 'json'])
  expect(all.code).toBe(0)
  expect((JSON.parse(all.stdout) as Report).tokens).toMatchObject([
    { name: 'expired', state: 'expired', daysLeft: -2, due: false },
    { name: 'revoked', state: 'revoked', due: false },
  ])
})

it('shows the tokens of subgroups with --recursive', async () => {
  await make('acme', 'top', '2026-06-20')
  await make('acme/platform', 'below', '2026-06-21')
  await make('deployers', 'beside', '2026-06-22')
  const names = async (args: string[], user?: string) =>
    namesIn((await tokens([...args, '--format', 'json'], user)).stdout)
  const asked = [
    names(['--group', 'acme']),
    names(['--group', 'acme', '--recursive']),
    names(['--group', 'acme', '11', '--recursive']),
    names(['--group', 'acme', '--recursive'], 'root'),
  ]
  const all = ['top', 'below']
  expect(await Promise.all(asked)).toEqual([['top'], all, all, all])
})

it('shows the tokens of projects, and with --recursive those of all projects of a group', async () => {
  await make('acme/web', 'of web', '2026-06-20', 'projects')
  await make('acme/platform/infra', 'of infra', '2026-06-21', 'projects')
  await make('acme', 'of acme', '2026-06-22')
  await emulator.post('/projects/acme%2Fplatform%2Finfra/archive', {}, { as: 'owner' })
  const placesOf = async (...args: string[]) =>
    (JSON.parse((await tokens([...args, '--format', 'json'])).stdout) as Report).tokens.map(({ project, group }) => [
      project,
      group,
    ])
  const [web, infra] = [
    ['acme/web', undefined],
    ['acme/platform/infra', undefined],
  ]
  expect(await placesOf('--project', 'acme/web')).toEqual([web])
  expect(await placesOf('--group', 'acme')).toEqual([[undefined, 'acme']])
  expect(await placesOf('--group', 'acme', '--project', '1', '--recursive')).toEqual([web, infra, [undefined, 'acme']])
})

it('prints the token report as JSON', async () => {
  const { id } = await make('acme', 'deploy', '2026-06-20')
  const { code, stdout } = await tokens(['--group', 'acme', '--format', 'json'])
  expect(code).toBe(2)
  expect(JSON.parse(stdout)).toEqual({
    service: emulator.url,
    at: testNow,
    within: '30d',
    due: 1,
    tokens: [
      {
        group: 'acme',
        id,
        name: 'deploy',
        state: 'active',
        expiresAt: '2026-06-20',
        daysLeft: 4,
        due: true,
        accessLevel: 40,
        scopes: ['read_api', 'self_rotate'],
        lastUsedAt: null,
      },
    ],
  })
})

it('prints a Markdown table with escaped names', async () => {
  await make('acme', 'a|b @all <b>', '2026-06-20')
  const { stdout } = await tokens(['--group', 'acme', '--format', 'markdown'])
  expect(stdout).toMatch(/^\| Expires \| Left \|.*\|\n\| --- \|/)
  expect(stdout).toMatch(/^\| 2026-06-20 \| 4 days \| <code>acme<\/code> \|/m)
  expect(stdout).not.toMatch(/a\|b|@all|<b>/)
})

it('escapes control characters in the names of tokens', async () => {
  await make('acme', 'a\u001b[31mred', '2026-06-20')
  const { stdout } = await tokens(['--group', 'acme'])
  expect(stdout).toContain('a\\u001b[31mred')
  expect(stdout).not.toContain('\u001b')
})

describe('errors of trueup tokens', () => {
  it('prints one sentence if the user is not an Owner', async () => {
    const run = await tokens(['--group', 'acme'], 'maintainer')
    expect(run).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^trueup: The access tokens of group acme cannot be read: this requires the role Owner \(.*\)\.\n$/,
      ),
    })
  })

  it('prints one sentence if the user is not a Maintainer of the project', async () => {
    const run = await tokens(['--project', 'acme/web'], 'developer')
    expect(run.code).toBe(1)
    expect(run.stderr).toMatch(
      /^trueup: The access tokens of project acme\/web cannot be read: this requires the role Maintainer \(.*\)\.\n$/,
    )
  })

  it('prints one sentence if a group does not exist', async () => {
    const run = await tokens(['--group', 'nope'])
    expect(run.code).toBe(1)
    expect(run.stderr).toMatch(/^trueup: The group nope does not exist on .*\n$/)
  })

  it.each([
    [['--group', 'acme', '--within', '30'], 'It must be a number of hours, days or weeks, such as 12h, 30d or 4w.'],
    [['--group', 'acme', '--format', 'xml'], 'Allowed choices are text, json, markdown.'],
    [[], 'at least one of --project and --group is required'],
  ])('rejects invalid arguments of trueup tokens: %j', async (args, message) => {
    const run = await tokens(args)
    expect(run.code).toBe(64)
    expect(run.stderr).toContain(message)
  })
})

it('prints help with examples for trueup tokens', async () => {
  const { code, stdout } = await tokens(['--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('$ trueup tokens --group acme --recursive')
  expect(stdout).toContain('(default: 30d)')
})
