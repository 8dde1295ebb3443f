import type { Flavor } from '../emulator'
import type { Json } from '../provider/core/schema/json'
import { Connection } from '../provider/core/service/connection'
import { settings } from '../provider/core/service/settings'
import { provider } from '../provider/runtime'
import type { Context, Scale } from './family'
import { withOpen } from './open'
import { type Server, startServer, token } from './server'
import { pooled } from './statistics'

/** The requests of an operation. The number is exact, so one run is enough. */
export interface CallsRow {
  estate: string
  objects: number
  flavor: Flavor
  way: 'single' | 'set'
  resources: number
  operation: 'first up' | 'no-op up' | 'refresh' | 'destroy'
  calls: number
}

/** What a program declares: a kind and its arguments. */
interface Declared {
  kind: string
  args: Json
}

interface Stored {
  kind: string
  id: string
  inputs: Json
  outputs: Json
}

interface Estate {
  name: string
  projects: number
  groups: number
  /** The items of each project, by kind of set. */
  ofProject: Record<string, Record<string, Json>>
  tokensOfGroup: number
}

/** The number of concurrent operations of the engine on two cores. */
const parallel = 8

const mixed = (projects: number, groups: number): Estate => ({
  name: 'mixed estate',
  projects,
  groups,
  ofProject: {
    'label-set': items(30, (at) => ({ name: `area::${at}`, color: '#428BCA' })),
    'freeze-period-set': items(2, (at) => ({ freezeStart: `0 ${at} * * *`, freezeEnd: '0 7 * * *' })),
    'protected-environment-set': items(3, (at) => ({ name: `env-${at}`, deployAccessLevels: [{ accessLevel: 40 }] })),
    'trigger-token-set': items(2, (at) => ({ description: `token ${at}` })),
    'remote-mirror-set': items(1, () => ({ url: 'https://example.com/web.git' })),
  },
  tokensOfGroup: 5,
})

const onlyLabels = (projects: number, labels: number): Estate => ({
  name: 'labels',
  projects,
  groups: 0,
  ofProject: { 'label-set': items(labels, (at) => ({ name: `area::${at}`, color: '#428BCA' })) },
  tokensOfGroup: 0,
})

const estates: Record<Scale, Estate[]> = {
  smoke: [onlyLabels(2, 5), mixed(2, 1)],
  quick: [onlyLabels(10, 100), mixed(20, 1)],
  full: [onlyLabels(10, 100), onlyLabels(50, 100), mixed(40, 2), mixed(200, 10)],
}

/**
 * Counts requests while the provider is called like the engine calls it. The engine itself sends no requests to the
 * service.
 */
export async function measureCalls({ scale, say }: Context): Promise<CallsRow[]> {
  const rows: CallsRow[] = []
  for (const estate of estates[scale]) {
    for (const flavor of ['spec', 'gitlab'] as const) {
      for (const way of ['single', 'set'] as const) {
        say(`calls: ${estate.name} in ${estate.projects} projects, flavor ${flavor}, ${way}`)
        rows.push(...(await measure(estate, flavor, way)))
      }
    }
  }
  return rows
}

