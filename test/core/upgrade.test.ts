import { isDeepStrictEqual } from 'node:util'
import { type Emulator, startEmulator } from '../../emulator'
import { load } from '../../provider/core/engine/load'
import type { Json } from '../../provider/core/schema/json'
import type { KindDefinition } from '../../provider/core/schema/kind-definition'
import { sentFields } from '../../provider/core/schema/wire'
import { testNow } from '../support/emulator'
import { Engine } from '../support/engine'
import { frozenResources, frozenStates, frozenUrl, makePast } from '../support/frozen-states'
import { argsOf, canBeFrozen, defaultOf, laterArguments, laterOutputs, otherStates } from '../support/other-releases'
import { tasks } from '../support/tasks'
import { useTestNow } from '../support/test-now'

/*
 * Tests states of earlier and later releases, which lack later fields or have unknown ones. The end-to-end test of the
 * state fixtures runs the real engine.
 */

jest.setTimeout(60_000)

const all = frozenStates.flatMap((frozen) => frozenResources(frozen).map((resource) => ({ frozen, ...resource })))

describe('the frozen states', () => {
  const kinds = [...new Set(all.map(({ kind }) => kind))]

  it.each(kinds)('contain every optional argument of a %s, both declared and omitted', (kind) => {
    const definition = load(kind)
    const values = all
      .filter((resource) => resource.kind === kind)
      .flatMap(({ inputs }) => ('of' in definition ? Object.values(inputs.items as Record<string, Json>) : [inputs]))
    const rest = (given: boolean) =>
      laterArguments(definition).filter(
        (name) =>
          !values.some(
            (one) => isDeepStrictEqual(one[name] ?? defaultOf(definition, name), defaultOf(definition, name)) !== given,
          ),
      )
    // Pipelines and moves do not finish while the clock of the service stands still.
    const waits = 'wait' in definition.input ? ['wait'] : []
    const where = `a ${kind} of a state in test/fixtures/state`
    const undeclared = rest(true).filter((name) => canBeFrozen(definition, name))
    expect(undeclared.map((name) => `declare ${name} in ${where}`)).toEqual([])
    expect(tasks({ existing: waits, covered: rest(false), where: `the arguments that ${where} must omit` })).toEqual([])
  })
})

