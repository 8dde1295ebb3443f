import type { Definition } from '../../../provider/core/schema/define'
import { collectionParams, keyOf, objectParams, objectRefOf } from '../../../provider/core/schema/identity'
import type { Json } from '../../../provider/core/schema/json'
import { sentFields } from '../../../provider/core/schema/wire'
import { Client } from '../../../sdk'
import { useEmulator } from '../emulator'
import { Engine, type EngineOptions } from '../engine'
import type { Front } from '../front'
import { useTestNow } from '../test-now'
import type { Cases, Flavor } from './options'

/** Parents of the seed world: the one of most tests, one that other users cannot see, and another one. */
const parents: Readonly<Record<string, { id: number; hidden: string; other: string }>> = {
  'acme/web': { id: 1, hidden: 'acme/platform/infra', other: 'acme/api' },
  acme: { id: 10, hidden: 'acme/platform', other: 'deployers' },
  deployers: { id: 12, hidden: 'acme/platform', other: 'acme' },
}

export type Suite = ReturnType<typeof suiteOf>

/** What the tests of a kind on one flavor share. Starts an emulator for the enclosing `describe`. */
export function suiteOf(flavor: Flavor, front: Front, definition: Definition, cases: Cases) {
  const { kind, input, identity, api } = definition
  const { args, changes, as, alsoDeclared = {}, alwaysDeclared = [], inOtherParent = {}, seeded = [] } = cases
  const parent = { name: identity.parent, ...parents[String(args[identity.parent])]! }
  const collection = { parent: parent.id, within: (identity.within ?? []).map((name) => Number(args[name])) }

  const emulator = useEmulator({ flavor })
  useTestNow()

  /** A stack without the resource. */
  const engine = (options: Partial<EngineOptions> = {}) =>
    new Engine(kind, { url: emulator.url, token: `emulator-${as}`, front, ...options })

  /** A stack with the resource, before any further request. */
  const deployed = async (values = args) => {
    const stack = engine()
    await stack.up(values)
    emulator.clearRequests()
    return stack
  }

  /** Calls the API as another user. */
  const asRoot = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    try {
      return await work(client)
    } finally {
      await client.close()
    }
  }

  /** The objects of the kind in the parent, according to the service, except seeded objects. */
  const live = () =>
    asRoot(async (client): Promise<object[]> => {
      const items = await api.list(client, collectionParams(definition, collection)).all()
      const { isOwned, isEnded } = definition.existence ?? {}
      const isSeeded = (item: object) => seeded.some((key) => key === keyOf(definition, item))
      return items.filter((item) => (isOwned?.(item) ?? true) && !isEnded?.(item) && !isSeeded(item))
    })

  return {
    definition,
    cases,
    emulator,
    parent,
    engine,
    deployed,
    asRoot,
    live,
    writes: () => emulator.requests().filter(({ method }) => method !== 'GET'),
    /** The path parameters of the object of a stack. */
    paramsOf: ({ state }: Engine) =>
      objectParams(definition, objectRefOf(definition, state?.id ?? '', state?.outputs ?? {})),
    /** The arguments that updates change. A flavor that refuses to change one has no case for it. */
    updatable: sentFields(definition).filter((name) => name in changes),
    isOptional: (name: string) => input[name]?.optional === true && !alwaysDeclared.includes(name),
    /** The declaration before a change of an argument. */
    base: (name: string): Json => ({ ...args, ...alsoDeclared[name] }),
    /** The declaration in another parent. */
    inParent: (path: string): Json => ({ ...args, ...inOtherParent[path], [parent.name]: path }),
    /** The declaration with all arguments changed that can be changed together. */
    allChanged: {
      ...args,
      ...Object.fromEntries(Object.entries(changes).filter(([name]) => !(name in alsoDeclared))),
    },
  }
}

/** Like `it.each`, which requires at least one case. */
export const itEach = (names: readonly string[]) => (names.length > 0 ? it.each(names) : () => undefined)
