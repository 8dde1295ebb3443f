import type { Release } from '../../emulator'
import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { reportsOfPreview } from '../support/warnings-of-preview'

/** The labels of a project and of a group. */
const homes = [
  { kind: 'label', args: { project: 'acme/web', name: 'bug', color: '#FF0000' }, path: '/projects/1/labels' },
  { kind: 'group-label', args: { group: 'acme', name: 'bug', color: '#FF0000' }, path: '/groups/10/labels' },
] as const

/** An emulator of a release, with helpers. */
function useRelease(release: Release) {
  const emulator = useEmulator({ release })
  const engine = (kind: string, user = 'owner') => new Engine(kind, { url: emulator.url, token: `emulator-${user}` })
  return {
    emulator,
    engine,
    /** Creates a resource, and forgets the requests. */
    async made(kind: string, values: Json) {
      const stack = engine(kind)
      await stack.up(values)
      emulator.clearRequests()
      return stack
    },
    /** The writing requests with their bodies. */
    writes: () =>
      emulator.requests().flatMap(({ method, body }) => (method === 'GET' ? [] : [{ method, ...(body as Json) }])),
    request: async (method: string, path: string, json?: Json) =>
      (await emulator.send(method, path, { as: 'owner', ...(json && { json }) })).body as Json,
    async expectSettled(stack: Engine, values: Json) {
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      expect(await stack.preview(values)).toEqual({ step: 'same', changed: [] })
    },
  }
}

describe.each(['18.9', '19.3'] as const)('archived labels on GitLab %s', (release) => {
  const { emulator, engine, made, writes, expectSettled } = useRelease(release)

  describe.each(homes)('of the kind $kind', ({ kind, args }) => {
    it.each([{}, { archived: false }, { archived: null }])('sends nothing for %j', async (more) => {
      const stack = engine(kind)
      await stack.up({ ...args, ...more })
      await stack.up({ ...args, ...more, color: '#00FF00' })
      expect(writes()).toEqual([
        { method: 'POST', name: 'bug', color: '#FF0000' },
        { method: 'PUT', color: '#00FF00' },
      ])
      await expectSettled(stack, { ...args, ...more, color: '#00FF00' })
    })

    it('shows no diff for a state of an earlier release, which does not contain the argument', async () => {
      const stack = await made(kind, args)
      const { archived: _, ...inputs } = stack.state!.inputs
      const { archived: __, ...outputs } = stack.state!.outputs
      stack.state = { ...stack.state!, inputs, outputs }
      expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
      await expectSettled(stack, args)
      expect(writes()).toEqual([])
    })

    it('shows no diff for a set of an earlier release', async () => {
      const { name, color, ...parent } = args
      const values = { ...parent, items: { [name]: { color } } }
      const stack = await made(`${kind}-set`, values)
      const without = (_: string, value: unknown) => (value === false ? undefined : value)
      stack.state = JSON.parse(JSON.stringify(stack.state), without) as typeof stack.state
      expect(JSON.stringify(stack.state)).not.toContain('archived')
      expect(await stack.preview(values)).toEqual({ step: 'same', changed: [] })
      await expectSettled(stack, values)
      expect(writes()).toEqual([])
    })
  })

  it('refuses an archived label with a priority before any request', async () => {
    const reason = /priority must be omitted if archived is true: an archived label has none/
    const { args } = homes[0]
    await expect(engine('label').up({ ...args, archived: true, priority: 0 })).rejects.toThrow(reason)
    const { name, color, project } = args
    const items = { [name]: { color, archived: true, priority: 3 } }
    await expect(engine('label-set').up({ project, items })).rejects.toThrow(reason)
    await expect(engine('label').up({ ...args, archived: 'yes' })).rejects.toThrow(/archived must be true or false/)
    expect(emulator.requests()).toEqual([])
  })
})

