import { type Emulator, startEmulator } from '../../emulator'
import { useCli } from '../shared/cli'
import { costlyProgramFronts, type Resources } from '../support/program-fronts'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(180_000)

const project = 'acme/web'
const deployAccessLevels = [{ accessLevel: 'maintainer' }]
const resources: Resources = {
  production: { type: 'ProtectedEnvironment', args: { project, name: 'production', deployAccessLevels } },
  bug: { type: 'Label', args: { project, name: 'bug', color: '#112233' } },
}
/** Fails, because the emulator has no such group. */
const failing: Resources = {
  ...resources,
  broken: { type: 'GroupLabel', args: { group: 'missing', name: 'x', color: 'red' } },
}

describe.each(costlyProgramFronts)('the drift of %s', (_, programOf, options) => {
  let emulator: Emulator
  let stack: PulumiStack
  const cli = useCli('of all')
  const as = (method: string, path: string, body?: object) =>
    fetch(`${emulator.url}/api/v4/projects/1/${path}`, {
      method,
      headers: { 'private-token': 'emulator-owner', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const drift = async () => {
    const { ended, output } = cli.in(stack.place)('drift')
    return { code: await ended, ...output }
  }

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'gitlab' })
    stack = await PulumiStack.create({
      program: programOf(resources),
      ...options,
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' },
    })
  })
  afterAll(async () => {
    await stack?.close()
    await emulator?.close()
  })

  it('reports what a refresh has hidden until an update is complete', async () => {
    expectOk(await stack.up())
    expect(await drift()).toMatchObject({ code: 0 })
    await as('DELETE', 'protected_environments/production')
    await as('PUT', 'labels/bug', { color: '#445566' })
    expectOk(await stack.refresh())
    const refreshed = await drift()
    expect(refreshed).toMatchObject({ code: 2 })
    expect(refreshed.stdout).toContain('has changed (color), and the state was refreshed since.')
    expect(refreshed.stdout).toMatch(/refreshes have removed up to 1 resource/)
    await stack.setProgram(programOf(failing))
    expect((await stack.up({ refresh: true })).code).not.toBe(0)
    const failed = await drift()
    expect(failed).toMatchObject({ code: 2 })
    expect(failed.stdout).toMatch(/the update of \S+Z failed/)
    await stack.setProgram(programOf(resources))
    expectOk(await stack.up({ refresh: true }))
    expect(await drift()).toMatchObject({ code: 0 })
  })
})
