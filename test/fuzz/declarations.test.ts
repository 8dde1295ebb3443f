import fc from 'fast-check'
import { hasUnknown, isTooDeep, type Json } from '../../provider/core/schema/plain'
import { provider } from '../../provider/runtime'
import { Engine } from '../support/engine'
import { useEmulator } from '../support/emulator'
import { useTestNow } from '../support/test-now'
import { declarations, type Declaration, isHuge, invalidValues, mutations, trickyKeys } from './support/declarations'
import { problemWith } from './support/sentences'
import { times } from '../support/long'

useTestNow()

const runs = times(40, 750)
/** Limit of processor time for each case, which does not depend on the load of the machine. */
const mostMs = 2_000

const kinds = declarations('http://127.0.0.1:9').map(({ kind }, index) => ({ kind, index }))

/** What `check` says; fails for what it must not do, whatever it is given. */
async function judged(kind: string, args: Json, olds: Json = {}): Promise<{ inputs: Json; reasons: string[] }> {
  const began = process.cpuUsage()
  const { inputs = {}, failures = [] } = await provider(kind).check!(olds, args)
  const { user, system } = process.cpuUsage(began)
  const took = (user + system) / 1_000
  const reasons = failures.map(({ reason }) => reason)
  const wrong = [
    ...reasons.flatMap((reason) => problemWith(reason) ?? []),
    ...(new Set(reasons).size < reasons.length ? [`something is said twice: ${reasons.join('; ').slice(0, 500)}`] : []),
    ...(reasons.length > 101 ? [`${reasons.length} failures`] : []),
    ...(took > mostMs ? [`it took ${Math.round(took)} ms`] : []),
    ...('polluted' in {} || Object.keys(Object.prototype).length > 0 ? ['prototypes are polluted'] : []),
  ]
  if (wrong.length > 0) throw new Error(`${kind}: ${wrong.join('\n')}`)
  return { inputs: inputs as Json, reasons }
}

/** A place of a declaration that a value can stand in, with the declaration made of it. */
interface Place {
  at: string
  put: (value: unknown) => Json
  /** Whether it takes lists or maps; one that does not is among them, too. */
  isWide: boolean
}

function places({ args }: Declaration): Place[] {
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

describe('check', () => {
  it.each(kinds)(
    `of a $kind answers all of ${Object.keys(invalidValues).length} monstrous values`,
    async ({ kind, index }) => {
      const declaration = declarations('http://127.0.0.1:9')[index]!
      const tookMs: number[] = []
      for (const [name, make] of Object.entries(invalidValues)) {
        const value = make()
        for (const { at, put, isWide } of places(declaration)) {
          if (isHuge(name) && !isWide) continue
          const began = performance.now()
          try {
            const { reasons } = await judged(kind, put(value))
            const top = at.split('.')[0]!
            const unnamed = reasons.filter(
              (reason) => !reason.includes(top) && !/^… and more|^exactly one of/.test(reason),
            )
            if (reasons.length > 0 && unnamed.length === reasons.length)
              throw new Error(`nobody names ${at}: ${reasons.join('; ')}`)
          } catch (error) {
            throw new Error(`${at} as ${name}: ${(error as Error).stack}`, { cause: error })
          }
          tookMs.push(performance.now() - began)
        }
      }
      tookMs.sort((one, other) => one - other)
      expect(tookMs[Math.floor(tookMs.length * 0.9)]).toBeLessThan(50)
    },
    60_000,
  )

  it.each(kinds)('of a $kind answers monstrous names of arguments', async ({ kind, index }) => {
    const { args } = declarations('http://127.0.0.1:9')[index]!
    const texts = Object.values(invalidValues)
      .map((make) => make())
      .filter((value) => typeof value === 'string')
    for (const name of [...texts, ...trickyKeys]) {
      const { reasons } = await judged(kind, Object.fromEntries([...Object.entries(args), [name, 1]]) as Json)
      // What begins so is Pulumi's own.
      if (!name.startsWith('__')) expect(reasons).not.toEqual([])
      if (!kind.endsWith('-set')) continue
      const [item] = Object.values(args.items as Json)
      await judged(kind, {
        ...args,
        items: Object.fromEntries([
          [name, item],
          ['other', item],
        ]),
      })
    }
  })
})

describe('what check accepts', () => {
  const emulator = useEmulator()
  const counts = { drawn: 0, accepted: 0 }

  it.each(kinds)(
    `of a $kind, the engine makes or is told why not, and then has nothing to do: ${runs} cases of seed ${jest.getSeed()}`,
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
          const { inputs, reasons } = await judged(kind, drawn)
          if (reasons.length > 0 || isTooDeep(inputs) || hasUnknown(inputs) || !isJson(inputs)) return
          counts.accepted++
          expect((await judged(kind, drawn, inputs)).inputs).toEqual(inputs)
          await alone(kind, as, drawn)
          // What is there already may have to change into it.
          emulator.setState(there)
          await said(() => first.as({}).preview(drawn))
        }),
        { seed: jest.getSeed(), numRuns: runs, endOnFailure: true, examples: [[args]] },
      )
      emulator.setState(start)

      async function alone(of: string, who: string, wanted: Json): Promise<void> {
        emulator.setState(start)
        const engine = new Engine(of, { url: emulator.url, token: `emulator-${who}` })
        if (!(await said(() => engine.up(wanted)))) return
        expect(await engine.preview(wanted)).toEqual({ step: 'same', changed: [] })
        await said(() => engine.refresh())
        if (engine.state) expect(await engine.preview(wanted)).toEqual({ step: 'same', changed: [] })
        engine.warnings.forEach((warning) => expect(problemWith(warning)).toBeUndefined())
      }
    },
    120_000,
  )

  it('is now and then something else than what was mutated', () => {
    expect(counts.accepted).toBeGreaterThan(0.025 * counts.drawn)
  })
})

/** Whether it worked; where it did not, it has to say so in a way that people understand. */
async function said(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    expect(problemWith((error as Error).message)).toBeUndefined()
    return false
  }
}

/** Whether the engine could hand it over at all. */
function isJson(value: unknown): boolean {
  if (typeof value === 'bigint' || typeof value === 'symbol' || value instanceof Date || value === undefined)
    return false
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isJson)
}
