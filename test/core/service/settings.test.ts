import { inspect } from 'node:util'
import { connect, Connection } from '../../../provider/core/service/connection'
import { misplaced } from '../../../provider/core/service/misplaced'
import { EXPLICIT, misspelled, settings } from '../../../provider/core/service/settings'

const of = (config: Record<string, unknown>, env: Record<string, string> = {}) =>
  settings({ get: (key) => config[key] }, env)

describe('the default provider', () => {
  it('connects to gitlab.com with the token of GITLAB_TOKEN or the stack configuration by default', () => {
    expect(of({})).toMatchObject({ baseUrl: 'https://gitlab.com', token: undefined })
    expect(of({}, { GITLAB_TOKEN: 'g' })).toMatchObject({ token: 'g', tokenFrom: 'GITLAB_TOKEN' })
    expect(of({ 'trueup:token': 'c' }, { GITLAB_TOKEN: 'g' })).toMatchObject({ token: 'c' })
    expect(of({ 'trueup:token': 'c' }, { TRUEUP_TOKEN: 't' })).toMatchObject({ token: 't', tokenFrom: 'TRUEUP_TOKEN' })
  })

  it.each([
    ['TRUEUP_BASE_URL', { TRUEUP_BASE_URL: 'u', GITLAB_BASE_URL: 'x' }, { 'trueup:baseUrl': 'x' }],
    ['stack config trueup:baseUrl', { GITLAB_BASE_URL: 'x', CI_SERVER_URL: 'x' }, { 'trueup:baseUrl': 'u' }],
    ['GITLAB_BASE_URL', { GITLAB_BASE_URL: 'u', CI_SERVER_URL: 'x' }, {}],
    ['CI_SERVER_URL', { CI_SERVER_URL: 'u' }, {}],
  ])('prefers the base URL from %s to all later sources', (from, env, config) => {
    expect(of(config, env as Record<string, string>)).toMatchObject({ baseUrl: 'u', baseUrlFrom: from })
  })

  it.each([
    ['a configured token to a host of the environment', { 'trueup:token': 'c' }, { TRUEUP_BASE_URL: 'u' }],
    ['a configured token to the host of a CI job', { 'trueup:token': 'c' }, { CI_SERVER_URL: 'u' }],
    ['GITLAB_TOKEN to a configured host', { 'trueup:baseUrl': 'u' }, { GITLAB_TOKEN: 'g' }],
    ['GITLAB_TOKEN to TRUEUP_BASE_URL', {}, { TRUEUP_BASE_URL: 'u', GITLAB_TOKEN: 'g' }],
  ])('never sends %s', (_, config, env) => {
    expect(of(config, env as Record<string, string>).token).toBeUndefined()
  })

  it('sends TRUEUP_TOKEN to the chosen host, regardless of its source', () => {
    for (const env of [{ TRUEUP_BASE_URL: 'u' }, { GITLAB_BASE_URL: 'u' }, { CI_SERVER_URL: 'u' }]) {
      expect(of({}, { ...env, TRUEUP_TOKEN: 't' }).token).toBe('t')
    }
    expect(of({ 'trueup:baseUrl': 'u' }, { TRUEUP_TOKEN: 't' }).token).toBe('t')
  })

  it('names the sources of a missing token', () => {
    expect(of({}, { TRUEUP_BASE_URL: 'u' }).tokenFrom).toBe('TRUEUP_TOKEN')
    expect(of({ 'trueup:baseUrl': 'u' }).tokenFrom).toBe('TRUEUP_TOKEN or stack config trueup:token')
    expect(of({}).tokenFrom).toBe('TRUEUP_TOKEN or stack config trueup:token or GITLAB_TOKEN')
  })

  it('parses numbers and lists, first from the environment', () => {
    expect(
      of(
        { 'trueup:maxConcurrency': '4', 'trueup:previousBaseUrls': '["https://a", "https://b"]' },
        { TRUEUP_MAX_CONCURRENCY: '8' },
      ),
    ).toMatchObject({ maxConcurrency: 8, previousBaseUrls: ['https://a', 'https://b'] })
    expect(of({ 'trueup:previousBaseUrls': 'https://a, https://b' }).previousBaseUrls).toEqual([
      'https://a',
      'https://b',
    ])
  })
})

describe('an explicit provider', () => {
  const explicit = (args: Record<string, unknown>, env: Record<string, string> = {}) =>
    of({ [EXPLICIT]: 'true', ...args }, env)

  it('uses only the arguments of an explicit provider', () => {
    const env = {
      TRUEUP_BASE_URL: 'x',
      TRUEUP_TOKEN: 'x',
      TRUEUP_MAX_CONCURRENCY: '1',
      GITLAB_TOKEN: 'x',
      CI_SERVER_URL: 'x',
    }
    expect(explicit({ 'trueup:baseUrl': 'u', 'trueup:token': 't' }, env)).toMatchObject({
      baseUrl: 'u',
      token: 't',
      maxConcurrency: undefined,
    })
    expect(explicit({}, env)).toMatchObject({ baseUrl: 'https://gitlab.com', token: undefined })
  })

  it('reads the token of an explicit provider from the variable that tokenEnv names, if it is set', () => {
    const args = { 'trueup:token': 'stored', 'trueup:tokenEnv': 'OTHER_TOKEN' }
    expect(explicit(args, { OTHER_TOKEN: 'fresh' })).toMatchObject({
      token: 'fresh',
      tokenFrom: 'the environment variable OTHER_TOKEN',
    })
    expect(explicit(args)).toMatchObject({ token: 'stored' })
    expect(explicit({ 'trueup:tokenEnv': 'OTHER_TOKEN' }).tokenFrom).toMatch(/OTHER_TOKEN or the provider's token/)
  })
})

describe('credentials in settings', () => {
  const log = { warn: () => undefined, status: () => undefined }

  it('does not repeat credentials in the base URL when the token is missing', () => {
    expect(() => connect(of({ 'trueup:baseUrl': 'https://me:hunter2@gitlab.test' }), log)).toThrow(
      /^baseUrl must not contain credentials: pass the access token as token\.$/,
    )
  })

  it('does not repeat credentials in an earlier base URL', () => {
    const previousBaseUrls = ['https://old.test', 'https://me:hunter2@older.test']
    expect(() => new Connection(of({ 'trueup:token': 't', 'trueup:previousBaseUrls': previousBaseUrls }), log)).toThrow(
      /^previousBaseUrls must not contain credentials: pass the access token as token\.$/,
    )
  })

  it('hides the token of a connection that is logged', () => {
    const connection = new Connection(of({ 'trueup:token': 'glpat-loggedTokenHw27' }), log)
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
})

it('does not report valid settings as misspelled', () => {
  expect(misspelled(['trueup:token', 'trueup:tokenEnv', 'other:tokn', 'trueup:constructor'])).toEqual([])
})
