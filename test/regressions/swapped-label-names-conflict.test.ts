import type { Json } from '../../provider/core/schema/json'
import { Client } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { type Declared, ProgramEngine } from '../support/program-engine'

describe.each(['spec', 'gitlab'] as const)('renamed labels on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  let api: Client
  beforeEach(() => {
    api = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
  })
  afterEach(() => api.close())

  const label = (name: string, more: Json = {}): Declared => ({
    type: 'Label',
    args: { project: 'acme/web', name, color: 'red', ...more },
  })
  const set = (names: Record<string, string>, more: Json = {}): Declared => ({
    type: 'LabelSet',
    args: {
      project: 'acme/web',
      items: Object.fromEntries(Object.entries(names).map(([key, name]) => [key, { name, color: 'red' }])),
      ...more,
    },
  })
  const labels = async () =>
    Object.fromEntries((await api.labels.list(1).all()).map(({ name, id }) => [name, id] as const))
  const started = async (program: Record<string, Declared>) => {
    const engine = new ProgramEngine({ 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-maintainer' })
    expect((await engine.up(program)).errors).toEqual([])
    emulator.clearRequests()
    return engine
  }
  const expectQuiet = async (engine: ProgramEngine, program: Record<string, Declared>) => {
    expect(await engine.refresh()).toEqual([])
    expect(await engine.up(program)).toEqual({ steps: {}, errors: [] })
  }
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')

  it('swaps the names of two single resources and keeps their ids', async () => {
    const engine = await started({ a: label('x'), b: label('y') })
    const { x, y } = await labels()
    const swapped = { a: label('y'), b: label('x') }
    expect(await engine.up(swapped)).toEqual({ steps: { a: 'update', b: 'update' }, errors: [] })
    expect(await labels()).toEqual({ x: y, y: x })
    await expectQuiet(engine, swapped)
  })

  it('rotates names between single resources and items of a set', async () => {
    const engine = await started({ a: label('x'), b: label('y'), set: set({ c: 'z' }) })
    const { x, y, z } = await labels()
    const passed = { a: label('y'), b: label('z'), set: set({ c: 'x' }) }
    expect((await engine.up(passed)).errors).toEqual([])
    expect(await labels()).toEqual({ x: z, y: x, z: y })
    await expectQuiet(engine, passed)
  })

  it('renames a label before it creates a new one with the old name', async () => {
    const engine = await started({ a: label('bug') })
    const { bug } = await labels()
    const renamed = { a: label('defect'), new: label('bug') }
    expect(await engine.up(renamed)).toEqual({ steps: { a: 'update', new: 'create' }, errors: [] })
    expect(await labels()).toEqual({ defect: bug, bug: expect.any(Number) as number })
    await expectQuiet(engine, renamed)
  })

  it('renames the labels of a set from the last to the first, with one write each', async () => {
    const engine = await started({ set: set({ a: 'x', b: 'y', c: 'z' }) })
    const { x, y, z } = await labels()
    const renamed = { set: set({ a: 'y', b: 'z', c: 'new' }) }
    expect((await engine.up(renamed)).errors).toEqual([])
    expect(await labels()).toEqual({ y: x, z: y, new: z })
    expect(writes().map(({ method, status }) => [method, status])).toEqual(Array(3).fill(['PUT', 200]))
    await expectQuiet(engine, renamed)
  })

  it('changes no label when the keys of a set are swapped', async () => {
    const engine = await started({ set: set({ a: 'x', b: 'y' }) })
    const before = await labels()
    const swapped = { set: set({ a: 'y', b: 'x' }) }
    expect((await engine.up(swapped)).errors).toEqual([])
    expect(await labels()).toEqual(before)
    expect(writes()).toEqual([])
    await expectQuiet(engine, swapped)
  })

  it('swaps names in the next update if the first one targeted only one label, and the error names the other label', async () => {
    const engine = await started({ a: label('x'), b: label('y') })
    const { x, y } = await labels()
    const swapped = { a: label('y'), b: label('x') }
    expect((await engine.up(swapped, { target: 'a' })).errors).toEqual([
      `a: label "y" of acme/web already exists (id 1/${y}), so no other object can get this name. If its resource is ` +
        `also renamed, update both in one run without --parallel 1. Otherwise rename or delete it first, in a separate update.`,
    ])
    expect(await labels()).toEqual({ x, y })
    expect((await engine.up(swapped)).errors).toEqual([])
    expect(await labels()).toEqual({ x: y, y: x })
    await expectQuiet(engine, swapped)
  })

  it('swaps names in the next update if the first one failed in between', async () => {
    const engine = await started({ a: label('x'), b: label('y') })
    const { x, y } = await labels()
    const swapped = { a: label('y'), b: label('x') }
    // By then, one label has its temporary name.
    emulator.fault({ method: 'PUT', skip: 3, status: 403, times: 10 })
    expect((await engine.up(swapped)).errors).not.toEqual([])
    emulator.clearFaults()
    expect((await engine.up(swapped)).errors).toEqual([])
    expect(await labels()).toEqual({ x: y, y: x })
    await expectQuiet(engine, swapped)
  })

  it.each(['one of them has a temporary name', 'one of them has its new name'])(
    'swaps names in the next update if the first one was killed when %s',
    async (when) => {
      const engine = await started({ a: label('x'), b: label('y') })
      const { x, y } = await labels()
      // A killed update has changed the service, but not the state.
      await api.labels.update(1, y!, { new_name: `y (being renamed ${y})` })
      if (when.endsWith('new name')) await api.labels.update(1, x!, { new_name: 'y' })
      const swapped = { a: label('y'), b: label('x') }
      expect((await engine.up(swapped)).errors).toEqual([])
      expect(await labels()).toEqual({ x: y, y: x })
      await expectQuiet(engine, swapped)
    },
  )

  it('does not take the name of a label that is not renamed', async () => {
    const engine = await started({ a: label('x'), b: label('y') })
    const before = await labels()
    expect((await engine.up({ a: label('y'), b: label('y') })).errors.join()).toMatch(
      /is declared twice|declare it once|owned by/,
    )
    expect(await labels()).toEqual(before)
  })
})
