import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(120_000)

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('tokens under the real engine', () => {
  let emulator: Emulator
  let api: Client
  let stack: PulumiStack

  /** A trigger token that is replaced with its description, and two access tokens. */
  const program = (description: string, trigger: string, name: string, expiresAt: string, token = '') => `
const trueup = require('trueup')
new trueup.TriggerToken('t', { project: 1, description: '${description}' ${trigger} }, { replaceOnChanges: ['description'] })
const access = { group: 'acme', scopes: ['read_api'], accessLevel: 20 }
new trueup.GroupAccessToken('${name}', { ...access, name: 'handed over', expiresAt: '${expiresAt}' ${token} })
new trueup.GroupAccessToken('elsewhere', { ...access, name: 'rotated elsewhere', expiresAt: '${day(90)}' })`

  const accessTokens = async (name: string) =>
    (await api.groupAccessTokens.list(10).all()).filter((token) => token.name === name)
  const live = async (name: string) => (await accessTokens(name)).filter(({ active }) => active)

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'spec' })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-owner' })
    const { id } = await api.triggerTokens.create(1, { description: 'one' })
    stack = await PulumiStack.create({
      program: program('one', `, adoptId: ${id}`, 'old', day(90)),
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' },
    })
    expectOk(await stack.up())
    const [token] = await live('rotated elsewhere')
    await api.groupAccessTokens.rotate(10, token!.id, { expires_at: day(90) })
    expectOk(await stack.refresh())
    expectOk(await stack.refresh())
    await stack.setProgram(program('two', '', 'old', day(120)))
    expectOk(await stack.up())
  })
  afterAll(async () => {
    await stack.close()
    await api.close()
    await emulator.close()
  })

  it('deletes an adopted trigger token that replaceOnChanges replaces', async () => {
    expect((await api.triggerTokens.list(1).all()).map(({ description }) => description)).toEqual(['two'])
  })

  it('rotates a token that another user rotated once more after two refreshes', async () => {
    expect(await accessTokens('rotated elsewhere')).toHaveLength(3)
  })

  it('does not revoke a rotated token that moves to another resource name', async () => {
    expect(await accessTokens('handed over')).toHaveLength(2)
    const [token] = await live('handed over')
    await stack.setProgram(program('two', '', 'renamed', day(120), `, adoptId: ${token!.id}, secretOnAdopt: 'omit'`))
    expectOk(await stack.up())
    expect(await live('handed over')).toHaveLength(1)
  })
})
