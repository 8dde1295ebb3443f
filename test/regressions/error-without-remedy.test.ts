import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

/** Tests that errors of common mistakes say what to do. */
const emulator = useEmulator()

const label = { project: 'acme/web', name: 'bug', color: '#FF0000' }
const engineOf = (kind: string, token: string) => new Engine(kind, { url: emulator.url, token })

it.each([
  ['gitlab.example.com', 'https://gitlab.example.com'],
  ['gitlab.example.com:8443/git', 'https://gitlab.example.com:8443/git'],
  ['localhost:8080', 'http://localhost:8080'],
])('suggests a scheme for the base URL %s, and shows where it is set', async (url, meant) => {
  await expect(new Engine('label', { url }).up(label)).rejects.toThrow(
    `baseUrl must be an http or https URL, not "${url}": did you mean ${meant}? It is set in stack config trueup:baseUrl.`,
  )
})

it.each(['glpat-4fXk.01.0w1AbC2dE', 'me:hunter2@gitlab.example.com', 'Xq52-originOnly'])(
  'does not repeat %s as base URL, because it can contain a secret',
  async (url) => {
    const failure = new Engine('label', { url }).up(label)
    await expect(failure).rejects.toThrow(/baseUrl must .* It is set in stack config trueup:baseUrl\.$/)
    await expect(failure).rejects.not.toThrow(url)
  },
)

it('names the role that a write needs, and the user of the access token', async () => {
  const failure = engineOf('freeze-period', 'emulator-developer').up({
    project: 'acme/web',
    freezeStart: '0 22 * * 5',
    freezeEnd: '0 6 * * 1',
  })
  await expect(failure).rejects.toThrow(
    'Reading freeze periods requires the Reporter role, and changing them the Maintainer role. ' +
      'The access token (from stack config trueup:token) belongs to developer.',
  )
  const asked = emulator.requests().filter(({ path }) => path === '/api/v4/user')
  expect(asked).toHaveLength(1)
})

it('explains a missing role without the user if the user cannot be read', async () => {
  emulator.fault({ path: '/api/v4/user$', status: 403, times: 9, body: { message: '403 Forbidden' } })
  const failure = engineOf('label', 'emulator-guest').up(label)
  await expect(failure).rejects.toThrow(/Changing labels requires the Planner or Reporter role/)
  await expect(failure).rejects.not.toThrow('belongs to')
})

it('does not name the user of a token that lacks a scope', async () => {
  const failure = engineOf('label', 'emulator-readonly').up(label)
  await expect(failure).rejects.toThrow(/lacks the scope "api"\.$/)
})

it('names the scope that is enough for reading', async () => {
  emulator.patch('access_tokens', 2, { scopes: ['read_repository'] })
  const failure = engineOf('label', 'emulator-owner').up(label)
  await expect(failure).rejects.toThrow(
    'The access token from stack config trueup:token lacks the scope "read_api", or "api" for updates.',
  )
})

it('names the token of the last update only if it can be the rejected one', async () => {
  const ofLast =
    '"pulumi refresh", "pulumi destroy" and options such as --refresh use the token of the last update: after you have ' +
    'changed it, run "pulumi up" without --refresh first'
  await expect(engineOf('label', 'wrong').up(label)).rejects.toThrow(
    `${ofLast}, or set TRUEUP_TOKEN, which always takes precedence.`,
  )
  const explicit = { 'trueup:explicit': 'true' }
  const own = new Engine('label', { url: emulator.url, token: 'wrong', config: explicit }).up(label)
  await expect(own).rejects.toThrow(
    `${ofLast}. If a resource of the program creates the token, this update also replaces an expired one.`,
  )
})

it.each([
  ['glcbt-64', 'a job token, such as CI_JOB_TOKEN'],
  ['gldt-', 'a deploy token'],
  ['glptt-', 'a trigger token of pipelines'],
  ['glrt-', 'the token of a runner'],
  ['GR1348941', 'the registration token of runners'],
  ['github_pat_', 'a token of GitHub'],
  ['pul-', 'an access token of Pulumi Cloud'],
])('says of a token with the prefix %s that it is %s, without a part of it', async (prefix, what) => {
  const token = `${prefix}Xq52Lr9wTb7nKc3v`
  const failure = await engineOf('label', token)
    .up(label)
    .catch((error: Error) => error.message)
  const told = `token from stack config trueup:token is ${what}, which cannot use this API: create a personal, project or group access token with the scope "api".`
  expect(failure).toContain(told)
  expect(failure).not.toContain(prefix)
  expect(failure).not.toContain('Xq52')
})

it.each([
  ['userID', 'alice', /\.userID is not an argument .*: did you mean userId\? Write user for a username/],
  ['userId', 'alice', /userId must be an integer of at least 1 \(got "alice"\): write user for a username/],
  ['groupId', 'acme', /groupId must be an integer of at least 1 \(got "acme"\): write group for a path/],
])('says how to write the name for %s: %s in an access entry', async (argument, value, told) => {
  const args = { project: 'acme/web', name: 'production', deployAccessLevels: [{ [argument]: value }] }
  await expect(engineOf('protected-environment', 'emulator-maintainer').up(args)).rejects.toThrow(told)
})

it('writes the path for the URL of a project', async () => {
  const args = { ...label, project: 'https://gitlab.example.com/acme/web/-/labels' }
  await expect(engineOf('label', 'emulator-maintainer').up(args)).rejects.toThrow(
    'it must not be a URL: write "acme/web"',
  )
})

it.each([2 ** 53, '12', {}])('rejects the id %j of a response, with its request', async (id) => {
  const engine = engineOf('label', 'emulator-maintainer')
  await engine.up(label)
  const labels = '/api/v4/projects/1/labels(\\?|$)'
  emulator.fault({ method: 'GET', path: labels, status: 200, times: 20, body: [{ ...label, id }] })
  await expect(engine.refresh()).rejects.toThrow(
    'GET /api/v4/projects/1/labels: 200 the response contains an id that is not an integer below 2^53.',
  )
})
