import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(120_000)
const day = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)

describe('under the real engine', () => {
  let emulator: Emulator
  let api: Client
  const stacks: PulumiStack[] = []
  const stackOf = async (program: string) => {
    const stack = await PulumiStack.create({
      program: `const trueup = require('trueup')\n${program}`,
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' },
    })
    stacks.push(stack)
    return stack
  }
  beforeEach(async () => {
    emulator = await startEmulator()
    api = new Client({ baseUrl: emulator.url, token: 'emulator-owner' })
  })
  afterEach(async () => {
    await Promise.all(stacks.splice(0).map((stack) => stack.close()))
    await api.close()
    await emulator.close()
  })

  it('an adopted trigger token that replaceOnChanges replaces does not stay behind', async () => {
    const { id } = await api.triggerTokens.create(1, { description: 'one' })
    const program = (description: string, more: string) =>
      `new trueup.TriggerToken('t', { project: 1, description: '${description}' ${more} }, { replaceOnChanges: ['description'] })`
    const stack = await stackOf(program('one', `, adoptId: ${id}`))
    expectOk(await stack.up())
    await stack.setProgram(`const trueup = require('trueup')\n${program('two', '')}`)
    await stack.up()
    expect((await api.triggerTokens.list(1).all()).map(({ description }) => description)).toEqual(['two'])
  })

  it('a rotated token handed to another Pulumi name is not revoked', async () => {
    const program = (name: string, expiresAt: string, more = '') =>
      `new trueup.GroupAccessToken('${name}', { group: 'acme', name: 'deploy', scopes: ['read_api'], accessLevel: 20, expiresAt: '${expiresAt}' ${more} })`
    const stack = await stackOf(program('old', day))
    expectOk(await stack.up())
    const later = new Date(Date.now() + 120 * 86_400_000).toISOString().slice(0, 10)
    await stack.setProgram(`const trueup = require('trueup')\n${program('old', later)}`)
    expectOk(await stack.up())
    const [live] = (await api.groupAccessTokens.list(10).all()).filter(({ active }) => active)
    await stack.write(
      'index.js',
      `const trueup = require('trueup')\n${program('renamed', later, `, adoptId: ${live!.id}`)}`,
    )
    await stack.up()
    expect((await api.groupAccessTokens.list(10).all()).filter(({ active }) => active)).toHaveLength(1)
  })

  it('a token that was rotated elsewhere is rotated once more after two refreshes', async () => {
    const stack = await stackOf(
      `new trueup.GroupAccessToken('t', { group: 'acme', name: 'deploy', scopes: ['read_api'], accessLevel: 20, expiresAt: '${day}' })`,
    )
    expectOk(await stack.up())
    const [live] = (await api.groupAccessTokens.list(10).all()).filter(({ active }) => active)
    await api.groupAccessTokens.rotate(10, live!.id, { expires_at: day })
    expectOk(await stack.refresh())
    expectOk(await stack.refresh())
    await stack.up()
    const tokens = await api.groupAccessTokens.list(10).all()
    expect(tokens).toHaveLength(3)
  })
})
