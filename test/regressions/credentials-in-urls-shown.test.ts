import { inspect } from 'node:util'
import { connect, Connection } from '../../provider/core/service/connection'
import { misplaced } from '../../provider/core/service/misplaced'
import { settings } from '../../provider/core/service/settings'
import { client, closeClients, failure } from '../sdk/support/client'
import { bare, serve, stopServices } from '../sdk/support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const tell = { warn: () => undefined, status: () => undefined }
const of = (config: Record<string, unknown>) => settings({ get: (key) => config[key.slice('trueup:'.length)] }, {})

it('does not repeat credentials in the base URL when the token is missing', () => {
  expect(() => connect(of({ baseUrl: 'https://me:hunter2@gitlab.test' }), tell)).toThrow(
    /^baseUrl must not contain credentials: pass the access token as token\.$/,
  )
})

it('does not repeat credentials in an earlier base URL', () => {
  const previousBaseUrls = ['https://old.test', 'https://me:hunter2@older.test']
  expect(() => new Connection(of({ token: 't', previousBaseUrls }), tell)).toThrow(
    /^previousBaseUrls must not contain credentials: pass the access token as token\.$/,
  )
})

it('hides the token of a connection that is logged', () => {
  const connection = new Connection(of({ token: 'glpat-loggedTokenHw27' }), tell)
  expect(inspect(connection, { depth: 9, showHidden: true })).not.toContain('loggedTokenHw27')
  expect(JSON.stringify(connection)).not.toContain('loggedTokenHw27')
  expect(connection.settings.token).toBe('glpat-loggedTokenHw27')
})

it.each([
  ['tokenEnv', 'glpat-abcdefghij', /not the name of an environment variable/],
  ['tokenEnv', 'MY TOKEN', /not the name of an environment variable/],
  ['baseUrl', 'https://me:pa/ss@gitlab.test', /must not contain credentials/],
])('rejects %s %j without repeating it', (name, value, why) => {
  expect(misplaced(name, value)).toMatch(why)
  expect(misplaced(name, value)).not.toContain(value)
})

it.each([
  ['tokenEnv', 'GITLAB_TOKEN_2'],
  ['baseUrl', 'https://gitlab.test/git'],
  ['previousBaseUrls', ['https://old.test', 'https://older.test']],
  ['caCertificate', ''],
  ['maxConcurrency', 4],
])('accepts %s %j', (name, value) => {
  expect(misplaced(name, value)).toBeUndefined()
})

it('shows no secret from a redirect that repeats the request', async () => {
  const service = await serve(({ body }) => {
    const { url } = JSON.parse(body) as { url: string }
    return bare(302, { location: `https://sso.test/?back=${encodeURIComponent(url)}`, 'x-request-id': `id of ${url}` })
  })
  const url = 'https://mirror:pass%26wordKz83@example.com/x.git'
  const error = await failure(client(service.url).remoteMirrors.create(1, { url }))
  expect(error.message).toContain('302 redirects to https://sso.test/?back=')
  expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/wordKz83/)
})