function measure(estate: Estate, flavor: Flavor, way: 'single' | 'set'): Promise<CallsRow[]> {
  const { projects, groups } = estate
  return withOpen(startServer({ projects, groups }, { flavor }), async (server) => {
    const declared = way === 'set' ? sets(estate, server) : singles(estate, server)
    const objects = projects * sum(Object.values(estate.ofProject).map(sizeOf)) + groups * estate.tokensOfGroup
    const common = { estate: estate.name, objects, flavor, way, resources: declared.length }
    const stored: Stored[] = []
    const rows: CallsRow[] = []
    const count = async <T>(
      operation: CallsRow['operation'],
      of: readonly T[],
      work: (host: Host, one: T) => Promise<void>,
    ) => {
      const host = newHost(server)
      server.takeCalls()
      await pooled(parallel, of, (one) => work(host, one))
      rows.push({ ...common, operation, calls: server.takeCalls() })
    }
    await count('first up', declared, async (host, { kind, args }) => {
      const inputs = await check(host(kind), {}, args)
      const { id, outs = {} } = await host(kind).create(inputs)
      stored.push({ kind, id, inputs, outputs: plain(outs) })
    })
    const before = new Map(stored.map((one) => [JSON.stringify(one.inputs), one]))
    await count('no-op up', declared, async (host, { kind, args }) => {
      const old = before.get(JSON.stringify(await check(host(kind), {}, args)))
      if (!old) throw new Error(`${kind}: the arguments have changed`)
      const result = await host(kind).diff!(old.id, old.outputs, await check(host(kind), old.inputs, args))
      if (result.changes !== false) throw new Error(`${kind} ${old.id} differs without a change`)
    })
    await count('refresh', stored, async (host, { kind, id, inputs, outputs }) => {
      const found = await host(kind).read!(id, outputs)
      const result = await host(kind).diff!(id, plain(found.props ?? {}), inputs)
      if (result.changes !== false) throw new Error(`${kind} ${id} differs after a refresh`)
    })
    await count('destroy', stored, (host, { kind, id, outputs }) => host(kind).delete!(id, outputs))
    return rows
  })
}

type Host = (kind: string) => ReturnType<typeof provider>

/** One provider process for all kinds, like in an operation of the engine. */
function newHost(server: Server): Host {
  const config: Json = { 'trueup:baseUrl': server.url, 'trueup:token': token }
  const reporter = { warn: () => {}, status: () => {} }
  const connection = new Connection(settings({ get: (key) => config[key] }, {}), reporter, { searchDeletions: true })
  const hosts = new Map<string, ReturnType<typeof provider>>()
  return (kind) => {
    let host = hosts.get(kind)
    if (!host) hosts.set(kind, (host = provider(kind, () => connection)))
    return host
  }
}

async function check(host: ReturnType<typeof provider>, olds: Json, args: Json): Promise<Json> {
  const { inputs = {}, failures = [] } = await host.check!(olds, args)
  if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join('\n'))
  return plain(inputs)
}

function sets({ ofProject, ...estate }: Estate, { projects, groups }: Server): Declared[] {
  const declared = projects.flatMap((project) =>
    Object.entries(ofProject).map(([kind, of]) => ({ kind, args: { project, items: of } })),
  )
  return [...declared, ...tokens(estate, groups)]
}

function singles({ ofProject, ...estate }: Estate, { projects, groups }: Server): Declared[] {
  const declared = projects.flatMap((project) =>
    Object.entries(ofProject).flatMap(([kind, of]) =>
      Object.values(of).map((item) => ({ kind: kind.replace(/-set$/, ''), args: { project, ...item } })),
    ),
  )
  return [...declared, ...tokens(estate, groups)]
}

/** Group access tokens are single resources, because there are no sets of them. */
const tokens = ({ tokensOfGroup }: Pick<Estate, 'tokensOfGroup'>, groups: readonly string[]): Declared[] =>
  groups.flatMap((group) =>
    Object.values(items(tokensOfGroup, (at) => ({ name: `token ${at}` }))).map((item) => ({
      kind: 'group-access-token',
      args: { group, ...item, scopes: ['read_api'], expiresAt: inHalfAYear() },
    })),
  )

function items(count: number, make: (at: number) => Json): Record<string, Json> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`item-${at}`, make(at)]))
}

const inHalfAYear = () => new Date(Date.now() + 182 * 24 * 3600_000).toISOString().slice(0, 10)

const sizeOf = (of: object): number => Object.keys(of).length
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

/** A copy of the values as JSON, like after a process boundary. */
const plain = (values: Json): Json => JSON.parse(JSON.stringify(values)) as Json