describe.each(frozenStates)('a state of $release', (frozen) => {
  const clock = useTestNow()
  const resources = frozenResources(frozen)
  const last = frozen.updates.at(-1) ?? testNow
  let emulator: Emulator
  let world: ReturnType<Emulator['state']>

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'spec', now: testNow })
    await makePast(frozen, emulator)
    const engines = resources.map(({ kind }) => new Engine(kind, { url: emulator.url, token: 'emulator-root' }))
    for (const now of frozen.updates) {
      emulator.setClock(now)
      process.env.TRUEUP_TEST_NOW = now
      for (const [at, { kind, id, inputs }] of resources.entries()) {
        const engine = engines[at]!
        const args = here(argsOf(load(kind), inputs))
        // An earlier release rotated an adopted token without secretOnAdopt.
        const asked = kind.endsWith('-access-token') && 'adoptId' in args ? { secretOnAdopt: 'rotate' } : {}
        await engine.up({ ...args, ...asked, ...('wait' in args && { wait: false }) })
        // The id of a set is random.
        if (!kind.endsWith('-set')) expect(engine.state?.id).toBe(id)
      }
    }
    world = emulator.state()
  })
  beforeEach(() => {
    clock.set(last)
    emulator.setState(world)
    emulator.clearRequests()
  })
  afterAll(() => emulator.close())

  /** The values with the URL of this run's service. */
  const here = (values: Json): Json => JSON.parse(JSON.stringify(values).replaceAll(frozenUrl, emulator.url)) as Json
  const provider = (kind: string, url: string) => new Engine(kind, { url, token: 'emulator-root' }).process()

  describe.each(resources)('with the $kind "$name"', (resource) => {
    const { kind, id } = resource
    const definition = load(kind)
    const states = otherStates(definition, resource)

    /** The declared arguments in the form in which a preview of this release compares them with the state. */
    const checked = async (host: ReturnType<typeof provider>, inputs: Json, args: Json): Promise<Json> => {
      const { inputs: news, failures } = await host.check!(inputs, args)
      expect(failures).toEqual([])
      return news as Json
    }

    it.each(states)('shows no diff, and sends no request, for a state $name', async ({ args, inputs, outputs }) => {
      // No server listens at this URL.
      const host = provider(kind, frozenUrl)
      const news = await checked(host, inputs, args)
      expect(await host.diff!(id, outputs, news)).toEqual({ changes: false })
    })

    it('reads a state of another release and adds missing values', async () => {
      for (const { name, args, inputs, outputs, lacks = '' } of states) {
        const host = provider(kind, emulator.url)
        const found = await host.read!(id, here(outputs))
        expect([name, found.id]).toEqual([name, id])
        const props = found.props as Json
        const fills = isShown(definition, lacks)
        // An argument that this release has added is not in the frozen state.
        const had = valuesOf(here(resource.outputs), lacks, defaultOf(definition, lacks))
        if (fills) expect([name, valuesOf(props, lacks)]).toEqual([name, had])
        const whole = argsOf(definition, resource.inputs)
        const news = await checked(host, here(inputs), here(fills ? whole : args))
        expect([name, await host.diff!(id, props, news)]).toEqual([name, { changes: false }])
      }
      expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
    })

    it('updates and deletes an object from a state of another release', async () => {
      for (const { name, args, inputs, outputs, lacks } of states) {
        if (lacks !== undefined) continue
        emulator.setState(world)
        const host = provider(kind, emulator.url)
        emulator.clearRequests()
        const { outs } = await host.update!(id, here(outputs), await checked(host, here(inputs), here(args)))
        expect(emulator.requests().filter(({ method }) => method === 'POST')).toEqual([])
        await provider(kind, emulator.url).delete!(id, outs as Json)
        expect([name, await remains(kind, id, outs as Json)]).toEqual([name, staysBehind(definition)])
        emulator.setState(world)
        await provider(kind, emulator.url).delete!(id, here(outputs))
        expect([name, await remains(kind, id, here(outputs))]).toEqual([name, staysBehind(definition)])
      }
    })
  })

  /** Whether the object still exists on the service. */
  const remains = async (kind: string, id: string, outputs: Json): Promise<boolean> => {
    const found = await provider(kind, emulator.url).read!(id, outputs)
    const { items = {} } = found.props ?? {}
    return found.id !== undefined && !(kind.endsWith('-set') && Object.keys(items as object).length === 0)
  }

  /** Whether a deletion keeps the object: actions stay on the service, and a vulnerability cannot be deleted. */
  const staysBehind = (definition: KindDefinition): boolean =>
    'perform' in definition || ('api' in definition && !definition.api.delete)
})

/** Whether a read returns an argument or an output again. A read of an action does not. */
function isShown(definition: KindDefinition, name: string): boolean {
  if ('perform' in definition) return false
  const { output } = definition
  if (name in output) return !output[name]?.once && !output[name]?.secret
  const of = 'of' in definition ? definition.of : definition
  // The flavor of the fixtures does not return it.
  if (of.kind.endsWith('-access-token') && name === 'description') return false
  return sentFields(of).includes(name)
}

/** The values of an argument or output, of an object or of each item of a set. An absent value is the same as `absent`. */
const valuesOf = ({ items, ...rest }: Json, name: string, absent: unknown = null): unknown[] =>
  Object.values((items ?? { only: rest }) as Record<string, Json>).map((values) => values[name] ?? absent)

it('knows the arguments and outputs that a release can have added', () => {
  expect(laterArguments(load('label'))).toEqual(['description', 'archived', 'priority'])
  expect(laterOutputs(load('label'))).toEqual(['textColor'])
  expect(laterArguments(load('remote-mirror-set'))).toEqual(expect.arrayContaining(['password', 'keepDivergentRefs']))
})
