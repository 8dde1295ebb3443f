import type { Json } from '../../provider/core/schema/json'
import { secretOf } from '../../provider/native/values'
import { useEmulator } from '../support/emulator'
import { urnOf, useNativeProcesses } from '../support/native-process'

const emulator = useEmulator()
const start = useNativeProcesses(emulator)

/** Creates a resource, updates it with other arguments, which are equivalent, and refreshes it. */
async function refreshed(kind: string, first: Json, second: Json, change = (outs: Json): Json => outs) {
  const urn = urnOf(kind, 'one')
  const { provider } = start()
  const { inputs } = provider.check(urn, {}, first)
  const { id, outs } = await provider.create(urn, inputs, false)
  const later = start().provider
  const { inputs: declared } = later.check(urn, inputs, second)
  expect(await later.diff(urn, id, outs, declared, inputs)).toMatchObject({ changes: false })
  emulator.clearRequests()
  const found = await start().provider.read(urn, id, change(outs), declared)
  return { declared, found, requests: emulator.requests().map(({ path }) => path) }
}

describe('a refresh', () => {
  it('keeps the spelling of the project in the program', async () => {
    const label = { name: 'bug', color: 'red' }
    const { declared, found } = await refreshed('label', { ...label, project: 'acme/web' }, { ...label, project: 1 })
    expect(found?.inputs).toEqual(declared)
    expect(found?.inputs.project).toBe(1)
  })

  it('keeps the spelling of the project of a set', async () => {
    const items = { bug: { color: 'red' } }
    const { declared, found } = await refreshed('label-set', { project: 1, items }, { project: 'ACME/web', items })
    expect(found?.inputs).toEqual(declared)
  })

  it('sends no further request if the spelling is equal', async () => {
    const args = { name: 'bug', color: 'red', project: 1 }
    const { requests } = await refreshed('label', args, args)
    expect(requests).toHaveLength(1)
  })

  it('shows another project', async () => {
    const label = { name: 'bug', color: 'red', project: 1 }
    const { found } = await refreshed('label', label, label)
    const urn = urnOf('label', 'one')
    const other = await start().provider.read(urn, found!.id, found!.outs, { ...found!.inputs, project: 'acme/api' })
    expect(other?.inputs.project).toBe(1)
  })

  it('keeps an argument plain if only its output is secret', async () => {
    const label = { name: 'bug', color: 'red', description: 'text', project: 1 }
    const hide = (outs: Json) => ({ ...outs, description: secretOf(outs.description) })
    const { declared, found } = await refreshed('label', label, label, hide)
    expect(found?.inputs).toEqual(declared)
    expect(found?.outs.description).toEqual(secretOf('text'))
  })
})
