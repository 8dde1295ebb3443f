import { type Emulator, startEmulator } from '../../emulator'
import { Client, NotFound } from '../../sdk'
import { expectOk, PulumiStack, said } from '../support/pulumi'

jest.setTimeout(180_000)

/** These tests run on one stack, in order. */
describe('a program for two services', () => {
  const names = ['first', 'second'] as const
  const services = {} as Record<(typeof names)[number], Emulator>
  const apis: Client[] = []
  let stack: PulumiStack

  const program = ({ color = 'crimson', second = services.second.url, labels = '{ first, second }' } = {}) => `
const trueup = require('trueup')
const first = new trueup.Provider('first', { baseUrl: '${services.first.url}', tokenEnv: 'FIRST_TOKEN' })
const second = new trueup.Provider('second', { baseUrl: '${second}', tokenEnv: 'SECOND_TOKEN' })
for (const [name, provider] of Object.entries(${labels})) {
  new trueup.Label(name, { project: 'acme/web', name: 'bug', color: '${color}' }, { provider })
}
`
  const functions = `
exports.both = [first, second].map((provider) => trueup.getLabels({ project: 'acme/web' }, { provider }))`

  beforeAll(async () => {
    services.first = await startEmulator({ flavor: 'spec' })
    services.second = await startEmulator({ flavor: 'gitlab' })
    for (const name of names) apis.push(new Client({ baseUrl: services[name].url, token: 'emulator-maintainer' }))
    stack = await PulumiStack.create({
      program: program({ color: 'blue' }),
      env: { FIRST_TOKEN: 'emulator-revoked', SECOND_TOKEN: 'emulator-maintainer' },
    })
  })
  afterAll(async () => {
    await stack.close()
    await Promise.all([...apis, ...Object.values(services)].map((one) => one.close()))
  })

  /** The color on each service, or undefined where the label is not. */
  const colors = () =>
    Promise.all(
      apis.map((api) =>
        api.labels.get(1, 'bug').then(
          ({ color }) => color,
          (error: unknown) => {
            if (!(error instanceof NotFound)) throw error
          },
        ),
      ),
    )

  it('continues with one service when the other refuses its token', async () => {
    const up = await stack.run('up', '--yes', '--skip-preview', '--continue-on-error')
    expect(up.code).not.toBe(0)
    expect(said(up)).toMatch(/401 .*the environment variable FIRST_TOKEN/)
    expect(await colors()).toEqual([undefined, '#0000FF'])
  })

  it('never reads or deletes an object on the wrong service', async () => {
    const { first, second } = services
    await stack.setProgram(program({ second: first.url, labels: '{ second }' }))
    first.clearRequests()
    const up = await stack.up({ refresh: true })
    expect(up.code).not.toBe(0)
    expect(said(up)).toContain(`lives on ${second.url}, but the provider points at ${first.url}`)
    expect(first.requests()).toEqual([])
    expect(await colors()).toEqual([undefined, '#0000FF'])
  })

  it('keeps the resources of each provider on its service', async () => {
    stack.setEnv({ FIRST_TOKEN: 'emulator-maintainer' })
    await stack.setProgram(program() + functions)
    expectOk(await stack.up())
    expect(await colors()).toEqual(['#DC143C', '#DC143C'])
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('uses a rotated token of the environment immediately in a refresh and a destroy', async () => {
    stack.setEnv({ FIRST_TOKEN: 'emulator-owner', SECOND_TOKEN: 'emulator-owner' })
    for (const name of names) services[name].clearRequests()
    expectOk(await stack.run('destroy', '--yes', '--skip-preview', '--refresh'))
    for (const name of names) {
      const requests = services[name].requests()
      expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET', 'DELETE']))
      expect(new Set(requests.map(({ actor }) => actor))).toEqual(new Set(['owner']))
    }
    expect(await colors()).toEqual([undefined, undefined])
  })
})
