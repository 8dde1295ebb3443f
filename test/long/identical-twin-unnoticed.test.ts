import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { type Declared, ProgramEngine } from '../support/program-engine'
import { useTestNow } from '../support/test-now'

interface Sample {
  type: string
  args: Json
  path: string
  body: Json
  /** An argument with another value. */
  other: Json
  hasSet?: boolean
}

const token = { name: 'deploy', scopes: ['read_api'] }
const samples: Sample[] = [
  {
    type: 'TriggerToken',
    args: { project: 'acme/web', description: 'nightly' },
    path: '/projects/1/triggers',
    body: { description: 'nightly' },
    other: { expires_at: '2026-12-01T00:00:00Z' },
    hasSet: true,
  },
  {
    type: 'FreezePeriod',
    args: { project: 'acme/web', freezeStart: '0 18 * * fri', freezeEnd: '0 7 * * mon' },
    path: '/projects/1/freeze_periods',
    body: { freeze_start: '0 18 * * 5', freeze_end: '0 7 * * 1', cron_timezone: 'UTC' },
    other: { cron_timezone: 'Europe/Berlin' },
    hasSet: true,
  },
  {
    type: 'RemoteMirror',
    args: { project: 'acme/web', url: 'https://example.com/web.git' },
    path: '/projects/1/remote_mirrors',
    body: { url: 'https://example.com/web.git' },
    other: { keep_divergent_refs: true },
    hasSet: true,
  },
  {
    type: 'GroupAccessToken',
    args: { group: 'acme', ...token, accessLevel: 'reporter', expiresAt: '2026-12-31' },
    path: '/groups/10/access_tokens',
    body: { ...token, access_level: 20, expires_at: '2026-12-31' },
    other: { expires_at: '2026-12-30' },
  },
]

describe.each(['spec', 'gitlab'] as const)('an identical object on flavor %s', (flavor) => {
  // Newer releases accept a URL only once among the mirrors of a project.
  const emulator = useEmulator({ flavor, release: '18.9' })
  useTestNow()
  const warning = /: an identical object \(id \d+\/\d+\) also exists, and no resource of this stack owns it\./

  describe.each(samples)('of $type', ({ type, args, path, body, other, hasSet }) => {
    const single = (more: Json = {}): Declared => ({ type, args: { ...args, ...more } })
    const set = (items: string[], more: Json = {}): Declared => {
      const { project, ...item } = args
      return {
        type: `${type}Set`,
        args: { project, items: Object.fromEntries(items.map((key) => [key, item])), ...more },
      }
    }
    const post = (more: Json = {}, as = 'owner') => emulator.post(path, { ...body, ...more }, { as })
    const started = async (program: Record<string, Declared>) => {
      const engine = new ProgramEngine({ 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-owner' })
      expect((await engine.up(program)).errors).toEqual([])
      return engine
    }
    const warnings = async (engine: ProgramEngine, program: Record<string, Declared>) => {
      engine.warnings.splice(0)
      emulator.clearRequests()
      expect((await engine.up(program, { refresh: true })).errors).toEqual([])
      return engine.warnings.filter((text) => warning.test(text))
    }

    it('causes one warning in an update with a refresh, without further requests', async () => {
      const program = { one: single() }
      const engine = await started(program)
      expect(await warnings(engine, program)).toEqual([])
      const requests = emulator.requests().length
      expect((await post()).status).toBe(201)
      expect(await warnings(engine, program)).toHaveLength(1)
      expect(emulator.requests()).toHaveLength(requests)
    })

    it('causes no warning if it differs, or if another resource owns it', async () => {
      const program = { one: single({ onConflict: 'create' }), two: single({ onConflict: 'create' }) }
      const engine = await started(program)
      // The argument is only necessary to create the objects.
      const without = { one: single(), two: single() }
      expect(await warnings(engine, without)).toEqual([])
      // The update deletes the object of the second one.
      expect(await warnings(engine, { one: single() })).toEqual([])
      expect((await post(other)).status).toBe(201)
      expect(await warnings(engine, { one: single() })).toEqual([])
    })

    it('causes no warning with onConflict: "create", which makes it intentional', async () => {
      const program = { one: single({ onConflict: 'create' }) }
      const engine = await started(program)
      await post()
      expect(await warnings(engine, program)).toEqual([])
    })

    if (!hasSet) return

    it('causes one warning for a set, and none if its items or other resources own it', async () => {
      const program = { set: set(['a', 'b'], { onConflict: 'create' }), one: single({ onConflict: 'create' }) }
      const engine = await started(program)
      const without = { set: set(['a', 'b']), one: single() }
      expect(await warnings(engine, without)).toEqual([])
      await post()
      expect(await warnings(engine, without)).toHaveLength(1)
    })
  })

  it('causes no warning if it is the trigger token of another user', async () => {
    const program = { one: { type: 'TriggerToken', args: { project: 'acme/web', description: 'nightly' } } }
    const engine = new ProgramEngine({ 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-owner' })
    await engine.up(program)
    await emulator.post('/projects/1/triggers', { description: 'nightly' }, { as: 'maintainer' })
    expect((await engine.up(program, { refresh: true })).errors).toEqual([])
    expect(engine.warnings).toEqual([])
  })
})
