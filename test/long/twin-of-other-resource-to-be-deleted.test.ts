import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { type Declared, ProgramEngine } from '../support/program-engine'

interface Sample {
  type: string
  path: string
  item: Json
}

const samples: Sample[] = [
  { type: 'FreezePeriod', path: 'freeze_periods', item: { freezeStart: '0 18 * * fri', freezeEnd: '0 7 * * mon' } },
  { type: 'TriggerToken', path: 'triggers', item: { description: 'nightly' } },
  { type: 'RemoteMirror', path: 'remote_mirrors', item: { url: 'https://example.com/web.git' } },
]

describe.each(['spec', 'gitlab'] as const)('alike twins on flavor %s', (flavor) => {
  // Newer releases accept a URL only once among the mirrors of a project.
  const emulator = useEmulator({ flavor, release: '18.9' })
  const advice = /[Dd]elete (the|one|it)/

  describe.each(samples)('of $type', ({ type, path, item }) => {
    const single = (more: Json = {}): Declared => ({
      type,
      args: { project: 'acme/web', ...item, onConflict: 'create', ...more },
    })
    const set = (onConflict = 'adopt'): Declared => ({
      type: `${type}Set`,
      args: { project: 'acme/web', onConflict, items: { one: item } },
    })
    const ids = async () => {
      const { body } = await emulator.get(`/projects/1/${path}`)
      return (body as { id: number }[]).map(({ id }) => id).sort((one, other) => one - other)
    }
    const started = async (options = {}) => {
      const config = { 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-maintainer' }
      const engine = new ProgramEngine(config, options)
      expect((await engine.up({ f1: single(), f2: single() })).errors).toEqual([])
      emulator.clearRequests()
      return engine
    }
    /** The set has read the list of objects. */
    const setIsWaiting = async () => {
      while (!emulator.requests().some(({ path: sent }) => sent.includes(path))) await sleep(5)
      await sleep(200)
    }
    const expectMoved = async (engine: ProgramEngine, before: number[]) => {
      const program = { f1: single(), set: set() }
      expect(await ids()).toEqual(before)
      expect(await engine.refresh()).toEqual([])
      expect(await engine.up(program)).toEqual({ steps: {}, errors: [] })
    }

    it('moves one of them to a set although the engine looks at the other one later', async () => {
      const engine = await started({ pollDelayMs: 500 })
      const before = await ids()
      const program = { set: set(), f1: single() }
      const { errors } = await engine.up(program, { before: { f1: setIsWaiting } })
      expect(errors).toEqual([])
      await expectMoved(engine, before)
    })

    it('moves one of them although the engine gives the other one another natural key later', async () => {
      const engine = await started({ pollDelayMs: 500 })
      const changed =
        type === 'FreezePeriod'
          ? { freezeEnd: '0 8 * * mon' }
          : type === 'TriggerToken'
            ? { description: 'weekly' }
            : {}
      const program = { set: set(), f1: single(changed) }
      const { errors } = await engine.up(program, { before: { f1: setIsWaiting } })
      expect(errors).toEqual([])
      expect(await ids()).toHaveLength(2)
      expect(await engine.up(program)).toEqual({ steps: {}, errors: [] })
    })

    it('does not advise to delete one of them if the engine does not look at its resource', async () => {
      const engine = await started()
      const before = await ids()
      const { errors } = await engine.up({ set: set(), f1: single() }, { target: 'set' })
      expect(errors.join()).toMatch(
        new RegExp(`2 already exist .*To adopt one of them, .* ${type} "f1" may own one of them: keep all of them\\.`),
      )
      expect(errors.join()).not.toMatch(advice)
      expect((await engine.up({ set: set(), f1: single() })).errors).toEqual([])
      await expectMoved(engine, before)
    })

    it('does not advise to delete one of them if both leave the program', async () => {
      const engine = await started()
      const { errors } = await engine.up({ set: set() })
      expect(errors.join()).toMatch(/2 already exist .*Delete an object only if no resource owns it\./)
      expect(errors.join()).not.toMatch(advice)
    })
  })
})
