import { type EmulatorOptions, startEmulator, type Stored } from '../emulator'
import type { Closable } from './open'

/** The token of an administrator. */
export const token = 'emulator-root'

/** The objects of a service for measurements, in addition to the emulator's seed world. */
export interface World {
  /** Number of empty projects, starting at `acme/p1001`. */
  projects: number
  /** Number of empty groups, starting at `g101`. Default: none. */
  groups?: number
  /** Number of labels of the first of these projects. Default: none. */
  labels?: number
}

/** An emulator that counts requests. */
export interface Server extends Closable {
  readonly url: string
  /** Full paths of the projects. */
  readonly projects: readonly string[]
  /** Full paths of the groups. */
  readonly groups: readonly string[]
  /** The number of requests since the last call. */
  takeCalls(): number
  /** The number of records of a collection. */
  count(collection: string): number
}

const firstProject = 1001
const firstGroup = 101
const firstLabel = 1_000_001

export async function startServer(world: World, options: EmulatorOptions = {}): Promise<Server> {
  let calls = 0
  const emulator = await startEmulator({ flavor: 'spec', ...options, onRequest: () => calls++ })
  const state = emulator.state()
  const add = (collection: string, modelId: number, made: object[]) => {
    const held = (state.collections[collection] ??= { next: 1, records: [] })
    const model = held.records.find(({ id }) => id === modelId)
    held.records.push(...made.map((record) => ({ ...model, ...record }) as Stored))
  }
  const projects = numbers(world.projects, firstProject).map((id) => ({
    id,
    path: `p${id}`,
    name: `P${id}`,
    path_with_namespace: `acme/p${id}`,
  }))
  const groups = numbers(world.groups ?? 0, firstGroup).map((id) => ({ id, path: `g${id}`, full_path: `g${id}` }))
  add('projects', 1, projects)
  add('groups', 10, groups)
  add('labels', 0, numbers(world.labels ?? 0, firstLabel).map(label))
  emulator.setState(state)
  return {
    url: emulator.url,
    projects: projects.map((project) => project.path_with_namespace),
    groups: groups.map((group) => group.full_path),
    takeCalls: () => {
      const taken = calls
      calls = 0
      return taken
    },
    count: (collection) => emulator.state().collections[collection]?.records.length ?? 0,
    close: () => emulator.close(),
  }
}

const numbers = (count: number, first: number): number[] => Array.from({ length: count }, (_, at) => first + at)

const label = (id: number) => ({
  id,
  project_id: firstProject,
  group_id: null,
  title: `area::${id}`,
  color: '#428BCA',
  description: `Everything about area ${id}`,
  priorities: {},
  subscriptions: [],
  created_at: '2026-01-05T09:00:00.000Z',
  updated_at: '2026-01-05T09:00:00.000Z',
})
