import type { Client as ClientName, Done, Work } from './client'
import { pooled } from './statistics'

/** The maximum number of concurrent requests, for clients that support it. */
const concurrency = 10
const perPage = 100
const color = '#428BCA'

type Works = Record<Work, () => Promise<number>>

/** A separate process: `CLIENT WORK URL TOKEN PROJECT COUNT`. Prints the result as JSON. */
async function main(): Promise<void> {
  const [client, work, url, token, project, count] = process.argv.slice(2) as [ClientName, Work, ...string[]]
  const works = await clients[client](url ?? '', token ?? '', project ?? '', Number(count))
  const cpu = process.cpuUsage()
  const began = performance.now()
  const objects = await works[work]()
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const peakBytes = process.resourceUsage().maxRSS * 1024
  const done: Done = { objects, seconds, cpuSeconds: (user + system) / 1e6, peakBytes, samples }
  process.stdout.write(JSON.stringify(done))
}

const samples: number[] = []

/** The ids of the labels of the bench server. */
const ids = (count: number): number[] => Array.from({ length: count }, (_, at) => 1_000_001 + at)
const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `new::${at}`)

/** The clients. Each process loads only the library that it measures. */
const clients: Record<ClientName, (url: string, token: string, project: string, count: number) => Promise<Works>> = {
  async trueup(baseUrl, token, project, count) {
    const { Client } = await import('../sdk/index.js')
    // undici loads this at the first request. Loading is not measured.
    await import('undici')
    const { labels } = new Client({ baseUrl, token, maxConcurrency: concurrency })
    return {
      list: async () => (await labels.list(project).all()).length,
      get: () => each(ids(count), (id) => labels.get(project, id)),
      create: () => each(names(count), (name) => labels.create(project, { name, color })),
      async stream() {
        let seen = 0
        for await (const { id } of labels.list(project)) {
          seen += Math.sign(id)
          if (seen % (count / 20) === 0) samples.push(process.memoryUsage.rss())
        }
        return seen
      },
    }
  },

  async undici(url, token, project, count) {
    const { Pool } = await import('undici')
    const pool = new Pool(url, { connections: concurrency })
    const labels = `/api/v4/projects/${encodeURIComponent(project)}/labels`
    const send = async (method: 'GET' | 'POST', path: string, sent?: object) => {
      const { body, headers, statusCode } = await pool.request({
        method,
        path: labels + path,
        headers: { accept: 'application/json', 'private-token': token, 'content-type': 'application/json' },
        body: sent ? JSON.stringify(sent) : null,
      })
      if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${await body.text()}`)
      return { headers, response: await body.json() }
    }
    const pages = (work: (page: unknown[]) => void) => async () => {
      const page = (number: number) => send('GET', `?per_page=${perPage}&page=${number}`)
      const first = await page(1)
      work(first.response as unknown[])
      const others = Math.ceil(count / perPage) - 1
      await pooled(
        concurrency,
        Array.from({ length: others }, (_, at) => at + 2),
        async (number) => work((await page(number)).response as unknown[]),
      )
    }
    const list = async () => {
      const all: unknown[] = []
      await pages((page) => all.push(...page))()
      return all.length
    }
    return {
      list,
      get: () => each(ids(count), (id) => send('GET', `/${id}`)),
      create: () => each(names(count), (name) => send('POST', '', { name, color })),
      stream: list,
    }
  },

  async gitbeaker(host, token, project, count) {
    const { ProjectLabels } = await import('@gitbeaker/rest')
    const labels = new ProjectLabels({ host, token })
    const list = async () => (await labels.all(project, { perPage })).length
    return {
      list,
      get: () => each(ids(count), (id) => labels.show(project, id)),
      create: () => each(names(count), (name) => labels.create(project, name, color)),
      stream: list,
    }
  },
}

async function each<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<number> {
  await pooled(concurrency, items, work)
  return items.length
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`)
  process.exitCode = 1
})
