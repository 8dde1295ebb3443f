import { load } from '../../provider/core/engine/load'
import type { Definition } from '../../provider/core/schema/define'
import { keyOf } from '../../provider/core/schema/identity'
import type { Json } from '../../provider/core/schema/json'
import { setOf } from '../../provider/core/schema/set'
import { kindsWithSets } from '../../provider/kinds'
import { Client } from '../../sdk'
import { item, parentArgument, sampleOf } from '../samples'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

interface Case {
  definition: Definition
  /** The user whose token manages the objects. */
  as: string
  /** The method of the request that changes an object. */
  updateMethod: string
  items: Record<string, Json>
  /** The first item after a change in place, and after one that replaces its object, if the kind has them. */
  changed?: Json
  replaced?: Json
  /** The project or group of the seed world, its id, and the keys of the objects that it has there. */
  path: string
  id: number
  seeded: readonly number[]
  /** Whether the replaced object and its successor have the same name or URL, which some services accept only once. */
  keepsName: boolean
}

const cases = kindsWithSets.map((kind): [kind: string, Case] => {
  const sample = sampleOf(kind)
  const [first, second] = [item(sample, 'first'), item(sample, 'second')]
  const changes = Object.entries(sample.changes).filter(([name]) => !(name in (sample.alsoDeclared ?? {})))
  const replaces = Object.entries(sample.replaces).filter(([name]) => name !== 'project' && name !== 'group')
  const [name = '', value] = replaces.at(-1) ?? []
  return [
    kind,
    {
      definition: load(kind) as Definition,
      as: sample.as,
      updateMethod: sample.updateMethod ?? 'PUT',
      items: { first, second },
      ...(changes.length > 0 && { changed: { ...first, ...Object.fromEntries(changes) } }),
      ...(name && { replaced: { ...first, ...sample.inOtherParent?.[String(value)], [name]: value } }),
      path: String(sample.args[parentArgument(sample.args)]),
      id: { 'acme/web': 1, acme: 10, deployers: 12 }[String(sample.args[parentArgument(sample.args)])] ?? 0,
      seeded: sample.seeded ?? [],
      keepsName: (sample.id === 'name' && name !== 'name') || kind === 'remote-mirror',
    },
  ]
})

