import type { Context, Scale } from './family'
import { withOpen } from './open'
import { type LabelToDeclare, programOf, type Way, ways } from './programs'
import { type Server, startServer, token } from './server'
import { type Operation, Stack, type StackOptions } from './stack'
import { median } from './statistics'

/** The settings of a measurement. */
export interface Setting {
  /** `usual`, with the state written after each step, or with more concurrency. */
  name: 'usual' | 'checkpoints' | 'wide'
  /** Number of labels, with one resource each except in sets. */
  resources: number
  projects: number
  latencyMs: number
}

/** The measurement of an operation. */
export interface PulumiRow extends Setting {
  way: Way
  operation: Operation
  /** The time of each run, in the order of the runs. */
  seconds: number[]
  /** Number of requests. Equal in all runs. */
  calls: number
}

/** The size of a resource in the state, as compact JSON. */
export interface StateRow {
  way: Way
  bytesPerResource: number
  /** The part that the provider and the program write. */
  valueBytes: number
  /** The code by which Pulumi finds the provider. */
  providerBytes: number
  labelsPerResource: number
}

export interface PulumiResults {
  rows: PulumiRow[]
  state: StateRow[]
}

/** Measurements that run directly after each other, so that the load of the machine affects all of them. */
interface Trial {
  settings: Setting[]
  ways: readonly Way[]
}

/** The concurrency of the engine and the client in `wide`. */
export const wideConcurrency = 64

export const operations: Operation[] = ['first up', 'no-op up', 'refresh', 'destroy']
const own: readonly Way[] = ['single', 'set']

const usual = (resources: number, projects: number, those: readonly Way[] = ways): Trial => ({
  settings: [0, 50].map((latencyMs) => ({ name: 'usual', resources, projects, latencyMs })),
  ways: those,
})

/** Shows costs that grow with the square of the number. Requests are measured with fewer labels. */
const large = (resources: number, projects: number): Trial => ({
  settings: [{ name: 'usual', resources, projects, latencyMs: 0 }],
  ways: ['floor', ...own],
})

/** Measures the engine, because each step writes the whole state. */
const checkpoints = (resources: number, projects: number): Trial => ({
  settings: [{ name: 'checkpoints', resources, projects, latencyMs: 0 }],
  ways: ['floor', ...own],
})

const wide = (resources: number, projects: number): Trial => ({
  settings: [{ name: 'wide', resources, projects, latencyMs: 50 }],
  ways: ['floor', 'naive', ...own],
})

const trials: Record<Scale, Trial[]> = {
  smoke: [usual(10, 2), usual(20, 2), checkpoints(20, 2), wide(20, 2)],
  quick: [usual(100, 1), usual(1_000, 20), large(5_000, 50), checkpoints(100, 1), wide(1_000, 20)],
  full: [
    usual(100, 1),
    usual(1_000, 20),
    usual(5_000, 200),
    // Sets of the recommended size.
    usual(5_000, 50, own),
    checkpoints(100, 1),
    checkpoints(1_000, 20),
    wide(1_000, 20),
  ],
}

/** Measures Pulumi's operations on labels that are declared in several ways. */
export async function measurePulumi({ scale, runs, say }: Context): Promise<PulumiResults> {
  const rows = new Rows()
  const state: StateRow[] = []
  for (let round = 1; round <= runs; round++) {
    for (const { settings, ways: some } of trials[scale]) {
      for (const way of some) {
        for (const setting of isFloor(way) ? settings.slice(0, 1) : settings) {
          const { name, resources, projects, latencyMs } = setting
          say(`run ${round} of ${runs}: ${way}, ${resources} labels in ${projects} projects, ${latencyMs} ms, ${name}`)
          const measured = await measure(setting, way)
          rows.add(setting, way, measured.operations)
          if (!state.some((known) => known.way === way)) state.push(measured.state)
        }
      }
    }
  }
  return { rows: rows.all(), state }
}

/** The times of all runs, by what was measured. */
export class Rows {
  private readonly rows = new Map<string, PulumiRow>()

  add(setting: Setting, way: Way, measured: readonly Measured[]): void {
    for (const { operation, seconds, calls } of measured) {
      const key = JSON.stringify([setting, way, operation])
      const row = this.rows.get(key) ?? { ...setting, way, operation, seconds: [], calls }
      row.seconds.push(seconds)
      this.rows.set(key, row)
    }
  }

  all = (): PulumiRow[] => [...this.rows.values()]
}

interface Measured {
  operation: Operation
  seconds: number
  calls: number
}

/** Whether a way does not use the service, so that the latency does not matter. */
export const isFloor = (way: Way): boolean => way.endsWith('floor')

export function measure(
  setting: Setting,
  way: Way,
  packages: Pick<StackOptions, 'modules' | 'plugins'> = {},
  measured: readonly Operation[] = operations,
) {
  const { projects, latencyMs } = setting
  return withOpen(startServer({ projects }, { latencyMs }), async (server) => {
    const labels = labelsOf(server, setting)
    const stack = Stack.create({
      ...programOf(way, labels),
      ...packages,
      env: {
        BENCH_URL: server.url,
        BENCH_TOKEN: token,
        TRUEUP_BASE_URL: server.url,
        TRUEUP_TOKEN: token,
        ...(setting.name === 'wide' && { TRUEUP_MAX_CONCURRENCY: String(wideConcurrency) }),
      },
      checkpoints: setting.name === 'checkpoints',
      parallel: setting.name === 'wide' ? wideConcurrency : undefined,
    })
    return withOpen(stack, async (opened) => {
      const done: Measured[] = []
      let state: StateRow | undefined
      for (const operation of measured) {
        server.takeCalls()
        const seconds = await opened.operate(operation)
        done.push({ operation, seconds, calls: server.takeCalls() })
        if (operation === 'first up') state = await stateOf(opened, way, labels.length)
        if (!isFloor(way)) verify(server, operation, labels.length)
      }
      return { operations: done, state: state! }
    })
  })
}

function labelsOf(server: Server, { resources, projects }: Setting): LabelToDeclare[] {
  const perProject = resources / projects
  return server.projects.flatMap((project) =>
    Array.from({ length: perProject }, (_, at) => ({ project, name: `area::${at}`, color: '#428BCA' })),
  )
}

/** Verifies the result of an operation, so that the measurement is valid. */
function verify(server: Server, operation: Operation, labels: number): void {
  const expected = operation === 'destroy' ? 0 : labels
  const found = server.count('labels')
  if (found !== expected) throw new Error(`after ${operation} there are ${found} labels instead of ${expected}`)
}

async function stateOf(stack: Stack, way: Way, labels: number): Promise<StateRow> {
  const resources = (await stack.resources()).filter(({ type }) =>
    /^(?:pulumi-nodejs:dynamic|(?:trueup|floor):index)/.test(type),
  )
  return {
    way,
    bytesPerResource: Math.round(median(resources.map((resource) => bytes(JSON.stringify(resource))))),
    valueBytes: Math.round(median(resources.map(({ inputs, outputs }) => bytes(JSON.stringify([inputs, outputs]))))),
    providerBytes: bytes(resources[0]?.inputs?.__provider ?? ''),
    labelsPerResource: labels / resources.length,
  }
}

const bytes = (text: string): number => Buffer.byteLength(text)
