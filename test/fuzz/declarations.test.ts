import fc from 'fast-check'
import { isTooDeep, type Json } from '../../provider/core/schema/json'
import { hasUnknown } from '../../provider/core/schema/unknown'
import { provider } from '../../provider/runtime'
import { randomCases } from '../shared/test-run'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'
import { declarations, type Fuzzed, invalidValues, isHuge, mutations, trickyKeys } from './support/declarations'
import { problemWith } from './support/sentences'

useTestNow()

const runs = randomCases(40, 2_000)
/** Limit of processor time for each case, which does not depend on the load of the machine. */
const mostMs = 2_000

const kinds = declarations('http://127.0.0.1:9').map(({ kind }, index) => ({ kind, index }))

/** The result of `check`. Throws if a failure is unclear or `check` took too long. */
async function checked(kind: string, args: Json, olds: Json = {}): Promise<{ inputs: Json; reasons: string[] }> {
  const began = process.cpuUsage()
  const { inputs = {}, failures = [] } = await provider(kind).check!(olds, args)
  const { user, system } = process.cpuUsage(began)
  const took = (user + system) / 1_000
  const reasons = failures.map(({ reason }) => reason)
  const wrong = [
    ...reasons.flatMap((reason) => problemWith(reason) ?? []),
    ...(new Set(reasons).size < reasons.length ? [`a failure is repeated: ${reasons.join('; ').slice(0, 500)}`] : []),
    ...(reasons.length > 101 ? [`${reasons.length} failures`] : []),
    ...(took > mostMs ? [`it took ${Math.round(took)} ms`] : []),
    ...('polluted' in {} || Object.keys(Object.prototype).length > 0 ? ['prototypes are polluted'] : []),
  ]
  if (wrong.length > 0) throw new Error(`${kind}: ${wrong.join('\n')}`)
  return { inputs, reasons }
}

/** A place for a value in a declaration. */
interface Place {
  at: string
  put: (value: unknown) => Json
  /** Whether the place accepts lists or maps. One place that does not is included. */
  isWide: boolean
}

function places({ args }: Fuzzed): Place[] {
  const of = (name: string, index: number): Place => ({
    at: name,
    put: (value) => ({ ...args, [name]: value }),
    isWide: index === 0 || typeof args[name] === 'object',
  })
  const items = Object.entries((args.items ?? {}) as Record<string, Json>).slice(0, 1)
  return [
    ...Object.keys(args).map(of),
    ...['onConflict', 'adoptId', 'exclusive', 'surplus'].map(of),
    ...items.flatMap(([key, item]) =>
      Object.keys(item).map((name) => ({
        at: `items.${key}.${name}`,
        put: (value: unknown): Json => ({ ...args, items: { [key]: { ...item, [name]: value } } }),
        isWide: typeof item[name] === 'object',
      })),
    ),
    ...items.map(([key]) => ({
      at: `items.${key}`,
      put: (value: unknown): Json => ({ ...args, items: { [key]: value } }),
      isWide: false,
    })),
  ]
}