describe.each(['spec', 'gitlab'] as const)('on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  let api: Client
  beforeEach(() => {
    process.env.TRUEUP_TEST_NOW = '2026-06-15T12:00:00.000Z'
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
  })
  afterEach(() => api.close())
  afterAll(() => {
    delete process.env.TRUEUP_TEST_NOW
  })
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')

  describe.each(cases)(
    'a set of %ss',
    (_kind, { definition, as, updateMethod, items, changed, replaced, path, id, seeded, keepsName }) => {
      const { parent } = definition.identity
      const args = { [parent]: path, items }
      const engine = () => new Engine(setOf(definition).kind, { url: emulator.url, token: `emulator-${as}` })
      const live = async () => {
        const all = await definition.api.list(api, { project: id, group: id }).all()
        // On a service, bot users of earlier tests are members of the project.
        const isOwned = (one: object) => definition.existence?.isOwned?.(one) ?? true
        return all.filter((one) => isOwned(one) && !seeded.some((key) => key === keyOf(definition, one)))
      }
      const made = async (values: Json = args) => {
        const stack = engine()
        await stack.up(values)
        emulator.clearRequests()
        return stack
      }

      it('creates each item with one write, after which there is no diff, and deletes them', async () => {
        const stack = engine()
        await stack.up(args)
        expect(writes().filter(({ method }) => method === 'POST')).toHaveLength(Object.keys(items).length)
        expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
        expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
        await stack.destroy()
        expect(await live()).toEqual([])
      })

      if (changed) {
        it('updates an item in place with one write, or creates its object again', async () => {
          const stack = await made()
          const next = { ...args, items: { ...items, first: changed } }
          expect(await stack.up(next)).toEqual({ step: 'update', changed: ['items'] })
          const isRecreated = definition.api.recreate && !definition.api.recreate.onCommunity
          const sent = isRecreated ? ['DELETE', 'POST'] : [updateMethod]
          expect(writes().map(({ method }) => method)).toEqual(sent)
          expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
          expect(await stack.preview(next)).toEqual({ step: 'same', changed: [] })
        })
      }

      if (replaced) {
        it('replaces an item that cannot be updated: it creates the new object, then deletes the old one unless both have the same name', async () => {
          const stack = await made()
          const next = { ...args, items: { ...items, first: replaced } }
          expect(await stack.up(next)).toEqual({ step: 'update', changed: ['items'] })
          expect(writes().map(({ method }) => method)).toEqual(keepsName ? ['DELETE', 'POST'] : ['POST', 'DELETE'])
          expect(await live()).toHaveLength(2)
          expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
          expect(await stack.preview(next)).toEqual({ step: 'same', changed: [] })
        })

        it('completes in the next update the replacement of an item whose old object could not be deleted', async () => {
          const stack = await made()
          const next = { ...args, items: { ...items, first: replaced } }
          emulator.fault({ method: 'DELETE', status: 403, body: { message: '403 Forbidden' } })
          await expect(stack.up(next)).rejects.toThrow(/403/)
          expect(await live()).toHaveLength(keepsName ? 2 : 3)
          await stack.up(next)
          expect(await live()).toHaveLength(2)
          expect(await stack.preview(next)).toEqual({ step: 'same', changed: [] })
        })

        it('completes in the next update the replacement of an item whose new object could not be created', async () => {
          const stack = await made()
          const next = { ...args, items: { ...items, first: replaced } }
          emulator.fault({ method: 'POST', status: 400, body: { message: '400 Bad request' } })
          await expect(stack.up(next)).rejects.toThrow(
            keepsName ? /400.* was already deleted\. Run "pulumi up" again/ : /400/,
          )
          expect(writes().map(({ method }) => method)).toEqual(keepsName ? ['DELETE', 'POST'] : ['POST'])
          expect(await live()).toHaveLength(keepsName ? 1 : 2)
          await stack.up(next)
          expect(await live()).toHaveLength(2)
          expect(await stack.preview(next)).toEqual({ step: 'same', changed: [] })
        })
      }

      it('deletes omitted items, and unmanaged objects after a refresh if the set is exclusive', async () => {
        const other = engine()
        const { first: _, ...rest } = items
        await other.up({ ...args, items: { first: changed ?? replaced } })
        const stack = await made({ ...args, items: rest, exclusive: true })
        expect(await stack.refresh()).toEqual({ gone: false, drifted: ['items'] })
        await stack.up({ ...args, items: rest, exclusive: true })
        expect(await live()).toHaveLength(Object.keys(rest).length)
        await stack.up({ ...args, items: {}, exclusive: true })
        expect(await live()).toEqual([])
      })
    },
  )

  it('returns the tokens of a set by key, and deletes only unmanaged tokens of its owner', async () => {
    const args = { project: 'acme/web', items: { nightly: { description: 'nightly' } }, exclusive: true }
    const stack = new Engine('trigger-token-set', { url: emulator.url })
    await stack.up(args)
    expect(stack.state?.outputs.tokens).toEqual({ nightly: expect.stringMatching(/^\w{20,}|^glptt-/) as string })
    await api.triggerTokens.create(1, { description: 'of root' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await stack.up({ ...args, exclusive: 'all-owners' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['items'] })
    expect(await new Engine('label-set', { url: emulator.url }).up({ project: 1, items: {} })).toMatchObject({
      step: 'create',
    })
  })

  it('rejects exclusive: "all-owners" for a set of labels, which have no owner', async () => {
    const up = new Engine('label-set', { url: emulator.url }).up({ project: 1, items: {}, exclusive: 'all-owners' })
    await expect(up).rejects.toThrow(/exclusive must be one of true, false/)
  })

  it('accepts keys that every JavaScript object has', async () => {
    const own = { constructor: { color: 'red' }, valueOf: { color: 'blue' }, hasOwnProperty: { color: 'grey' } }
    const stack = new Engine('label-set', { url: emulator.url })
    const names = async () => (await api.labels.list(1).all()).map(({ name }) => name).sort()
    await stack.up({ project: 1, items: {} })
    const args = { project: 1, items: own, exclusive: true }
    await stack.up(args)
    expect(await names()).toEqual(Object.keys(own).sort())
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    await stack.up({ ...args, items: { constructor: { color: 'green' } } })
    expect(await names()).toEqual(['constructor'])
    // One of another name, under the same key.
    await stack.up({ ...args, items: { constructor: { name: 'toString', color: 'green' } } })
    expect(await names()).toEqual(['toString'])
    await stack.up({ ...args, items: {} })
    expect(await names()).toEqual([])
  })

  it('keeps unmanaged environments whose names are names of methods', async () => {
    const settings = { deployAccessLevels: [{ accessLevel: 40 }] }
    const single = new Engine('protected-environment', { url: emulator.url })
    await single.up({ project: 1, name: 'constructor', ...settings })
    const stack = new Engine('protected-environment-set', { url: emulator.url })
    await stack.up({ project: 1, items: { valueOf: settings }, exclusive: true })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['items'] })
    expect(Object.keys(stack.state?.outputs.ids as object).sort()).toEqual(['#constructor', 'valueOf'])
  })

  it('keeps unmanaged objects of an exclusive set with ignoreChanges for its items', async () => {
    const stack = new Engine('label-set', { url: emulator.url })
    const args = { project: 1, items: { bug: { color: 'red' } }, exclusive: true }
    await stack.up(args)
    const { id } = await api.labels.create(1, { name: 'theirs', color: '#0000FF' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['items'] })
    // With `ignoreChanges`, the engine puts the items of before in the place of the program's.
    const ignored = { ...args, items: stack.state?.inputs.items }
    expect(Object.keys(ignored.items as object).sort()).toEqual([`#${id}`, 'bug'])
    expect(await stack.preview(ignored)).toEqual({ step: 'same', changed: [] })
    await stack.up({ ...ignored, onConflict: 'adopt' })
    expect(await api.labels.list(1).all()).toHaveLength(2)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    // Only as they were found: no program declares such a key.
    const changed = { ...(ignored.items as object), [`#${id}`]: { name: 'theirs', color: '#00FF00' } }
    await expect(stack.up({ ...args, items: changed })).rejects.toThrow(/keys that start with #/)
    await stack.up(args)
    expect(await api.labels.list(1).all()).toHaveLength(1)
  })

  describe.each(['label-set', 'freeze-period-set'])('an imported %s, whose state has no mark', (kind) => {
    const item = (at: number): Json =>
      kind === 'label-set'
        ? { name: 'bug', color: `#00000${at}` }
        : { freezeStart: '0 23 * * 5', freezeEnd: `0 ${at} * * 1` }

    it('gives an imported set a mark in its first update, and can then update it again', async () => {
      const stack = new Engine(kind, { url: emulator.url })
      const args = (at: number) => ({ project: 'acme/web', items: { one: item(at) } })
      await stack.up(args(1))
      const { ids } = stack.state!.outputs
      delete stack.state!.outputs.__trueup
      expect(await stack.up(args(2))).toMatchObject({ step: 'update' })
      expect(stack.state!.outputs).toMatchObject({
        ids,
        __trueup: { mark: expect.stringMatching(/^[\da-f-]{36}$/) as string },
      })
      expect(await stack.up(args(3))).toMatchObject({ step: 'update' })
      expect(stack.state!.outputs).toMatchObject({ ids })
    })
  })

  const echo = (path: string, said: string) =>
    emulator.fault({ method: 'GET', path, status: 400, times: 9, body: { message: `what was ${said}?` } })

  it('hides the password of a mirror in a set from an error that repeats it', async () => {
    const stack = new Engine('remote-mirror-set', { url: emulator.url })
    const items = { one: { url: 'https://example.com/x.git', username: 'robot', password: 'passHeadKz83' } }
    await stack.up({ project: 'acme/web', items })
    echo('/remote_mirrors', 'passHeadKz83')
    await expect(stack.refresh()).rejects.toThrow('what was [redacted]?')
  })

  it('hides a token of a set from an error that repeats it', async () => {
    const stack = new Engine('trigger-token-set', { url: emulator.url })
    await stack.up({ project: 'acme/web', items: { nightly: { description: 'nightly' } } })
    const { nightly } = stack.state!.outputs.tokens as Record<string, string>
    echo('/triggers', nightly!.replace('glptt-', ''))
    stack.state!.outputs.tokens = { nightly: nightly!.replace('glptt-', '') }
    await expect(stack.refresh()).rejects.toThrow('what was [redacted]?')
  })

  describe('a set of mirrors', () => {
    const url = 'https://example.com/web.git'
    const [old, next] = ['0ld-passw0rd', 'n3w-passw0rd']
    const args = (password?: string, to = url) => ({
      project: 'acme/web',
      items: { ...(password && { backup: { url: to, username: 'mirror', password } }) },
      onConflict: 'adopt',
    })
    const made = async () => {
      const stack = new Engine('remote-mirror-set', { url: emulator.url })
      await stack.up(args(old))
      emulator.fault({ method: 'DELETE', status: 403, body: { message: '403 Forbidden' } })
      return stack
    }

    it('does not keep the password of a removed item whose mirror could not be deleted', async () => {
      const stack = await made()
      await expect(stack.up(args())).rejects.toThrow(/403/)
      expect(JSON.stringify(stack.state)).not.toContain(old)
      await stack.up(args())
      expect(await api.remoteMirrors.list(1).all()).toEqual([])
    })

    it('does not keep the old password of an item whose replaced mirror could not be deleted', async () => {
      const stack = await made()
      await expect(stack.up(args(next, 'https://example.com/other.git'))).rejects.toThrow(/403/)
      expect(JSON.stringify(stack.state)).not.toContain(old)
      await stack.up(args(next, 'https://example.com/other.git'))
      expect(await api.remoteMirrors.list(1).all()).toHaveLength(1)
      expect(await stack.preview(args(next, 'https://example.com/other.git'))).toEqual({ step: 'same', changed: [] })
    })

    it('shows no diff in a set for unknown arguments of its items, or for null, from another release', async () => {
      const stack = new Engine('remote-mirror-set', { url: emulator.url })
      const declared = { project: 'acme/web', items: { backup: { url } } }
      await stack.up(declared)
      for (const values of [stack.state!.inputs, stack.state!.outputs]) {
        const items = values.items as Record<string, Json>
        items.backup = { ...items.backup, keepDivergentRefs: null, newArgument: ['new'] }
      }
      expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
    })
  })
})
