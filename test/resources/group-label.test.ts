import type { Json } from '../../provider/core/schema/json'
import { groupLabel } from '../../provider/resources/group-label'
import { Client } from '../../sdk'
import { conforms } from '../support/conforms'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

conforms(groupLabel, {
  spellings: {
    group: [10, '/acme'],
    name: ['  bug ', 'bug\n'],
    color: ['#FF0000', '#ff0000', 'Red', ' RED '],
  },
  refused: [
    ['group', '', /numeric id of a group/],
    ['name', '', /must not be empty/],
    ['name', 'a,b', /comma/],
    ['name', 'x'.repeat(256), /at most 255 characters, not 256/],
    ['color', 'reddish', /must be a CSS color .*got "reddish"/],
    ['description', 'x'.repeat(512 * 1024 + 1), /at most 512 KiB/],
    ['priority', 1, /priority is not an argument of a group label/],
  ],
})

describe.each(['spec', 'gitlab'] as const)('a label of a group on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const api = () => new Client({ baseUrl: emulator.url, token: 'emulator-root' })
  const engine = (kind = 'group-label') => new Engine(kind, { url: emulator.url, token: 'emulator-owner' })
  const args = { group: 'acme/platform', name: 'bug', color: '#FF0000' }
  const writes = () => emulator.requests().flatMap(({ method }) => (method === 'GET' ? [] : [method]))
  async function deployed(declared: Json = args, kind?: string): Promise<Engine> {
    const stack = engine(kind)
    await stack.up(declared)
    emulator.clearRequests()
    return stack
  }

  it('leaves labels of parent groups alone in an exclusive set', async () => {
    await api().groupLabels.create(10, { name: 'above', color: 'red' })
    await api().groupLabels.create(11, { name: 'unmanaged', color: 'red' })
    const declared = { group: 'acme/platform', items: { bug: { color: 'red' } }, exclusive: true }
    const stack = await deployed(declared, 'group-label-set')
    await stack.refresh()
    await stack.up(declared)
    expect(writes()).toEqual(['DELETE'])
    const left = await api().groupLabels.list(11).all()
    expect(left.map(({ name }) => name)).toEqual(['above', 'bug'])
  })

  it('does not confuse the id of a label with the title of another one', async () => {
    const stack = await deployed()
    const id = Number(stack.state?.outputs.labelId)
    await api().groupLabels.create(11, { name: String(id), color: '#123456' })
    await api().groupLabels.delete(11, id)
    emulator.clearRequests()
    await expect(stack.as({}).up({ ...args, color: 'blue' })).rejects.toThrow(/does not exist on .*pulumi up --refresh/)
    await stack.as({}).destroy()
    expect(await stack.refresh()).toEqual({ gone: true, drifted: [] })
    expect(writes()).toEqual([])
  })

  it('explains that a parent group already has the label', async () => {
    await api().groupLabels.create(10, { name: 'bug', color: '#000000' })
    const stack = engine()
    await expect(stack.up({ ...args, onConflict: 'adopt' })).rejects.toThrow(
      /409 .*A parent group has a label with this name/,
    )
    expect(stack.state).toBeUndefined()
  })

  it('renames a label, which keeps its id', async () => {
    const stack = await deployed()
    const { id } = stack.state!
    expect(await stack.up({ ...args, name: 'defect' })).toEqual({ step: 'update', changed: ['name'] })
    expect(stack.state).toMatchObject({ id, outputs: { name: 'defect', textColor: '#FFFFFF' } })
    expect(writes()).toEqual(['PUT'])
  })
})
