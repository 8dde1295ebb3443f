import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { plainValues, urnOf, useNativeProcesses } from '../support/native-process'

const emulator = useEmulator()
const start = useNativeProcesses(emulator)

/** What the engine does until a replacement because of `replaceOnChanges`. */
async function changed(kind: string, first: Json, second: Json) {
  const urn = urnOf(kind, 'one')
  const { provider } = start()
  const { inputs } = provider.check(urn, {}, first)
  const { id, outs } = await provider.create(urn, inputs, false)
  const later = start().provider
  const { inputs: news } = later.check(urn, inputs, second)
  const difference = await later.diff(urn, id, outs, news, inputs)
  return { later, urn, id, outs, difference, news: later.check(urn, {}, plainValues(news)).inputs }
}

describe('a replacement because of replaceOnChanges', () => {
  it.each<[string, Json, Json]>([
    ['label', { name: 'bug', color: 'red' }, { name: 'bug', color: 'blue' }],
    ['label-set', { items: { bug: { color: 'red' } } }, { items: { bug: { color: 'blue' } } }],
  ])('deletes the old %s first, whose name the new one needs', async (kind, first, second) => {
    const { later, urn, id, outs, news, difference } = await changed(
      kind,
      { ...first, project: 1 },
      { ...second, project: 1 },
    )
    expect(difference).toEqual({ replaces: [], deleteBeforeReplace: true })
    await later.delete(urn, id, outs)
    await later.create(urn, news, false)
    expect((await emulator.get('/projects/1/labels')).body).toMatchObject([{ name: 'bug', color: '#0000FF' }])
  })

  it('creates a label with a new name first', async () => {
    const { difference } = await changed(
      'label',
      { project: 1, name: 'bug', color: 'red' },
      { project: 1, name: 'error', color: 'red' },
    )
    expect(difference).toEqual({ replaces: [], deleteBeforeReplace: false })
  })

  it('creates the new trigger token first', async () => {
    const { difference, later, urn, news, id, outs } = await changed(
      'trigger-token',
      { project: 1, description: 'ci' },
      { project: 1, description: 'nightly' },
    )
    expect(difference).toEqual({ replaces: [], deleteBeforeReplace: false })
    await later.create(urn, news, false)
    await later.delete(urn, id, outs)
    expect((await emulator.get('/projects/1/triggers')).body).toMatchObject([{ description: 'nightly' }])
  })

  it('names the remedy if the program insists on the other order', async () => {
    const { later, urn, news } = await changed(
      'label',
      { project: 1, name: 'bug', color: 'red' },
      { project: 1, name: 'bug', color: 'blue' },
    )
    await expect(later.create(urn, news, false)).rejects.toThrow(
      /^label "bug" of 1 cannot be created while the object that it replaces exists \(id 1\/\d+\)\. Set the resource option deleteBeforeReplace: true\.$/,
    )
  })
})
