import type { Group } from './chart'
import type { Way } from './programs'
import { isFloor, operations, type PulumiResults, type PulumiRow, type Setting, wideConcurrency } from './pulumi'
import type { Operation } from './stack'
import { difference, median, ratio } from './statistics'
import { count, milliseconds, seconds, table, times } from './table'
import { yamlOperations } from './yaml'

const declaredAs: Record<Way, string> = {
  floor: 'floor',
  'dynamic floor': 'floor as documented',
  naive: 'naive provider',
  single: 'Trueup, resources',
  set: 'Trueup, sets',
  native: 'the plugin, `trueup/native`',
  generated: 'the plugin, generated SDK',
  'yaml floor': 'YAML, a plugin that does nothing',
  yaml: 'YAML, the plugin',
}

export type RowQuery = Setting & { way: Way; operation: Operation }

/** The row of a measurement. Floors do not use the service, so their latency does not matter. */
export function rowOf({ rows }: PulumiResults, query: RowQuery): PulumiRow | undefined {
  const { name, resources, projects, way, operation } = query
  return rows.find(
    (row) =>
      row.name === name &&
      row.resources === resources &&
      row.projects === projects &&
      row.way === way &&
      row.operation === operation &&
      (row.latencyMs === query.latencyMs || isFloor(way)),
  )
}

/** The settings with a name, by size and latency. */
export function settingsOf({ rows }: PulumiResults, name: Setting['name']): Setting[] {
  const all = rows
    .filter((row) => row.name === name)
    .map(({ resources, projects, latencyMs }) => ({ name, resources, projects, latencyMs }))
  const unique = [...new Map(all.map((setting) => [JSON.stringify(setting), setting])).values()]
  return unique.sort((a, b) => a.latencyMs - b.latencyMs || a.resources - b.resources || b.projects - a.projects)
}

export const hasFloor = (results: PulumiResults, setting: Setting): boolean =>
  rowOf(results, { ...setting, way: 'floor', operation: 'refresh' }) !== undefined

const headings: Record<Setting['name'], (latencyMs: number) => string> = {
  usual: (latencyMs) => `With a latency of ${latencyMs} ms:`,
  checkpoints: () =>
    'The same with the state written to its file at each step, which is the default of Pulumi (everything else here is ' +
    'measured with `PULUMI_SKIP_CHECKPOINTS`), 0 ms:',
  wide: (latencyMs) =>
    `The same with more concurrency: \`--parallel ${wideConcurrency}\`, ` +
    `\`trueup:maxConcurrency ${wideConcurrency}\`, ${latencyMs} ms:`,
}

export function operationsTable(results: PulumiResults): string[] {
  return (['usual', 'wide', 'checkpoints'] as const).flatMap((name) => {
    const settings = settingsOf(results, name)
    return [...new Set(settings.map(({ latencyMs }) => latencyMs))].flatMap((latencyMs) => [
      headings[name](latencyMs),
      operationsAt(
        results,
        settings.filter((setting) => setting.latencyMs === latencyMs),
      ),
    ])
  })
}

function operationsAt(results: PulumiResults, settings: Setting[]): string {
  const rows = settings.flatMap((setting) =>
    operations.map((operation) => {
      const of = (way: Way) => rowOf(results, { ...setting, way, operation })
      const [floor, naive, single, set] = [of('floor'), of('naive'), of('single'), of('set')]
      return [
        `${count(setting.resources)} / ${count(setting.projects)}`,
        operation,
        timeOf(floor),
        timeOf(of('dynamic floor')),
        timeOf(naive),
        timeOf(single),
        compared(single, floor),
        compared(naive, single),
        timeOf(set),
        compared(set, floor),
        compared(single, set),
        [naive, single, set].map((row) => (row ? count(row.calls) : '–')).join(' / '),
      ]
    }),
  )
  const head = [
    ['Labels / projects', 'Operation', 'Floor', 'Floor as documented', 'Naive'],
    ['Resources', '÷ floor', 'naive ÷ it', 'Sets', '÷ floor', 'resources ÷ it', 'Requests: naive / resources / sets'],
  ]
  return table(head.flat(), rows)
}

/** The operations through the plugin, compared with dynamic resources. */
export function pluginTable(results: PulumiResults): string {
  const rows = settingsOf(results, 'usual').flatMap((setting) =>
    operations.map((operation) => {
      const of = (way: Way) => rowOf(results, { ...setting, way, operation })
      const [single, native, generated] = [of('single'), of('native'), of('generated')]
      return [
        `${count(setting.resources)} / ${count(setting.projects)}`,
        operation,
        ...[timeOf(single), timeOf(native), compared(native, single), timeOf(generated), compared(generated, single)],
        [single, native, generated].map((row) => (row ? count(row.calls) : '–')).join(' / '),
      ]
    }),
  )
  const head = ['Labels / projects', 'Operation', 'Dynamic resources', '`trueup/native`', '÷ dynamic', 'Generated SDK']
  return table([...head, '÷ dynamic', 'Requests: dynamic / native / generated'], rows)
}

