import { useEmulator } from '../support/emulator'
import { urnOf, useNativeProcesses } from '../support/native-process'

const emulator = useEmulator()
const start = useNativeProcesses(emulator)

it('does not display the label of another resource as removed from an exclusive set', async () => {
  const [setUrn, urn] = [urnOf('label-set', 'all'), urnOf('label', 'bug')]
  const { provider } = start()
  const { inputs } = provider.check(setUrn, {}, { project: 1, exclusive: true, items: { help: { color: 'blue' } } })
  const set = await provider.create(setUrn, inputs, false)
  const { inputs: label } = provider.check(urn, {}, { project: 1, name: 'bug', color: 'red' })
  const { id, outs } = await provider.create(urn, label, false)

  const { provider: later } = start()
  const found = await later.read(setUrn, set.id, set.outs, inputs)
  await later.read(urn, id, outs, label)
  expect(Object.keys(found?.inputs.items ?? {})).toEqual(['help', expect.stringMatching(/^#\d+$/)])
  later.check(setUrn, found!.inputs, inputs)
  // The update only records whose label it is.
  const difference = await later.diff(setUrn, set.id, found!.outs, inputs, found!.inputs)
  expect(difference).toEqual({ changes: true, displayed: [] })
  const updated = await later.update(setUrn, set.id, found!.outs, inputs, false, found!.inputs)
  expect(updated.items).toEqual(set.outs.items)
  expect((await emulator.get('/projects/1/labels')).body).toHaveLength(2)
})
