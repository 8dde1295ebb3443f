import { useEmulator } from '../support/emulator'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(120_000)

describe('a state that a half-done creation has left', () => {
  const emulator = useEmulator()
  let stack: PulumiStack

  beforeEach(async () => {
    stack = await PulumiStack.create({
      program: `
const { TriggerToken } = require('trueup')
new TriggerToken('nightly', { project: 'acme/web', description: 'nightly' })`,
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
    })
    const { body } = await emulator.post('/projects/1/triggers', { description: 'nightly' })
    // The service is made to say that it took another description.
    emulator.fault({ method: 'POST', status: 201, body: { ...(body as object), description: 'another' } })
    expect((await stack.up()).stdout).toMatch(/did not take description: asked for "nightly", it has "another"/)
  })
  afterEach(() => stack.close())

  it('names its provider, so that it can be destroyed without another update', async () => {
    expectOk(await stack.destroy())
    expect((await emulator.get('/projects/1/triggers')).body).toEqual([])
  })

  it('names its provider, so that it can be refreshed and updated', async () => {
    expectOk(await stack.refresh())
    expectOk(await stack.up())
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('holds its secrets encrypted', async () => {
    const [{ token }] = (await emulator.get('/projects/1/triggers')).body as [{ token: string }]
    const plain = (await stack.export({ showSecrets: true })).deployment.resources
    expect(JSON.stringify(plain)).toContain(token)
    expect(JSON.stringify((await stack.export()).deployment.resources)).not.toContain(token)
  })
})