describe('check of the dynamic front', () => {
  it.each(kinds)(
    `reports or accepts ${Object.keys(invalidValues).length} invalid values for each argument of a $kind in time`,
    async ({ kind, index }) => {
      const declaration = declarations('http://127.0.0.1:9')[index]!
      const tookMs: number[] = []
      for (const [name, make] of Object.entries(invalidValues)) {
        const value = make()
        for (const { at, put, isWide } of places(declaration)) {
          if (isHuge(name) && !isWide) continue
          // The time of the processor, because other tests run at the same time.
          const began = process.cpuUsage()
          try {
            const { reasons } = await checked(kind, put(value))
            const top = at.split('.')[0]!
            const unnamed = reasons.filter(
              (reason) => !reason.includes(top) && !/^… and more|^exactly one of/.test(reason),
            )
            if (reasons.length > 0 && unnamed.length === reasons.length)
              throw new Error(`no failure names ${at}: ${reasons.join('; ')}`)
          } catch (error) {
            throw new Error(`${at} as ${name}: ${(error as Error).stack}`, { cause: error })
          }
          const { user, system } = process.cpuUsage(began)
          tookMs.push((user + system) / 1_000)
        }
      }
      tookMs.sort((one, other) => one - other)
      expect(tookMs[Math.floor(tookMs.length * 0.9)]).toBeLessThan(50)
    },
    60_000,
  )

  it.each(kinds)('reports invalid names of arguments of a $kind', async ({ kind, index }) => {
    const { args } = declarations('http://127.0.0.1:9')[index]!
    const texts = Object.values(invalidValues)
      .map((make) => make())
      .filter((value) => typeof value === 'string')
    for (const name of [...texts, ...trickyKeys]) {
      const { reasons } = await checked(kind, Object.fromEntries([...Object.entries(args), [name, 1]]))
      // Pulumi uses names with this prefix.
      if (!name.startsWith('__')) expect(reasons).not.toEqual([])
      if (!kind.endsWith('-set')) continue
      const [item] = Object.values(args.items as Json)
      await checked(kind, {
        ...args,
        items: Object.fromEntries([
          [name, item],
          ['other', item],
        ]),
      })
    }
  })
})

describe('a declaration that check accepts', () => {
  const emulator = useEmulator({ flavor: 'spec' })
  const counts = { drawn: 0, accepted: 0 }

  it.each(kinds)(
    `creates an accepted $kind, or explains why not, after which there is no diff: ${runs} cases of seed ${jest.getSeed()}`,
    async ({ kind, index }) => {
      const { args, as } = declarations(emulator.url)[index]!
      if (kind === 'label-subscription') await emulator.post('/projects/1/labels', { name: 'bug', color: '#FF0000' })
      const start = emulator.state()
      const first = new Engine(kind, { url: emulator.url, token: `emulator-${as}` })
      await first.up(args)
      const there = emulator.state()

      await fc.assert(
        fc.asyncProperty(mutations(args), async (drawn) => {
          counts.drawn++
          const { inputs, reasons } = await checked(kind, drawn)
          if (reasons.length > 0 || isTooDeep(inputs) || hasUnknown(inputs) || !isJson(inputs)) return
          counts.accepted++
          expect((await checked(kind, drawn, inputs)).inputs).toEqual(inputs)
          await alone(kind, as, drawn)
          // An existing object can also change into it.
          emulator.setState(there)
          await succeeds(() => first.as({}).preview(drawn))
        }),
        { seed: jest.getSeed(), numRuns: runs, endOnFailure: true, examples: [[args]] },
      )
      emulator.setState(start)

      async function alone(of: string, who: string, wanted: Json): Promise<void> {
        emulator.setState(start)
        const engine = new Engine(of, { url: emulator.url, token: `emulator-${who}` })
        if (!(await succeeds(() => engine.up(wanted)))) return
        expect(await engine.preview(wanted)).toEqual({ step: 'same', changed: [] })
        await succeeds(() => engine.refresh())
        if (engine.state) expect(await engine.preview(wanted)).toEqual({ step: 'same', changed: [] })
        engine.warnings.forEach((warning) => expect(problemWith(warning)).toBeUndefined())
      }
    },
    120_000,
  )

  it('accepts at least one in forty mutations', () => {
    expect(counts.accepted).toBeGreaterThan(0.025 * counts.drawn)
  })
})

/** Whether the work succeeded. If it failed, the message must be clear. */
async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    expect(problemWith((error as Error).message)).toBeUndefined()
    return false
  }
}

/** Whether the engine can pass the value to a provider. */
function isJson(value: unknown): boolean {
  if (typeof value === 'bigint' || typeof value === 'symbol' || value instanceof Date || value === undefined)
    return false
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isJson)
}
