import fc from 'fast-check'
import type { Cases, Values } from './arbitraries/cases'
import { changeOf, declarations, differing, styles, write } from './support/declaration'
import { done, expectLive, expectQuiet, targetOf } from './support/expect'
import { property } from './support/property'

/*
 * Property: a refresh reports exactly the visible changes of another user, and the next update repairs them.
 *
 * A failure shows a seed and a path. This runs only the failing case:
 *
 *     TRUEUP_TEST_PATH=PATH npx jest test/properties/drift.test.ts --seed=SEED -t 'a label on flavor spec'
 *
 * Without the path, it runs all cases of the seed. `npm run test:nightly` tries more cases.
 */

/** The arguments that another user changes, one after another. None if the object is deleted. */
function meddling({ drift }: Cases): fc.Arbitrary<string[]> {
  const names = Object.keys(drift)
  const deletion = fc.constant<string[]>([])
  if (names.length === 0) return deletion
  const changes = fc.subarray(names, { minLength: 1, maxLength: Math.min(2, names.length) })
  return fc.oneof({ weight: 1, arbitrary: deletion }, { weight: 9, arbitrary: changes })
}

/** Whole declarations, also with values that programs cannot declare. */
const liveValues = (cases: Cases): fc.Arbitrary<Values> =>
  fc
    .tuple(declarations(cases), fc.record((cases.driftValues ?? {}) as Record<string, fc.Arbitrary<unknown>>))
    .map(([declared, had]) => ({ ...declared, ...had }))

property(
  'reports every drift, and repairs it',
  (cases) =>
    fc.record({
      values: declarations(cases),
      other: liveValues(cases),
      meddling: meddling(cases),
      style: styles(cases),
      noise: fc.nat(0xff),
    }),
  async (world, { values, other, meddling, style, noise }) => {
    const { cases, emulator, writes } = world
    const stack = world.stack()
    const args = write(cases, values, style)
    await stack.up(args)

    await done(cases.noise?.(await targetOf(world, values), noise))
    await expectQuiet(stack, args)

    if (meddling.length === 0) {
      const target = await targetOf(world, values)
      await done(cases.remove ? cases.remove(target) : emulator.delete(target.path, { as: 'root' }))
      writes()
      expect(await stack.refresh()).toEqual({ gone: true, drifted: [] })
      expect(await stack.up(args)).toEqual({ step: 'create', changed: [] })
      await expectQuiet(stack, args)
      expect(writes()).toEqual(cases.writes?.create ?? ['POST'])
      await expectLive(world, values)
      return
    }

    let live = values
    for (const name of meddling) {
      const changed = { ...live, [name]: other[name] }
      const next = cases.drifted?.(live, name, changed) ?? changed
      if (differing(live, next).length === 0) continue
      await done(cases.drift[name]?.(await targetOf(world, live), next[name], style[name] ?? 0))
      live = next
    }
    writes()
    const shown = (all: Values) => cases.shown?.(all) ?? all
    const compared = (all: Values) => ({ ...all, ...shown(all) })
    const drifted = differing(compared(values), compared(live)).filter((name) => name in shown(live))
    const { step, sent } = changeOf(cases, drifted)

    expect(await stack.refresh()).toEqual({ gone: false, drifted })
    expect((await stack.up(args)).step).toBe(step)
    await expectQuiet(stack, args)
    expect(writes()).toEqual(sent)
    await expectLive(world, values)
  },
)
