import fc from 'fast-check'
import { load } from '../../provider/core/engine/load'
import type { Definition } from '../../provider/core/schema/define'
import type { Json } from '../../provider/core/schema/json'
import { wireName } from '../../provider/core/schema/managed-setting'
import { sentFields, toWire } from '../../provider/core/schema/wire'
import { kinds } from '../../provider/kinds'
import { settingsOf } from '../chaos/program'
import { parentArgument, sampleOf } from '../samples'
import { randomCases } from '../shared/test-run'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'
import { differing } from './support/declaration'

/*
 * Property: programs change only the settings that they declare, of an object that exists without a resource. The others
 * keep the values of the service, also if another user changes them, if a program no longer declares them, and after the
 * resource is deleted.
 *
 * A failure shows a seed and a path. To run the case again:
 *
 *     TRUEUP_TEST_PATH=PATH npx jest test/properties/settings.test.ts --seed=SEED -t 'group on flavor spec'
 */

const runs = randomCases(8, 750)
const [seed, failing] = [jest.getSeed(), process.env.TRUEUP_TEST_PATH]
const singles = kinds.filter((kind) => (load(kind) as Definition).single !== undefined)
const each = (['spec', 'gitlab'] as const).flatMap((flavor) => singles.map((kind) => ({ flavor, kind })))

/** The service can show an empty text as null, and omit what is false in a group of settings. */
function comparable(value: unknown): unknown {
  if (value === '') return null
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== false))
}

describe.each(each)('the settings of a single $kind on flavor $flavor', ({ flavor, kind }) => {
  const emulator = useEmulator({ flavor })
  useTestNow()
  const definition = load(kind) as Definition
  const { args, later = {}, object: [endpoint] = [`/${kind}s/1`] } = sampleOf(kind)
  const parent = parentArgument(args)
  // Without projects, which the settings of a group also change.
  const at = kind === 'group' ? '/groups/12' : endpoint
  const path = kind === 'group' ? 'deployers' : 'acme/web'
  const further = Object.entries(flavor === 'gitlab' ? later : {}).map(([name, values]) => [
    name,
    fc.option(fc.constantFrom(...values), { nil: undefined }),
  ])
  const [, declarations] = settingsOf(kind, { [parent]: fc.constant(path), ...Object.fromEntries(further) })
  const names = sentFields(definition)
  const asRoot = { as: 'root' }

  const engine = () => new Engine(kind, { url: emulator.url, token: 'emulator-root' })

  /** The settings on the service, by argument. */
  const live = async (): Promise<Json> => {
    const { body } = await emulator.get(at, asRoot)
    const shown = body as Json
    const valueOf = (name: string) => shown[definition.input[name]?.wire ?? wireName(name)]
    return Object.fromEntries(names.map((name) => [name, comparable(valueOf(name))]))
  }
  /** Another user sets these settings. */
  const set = async (values: Json) => {
    const canonical = await engine().checked({}, values)
    const { ai_settings, ...others } = toWire(
      definition,
      canonical,
      names.filter((name) => name in values),
    )
    const body = { ...others, ...(ai_settings !== undefined && { ai_settings_attributes: ai_settings }) }
    // The service refuses a change of nothing.
    if (Object.keys(body).length === 0) return
    const { status } = await (kind === 'approval-settings' ? emulator.post : emulator.put)(at, body, asRoot)
    expect(status).toBeLessThan(300)
  }
  const without = (all: Json, some: Json) => Object.fromEntries(Object.entries(all).filter(([name]) => !(name in some)))

  it(
    `changes only what programs declare: ${runs} cases of seed ${seed}`,
    async () => {
      const start = emulator.state()
      const holds = async ([first, before, meddling, after]: Json[]) => {
        emulator.setState(start)
        await set(first!)
        const stack = engine()
        const quiet = async (declared: Json) => {
          expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
          expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
        }
        const original = await live()
        await stack.up(before!)
        const adopted = await live()
        expect(without(adopted, before!)).toEqual(without(original, before!))
        await quiet(before!)

        await set(meddling!)
        const meddled = await live()
        const { drifted } = await stack.refresh()
        expect(drifted).toEqual(differing(adopted, meddled).filter((name) => name in before!))
        await stack.up(after!)
        const updated = await live()
        expect(without(updated, after!)).toEqual(without(meddled, after!))
        await quiet(after!)

        emulator.clearRequests()
        await stack.destroy()
        expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
        expect(await live()).toEqual(updated)
      }
      const four = fc.tuple(declarations, declarations, declarations, declarations) as fc.Arbitrary<Json[]>
      await fc.assert(fc.asyncProperty(four, holds), {
        seed,
        numRuns: runs,
        endOnFailure: true,
        ...(failing && { path: failing }),
      })
    },
    20_000 + 1_000 * runs,
  )
})