describe('archived labels on a service without them', () => {
  const { emulator, engine, made, writes, request } = useRelease('18.9')
  const reason =
    /did not apply archived: requested true, got false \(this service cannot archive labels; GitLab 19.3 can\)/

  it.each(homes)('fails with the cause for a new $kind, and keeps it in the state', async ({ kind, args, path }) => {
    const stack = engine(kind)
    await expect(stack.up({ ...args, archived: true })).rejects.toThrow(reason)
    await expect(stack.up({ ...args, archived: true })).rejects.toThrow(reason)
    expect(await request('GET', path)).toMatchObject([{ name: 'bug' }])
    emulator.clearRequests()
    await stack.up(args)
    expect(writes()).toEqual([])
    await stack.destroy()
    expect(await request('GET', path)).toEqual([])
  })

  it.each(homes)('fails with the cause for an existing $kind', async ({ kind, args }) => {
    const stack = await made(kind, args)
    await expect(stack.up({ ...args, archived: true })).rejects.toThrow(reason)
    expect(writes()).toHaveLength(1)
    expect(JSON.stringify(writes())).not.toContain('"archived":null')
  })

  it('fails with the cause for an item of a set, and updates the others', async () => {
    const items = { bug: { color: '#FF0000', archived: true }, chore: { color: '#00FF00' } }
    await expect(engine('label-set').up({ project: 'acme/web', items })).rejects.toThrow(reason)
    expect(await request('GET', '/projects/1/labels')).toMatchObject([{ name: 'bug' }, { name: 'chore' }])
  })
})

