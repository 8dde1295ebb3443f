import type { Emulator } from '../../emulator'
import { Client } from '../../sdk'
import type { Definition } from '../../provider/core/schema/define'
import type { ObjectParams } from '../../provider/core/schema/define'
import { objectParams, objectRefOf, collectionParams, type CollectionRef } from '../../provider/core/schema/identity'
import { adoptionArguments } from '../../provider/core/schema/kind'
import { type Json, UNKNOWN } from '../../provider/core/schema/plain'
import { observed, sentFields, toWire } from '../../provider/core/schema/wire'
import { typeOf } from '../../provider/core/pulumi/resource'
import { useEmulator } from './emulator'
import { Engine } from './engine'
import { useTestNow } from './test-now'

/** What has to be known of a kind to put it through the suite. */
export interface Conformance {
  /** A valid declaration in which every argument has a value that is not its default. */
  args: Json
  /** Another valid value for each argument that is updated in place. */
  changes: Record<string, unknown>
  /** Another valid value for each argument that replaces. */
  replaces: Record<string, unknown>
  /** Other ways to write the values of `args`. */
  spellings: Record<string, readonly unknown[]>
  /** Values that no program may write, with a part of what is said of them. */
  refused: readonly (readonly [argument: string, value: unknown, reason: RegExp])[]
  /** Whose token manages it: the user with the least role that may; default `maintainer`. */
  as?: string
  /** The fields that a change of an argument sends, where they are not its own and those of `sendWith`. */
  sends?: Record<string, readonly string[]>
  /** How an argument is changed behind Pulumi's back, where an update of the same kind is not the way. */
  drift?: Record<string, (api: Client, at: ObjectParams) => Promise<unknown>>
  /** What else has to be declared, before and after, for an argument to have its new value. */
  alsoDeclared?: Record<string, Json>
  /** Optional arguments of which there has to be one all the same. */
  alwaysDeclared?: readonly string[]
  /** Arguments that have tests of their own, each with the reason. */
  skipped?: Record<string, string>
  /** What has to be declared otherwise of another parent. */
  inOtherParent?: Record<string, Json>
}

const flavors = ['spec', 'gitlab'] as const
export type Flavor = (typeof flavors)[number]

/** The one suite that every kind of resource passes, on both flavors of the service. */
export function conforms(definition: Definition, cases: Conformance | ((flavor: Flavor) => Conformance)): void {
  const casesOf = typeof cases === 'function' ? cases : () => cases
  it(`has a case for every argument of a ${definition.kind}`, () => {
    const { args, changes, replaces, skipped: aside = {} } = casesOf('spec')
    const declared = Object.keys(definition.input).filter(
      (name) => !definition.input[name]?.derived && !(name in aside),
    )
    const updatable = sentFields(definition).filter((name) => !definition.replaceOn.includes(name))
    expect(Object.keys(args).sort()).toEqual(declared.sort())
    expect(Object.keys(changes).sort()).toEqual([...updatable].sort())
    expect(Object.keys(replaces).sort()).toEqual([...definition.replaceOn].sort())
  })
  describe.each(flavors)(`a ${definition.kind} on flavor %s`, (flavor) =>
    conformsOn(flavor, definition, casesOf(flavor)),
  )
}

