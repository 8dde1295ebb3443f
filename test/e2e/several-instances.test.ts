import { useEmulator } from '../support/emulator'
import { expectOk, PulumiStack, type Result } from '../support/pulumi'

jest.setTimeout(180_000)

const said = ({ stdout, stderr }: Result) => stdout + stderr

describe('a program for two services', () => {
  const first = useEmulator()
  const second = useEmulator({ flavor: 'gitlab' })
  let stack: PulumiStack
  const program = (color = 'crimson') => `
const trueup = require('trueup')
const first = new trueup.Provider('first', { baseUrl: '${first.url}', tokenEnv: 'FIRST_TOKEN' })
const second = new trueup.Provider('second', { baseUrl: '${second.url}', tokenEnv: 'SECOND_TOKEN' })
for (const [name, provider] of Object.entries({ first, second })) {
  new trueup.Label(name, { project: 'acme/web', name: 'bug', color: '${color}' }, { provider })
}
exports.both = [first, second].map((provider) => trueup.getLabels({ project: 'acme/web' }, { provider }))
`

  beforeEach(async () => {
    stack = await PulumiStack.create({
      program: program(),
      env: { FIRST_TOKEN: 'emulator-maintainer', SECOND_TOKEN: 'emulator-maintainer' },
    })
  })
  afterEach(() => stack.close())

  const colorOn = async (emulator: typeof first) =>
    ((await emulator.get('/projects/1/labels/bug')).body as { color?: string }).color

  it('keeps each resource where its provider points, and asks each service on its own', async () => {
    expectOk(await stack.up())
    expect([await colorOn(first), await colorOn(second)]).toEqual(['#DC143C', '#DC143C'])
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('goes on with one service when the token of the other is refused', async () => {
    expectOk(await stack.up())
    stack.setEnv({ FIRST_TOKEN: 'emulator-revoked' })
    const withoutFunctions = program('blue').replace(/exports\.both.*/, '')
    await stack.setProgram(withoutFunctions)
    const up = await stack.run('up', '--yes', '--skip-preview', '--continue-on-error')
    expect(up.code).not.toBe(0)
    expect(said(up)).toMatch(/401 .*the environment variable FIRST_TOKEN/)
    stack.setEnv({ FIRST_TOKEN: 'emulator-maintainer' })
    expect([await colorOn(first), await colorOn(second)]).toEqual(['#DC143C', '#0000FF'])
    expectOk(await stack.up())
    expect(await colorOn(first)).toBe('#0000FF')
  })

  it('takes a token that was rotated in the environment at once, to refresh and to destroy', async () => {
    expectOk(await stack.up())
    stack.setEnv({ FIRST_TOKEN: 'emulator-owner', SECOND_TOKEN: 'emulator-owner' })
    first.clearRequests()
    expectOk(await stack.refresh())
    expectOk(await stack.destroy())
    expect(new Set(first.requests().map(({ actor }) => actor))).toEqual(new Set(['owner']))
    expect([await colorOn(first), await colorOn(second)]).toEqual([undefined, undefined])
  })

  it('never reads or deletes on a service what lives on the other', async () => {
    expectOk(await stack.up())
    await stack.setProgram(program().replace(`'${first.url}'`, `'${second.url}'`))
    second.clearRequests()
    const up = await stack.up({ refresh: true })
    expect(up.code).not.toBe(0)
    expect(said(up)).toContain(`lives on ${first.url}, but the provider points at ${second.url}`)
    expect(second.requests().filter(({ method }) => method !== 'GET')).toEqual([])
    expect([await colorOn(first), await colorOn(second)]).toEqual(['#DC143C', '#DC143C'])
  })
})
