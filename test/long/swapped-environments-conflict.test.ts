import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { type Declared, ProgramEngine } from '../support/program-engine'

describe.each(['spec', 'gitlab'] as const)('protected environments that swap their names on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const environment = (name: string, accessLevel: number, more: Json = {}): Declared => ({
    type: 'ProtectedEnvironment',
    args: { project: 'acme/web', name, deployAccessLevels: [{ accessLevel }], ...more },
  })
  const levels = async () => {
    const { body } = await emulator.get('/projects/1/protected_environments')
    const all = body as { name: string; deploy_access_levels: { access_level: number }[] }[]
    return Object.fromEntries(all.map((one) => [one.name, one.deploy_access_levels.map((level) => level.access_level)]))
  }
  const started = async (program: Record<string, Declared>, deleteBeforeReplace: string[] = []) => {
    const config = { 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-maintainer' }
    const engine = new ProgramEngine(config, { pollDelayMs: 500, deleteBeforeReplace })
    expect((await engine.up(program)).errors).toEqual([])
    emulator.clearRequests()
    return engine
  }
  const writes = () =>
    emulator
      .requests()
      .filter(({ method, status }) => method !== 'GET' && status < 400)
      .map(({ method }) => method)
  const before = { a: environment('production', 40), b: environment('staging', 30) }
  /** Each resource keeps its access level, so the levels of the environments are exchanged. */
  const after = { a: environment('staging', 40), b: environment('production', 30) }
  const expectQuiet = async (engine: ProgramEngine, program: Record<string, Declared>) => {
    expect(await engine.refresh()).toEqual([])
    expect(await engine.up(program)).toEqual({ steps: {}, errors: [] })
  }

  it('takes them over in one update, and never unprotects them', async () => {
    const engine = await started(before)
    expect(await engine.up(after)).toEqual({ steps: { a: 'replace', b: 'replace' }, errors: [] })
    expect(await levels()).toEqual({ production: [30], staging: [40] })
    expect(writes()).toEqual(['PUT', 'PUT'])
    await expectQuiet(engine, after)
  })

  it.each(['a', 'b'])('takes them over if the engine looks at %s later', async (late) => {
    const engine = await started(before)
    const wait = async () => {
      while (!emulator.requests().some(({ status }) => status >= 400)) await sleep(5)
      await sleep(100)
    }
    expect((await engine.up(after, { before: { [late]: wait } })).errors).toEqual([])
    expect(await levels()).toEqual({ production: [30], staging: [40] })
    expect(writes()).toEqual(['PUT', 'PUT'])
    await expectQuiet(engine, after)
  })

  it.each(['a', 'b'])('swaps them if the engine deletes that of %s first', async (first) => {
    const engine = await started(before, [first])
    expect((await engine.up(after)).errors).toEqual([])
    expect(await levels()).toEqual({ production: [30], staging: [40] })
    await expectQuiet(engine, after)
  })

  it('takes over one that another resource gives up for a new name', async () => {
    const engine = await started(before)
    const program = { a: environment('staging', 40), b: environment('review', 30) }
    expect((await engine.up(program)).errors).toEqual([])
    expect(await levels()).toEqual({ review: [30], staging: [40] })
    await expectQuiet(engine, program)
  })

  it('does not take over one that its resource keeps, or that no resource has', async () => {
    const engine = await started({ a: environment('production', 40) })
    await emulator.post('/projects/1/protected_environments', {
      name: 'staging',
      deploy_access_levels: [{ access_level: 30 }],
    })
    const { errors } = await engine.up({ a: environment('staging', 40) })
    expect(errors.join()).toMatch(/already exists .*To adopt it, add onConflict: "adopt"/)
    expect(await levels()).toEqual({ production: [40], staging: [30] })
  })

  it('keeps both and names the option that prevents the swap if the engine deletes both first', async () => {
    const engine = await started(before, ['a', 'b'])
    const { errors } = await engine.up(after)
    expect(errors.join()).toMatch(
      /^a: .*"production" .* was not deleted: .* "b" also declares it.* Without deleteBeforeReplace, it can take over the object\./,
    )
    expect(await levels()).toEqual({ production: [40], staging: [30] })
  })

  it('swaps them in the next update if the first one targeted only one of them', async () => {
    const engine = await started(before)
    expect((await engine.up(after, { target: 'a' })).errors.join()).toMatch(/already exists/)
    expect(await levels()).toEqual({ production: [40], staging: [30] })
    expect((await engine.up(after)).errors).toEqual([])
    expect(await levels()).toEqual({ production: [30], staging: [40] })
    await expectQuiet(engine, after)
  })

  it('deletes neither of them if the take-over of one fails', async () => {
    const engine = await started(before)
    emulator.fault({ method: 'PUT', skip: 1, status: 403, times: 10 })
    expect((await engine.up(after)).errors).not.toEqual([])
    expect(Object.keys(await levels()).sort()).toEqual(['production', 'staging'])
    expect(writes()).toEqual(['PUT'])
  })
})
