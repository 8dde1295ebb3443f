import { costlyFronts } from '../e2e/support/fronts'
import { label, labelSet, useHandOverStack } from '../e2e/support/hand-over-stack'
import { expectOk, said } from '../support/pulumi'

jest.setTimeout(180_000)

describe.each(costlyFronts('yaml'))('updates of only some resources, with the front %s', (front) => {
  const used = useHandOverStack(front)

  it.each([
    ['--target', '**LabelSet::all'],
    ['--exclude', '**Label::one'],
  ])('keeps an item that a resource declares that is not updated, with %s', async (...option) => {
    const before = { all: labelSet(['one', 'two']) }
    const after = { one: label('one'), all: labelSet(['two']) }
    expectOk(await used.up(before))
    const labels = await used.labels()
    const targeted = expectOk(await used.up(after, ...option))

    expect(await used.labels()).toEqual(labels)
    expect(said(targeted)).toContain(
      front === 'yaml'
        ? 'Objects that are no longer declared are kept: with --target or --exclude, Pulumi does not pass all resources'
        : 'The set keeps it until the next update.',
    )
    expectOk(await used.up(after))
    expect(await used.labels()).toEqual(labels)
    expectOk(await used.stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('deletes an item that no resource declares in the next update of all resources', async () => {
    expectOk(await used.up({ all: labelSet(['one', 'two']) }))
    expectOk(await used.up({ all: labelSet(['two']) }, '--target', '**LabelSet::all'))
    expectOk(await used.up({ all: labelSet(['two']) }))
    expect(Object.keys(await used.labels())).toEqual(['two'])
    expectOk(await used.stack.preview({ refresh: true, expectNoChanges: true }))
  })
})
