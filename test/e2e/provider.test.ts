import { useEmulator } from '../support/emulator'
import { expectOk, PulumiStack, type Result, type StackOptions } from '../support/pulumi'

jest.setTimeout(120_000)

const label = `new trueup.Label('bug', { project: 'acme/web', name: 'bug', color: 'red' })`
const program = `const trueup = require('trueup')\n${label}`

const said = ({ stdout, stderr }: Result) => stdout + stderr

describe('the connection of a stack', () => {
  const emulator = useEmulator()
  const stacks: PulumiStack[] = []
  const stackOf = async (options: Partial<StackOptions>) => {
    const stack = await PulumiStack.create({ program, ...options })
    stacks.push(stack)
    return stack
  }

  afterEach(async () => {
    await Promise.all(stacks.splice(0).map((stack) => stack.close()))
  })

  /** What the state says of each resource, without the moments at which it was written. */
  const stateOf = async (stack: PulumiStack) =>
    (await stack.export()).deployment.resources?.map(({ urn, id, inputs, outputs }) => ({ urn, id, inputs, outputs }))

  it('is named by the error when a token is wrong, and the state stays as it was', async () => {
    const stack = await stackOf({ env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' } })
    expectOk(await stack.up())
    const before = await stateOf(stack)
    for (const [token, reason] of [
      ['nonsense', /401 .*access token from TRUEUP_TOKEN is wrong, expired or revoked/],
      ['emulator-expired', /401 .*expired/],
      ['emulator-readonly', undefined],
    ] as const) {
      stack.setEnv({ TRUEUP_TOKEN: token })
      const refresh = await stack.refresh()
      if (reason) expect(said(refresh)).toMatch(reason)
      expect(refresh.code === 0).toBe(reason === undefined)
      expect(said(refresh)).not.toContain('nonsense')
      expect(await stateOf(stack)).toEqual(before)
    }
    stack.setEnv({ TRUEUP_TOKEN: 'emulator-readonly' })
    const destroy = await stack.destroy()
    expect(said(destroy)).toMatch(/403 .*insufficient_scope.*lacks the scope "api"/s)
    expect(await stateOf(stack)).toEqual(before)
  })

  it('is asked for when there is no token', async () => {
    const result = await (await stackOf({ env: { TRUEUP_BASE_URL: emulator.url } })).up()
    expect(result.code).not.toBe(0)
    expect(said(result)).toMatch(/no access token for http:\/\/127\.0\.0\.1:\d+ .*set it in TRUEUP_TOKEN/)
  })

  it('is named when nobody answers there', async () => {
    const stack = await stackOf({ env: { TRUEUP_BASE_URL: 'http://127.0.0.1:9', TRUEUP_TOKEN: 'x' } })
    const result = await stack.up()
    expect(result.code).not.toBe(0)
    expect(said(result)).toMatch(
      /label "bug" of acme\/web was not created.*base URL from TRUEUP_BASE_URL\) right and reachable/,
    )
  })

  it('is named when the project cannot be seen', async () => {
    const stack = await stackOf({
      program: program.replace('acme/web', 'acme/wbe'),
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
    })
    const result = await stack.up()
    expect(result.code).not.toBe(0)
    expect(said(result)).toMatch(/404 Project Not Found.*compare project acme\/wbe and the base URL/)
  })

  it('can be an explicit provider, whose token is encrypted in the state and whose settings the environment cannot change', async () => {
    const secret = 'emulator-maintainer'
    const stack = await stackOf({
      program: `
const trueup = require('trueup')
const provider = new trueup.Provider('other', { baseUrl: '${emulator.url}', token: '${secret}', maxConcurrency: 2 })
new trueup.Label('bug', { project: 'acme/web', name: 'bug', color: 'red' }, { provider })`,
      env: { TRUEUP_BASE_URL: 'http://127.0.0.1:9', TRUEUP_TOKEN: 'x' },
    })
    expectOk(await stack.up())
    expect(emulator.requests().filter(({ method }) => method === 'POST')).toHaveLength(1)
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    expect(JSON.stringify(await stack.export())).not.toContain(secret)
    expectOk(await stack.destroy())
  })

  it('can take its token from a variable, which then counts at once', async () => {
    const stack = await stackOf({
      program: `
const trueup = require('trueup')
const provider = new trueup.Provider('other', { baseUrl: '${emulator.url}', tokenEnv: 'OTHER_TOKEN' })
new trueup.Label('bug', { project: 'acme/web', name: 'bug', color: 'red' }, { provider })`,
      env: { OTHER_TOKEN: 'emulator-maintainer' },
    })
    expectOk(await stack.up())
    stack.setEnv({ OTHER_TOKEN: 'emulator-revoked' })
    expect(said(await stack.refresh())).toMatch(/token from the environment variable OTHER_TOKEN/)
    stack.setEnv({ OTHER_TOKEN: 'emulator-owner' })
    expectOk(await stack.refresh())
    expectOk(await stack.destroy())
  })

  it('may not silently become another service', async () => {
    const stack = await stackOf({ env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' } })
    expectOk(await stack.up())
    emulator.clearRequests()
    stack.setEnv({ TRUEUP_BASE_URL: emulator.url.replace('127.0.0.1', 'localhost') })
    for (const result of [await stack.preview(), await stack.refresh(), await stack.destroy()]) {
      expect(result.code).not.toBe(0)
      expect(said(result)).toMatch(
        /label "bug" of acme\/web lives on http:\/\/127\.0\.0\.1:\d+, but the provider points at/,
      )
    }
    expect(emulator.requests()).toEqual([])
    stack.setEnv({ TRUEUP_PREVIOUS_BASE_URLS: emulator.url })
    expectOk(await stack.refresh())
  })

  it('is warned of when the token is configured in plain text', async () => {
    const stack = await stackOf({ config: { 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-maintainer' } })
    expect(said(expectOk(await stack.preview()))).toMatch(/warning: trueup:token is stored in plain text/)
  })
})
