import { type Emulator, startEmulator } from '../../emulator'
import { Connection } from '../../provider/core/service/connection'
import { settings } from '../../provider/core/service/settings'
import { provider } from '../../provider/runtime'
import { expectOk, PulumiStack, type Result, said } from '../support/pulumi'

jest.setTimeout(120_000)

/** These tests run on one stack, in order. */
describe('the connection of a stack', () => {
  let emulator: Emulator
  let stack: PulumiStack

  /** A label of the default provider, and two of an explicit one. */
  const program = (project = 'acme/web') => `
const trueup = require('trueup')
const args = { baseUrl: '${emulator.url}', token: 'emulator-owner', tokenEnv: 'OTHER_TOKEN', maxConcurrency: 2 }
const provider = new trueup.Provider('other', args)
new trueup.Label('default', { project: 'acme/web', name: 'default', color: 'red' })
new trueup.Label('explicit', { project: 'acme/web', name: 'explicit', color: 'red' }, { provider })
new trueup.Label('elsewhere', { project: '${project}', name: 'elsewhere', color: 'red' }, { provider })`

  const unreachable = 'http://127.0.0.1:9'

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'spec' })
    stack = await PulumiStack.create({
      program: program('acme/wbe'),
      config: { 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-maintainer' },
    })
  })
  afterAll(async () => {
    await stack.close()
    await emulator.close()
  })

  /** The state of each label without timestamps. */
  const stateOf = async () =>
    (await stack.export()).deployment.resources
      ?.filter(({ type }) => type.endsWith(':Label'))
      .map(({ urn, id, inputs, outputs }) => ({ urn, id, inputs, outputs }))
  const actors = () => new Set(emulator.requests().map(({ actor }) => actor))
  /** The writes with their users. */
  const writes = () =>
    emulator
      .requests()
      .filter(({ method, status }) => method !== 'GET' && status < 400)
      .map(({ actor, method }) => `${method} by ${actor}`)
      .sort()

  describe('with errors', () => {
    let up: Result

    beforeAll(async () => {
      stack.setEnv({ TRUEUP_BASE_URL: unreachable })
      up = await stack.run('up', '--yes', '--skip-preview', '--continue-on-error')
      expect(up.code).not.toBe(0)
    })

    it('explains where to set a missing token', () => {
      expect(said(up)).toMatch(/no access token for http:\/\/127\.0\.0\.1:\d+ .*set it in TRUEUP_TOKEN/)
    })

    it('names the connection when the project cannot be seen', () => {
      expect(said(up)).toMatch(/404 Project Not Found.*check project acme\/wbe and the base URL/)
    })

    it('warns of a token in plain text in the configuration', () => {
      expect(said(up)).toMatch(/warning: trueup:token is stored in plain text/)
    })

    it('encrypts the token of an explicit provider in state, and ignores the environment for it', async () => {
      expect(writes()).toEqual(['POST by owner'])
      expect(JSON.stringify(await stack.export())).not.toContain('emulator-owner')
    })
  })

  it('names the base URL when the service is not reachable', async () => {
    const env = { TRUEUP_BASE_URL: unreachable, TRUEUP_TOKEN: 'x' }
    const silent = { warn: () => undefined, status: () => undefined }
    const connection = new Connection(settings({ get: () => undefined }, env), silent, { retryDelayMs: 0 })
    const host = provider('label', () => connection)
    await expect(host.create({ project: 'acme/web', name: 'bug', color: '#FF0000' })).rejects.toThrow(
      /label "bug" of acme\/web was not created.*base URL from TRUEUP_BASE_URL\) right and reachable/,
    )
  })

  it('uses the configuration without environment variables', async () => {
    stack.setEnv({ TRUEUP_BASE_URL: '' })
    await stack.setProgram(program())
    emulator.clearRequests()
    const { stdout } = expectOk(await stack.up({ refresh: true }))
    expect(stdout).toMatch(/Resources:\n {4}\+ 2 created\n {4}3 unchanged\n/)
    expect(writes()).toEqual(['POST by maintainer', 'POST by owner'])
  })

  it('names the source of an invalid token in the error, and keeps the state', async () => {
    const before = await stateOf()
    expect(before).toHaveLength(3)
    stack.setEnv({ TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'nonsense', OTHER_TOKEN: 'emulator-expired' })
    const refresh = await stack.refresh()
    expect(refresh.code).not.toBe(0)
    expect(said(refresh)).toMatch(/401 .*access token from TRUEUP_TOKEN is wrong, expired or revoked/)
    expect(said(refresh)).toMatch(/label "explicit" .*401 .*expired.*token from the environment variable OTHER_TOKEN/)
    expect(said(refresh)).not.toContain('nonsense')
    expect(await stateOf()).toEqual(before)
  })

  describe('to another service, with a read-only token for the explicit provider', () => {
    const moved = /label "default" of acme\/web lives on http:\/\/127\.0\.0\.1:\d+, but the provider points at/
    let before: unknown

    beforeAll(async () => {
      before = await stateOf()
      stack.setEnv({ TRUEUP_BASE_URL: emulator.url.replace('127.0.0.1', 'localhost') })
      stack.setEnv({ TRUEUP_TOKEN: 'emulator-root', OTHER_TOKEN: 'emulator-readonly' })
      emulator.clearRequests()
    })

    it('fails a preview without a request', async () => {
      const preview = await stack.preview()
      expect(preview.code).not.toBe(0)
      expect(said(preview)).toMatch(moved)
      expect(emulator.requests()).toEqual([])
    })

    it('fails a refresh, except for the explicit provider', async () => {
      const refresh = await stack.refresh()
      expect(refresh.code).not.toBe(0)
      expect(said(refresh)).toMatch(moved)
      expect(said(refresh)).not.toMatch(/label "e\w+" of acme\/web was not read/)
      expect(actors()).toEqual(new Set(['maintainer']))
      expect(await stateOf()).toEqual(before)
    })

    it('fails a destroy, also for the read-only token', async () => {
      const destroy = await stack.run('destroy', '--yes', '--skip-preview', '--continue-on-error')
      expect(destroy.code).not.toBe(0)
      expect(said(destroy)).toMatch(moved)
      expect(said(destroy)).toMatch(/label "explicit" .*403 .*insufficient_scope.*lacks the scope "api"/)
      expect(await stateOf()).toEqual(before)
      expect(actors()).not.toContain('root')
    })
  })

  it('reads a changed tokenEnv immediately, and accepts a previous base URL', async () => {
    stack.setEnv({ TRUEUP_PREVIOUS_BASE_URLS: emulator.url, OTHER_TOKEN: 'emulator-maintainer' })
    emulator.clearRequests()
    expectOk(await stack.run('destroy', '--yes', '--skip-preview', '--refresh'))
    expect(writes()).toEqual(['DELETE by maintainer', 'DELETE by maintainer', 'DELETE by root'])
  })
})
