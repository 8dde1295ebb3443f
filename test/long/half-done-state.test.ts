import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(120_000)

describe('a state with partially initialized resources', () => {
  let emulator: Emulator
  let api: Client
  let stack: PulumiStack

  const program = (...names: string[]) => `
const { TriggerToken } = require('trueup')
for (const name of ${JSON.stringify(names)}) new TriggerToken(name, { project: 'acme/web', description: 'for ' + name })`

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'spec' })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    stack = await PulumiStack.create({
      program: program('destroyed', 'updated'),
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
    })
    // The service stores another description, twice.
    const made = [
      await api.triggerTokens.create(1, { description: 'another' }),
      await api.triggerTokens.create(1, { description: 'another' }),
    ]
    for (const body of made) emulator.fault({ method: 'POST', status: 201, body })
    const { stdout } = await stack.run('up', '--yes', '--skip-preview', '--continue-on-error')
    expect(stdout.match(/did not apply description: requested "for \w+", got "another"/g)).toHaveLength(2)
  })
  afterAll(async () => {
    await stack.close()
    await api.close()
    await emulator.close()
  })

  const tokens = () => api.triggerTokens.list(1).all()

  it('encrypts the secrets of partially initialized resources', async () => {
    const opened = JSON.stringify(await stack.export({ showSecrets: true }))
    const stored = JSON.stringify(await stack.export())
    expect(await tokens()).toHaveLength(2)
    for (const { token } of await tokens()) {
      expect(opened).toContain(token)
      expect(stored).not.toContain(token)
    }
  })

  it('destroys partially initialized resources without another update', async () => {
    expectOk(await stack.run('destroy', '--yes', '--skip-preview', '--target', '**::destroyed'))
    expect(await tokens()).toHaveLength(1)
  })

  it('refreshes and updates partially initialized resources', async () => {
    await stack.setProgram(program('updated'))
    const left = await tokens()
    expectOk(await stack.up({ refresh: true }))
    expect(await tokens()).toEqual([
      { ...left[0], description: 'for updated', updated_at: expect.any(String) as string },
    ])
    expectOk(await stack.up({ refresh: true, expectNoChanges: true }))
  })
})
