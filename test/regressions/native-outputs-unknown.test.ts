import { UNKNOWN } from '../../provider/core/schema/unknown'
import { received, secretOf } from '../../provider/native/values'
import { useEmulator } from '../support/emulator'
import { plainValues, urnOf, useNativeProcesses } from '../support/native-process'

const emulator = useEmulator()
const start = useNativeProcesses(emulator)
const urn = urnOf('trigger-token', 'ci')

describe('outputs in previews', () => {
  it('keeps the tokens and ids of the items of a set that the update does not replace', async () => {
    const [set, project] = [urnOf('trigger-token-set', 'all'), 1]
    const { provider } = start()
    const expiresAt = '2026-12-31T00:00:00Z'
    const items = { kept: { description: 'kept' }, renamed: { description: 'old' }, left: { description: 'left' } }
    const { inputs } = provider.check(set, {}, { project, items: { ...items, expiring: { description: 'x' } } })
    const { id, outs } = await provider.create(set, inputs, false)
    const { left: _, ...others } = items
    const changed = { ...others, renamed: { description: 'new' }, expiring: { description: 'x', expiresAt } }
    const { inputs: news } = provider.check(set, inputs, {
      project,
      items: { ...changed, added: { description: 'y' } },
    })
    const { ids, tokens } = plainValues(await provider.update(set, id, outs, news, true, inputs))
    const before = plainValues(outs) as Record<'ids' | 'tokens', Record<string, unknown>>
    const unknown = { expiring: UNKNOWN, added: UNKNOWN }
    expect(ids).toEqual({ kept: before.ids.kept, renamed: before.ids.renamed, ...unknown })
    expect(tokens).toEqual({ kept: before.tokens.kept, renamed: before.tokens.renamed, ...unknown })
    const after = plainValues(await provider.update(set, id, outs, news, false, inputs))
    expect(after).toMatchObject({ ids: { renamed: before.ids.renamed }, tokens: { renamed: before.tokens.renamed } })
    expect(Object.keys(after.ids as object).sort()).toEqual(['added', 'expiring', 'kept', 'renamed'])
  })

  it('knows no id of a set whose items are unknown in part', async () => {
    const set = urnOf('label-set', 'all')
    const { provider } = start()
    const { inputs } = provider.check(set, {}, { project: 1, items: { bug: { color: 'red' } } })
    const { id, outs } = await provider.create(set, inputs, false)
    const items = { bug: { color: 'red' }, other: { color: 'red', name: UNKNOWN } }
    const { inputs: news } = provider.check(set, inputs, { project: 1, items })
    expect(await provider.update(set, id, outs, news, true, inputs)).toMatchObject({ ids: UNKNOWN, projectId: 1 })
  })

  it('stores null for a secret that the service does not return, because missing outputs are unknown', async () => {
    const { body } = await emulator.post('/projects/1/triggers', { description: 'ci' }, { as: 'owner' })
    const found = await start().provider.read(urn, `1/${(body as { id: number }).id}`, {}, {})
    expect(found?.outs).toMatchObject({ token: null, ownerUsername: 'owner' })
    const again = await start().provider.read(urn, found!.id, found!.outs, found!.inputs)
    expect(again).toEqual(found)
  })

  it('keeps the token of a trigger token whose description changes', async () => {
    const { provider } = start()
    const { inputs } = provider.check(urn, {}, { project: 1, description: 'ci' })
    const { id, outs } = await provider.create(urn, inputs, false)
    const { inputs: news } = provider.check(urn, inputs, { project: 1, description: 'nightly' })
    const planned = await provider.update(urn, id, outs, news, true, inputs)
    expect(planned.token).toEqual(outs.token)
    expect(planned.token).toEqual(secretOf(expect.any(String)))
    expect(planned.ownerUsername).toBe(UNKNOWN)
    expect(received(await provider.update(urn, id, outs, news, false, inputs)).values).toMatchObject(
      received({ ...planned, ownerUsername: 'maintainer', instance: emulator.url }).values,
    )
  })
})