describe('archived labels on GitLab 19.3', () => {
  const { emulator, engine, made, writes, request, expectSettled } = useRelease('19.3')
  const [{ args, path }] = homes
  const archive = (archived = true, at: string = path) => request('PUT', `${at}/bug`, { archived })
  const inSet = ({ project, ...item }: Json): Json => ({ project, items: { bug: item } })

  describe.each(homes)('of the kind $kind', (home) => {
    const archived = { ...home.args, archived: true }

    it('creates an archived label, which can be renamed, recolored and deleted', async () => {
      const stack = engine(home.kind)
      await stack.up(archived)
      expect(writes()).toEqual([{ method: 'POST', name: 'bug', color: '#FF0000', archived: true }])
      await expectSettled(stack, archived)
      await stack.up({ ...archived, name: 'defect', color: '#00FF00' })
      expect(await request('GET', `${home.path}/defect`)).toMatchObject({ archived: true, color: '#00FF00' })
      await stack.destroy()
      expect(await request('GET', home.path)).toEqual([])
    })

    it('archives and unarchives a label, each with one request', async () => {
      const stack = await made(home.kind, home.args)
      expect(await stack.up(archived)).toEqual({ step: 'update', changed: ['archived'] })
      await expectSettled(stack, archived)
      expect(await stack.up(home.args)).toEqual({ step: 'update', changed: ['archived'] })
      await expectSettled(stack, home.args)
      expect(writes()).toMatchObject([{ archived: true }, { archived: false }])
    })

    it('unarchives a label that another user archived, and reverts the opposite', async () => {
      const stack = await made(home.kind, home.args)
      await archive(true, home.path)
      expect((await stack.refresh()).drifted).toEqual(['archived'])
      await stack.up(home.args)
      expect(await request('GET', `${home.path}/bug`)).toMatchObject({ archived: false })
      await stack.up(archived)
      await archive(false, home.path)
      expect((await stack.refresh()).drifted).toEqual(['archived'])
      await stack.up(archived)
      await expectSettled(stack, archived)
    })

    it('says that the name of an archived label is taken, and adopts the label', async () => {
      await request('POST', home.path, { name: 'bug', color: '#FF0000', archived: true })
      const stack = engine(home.kind)
      await expect(stack.up(home.args)).rejects.toThrow(/already exists .* would change archived true → false\./)
      await expect(stack.up({ ...home.args, onConflict: 'adopt-if-equal' })).rejects.toThrow(
        /differs: archived true → false\./,
      )
      emulator.clearRequests()
      await stack.up({ ...archived, onConflict: 'adopt-if-equal' })
      expect(writes()).toEqual([{ method: 'POST', name: 'bug', color: '#FF0000', archived: true }])
      await expectSettled(stack, { ...archived, onConflict: 'adopt-if-equal' })
    })
  })

  it('creates a set with archived and other labels, and finds one of them archived', async () => {
    const values = {
      project: 'acme/web',
      items: { bug: { color: '#FF0000', priority: 2 }, old: { color: '#00FF00', archived: true } },
    }
    const stack = await made('label-set', values)
    await expectSettled(stack, values)
    await archive()
    await stack.refresh()
    expect(stack.state?.inputs.items).toMatchObject({ bug: { archived: true, priority: 2 } })
    emulator.clearRequests()
    await stack.up(values)
    expect(writes()).toEqual([{ method: 'PUT', archived: false, priority: 2, color: '#FF0000' }])
    await expectSettled(stack, values)
  })

  it.each([
    ['a label', 'label', (values: Json) => values],
    ['an item of a set', 'label-set', inSet],
  ])('shows one difference for %s with a priority that another user archived', async (_, kind, declare) => {
    const values = declare({ ...args, priority: 4 })
    const stack = await made(kind, values)
    await archive()
    expect(await request('GET', `${path}/bug`)).toMatchObject({ archived: true, priority: null })
    expect((await stack.refresh()).drifted).toEqual([kind === 'label' ? 'archived' : 'items'])
    const held = JSON.stringify(stack.state)
    expect(held.match(/"archived":true/g)).toHaveLength(2)
    expect(held.match(/"priority":4/g)).toHaveLength(2)
    emulator.clearRequests()
    await stack.up(values)
    expect(writes()).toEqual([{ method: 'PUT', archived: false, priority: 4, color: '#FF0000' }])
    expect(await request('GET', `${path}/bug`)).toMatchObject({ archived: false, priority: 4 })
    await expectSettled(stack, values)
  })

  it('accepts in the program that another user archived the label', async () => {
    const stack = await made('label', { ...args, priority: 4 })
    await archive()
    await stack.refresh()
    await stack.up({ ...args, archived: true })
    expect(stack.state?.outputs).toMatchObject({ archived: true, priority: null })
    await expectSettled(stack, { ...args, archived: true })
    await stack.up({ ...args, priority: 4 })
    expect(await request('GET', `${path}/bug`)).toMatchObject({ archived: false, priority: 4 })
    await expectSettled(stack, { ...args, priority: 4 })
  })

  it('removes the priority of a label that the program archives', async () => {
    const stack = await made('label', { ...args, priority: 4 })
    await stack.up({ ...args, archived: true })
    expect(writes()).toEqual([{ method: 'PUT', priority: null, archived: true, color: '#FF0000' }])
    await expectSettled(stack, { ...args, archived: true })
  })

  it('shows the priority as another difference if a label was unarchived without it', async () => {
    const stack = await made('label', { ...args, priority: 4 })
    await archive()
    await archive(false)
    expect((await stack.refresh()).drifted).toEqual(['priority'])
    await stack.up({ ...args, priority: 4 })
    await expectSettled(stack, { ...args, priority: 4 })
  })

  it('says why a new priority was not applied, and applies it in the next update', async () => {
    const stack = await made('label', { ...args, priority: 4 })
    await archive()
    const next = { ...args, priority: 5 }
    await expect(stack.up(next)).rejects.toThrow(
      'did not apply priority: requested 5, got null (an archived label has none: run "pulumi up" again to unarchive it)',
    )
    emulator.clearRequests()
    await stack.up(next)
    expect(writes()).toMatchObject([{ archived: false, priority: 5 }])
    await expectSettled(stack, next)
  })

  it.each(['before', 'after'] as const)('unarchives a label if the connection ends %s the update', async (drop) => {
    const stack = await made('label', { ...args, priority: 4 })
    await archive()
    await stack.refresh()
    emulator.clearRequests()
    emulator.fault({ method: 'PUT', drop, times: 1 })
    await stack.up({ ...args, priority: 4 })
    expect(await request('GET', `${path}/bug`)).toMatchObject({ archived: false, priority: 4 })
    await expectSettled(stack, { ...args, priority: 4 })
  })

  it('gives an adopted label that is archived its priority', async () => {
    await request('POST', path, { name: 'bug', color: '#FF0000', archived: true })
    const values = { ...args, priority: 4, onConflict: 'adopt' }
    const options = { url: emulator.url, token: 'emulator-owner' }
    const changes = /already exists and would be adopted: archived true → false, priority null → 4/
    expect((await reportsOfPreview('label', options, {}, values)).information).toEqual([expect.stringMatching(changes)])
    const stack = await made('label', values)
    expect(await request('GET', `${path}/bug`)).toMatchObject({ archived: false, priority: 4 })
    await expectSettled(stack, values)
  })

  it('keeps the group label that an archived label was promoted to, which is not archived', async () => {
    const stack = await made('label', { ...args, archived: true })
    await request('PUT', `${path}/bug/promote`)
    await expect(stack.refresh()).rejects.toThrow(/was promoted to a label of the group/)
    const group = { group: 'acme', name: 'bug', color: '#FF0000', archived: true, onConflict: 'adopt' }
    const promoted = engine('group-label')
    await promoted.up(group)
    expect(promoted.warnings.join()).toMatch(/was adopted: archived false → true/)
    await expectSettled(promoted, group)
  })

  it('archives a label as a Reporter', async () => {
    const stack = engine('label', 'reporter')
    await stack.up({ ...args, priority: 4 })
    await stack.up({ ...args, archived: true })
    await expectSettled(stack, { ...args, archived: true })
  })
})