function conformsOn(flavor: Flavor, definition: Definition, cases: Conformance): void {
  const { kind, input, replaceOn, identity: { naturalKey, parent } } = definition
  const {
    args,
    changes,
    replaces,
    spellings,
    refused,
    as = 'maintainer',
    sends = {},
    drift = {},
    alsoDeclared: given = {},
    inOtherParent: elsewhere = {},
    alwaysDeclared: needed = [],
  } = cases
  const { id: parentId, hidden, other } = places[parent]
  const there = { parent: parentId, within: (definition.identity.within ?? []).map((name) => Number(args[name])) }
  // What one flavor refuses has no case there; that it has one on the other was seen above.
  const updatable = sentFields(definition).filter((name) => name in changes)

  const isOptional = (name: string) => input[name]?.optional === true && !needed.includes(name)

  /** The declaration that a case about one argument begins with. */
  const base = (name: string): Json => ({ ...args, ...given[name] })
  /** The declaration in another parent. */
  const inParent = (name: string): Json => ({ ...args, ...elsewhere[name], [parent]: name })
  /** Every argument that can be changed along with the others, changed. */
  const allChanged = { ...args, ...Object.fromEntries(Object.entries(changes).filter(([name]) => !(name in given))) }

  const emulator = useEmulator({ flavor })
  useTestNow()
  const engine = (options = {}) => new Engine(kind, { url: emulator.url, token: `emulator-${as}`, ...options })
  const made = async (values = args) => {
    const stack = engine()
    await stack.up(values)
    emulator.clearRequests()
    return stack
  }
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')
  /** The objects of the parent that are its own, as someone else's client sees them. */
  const live = () => withClient(emulator, (api) => listOf(definition, api, there))

  it('is created by one write, and then there is nothing left to do', async () => {
    const stack = engine()
    expect(await stack.up(args)).toEqual({ step: 'create', changed: [] })
    expect(writes()).toHaveLength(1)
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })

  it('holds in state what was declared, what the service computed, and where it lives', async () => {
    const { state } = await made()
    expect(state?.outputs).toMatchObject({ ...state?.inputs, instance: emulator.url, [`${parent}Id`]: parentId })
    for (const output of Object.keys(definition.output)) expect(state?.outputs).toHaveProperty(output)
    expect(state?.outputs[definition.identity.key]).toBe(objectRefOf(definition, state?.id ?? '', state?.outputs ?? {}).key)
    expect(typeOf(kind)).toMatch(/^pulumi-nodejs:dynamic\/trueup:[A-Z][A-Za-z]+$/)
  })

  it('is created by its required arguments alone, which sends no defaults', async () => {
    const bare = Object.fromEntries(Object.entries(args).filter(([name]) => !isOptional(name)))
    const stack = engine()
    await stack.up(bare)
    const optional = Object.keys(args).filter(isOptional)
    const escorts = definition.api.sendWith?.('create', new Set()) ?? []
    for (const name of Object.keys(
      toWire(
        definition,
        args,
        optional.filter((one) => !escorts.includes(one)),
      ),
    )) {
      expect(writes()[0]?.body ?? {}).not.toHaveProperty(name)
    }
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(bare)).toEqual({ step: 'same', changed: [] })
  })

  each(updatable)('sends %s, and only what has to go with it, when it changes', async (name) => {
    const stack = await made(base(name))
    const changed = { ...base(name), [name]: changes[name] }
    expect(await stack.up(changed)).toEqual({ step: 'update', changed: [name] })
    const escorts = definition.api.sendWith?.('update', new Set([name])) ?? []
    expect(writes()).toHaveLength(1)
    const sent = Object.keys((writes()[0]?.body ?? {}) as Json)
    if (sends[name]) expect(sent.sort()).toEqual([...sends[name]].sort())
    else expect(sent).toHaveLength(new Set([name, ...escorts]).size)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(changed)).toEqual({ step: 'same', changed: [] })
  })

  const resettable = updatable.filter(isOptional)
  if (resettable.length > 0) {
    it.each(resettable)('resets %s when its line is taken out of the program', async (name) => {
      const stack = await made({
        ...base(name),
        ...(isDefault(args[name], input[name]?.default) && { [name]: changes[name] }),
      })
      const { [name]: _, ...rest } = base(name)
      expect(await stack.up(rest)).toEqual({ step: 'update', changed: [name] })
      const [now] = await live()
      expect(observed(definition, now ?? {}, args)[name]).toEqual(input[name]?.default)
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    })
  }

  it.each(replaceOn)('is replaced when %s changes', async (name) => {
    const stack = await made()
    const before = stack.state?.id
    const along = name === parent ? elsewhere[String(replaces[name])] : undefined
    const changed = { ...args, ...along, [name]: replaces[name] }
    const names = [...Object.keys(along ?? {}), name].sort()
    expect(await stack.up(changed)).toEqual({ step: 'replace', changed: names })
    expect(stack.state?.id).not.toBe(before)
    expect(await stack.preview(changed)).toEqual({ step: 'same', changed: [] })
    if (name === parent && definition.api.delete) expect(await live()).toEqual([])
  })

  each(updatable)('shows a %s that was changed behind its back, and repairs it', async (name) => {
    const stack = await made(base(name))
    const want = await stack.checked({}, { ...base(name), [name]: changes[name] })
    await withClient(emulator, async (api) => {
      const at = objectParams(definition, place(definition, stack))
      if (drift[name]) return drift[name](api, at)
      const changed = new Set([name])
      const names = [name, ...(definition.api.sendWith?.('update', changed) ?? [])]
      const [live = {}] = await listOf(definition, api, there)
      return definition.api.update?.(api, at, toWire(definition, want, names), { want, changed, live })
    })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [name] })
    expect(await stack.up(base(name))).toEqual({ step: 'update', changed: [name] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(base(name))).toEqual({ step: 'same', changed: [] })
  })

  // What a service has no way to delete stays; such a kind's own tests say what is told of it.
  if (definition.api.delete) {
    it('notices that it was deleted behind its back, and is made anew', async () => {
      const stack = await made()
      await deleteOutside(definition, emulator, stack)
      expect(await stack.refresh()).toEqual({ gone: true, drifted: [] })
      expect(await stack.up(args)).toEqual({ step: 'create', changed: [] })
      expect(await live()).toHaveLength(1)
    })

    it('is deleted, and deleting what is gone already is no error', async () => {
      const stack = await made()
      const twin = stack.as({})
      await stack.destroy()
      expect(await live()).toEqual([])
      await twin.destroy()
    })
  }

  it.each(Object.entries(spellings).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'takes %s %p for what it has already',
    async (name, value) => {
      const stack = await made()
      expect(await stack.preview({ ...args, [name]: value })).toMatchObject({ step: 'same' })
      await stack.up({ ...args, [name]: value })
      expect(writes()).toEqual([])
      expect(await stack.refresh()).toMatchObject({ gone: false })
      expect(await stack.preview({ ...args, [name]: value })).toMatchObject({ step: 'same' })
    },
  )

  it.each(Object.keys(args))('lets an unknown %s pass, and previews what it may lead to', async (name) => {
    const stack = await made()
    const step = replaceOn.includes(name) ? 'replace' : 'update'
    expect(await stack.preview({ ...args, [name]: UNKNOWN })).toEqual({ step, changed: [name] })
    expect(emulator.requests()).toEqual([])
    expect(await stack.checked({}, { ...args, [name]: UNKNOWN })).toMatchObject({ [name]: UNKNOWN })
  })

  it.each(refused)('refuses %s %p before anything is sent', async (name, value, reason) => {
    await expect(engine().up({ ...args, [name]: value })).rejects.toThrow(reason)
    expect(emulator.requests()).toEqual([])
  })

  const required = Object.keys(input).filter((name) => !input[name]?.optional)
  it.each(required)('asks for %s', async (name) => {
    const { [name]: _, ...rest } = args
    await expect(engine().up(rest)).rejects.toThrow(new RegExp(`${name} is required`))
  })

  it('says which argument it does not know', async () => {
    await expect(engine().up({ ...args, [`${required[0]}s`]: 1 })).rejects.toThrow(
      new RegExp(`did you mean ${required[0]}`),
    )
  })

  describe('when its token cannot see it', () => {
    it.each([
      ['unknown', 'nonsense'],
      ['expired', 'emulator-expired'],
      ['revoked', 'emulator-revoked'],
    ])('keeps the state with an %s token', async (_, token) => {
      const stack = await made()
      const stranger = stack.as({ token })
      await expect(stranger.refresh()).rejects.toThrow(/401.*stack config trueup:token/)
      expect(stranger.state).toEqual(stack.state)
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    })

    it('keeps the state when the parent is hidden from the token', async () => {
      const stack = engine()
      await stack.up(inParent(hidden))
      const stranger = stack.as({ token: 'emulator-outsider' })
      await expect(stranger.refresh()).rejects.toThrow(`TRUEUP_GONE_PARENTS=${hidden}`)
      if (definition.api.delete) await expect(stranger.destroy()).rejects.toThrow(/cannot be seen/)
      expect(stranger.state).toEqual(stack.state)
    })
  })

  it('refuses to touch what lives on another service', async () => {
    const stack = await made()
    const moved = stack.as({})
    moved.state = { ...stack.state!, outputs: { ...stack.state!.outputs, instance: 'https://elsewhere.example' } }
    for (const attempt of [() => moved.refresh(), () => moved.preview(allChanged), () => moved.destroy()]) {
      await expect(attempt()).rejects.toThrow(/lives on https:\/\/elsewhere\.example, but the provider points at/)
    }
    expect(emulator.requests()).toEqual([])
    const renamed = moved.as({ config: { 'trueup:previousBaseUrls': 'https://elsewhere.example/' } })
    expect(await renamed.refresh()).toEqual({ gone: false, drifted: [] })
    expect(renamed.state?.outputs.instance).toBe(emulator.url)
  })

  if (naturalKey && !definition.identity.allowsDuplicates && adoptionArguments(definition).includes('onConflict')) {
    describe('when it exists already', () => {
      const existing = async (values: Json) => {
        const other = engine()
        await other.up(values)
        emulator.clearRequests()
        return other.state?.id
      }
      /** Another value of something that adopting changes, where there is such a thing. */
      const name = updatable.find((candidate) => !naturalKey.includes(candidate))
      const different = () => ({ ...args, ...(name && { [name]: changes[name] }) })

      it('fails, and says how to take it over', async () => {
        const id = await existing(different())
        const stack = engine()
        await expect(stack.up(args)).rejects.toThrow(
          new RegExp(`exists already \\(id ${id}\\).*onConflict: "adopt"${name ? '.* → ' : ': it is as declared'}`),
        )
        expect(stack.state).toBeUndefined()
      })

      it('is adopted, each change shown, and stays quiet afterwards', async () => {
        const id = await existing(different())
        const stack = engine()
        await stack.up({ ...args, onConflict: 'adopt' })
        expect(stack.state).toMatchObject({ id, outputs: { __trueup: { mark: expect.any(String) as string } } })
        expect(stack.warnings.join()).toMatch(name ? /existed already.*was adopted.* → / : /was adopted, unchanged/)
        expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
        expect(await stack.preview({ ...args, onConflict: 'adopt' })).toEqual({ step: 'same', changed: [] })
        expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
      })

      it('is adopted only if equal, if that was asked', async () => {
        if (name) {
          await existing(different())
          await expect(engine().up({ ...args, onConflict: 'adopt-if-equal' })).rejects.toThrow(
            /exists already.*differs/,
          )
        }
        const id = await existing(inParent(other))
        const stack = engine({ config: { 'trueup:onConflict': 'adopt-if-equal' } })
        await stack.up(inParent(other))
        expect(stack.state?.id).toBe(id)
        expect(writes().filter(({ method }) => method === 'PUT')).toEqual([])
      })

      it('is not deleted by the resource that had it before', async () => {
        const before = await made()
        const after = engine()
        const host = after.process()
        await after.up({ ...args, onConflict: 'adopt' }, host)
        await before.destroy(host)
        expect(await live()).toHaveLength(1)
        expect(after.warnings.join()).toMatch(/stays: Resource "\d+" has it/)
      })

      it('is not taken from another resource of the same program', async () => {
        const first = engine()
        const host = first.process()
        await first.up(args, host)
        const second = engine()
        await expect(second.up({ ...args, [parent]: parentId, onConflict: 'adopt' }, host)).rejects.toThrow(
          /declare it once/,
        )
      })
    })
  }
}

