import type { CallsRow } from './calls'
import { type Client, type ClientRow, clients } from './client'
import type { GitlabformResults, GitlabformRow, Tool } from './gitlabform'
import type { StartupRow } from './startup'
import { median, ratio } from './statistics'
import { count, megabytes, milliseconds, seconds, table, times } from './table'

export function callsTable(rows: CallsRow[]): string {
  const groups = new Map<string, CallsRow[]>()
  for (const row of rows) {
    const key = JSON.stringify([row.estate, row.objects, row.way])
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  const cellOf = (of: CallsRow[], operation: CallsRow['operation']) => {
    const calls = of.filter((row) => row.operation === operation).map((row) => count(row.calls))
    return [...new Set(calls)].join(' or ')
  }
  return table(
    ['Estate', 'Objects', 'Declared as', 'First up', 'No-op up', 'Refresh', 'Destroy'],
    [...groups.values()].map((of) => {
      const { estate, objects, way, resources } = of[0]!
      const declared = `${count(resources)} ${way === 'set' ? 'sets and tokens' : 'resources'}`
      const figures = (['first up', 'no-op up', 'refresh', 'destroy'] as const).map((operation) =>
        cellOf(of, operation),
      )
      return [estate, count(objects), estate === 'labels' ? declared.replace(' and tokens', '') : declared, ...figures]
    }),
  )
}

export function startupTable(rows: StartupRow[]): string {
  const [node] = rows
  if (!node) return ''
  return table(
    ['A process that does', 'Time', '÷ Node.js alone', 'Files loaded', 'Memory'],
    rows.map(({ what, seconds: samples, modules, peakBytes }) => [
      what.includes('(') ? `\`${what}\`` : what,
      milliseconds(median(samples)),
      times(ratio(samples, node.seconds)),
      count(modules),
      megabytes(peakBytes),
    ]),
  )
}

const works: Record<ClientRow['work'], string> = { list: 'list', get: 'get, one by one', create: 'create', stream: '' }

export function clientTable(rows: ClientRow[]): string {
  const groups = new Map<string, Partial<Record<Client, ClientRow>>>()
  for (const row of rows) {
    if (row.work === 'stream') continue
    const key = `${count(row.objects)} labels: ${works[row.work]}, ${row.latencyMs} ms`
    groups.set(key, { ...groups.get(key), [row.client]: row })
  }
  return table(
    ['Work', 'Client', 'Requests', 'Time', '÷ undici', 'CPU', '÷ undici', 'Peak memory'],
    [...groups].flatMap(([work, of]) =>
      clients.flatMap((client) => {
        const { [client]: row, undici } = of
        if (!row || !undici) return []
        return [
          [
            work,
            client === 'trueup' ? '**trueup/sdk**' : client,
            count(row.calls),
            seconds(median(row.seconds)),
            times(ratio(row.seconds, undici.seconds)),
            seconds(median(row.cpuSeconds)),
            times(ratio(row.cpuSeconds, undici.cpuSeconds)),
            megabytes(median(row.peakBytes)),
          ],
        ]
      }),
    ),
  )
}

export function streamTable(rows: ClientRow[]): string {
  const row = rows.find(({ work }) => work === 'stream')
  if (!row) return ''
  const at = row.samples.map((_, index) => index).filter((index) => (index + 1) % (row.samples.length / 5) === 0)
  const head = at.map((index) => `after ${count(((index + 1) * row.objects) / row.samples.length)}`)
  const memory = `Memory of a process that streams ${count(row.objects)} labels (\`for await\`):`
  return `${memory}\n\n${table(head, [at.map((index) => megabytes(row.samples[index] ?? 0))])}`
}

const toolNames: Record<Tool, string> = { gitlabform: 'gitlabform', single: 'Trueup, resources', set: 'Trueup, sets' }
const commands: Record<GitlabformRow['operation'], string> = {
  first: '`up`',
  again: '`up --refresh`',
  'again, trusting the state': '`up`',
}

/** Sorted by latency, then by operation in the order of the runs. */
function sorted(rows: GitlabformRow[]): GitlabformRow[] {
  const operations = Object.keys(commands)
  const place = (row: GitlabformRow) => operations.indexOf(row.operation)
  return [...rows].sort((one, other) => one.latencyMs - other.latencyMs || place(one) - place(other))
}

export function gitlabformTable({ missing, rows }: GitlabformResults): string {
  const figures = table(
    ['Estate', 'Latency', 'Applied', 'Tool', 'Time', 'gitlabform ÷ it', 'Requests'],
    sorted(rows).map((row) => {
      const looking = row.operation === 'again, trusting the state' ? 'again' : row.operation
      const peer = rows.find(
        (one) => one.tool === 'gitlabform' && one.operation === looking && one.latencyMs === row.latencyMs,
      )
      return [
        `${count(row.objects)} objects in ${count(row.projects)} projects`,
        `${row.latencyMs} ms`,
        row.operation,
        row.tool === 'gitlabform' ? toolNames[row.tool] : `${toolNames[row.tool]}: ${commands[row.operation]}`,
        seconds(median(row.seconds)),
        peer ? times(ratio(peer.seconds, row.seconds)) : '–',
        count(row.calls),
      ]
    }),
  )
  return missing === undefined ? figures : `gitlabform was skipped: ${missing}.\n\n${figures}`
}
