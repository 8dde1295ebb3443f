import { UNKNOWN } from '../../provider/core/schema/unknown'
import { received, secretOf } from '../../provider/native/values'
import { useEmulator } from '../support/emulator'
import { urnOf, useNativeProcesses } from '../support/native-process'

const emulator = useEmulator()
const start = useNativeProcesses(emulator)
const urn = urnOf('trigger-token', 'ci')

describe('outputs in previews', () => {
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
