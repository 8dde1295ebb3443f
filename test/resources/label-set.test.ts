import { setTimeout as sleep } from 'node:timers/promises'
import { UNKNOWN } from '../../provider/core/schema/unknown'
import { Client } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { type Declared, ProgramEngine } from '../support/program-engine'

describe.each(['spec', 'gitlab'] as const)('a label set on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const args = {
    project: 'acme/web',
    items: {
      bug: { color: 'crimson' },
      feature: { name: 'new feature', color: '#0F0', priority: 1 },
      chore: { color: 'grey' },
    },
  }
  const engine = (options = {}) => new Engine('label-set', { url: emulator.url, ...options })
  const made = async (values: Record<string, unknown> = args) => {
    const stack = engine()
    await stack.up(values)
    emulator.clearRequests()
    return stack
  }
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')
  let api: Client

  beforeEach(() => {
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
  })
  afterEach(() => api.close())
  const names = async () => (await api.labels.list(1).all()).map(({ name }) => name).sort()

  it('creates each label of a set with one write, after which there is no diff', async () => {
    const stack = engine()
    expect(await stack.up(args)).toEqual({ step: 'create', changed: [] })
    expect(writes().map(({ method }) => method)).toEqual(['POST', 'POST', 'POST'])
    expect(await names()).toEqual(['bug', 'chore', 'new feature'])
    expect(stack.state?.id).toMatch(/^1\/label-set\/[\w-]+$/)
    expect(stack.state?.outputs).toMatchObject({
      projectId: 1,
      instance: emulator.url,
      ids: { bug: expect.any(Number) as number, feature: expect.any(Number) as number },
      items: { bug: { name: 'bug', color: '#DC143C', description: null, priority: null } },
    })
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    emulator.clearRequests()
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(emulator.requests()).toHaveLength(1)
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })

  it('updates, creates and deletes only the labels that differ', async () => {
    const stack = await made()
    const ids = stack.state?.outputs.ids as Record<string, number>
    const items = { bug: { color: 'red' }, feature: args.items.feature, docs: { color: 'blue' } }
    expect(await stack.up({ ...args, items })).toEqual({ step: 'update', changed: ['items'] })
    expect(
      writes()
        .map(({ method }) => method)
        .sort(),
    ).toEqual(['DELETE', 'POST', 'PUT'])
    expect(writes().at(-1)?.method).toBe('DELETE')
    expect(await names()).toEqual(['bug', 'docs', 'new feature'])
    expect(stack.state?.outputs.ids).toMatchObject({ bug: ids.bug, feature: ids.feature })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview({ ...args, items })).toEqual({ step: 'same', changed: [] })
  })

  it('renames a label whose key stays the same', async () => {
    const stack = await made()
    const { bug } = stack.state?.outputs.ids as Record<string, number>
    const items = { ...args.items, bug: { name: 'defect', color: 'crimson' } }
    await stack.up({ ...args, items })
    expect(writes().map(({ method }) => method)).toEqual(['PUT'])
    expect((await api.labels.get(1, 'defect')).id).toBe(bug)
  })

  it('reports labels that another user changed or deleted as drift', async () => {
    const stack = await made()
    await api.labels.update(1, 'bug', { color: '#000000' })
    await api.labels.delete(1, 'chore')
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['items'] })
    expect(stack.state?.inputs.items).toMatchObject({ bug: { color: '#000000' } })
    expect(stack.state?.inputs.items).not.toHaveProperty('chore')
    emulator.clearRequests()
    await stack.up(args)
    expect(
      writes()
        .map(({ method }) => method)
        .sort(),
    ).toEqual(['POST', 'PUT'])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('keeps unmanaged labels, unless the set is exclusive: then a refresh reports them and the next update deletes them', async () => {
    await api.labels.create(1, { name: 'stranger', color: '#123456' })
    const stack = await made()
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    const exclusive = { ...args, exclusive: true }
    await stack.up(exclusive)
    expect(await names()).toContain('stranger')
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['items'] })
    const stranger = Object.keys(stack.state?.inputs.items as object).find((key) => key.startsWith('#'))
    expect(stack.state?.inputs.items).toMatchObject({ [String(stranger)]: { name: 'stranger', color: '#123456' } })
    emulator.clearRequests()
    expect(await stack.up(exclusive)).toEqual({ step: 'update', changed: ['items'] })
    expect(writes().map(({ method }) => method)).toEqual(['DELETE'])
    expect(await names()).not.toContain('stranger')
    expect(await stack.preview(exclusive)).toEqual({ step: 'same', changed: [] })
  })

  it('keeps unmanaged labels when a set is created, destroyed or no longer exclusive', async () => {
    await api.labels.create(1, { name: 'stranger', color: '#123456' })
    const stack = await made({ ...args, exclusive: true })
    await stack.refresh()
    await stack.up(args)
    expect(await names()).toContain('stranger')
    expect(stack.state?.outputs.ids).not.toHaveProperty('#1')
    await stack.destroy()
    expect(await names()).toEqual(['stranger'])
  })

  it('keeps the completed part of a failed update and completes the rest in the next one', async () => {
    emulator.fault({
      method: 'POST',
      path: /labels/,
      status: 403,
      skip: 1,
      times: 1,
      body: { message: '403 Forbidden' },
    })
    const stack = engine()
    await expect(stack.up(args)).rejects.toThrow(/label "\w[\w ]*" of acme\/web was not created\. .*403/)
    expect(Object.keys(stack.state?.outputs.ids as object)).toHaveLength(2)
    emulator.clearRequests()
    await stack.up(args)
    expect(writes().map(({ method }) => method)).toEqual(['POST'])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })

  it.each(['before', 'after'] as const)(
    'creates no duplicate label when connections are cut %s the work',
    async (drop) => {
      emulator.fault({ method: 'POST', path: /labels/, drop, times: 2 })
      const stack = engine()
      await stack.up(args).catch(() => stack.up(args))
      expect(await names()).toEqual(['bug', 'chore', 'new feature'])
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    },
  )

  it('handles existing labels like a single resource does', async () => {
    await api.labels.create(1, { name: 'bug', color: '#000000' })
    const stack = engine()
    await expect(stack.up(args)).rejects.toThrow(/label "bug" of acme\/web already exists/)
    await stack.up({ ...args, onConflict: 'adopt' })
    expect(stack.warnings.join()).toMatch(/"bug".*was adopted: color "#000000" → "#DC143C"/)
    expect(await stack.preview({ ...args, onConflict: 'adopt' })).toEqual({ step: 'same', changed: [] })
  })

  it('adopts labels from single resources, which then do not delete them, and vice versa', async () => {
    const single = new Engine('label', { url: emulator.url })
    await single.up({ project: 'acme/web', name: 'bug', color: 'crimson' })
    const id = single.state?.outputs.labelId
    const stack = engine()
    const host = stack.process()
    await stack.up({ ...args, onConflict: 'adopt' }, host)
    await single.destroy(stack.sharing(host, 'label'))
    expect((stack.state?.outputs.ids as Record<string, number>).bug).toBe(id)
    expect(await names()).toEqual(['bug', 'chore', 'new feature'])
  })

  it('replaces a set when its project changes, and leaves no labels in the old project', async () => {
    const stack = await made()
    expect(await stack.up({ ...args, project: 'acme/api' })).toEqual({ step: 'replace', changed: ['project'] })
    expect(await names()).toEqual([])
    expect(await api.labels.list(2).all()).toHaveLength(3)
  })

  it('says of an object, not of the whole state, that it was not changed, if other items of its set were', async () => {
    const items = { a: { color: '#FF0000' }, b: { color: '#FF0000' } }
    const stack = await made({ ...args, items })
    // The labels are created at the same time, so each of them can have either id.
    const path = `/labels/${(stack.state!.outputs.ids as Record<string, number>).b}$`
    emulator.fault({ method: 'PUT', path, drop: 'before', times: 10 })
    emulator.fault({ method: 'GET', path, status: 404, times: 10, body: { message: '404 Not Found' } })
    await expect(stack.up({ ...args, items: { a: { color: '#0000FF' }, b: { color: '#0000FF' } } })).rejects.toThrow(
      /404 for label "b" of acme\/web, .* The state of the object was not changed\./,
    )
    emulator.clearFaults()
    expect((await api.labels.list(1).all()).map(({ name, color }) => [name, color])).toEqual([
      ['a', '#0000FF'],
      ['b', '#FF0000'],
    ])
  })

  it('shows no diff in a set for an argument that the state of another release lacks', async () => {
    const items = { bug: { color: '#FF0000' } }
    const stack = await made({ ...args, items })
    // A single resource treats a missing value as the default. An item of a set did not.
    for (const values of [stack.state!.inputs, stack.state!.outputs]) {
      delete (values.items as Record<string, Record<string, unknown>>).bug!.priority
    }
    expect(await stack.preview({ ...args, items })).toEqual({ step: 'same', changed: [] })
    expect(await stack.preview({ ...args, items: { bug: { color: '#FF0000', priority: 1 } } })).toEqual({
      step: 'update',
      changed: ['items'],
    })
  })

  it.each([1, '1', '/acme/web/', 'ACME/Web'])(
    'shows no diff for project %p, which is only another spelling',
    async (project) => {
      const stack = await made()
      expect(await stack.preview({ ...args, project })).toMatchObject({ step: 'same' })
    },
  )

  it('does not change a set whose labels cannot be seen', async () => {
    const stack = engine()
    await stack.up({ ...args, project: 'acme/platform/infra' })
    const stranger = stack.as({ token: 'emulator-outsider' })
    await expect(stranger.refresh()).rejects.toThrow('TRUEUP_GONE_PARENTS=acme/platform/infra')
    await expect(stranger.destroy()).rejects.toThrow(/cannot be read/)
    expect(stranger.state).toEqual(stack.state)
  })

  it.each([
    [{ bug: { color: 'reddish' } }, /items\.bug: color must be a CSS color/],
    [{ bug: { color: 'red', name: '' } }, /items\.bug: name must not be empty/],
    [{ bug: {} }, /items\.bug: color is required/],
    [{ bug: { colour: 'red' } }, /items\.bug: colour is not an argument of a label: did you mean color\?/],
    [{ bug: { color: 'red', project: 1 } }, /items\.bug: project must be set on the set, not on an item/],
    [{ bug: { color: 'red', onConflict: 'adopt' } }, /onConflict must be set on the set, not on an item/],
    [{ '#1': { color: 'red' } }, /keys that start with # are reserved for unmanaged objects/],
    [{ a: { color: 'red', name: 'x' }, b: { color: 'blue', name: ' x' } }, /items a and b declare the same label/],
    [{ bug: 'red' }, /items\.bug: must be an object \(got a string\): write \{ color: … \}/],
    ['all', /items must be an object/],
  ])('rejects items %p before any request', async (items, reason) => {
    await expect(engine().up({ ...args, items })).rejects.toThrow(reason)
    expect(emulator.requests()).toEqual([])
  })

  it('accepts unknown items and unknown arguments of items', async () => {
    const stack = await made()
    for (const items of [UNKNOWN, { ...args.items, bug: UNKNOWN }, { ...args.items, bug: { color: UNKNOWN } }]) {
      expect(await stack.preview({ ...args, items })).toEqual({ step: 'update', changed: ['items'] })
    }
    expect(emulator.requests()).toEqual([])
  })

  it('sends the minimum number of requests for 200 labels', async () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`label-${index}`, { color: '#FF0000' }]))
    const stack = await made({ ...args, items: many })
    await stack.refresh()
    expect(emulator.requests()).toHaveLength(2)
    emulator.clearRequests()
    await stack.up({ ...args, items: { ...many, 'label-7': { color: '#00FF00' } } })
    expect(writes()).toHaveLength(1)
  })
})

