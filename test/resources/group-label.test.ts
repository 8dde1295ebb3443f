import type { Json } from '../../provider/core/schema/json'
import { groupLabel } from '../../provider/resources/group-label'
import { Client } from '../../sdk'
import { conforms } from '../support/conforms'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { warningsOfPreview } from '../support/warnings-of-preview'

conforms(groupLabel, {
  spellings: {
    group: [10, '/acme'],
    name: ['  bug ', 'bug\n'],
    color: ['#FF0000', '#ff0000', 'Red', ' RED '],
  },
  skipped: { archived: 'test/resources/label-archived.test.ts' },
  refused: [
    ['group', '', /numeric id of a group/],
    ['name', '', /must not be empty/],
    ['name', 'a,b', /comma/],
    ['name', 'x'.repeat(256), /at most 255 characters, not 256/],
    ['color', 'reddish', /must be a CSS color .*got "reddish"/],
    ['archived', 'yes', /archived must be true or false \(got "yes"\)/],
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

  describe('with labels of the same name below', () => {
    const twice = /^group label "bug" of acme( \(id 10\/\d+\))? has the name of 2 labels of subgroups or projects below/
    const top = { group: 'acme', name: 'bug', color: 'red' }
    const asRoot = (kind = 'group-label') => new Engine(kind, { url: emulator.url, token: 'emulator-root' })
    const reads = () => emulator.requests().filter(({ method, path }) => method === 'GET' && /\/labels\b/.test(path))
    const searches = () => reads().filter(({ path }) => path.includes('include_descendant_groups=true'))
    const preview = (olds: Json, args: Json, kind = 'group-label') =>
      warningsOfPreview(kind, { url: emulator.url, token: 'emulator-root' }, olds, args)
    beforeEach(async () => {
      await api().labels.create(3, { name: 'bug', color: 'red' })
      await api().groupLabels.create(11, { name: 'bug', color: 'red' })
      emulator.clearRequests()
    })

    it('warns in the preview and in the update that creates the label', async () => {
      expect(await preview({}, top)).toEqual([expect.stringMatching(twice)])
      const stack = asRoot()
      await stack.up(top)
      expect(stack.warnings).toEqual([expect.stringMatching(twice)])
      expect(stack.warnings[0]).toMatch(/\(id 10\/\d+\) has/)
    })

    it('sends one more request for a name that is free', async () => {
      expect(await preview({}, { ...top, name: 'free' })).toEqual([])
      // The other one is for the list of the group, which a preview reads anyway.
      expect(reads()).toHaveLength(2)
      emulator.clearRequests()
      const stack = asRoot()
      await stack.up({ ...top, name: 'free' })
      expect(reads()).toHaveLength(1)
      expect(stack.warnings).toEqual([])
    })

    it('warns if a label gets the name, and not for other changes and refreshes', async () => {
      const stack = asRoot()
      await stack.up({ ...top, name: 'defect' })
      await stack.up({ ...top, name: 'defect', color: 'blue' })
      await stack.refresh()
      expect(stack.warnings).toEqual([])
      expect(await preview({ ...top, name: 'defect' }, top)).toEqual([expect.stringMatching(twice)])
      await stack.up({ ...top, color: 'blue' })
      expect(stack.warnings).toEqual([expect.stringMatching(twice)])
      emulator.clearRequests()
      expect(await preview({ ...top, color: 'blue' }, { ...top, color: 'green' })).toEqual([])
      await stack.up({ ...top, color: 'green' })
      await stack.refresh()
      expect(stack.warnings).toHaveLength(1)
      expect(searches()).toEqual([])
    })

    it('reads what is below once for all labels of a set', async () => {
      const others = Array.from({ length: 30 }, (_, at) => `label ${at}`)
      const set = (...names: string[]) => ({
        group: 'acme',
        items: Object.fromEntries([...others, ...names].map((name) => [name, { color: 'red' }])),
      })
      expect(await preview({}, set('bug'), 'group-label-set')).toEqual([expect.stringMatching(twice)])
      expect(searches()).toHaveLength(1)
      emulator.clearRequests()
      const stack = asRoot('group-label-set')
      await stack.up(set('bug'))
      expect(stack.warnings).toEqual([expect.stringMatching(twice)])
      expect(searches()).toHaveLength(1)
      await stack.up(set('defect'))
      const renamed = { group: 'acme', items: { ...set().items, defect: { name: 'bug', color: 'red' } } }
      expect(await preview(set('defect'), renamed, 'group-label-set')).toEqual([expect.stringMatching(twice)])
      await stack.up(renamed)
      expect(stack.warnings).toHaveLength(2)
    })

    it('searches for each name if there are more labels than fit on a page', async () => {
      for (let at = 0; at < 101; at++) await api().labels.create(3, { name: `label ${at}`, color: 'red' })
      emulator.clearRequests()
      const items = { bug: { color: 'red' }, 'label 1': { color: 'red' }, free: { color: 'red' } }
      expect((await preview({}, { group: 'acme', items }, 'group-label-set')).sort()).toEqual([
        expect.stringMatching(twice),
        expect.stringMatching(/"label 1" of acme has the name of a label of subgroups or projects below/),
      ])
      expect(searches()).toHaveLength(1 + 3)
    })

    it('does not count labels of the group itself, nor those below an adopted label', async () => {
      const { id } = await api().groupLabels.create(10, { name: 'bug', color: 'red' })
      expect(await preview({}, { ...top, onConflict: 'adopt' })).toEqual([])
      const stack = asRoot()
      await stack.up({ ...top, onConflict: 'adopt' })
      expect(stack.warnings).toEqual([expect.stringMatching(/was adopted/)])
      await api().groupLabels.update(10, id, { new_name: 'defect' })
      await api().groupLabels.create(10, { name: 'free', color: 'red' })
      expect(await preview({ ...top, name: 'defect' }, { ...top, name: 'free' })).toEqual([])
    })

    it('creates the label although the search fails', async () => {
      emulator.fault({ method: 'GET', path: /groups\/10\/labels/, status: 403, times: 99 })
      const stack = asRoot()
      expect(await stack.up(top)).toMatchObject({ step: 'create' })
      expect(stack.warnings).toEqual([])
    })
  })

  it('renames a label, which keeps its id', async () => {
    const stack = await deployed()
    const { id } = stack.state!
    expect(await stack.up({ ...args, name: 'defect' })).toEqual({ step: 'update', changed: ['name'] })
    expect(stack.state).toMatchObject({ id, outputs: { name: 'defect', textColor: '#FFFFFF' } })
    expect(writes()).toEqual(['PUT'])
  })
})
