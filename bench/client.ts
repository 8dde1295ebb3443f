import { join } from 'node:path'
import { run } from './child'
import type { Context, Scale } from './family'
import { withOpen } from './open'
import { startServer, token } from './server'

export const clients = ['undici', 'trueup', 'gitbeaker'] as const
export type Client = (typeof clients)[number]
export type Work = 'list' | 'get' | 'create' | 'stream'

/** The output of a `client-work` process. */
export interface Done {
  objects: number
  seconds: number
  cpuSeconds: number
  /** Peak memory of the process. */
  peakBytes: number
  /** Memory at twenty points while a list is streamed. */
  samples: number[]
}

/** The measurement of a client. Each run is a separate process. */
export interface ClientRow {
  client: Client
  work: Work
  objects: number
  latencyMs: number
  calls: number
  seconds: number[]
  cpuSeconds: number[]
  peakBytes: number[]
  /** The samples of the first run. */
  samples: number[]
}

interface Trial {
  work: Work
  objects: number
  latencyMs: number
  clients: readonly Client[]
}

const sizes: Record<Scale, { list: number; get: number; create: number; stream: number }> = {
  smoke: { list: 300, get: 20, create: 20, stream: 2_000 },
  quick: { list: 10_000, get: 2_000, create: 1_000, stream: 20_000 },
  full: { list: 10_000, get: 2_000, create: 1_000, stream: 100_000 },
}

const trialsOf = (scale: Scale): Trial[] => {
  const { list, get, create, stream } = sizes[scale]
  return [
    { work: 'list', objects: list, latencyMs: 0, clients },
    { work: 'list', objects: list, latencyMs: 50, clients },
    { work: 'get', objects: get, latencyMs: 0, clients },
    { work: 'create', objects: create, latencyMs: 0, clients },
    { work: 'stream', objects: stream, latencyMs: 0, clients: ['trueup'] },
  ]
}

/** Compares the client with the library that it uses and with the most popular client. */
export async function measureClients({ scale, runs, say }: Context): Promise<ClientRow[]> {
  const rows = new Map<string, ClientRow>()
  for (let round = 1; round <= runs; round++) {
    for (const { clients: some, ...trial } of trialsOf(scale)) {
      for (const client of some) {
        say(`run ${round} of ${runs}: ${client}, ${trial.work} ${trial.objects} labels, ${trial.latencyMs} ms`)
        const { calls, ...done } = await measure(trial, client)
        const key = JSON.stringify([trial, client])
        const none = { seconds: [], cpuSeconds: [], peakBytes: [], samples: done.samples }
        const row = rows.get(key) ?? { client, ...trial, calls, ...none }
        row.seconds.push(done.seconds)
        row.cpuSeconds.push(done.cpuSeconds)
        row.peakBytes.push(done.peakBytes)
        rows.set(key, row)
      }
    }
  }
  return [...rows.values()]
}

function measure({ work, objects, latencyMs }: Omit<Trial, 'clients'>, client: Client) {
  const labels = work === 'create' ? 0 : objects
  return withOpen(startServer({ projects: 1, labels }, { latencyMs }), async (server) => {
    const program = join(__dirname, 'client-work.js')
    const args = [program, client, work, server.url, token, server.projects[0] ?? '', String(objects)]
    const { stdout } = await run(process.execPath, args)
    const done = JSON.parse(stdout) as Done
    if (done.objects !== objects) throw new Error(`${client} saw ${done.objects} labels instead of ${objects}`)
    return { ...done, calls: server.takeCalls() }
  })
}
