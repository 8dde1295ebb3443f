import { textOf } from '../e2e/support/fronts'
import { label, labelSet, provider, useHandOverStack } from '../e2e/support/hand-over-stack'
import { expectOk, said } from '../support/pulumi'

jest.setTimeout(180_000)

// Programs of Node.js record all of their resources before the first update.
describe('resources in YAML that the engine passes to the plugin after the set that gives up their objects', () => {
  const used = useHandOverStack('yaml')

  /** Runs `pulumi up` as users do, with its preview. */
  const upWithPreview = async (program: Parameters<typeof used.up>[0]) => {
    await used.stack.setProgram(textOf('yaml', program))
    return expectOk(await used.stack.run('up', '--yes', '--parallel', '1'))
  }

  it('keeps the items, because the preview has seen the resources', async () => {
    const other = provider(used.emulator.url)
    expectOk(await used.up({ other, all: labelSet(['one', 'two', 'three'], { provider: 'other' }) }))
    const { one, two } = await used.labels()
    const after = {
      other,
      all: labelSet([], { provider: 'other' }),
      one: label('one', { dependsOn: ['all'] }),
      more: labelSet(['two'], { dependsOn: ['all', 'one'] }),
    }
    const first = await upWithPreview(after)
    expect(said(first)).toContain('The set keeps it until the next update.')
    expect(await used.labels()).toEqual({ one, two })
    await upWithPreview(after)
    expect(await used.labels()).toEqual({ one, two })
    expectOk(await used.stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('has no difference in an exclusive set because of resources that follow it', async () => {
    const other = provider(used.emulator.url)
    const after = {
      other,
      all: labelSet(['one'], { provider: 'other' }, { exclusive: true }),
      two: label('two', { dependsOn: ['all'] }),
    }
    await upWithPreview(after)
    expectOk(await used.stack.run('up', '--yes', '--refresh'))
    expectOk(await used.stack.preview({ refresh: true, expectNoChanges: true }))
    expect(Object.keys(await used.labels()).sort()).toEqual(['one', 'two'])
  })
})