/** The operations in YAML through the plugin, compared with a plugin that does nothing. */
export function yamlTable(rows: PulumiRow[]): string {
  const results = { rows, state: [] }
  const lines = settingsOf(results, 'usual').flatMap((setting) =>
    yamlOperations.map((operation) => {
      const of = (way: Way) => rowOf(results, { ...setting, way, operation })
      const [floor, yaml] = [of('yaml floor'), of('yaml')]
      return [
        `${count(setting.resources)} / ${count(setting.projects)}`,
        operation,
        ...[timeOf(floor), timeOf(yaml), compared(yaml, floor)],
        floor && yaml ? milliseconds(difference(yaml.seconds, floor.seconds)) : '–',
        yaml ? count(yaml.calls) : '–',
      ]
    }),
  )
  const head = [
    'Labels / projects',
    'Operation',
    'Plugin that does nothing',
    'Trueup',
    '÷ it',
    'Difference',
    'Requests',
  ]
  return table(head, lines)
}

const timeOf = (row: PulumiRow | undefined): string => (row ? seconds(median(row.seconds)) : '–')

const compared = (row: PulumiRow | undefined, other: PulumiRow | undefined): string =>
  row && other ? times(ratio(row.seconds, other.seconds)) : '–'

/** How the time of an operation, including the floor, grows with the number of resources. */
export function growth(results: PulumiResults): string[] {
  return (['usual', 'checkpoints'] as const).flatMap((name) => {
    const settings = settingsOf(results, name).filter((setting) => hasFloor(results, setting))
    const latencyMs = Math.max(...settings.map((setting) => setting.latencyMs))
    const [less, more] = settings.filter((setting) => setting.latencyMs === latencyMs).slice(-2)
    if (!less || !more) return []
    const ways = (['floor', 'naive', 'single', 'set'] as const).filter((way) =>
      rowOf(results, { ...more, way, operation: 'refresh' }),
    )
    const factor = more.resources / less.resources
    const rows = operations.map((operation) => [
      operation,
      ...ways.map((way) =>
        compared(rowOf(results, { ...more, way, operation }), rowOf(results, { ...less, way, operation })),
      ),
    ])
    const written = name === 'checkpoints' ? ', the state written at each step' : ''
    return [
      ...(name === 'usual' ? ['### Growth'] : []),
      `${count(more.resources)} labels compared with ${count(less.resources)}, ${factor} times as many (${latencyMs} ms${written}):`,
      table(['Operation', ...ways.map((way) => declaredAs[way])], rows),
    ]
  })
}

export function stateTable({ state }: PulumiResults): string {
  return table(
    ['Declared as', 'Labels per resource', 'Bytes per resource', 'of which inputs and outputs', '`__provider`'],
    state.map((row) => [
      declaredAs[row.way],
      count(row.labelsPerResource),
      count(row.bytesPerResource),
      count(row.valueBytes),
      `${count(row.providerBytes)} bytes`,
    ]),
  )
}

/** The data of the chart: the largest setting that was measured in all ways, at the highest latency. */
export function drawn(results: PulumiResults): { title: string; scales: Group[][] } {
  const setting = settingsOf(results, 'usual')
    .filter((one) => hasFloor(results, one))
    .at(-1)
  if (!setting) throw new Error('there are no results to draw')
  const ways = ['floor', 'naive', 'single', 'set'] as const
  const group = (title: string, operation: Operation, valueOf: (row: PulumiRow) => [number, string]): Group => ({
    title,
    bars: ways.flatMap((way) => {
      const row = rowOf(results, { ...setting, way, operation })
      if (!row) return []
      const [value, text] = valueOf(row)
      return [{ label: declaredAs[way], value, text }]
    }),
  })
  const inSeconds = operations.map((operation) => {
    const floor = rowOf(results, { ...setting, way: 'floor', operation })
    return group(operation, operation, (row) => {
      const value = median(row.seconds)
      return [value, `${seconds(value)}, ${compared(row, floor)} the floor`]
    })
  })
  const requests = group('requests', 'refresh', ({ calls }) => [calls, `${count(calls)} to refresh`])
  const { resources, projects, latencyMs } = setting
  return {
    title: `${count(resources)} labels in ${count(projects)} projects, with a latency of ${latencyMs} ms`,
    scales: [inSeconds, [requests]],
  }
}
