import fc from 'fast-check'
import { changeOf, declarations, differing, settled, styles, write } from './support/declaration'
import { expectLive, expectQuiet } from './support/expect'
import { property } from './support/property'

/*
 * Property: after an update there is no diff in any spelling of the values, and an update sends only the changes.
 *
 * A failure shows a seed and a path. This runs only the failing case:
 *
 *     TRUEUP_TEST_PATH=PATH npx jest test/properties/zero-diffs.test.ts --seed=SEED -t 'a label on flavor spec'
 *
 * Without the path, it runs all cases of the seed. `npm run test:nightly` tries more cases.
 */

property(
  'shows no diff after an update, which sends only the changes',
  (cases) =>
    fc.record({
      before: declarations(cases),
      other: declarations(cases),
      changing: fc.subarray(Object.keys(cases.arguments), { minLength: 1 }),
      styles: fc.tuple(styles(cases), styles(cases), styles(cases)),
    }),
  async (world, { before, other, changing, styles: [first, second, third] }) => {
    const { cases, writes } = world
    const stack = world.stack()

    const declared = write(cases, before, first)
    expect(await stack.up(declared)).toEqual({ step: 'create', changed: [] })
    await expectQuiet(stack, declared)
    expect(writes()).toEqual(cases.writes?.create ?? ['POST'])

    const respelt = write(cases, before, second)
    expect(await stack.up(respelt)).toEqual({ step: 'same', changed: [] })
    await expectQuiet(stack, respelt)
    expect(writes()).toEqual([])
    await expectLive(world, before)

    const after = settled(cases, { ...before, ...Object.fromEntries(changing.map((name) => [name, other[name]])) })
    const wanted = write(cases, after, third)
    const changed = differing(before, after)
    const { step, sent } = changeOf(cases, changed)
    const outcome = await stack.up(wanted)
    expect(outcome.step).toBe(step)
    // The engine also shows another spelling of the project if something else changes.
    const isReference = (name: string) =>
      cases.definition.input[name]?.refers !== undefined || cases.definition.input[name]?.isUser === true
    expect(outcome.changed.filter((name) => changed.includes(name) || !isReference(name))).toEqual(changed)
    await expectQuiet(stack, wanted)
    expect(writes()).toEqual(sent)
    await expectLive(world, after)

    await stack.destroy()
    expect(writes()).toEqual(cases.writes?.delete ?? ['DELETE'])
    if (cases.definition.api.delete) expect(await world.objects(after)).toEqual([])
  },
)