/** The parents of the seed world: the one that everything is made in, one that outsiders cannot see, and another. */
const places = {
  project: { id: 1, hidden: 'acme/platform/infra', other: 'acme/api' },
  group: { id: 10, hidden: 'acme/platform', other: 'deployers' },
}

const isDefault = (value: unknown, fallback: unknown) => JSON.stringify(value) === JSON.stringify(fallback)

/** As `it.each`, which wants at least one case. */
const each = (names: string[]) => (names.length > 0 ? it.each(names) : () => undefined)

async function withClient<T>(emulator: Emulator, work: (api: Client) => Promise<T>): Promise<T> {
  const api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
  try {
    return await work(api)
  } finally {
    await api.close()
  }
}

async function listOf(definition: Definition, api: Client, there: CollectionRef): Promise<object[]> {
  const items = await definition.api.list(api, collectionParams(definition, there)).all()
  return items.filter((item) => (definition.existence?.isOwned?.(item) ?? true) && !definition.existence?.isEnded?.(item))
}

async function deleteOutside(definition: Definition, emulator: Emulator, stack: Engine): Promise<void> {
  await withClient(emulator, async (api) =>
    definition.api.delete?.(api, objectParams(definition, place(definition, stack))),
  )
}

const place = (definition: Definition, stack: Engine) =>
  objectRefOf(definition, stack.state?.id ?? '', stack.state?.outputs ?? {})