describe.each(['spec', 'gitlab'] as const)('a label set that loses an item on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const started = async (program: Record<string, Declared>) => {
    const config = { 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-maintainer' }
    const engine = new ProgramEngine(config, { pollDelayMs: 500 })
    expect((await engine.up(program)).errors).toEqual([])
    emulator.clearRequests()
    return engine
  }
  const set = (...names: string[]): Declared => ({
    type: 'LabelSet',
    args: { project: 'acme/web', items: Object.fromEntries(names.map((name) => [name, { color: 'red' }])) },
  })
  const label = (name: string, onConflict = 'adopt'): Declared => ({
    type: 'Label',
    args: { project: 'acme/web', name, color: 'red', onConflict },
  })
  const writes = () => emulator.requests().filter(({ method, status }) => method !== 'GET' && status < 400)

  it('gives it up in the same update, without a warning of a failure, if a single resource adopts it a moment later', async () => {
    const engine = await started({ set: set('a', 'b') })
    const program = { set: set('a'), single: label('b') }
    // The single resource adopts the label slowly.
    emulator.fault({ method: 'POST', path: /labels$/, delayMs: 100 })
    expect((await engine.up(program)).errors).toEqual([])
    expect(engine.warnings.join('\n')).not.toMatch(/declares it|not deleted|If it failed/)
    expect(engine.warnings).toContainEqual(expect.stringMatching(/^label "b" .* is kept: Label "single" owns it\.$/))
    expect(await engine.up(program)).toEqual({ steps: {}, errors: [] })
    expect(writes()).toEqual([])
  })

  it('keeps it with a warning that stays true if a single resource adopts it later', async () => {
    const engine = await started({ set: set('a', 'b') })
    const program = { set: set('a'), single: label('b') }
    const afterSet = async () => {
      while (engine.warnings.length === 0) await sleep(10)
    }
    expect((await engine.up(program, { before: { single: afterSet } })).errors).toEqual([])
    expect(engine.warnings).toContainEqual(
      expect.stringMatching(
        /^label "b" of acme\/web \(id 1\/\d+\) is kept: Label "single" also declares it, and had not adopted it yet\. The set keeps it until the next update\.$/,
      ),
    )
    expect(engine.warnings.join('\n')).not.toMatch(/not deleted|If it failed/)
    expect((await engine.up(program)).errors).toEqual([])
    expect(await engine.up(program)).toEqual({ steps: {}, errors: [] })
    expect(writes()).toEqual([])
  })
})
