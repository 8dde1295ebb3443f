import type { ClientRow } from './client'
import type { GitlabformRow } from './gitlabform'
import type { Way } from './programs'
import type { PulumiResults, PulumiRow, Setting } from './pulumi'
import { hasFloor, rowOf, settingsOf } from './report-pulumi'
import type { Results } from './results'
import type { Operation } from './stack'
import { difference, ratio } from './statistics'
import { count, milliseconds, several, times } from './table'

/** A target of the bench and its result. */
export interface Aim {
  aim: string
  /** The measured setting. It can be smaller than the target if not everything was measured. */
  at: string
  figure: string
  met: boolean
}

export const aims = (results: Results): Aim[] => [
  ...ofCalls(results),
  ...(results.pulumi ? ofPulumi(results.pulumi.results) : []),
  ...(results.plugin ? ofPlugin(results.plugin.results) : []),
  ...(results.yaml ? ofYaml(results.yaml.results) : []),
  ...(results.gitlabform ? ofGitlabform(results.gitlabform.results.rows) : []),
  ...(results.client ? ofClient(results.client.results) : []),
]

function ofCalls({ calls }: Results): Aim[] {
  const most = (estate: string) => {
    const refreshes = (calls?.results ?? []).filter((row) => row.operation === 'refresh' && row.estate === estate)
    return refreshes.reduce((one, other) => {
      if (estate === 'labels') return other.objects <= 1_000 && other.calls >= one.calls ? other : one
      return other.objects > one.objects || other.calls > one.calls ? other : one
    }, refreshes[0]!)
  }
  if (!calls) return []
  const [labels, mixed] = [most('labels'), most('mixed estate')]
  return [
    {
      aim: 'a refresh of 1,000 labels in 10 projects takes at most 12 requests',
      at: `${count(labels.objects)} labels, both flavors`,
      figure: count(labels.calls),
      met: labels.calls <= 12,
    },
    {
      aim: 'a refresh of the mixed estate of 7,650 objects takes at most 1,050',
      at: `${count(mixed.objects)} objects, both flavors`,
      figure: count(mixed.calls),
      met: mixed.calls / mixed.objects <= 1_050 / 7_650,
    },
  ]
}

function ofPulumi(results: PulumiResults): Aim[] {
  const usual = settingsOf(results, 'usual').filter((setting) => hasFloor(results, setting))
  const at50 = usual.filter((setting) => setting.latencyMs > 0)
  const middle = at50.find(({ resources }) => resources >= 1_000) ?? at50.at(-1)
  const wide = settingsOf(results, 'wide').at(-1)
  const large = settingsOf(results, 'usual')
    .filter(({ latencyMs }) => latencyMs === 0)
    .at(-1)
  const aim = (
    text: string,
    setting: Setting | undefined,
    operation: Operation,
    [way, other]: readonly [Way, Way],
    limit: number,
  ): Aim[] => {
    const row = setting && rowOf(results, { ...setting, way, operation })
    const beside = setting && rowOf(results, { ...setting, way: other, operation })
    if (!row || !beside) return []
    const figure = ratio(row.seconds, beside.seconds)
    // The figure must be below the limit if it compares Trueup with the floor, and above it otherwise.
    const met = way === 'single' && other === 'floor' ? figure <= limit : figure >= limit
    return [{ aim: text, at: describeSetting(setting), figure: times(figure), met }]
  }
  const naive = middle && rowOf(results, { ...middle, way: 'naive', operation: 'refresh' })
  const single = middle && rowOf(results, { ...middle, way: 'single', operation: 'refresh' })
  const state = results.state.find(({ way }) => way === 'single')
  return [
    ...aim('refresh within 1.5 × the floor at 50 ms', middle, 'refresh', ['single', 'floor'], 1.5),
    ...aim('no-op `up` within 1.15 × the floor', middle, 'no-op up', ['single', 'floor'], 1.15),
    ...aim('first `up` within 1.5 × the floor with more concurrency', wide, 'first up', ['single', 'floor'], 1.5),
    ...aim('refresh in a third of the time of the naive provider', middle, 'refresh', ['naive', 'single'], 3),
    ...(middle && naive && single
      ? [
          {
            aim: 'refresh with a tenth of the requests of the naive provider',
            at: describeSetting(middle),
            figure: times(naive.calls / single.calls),
            met: naive.calls >= 10 * single.calls,
          },
        ]
      : []),
    ...aim('no-op `up` 10 × as fast with sets', large, 'no-op up', ['single', 'set'], 10),
    ...aim('first `up` 10 × as fast with sets', large, 'first up', ['single', 'set'], 10),
    ...(state
      ? [
          {
            aim: 'state of a label at most 1,200 bytes',
            at: 'one resource, compact JSON',
            figure: count(state.bytesPerResource),
            met: state.bytesPerResource <= 1_200,
          },
          {
            aim: '`__provider` below 100 bytes',
            at: 'one resource',
            figure: count(state.providerBytes),
            met: state.providerBytes < 100,
          },
        ]
      : []),
  ]
}

function ofPlugin(results: PulumiResults): Aim[] {
  const setting = settingsOf(results, 'usual').at(-1)
  const of = (way: Way) => setting && rowOf(results, { ...setting, way, operation: 'no-op up' })
  const [native, single] = [of('native'), of('single')]
  if (!setting || !native || !single) return []
  const figure = ratio(native.seconds, single.seconds)
  return [
    {
      aim: 'no-op `up` with `trueup/native` in at most the time of dynamic resources',
      at: describeSetting(setting),
      figure: times(figure),
      met: figure <= 1,
    },
  ]
}

/** A plugin in Node.js takes longer to start than one in Go, which matters with few resources. */
function ofYaml(rows: PulumiRow[]): Aim[] {
  const settings = settingsOf({ rows, state: [] }, 'usual')
  return settings.flatMap((setting) => {
    const of = (way: Way, operation: Operation) => rowOf({ rows, state: [] }, { ...setting, way, operation })
    return (['no-op preview', 'no-op up'] as const).flatMap((operation) => {
      const [yaml, floor] = [of('yaml', operation), of('yaml floor', operation)]
      if (!yaml || !floor) return []
      const at = describeSetting(setting)
      if (setting.resources === 1) {
        const more = difference(yaml.seconds, floor.seconds)
        const aim = `YAML: ${operation} of one label within 250 ms of a plugin that does nothing`
        return [{ aim, at, figure: milliseconds(more), met: more <= 0.25 }]
      }
      const figure = ratio(yaml.seconds, floor.seconds)
      const aim = `YAML: ${operation} within 1.5 × a plugin that does nothing`
      return [{ aim, at, figure: times(figure), met: figure <= 1.5 }]
    })
  })
}

const describeSetting = ({ name, resources, projects, latencyMs }: Setting): string =>
  `${several(resources, 'label')} in ${several(projects, 'project')}, ${latencyMs} ms${name === 'wide' ? ', more concurrency' : ''}`

function ofGitlabform(rows: GitlabformRow[]): Aim[] {
  return (['single', 'set'] as const).flatMap((tool) => {
    const at50 = rows.filter((row) => row.operation === 'again' && row.latencyMs > 0)
    const trueup = at50.find((row) => row.tool === tool)
    const peer = at50.find((row) => row.tool === 'gitlabform')
    if (!trueup || !peer) return []
    const figure = ratio(peer.seconds, trueup.seconds)
    const resources = tool === 'set' ? 'sets' : 'resources'
    return [
      {
        aim: `${resources}: \`up --refresh\` in a third of the time of gitlabform`,
        at: `${count(trueup.objects)} objects in ${count(trueup.projects)} projects, ${trueup.latencyMs} ms`,
        figure: times(figure),
        met: figure >= 3,
      },
    ]
  })
}

function ofClient(rows: ClientRow[]): Aim[] {
  const find = (client: ClientRow['client'], work: ClientRow['work'], latencyMs: number) =>
    rows.find((row) => row.client === client && row.work === work && row.latencyMs === latencyMs)
  const within = (['get', 'create', 'list'] as const).flatMap((work) => {
    const [trueup, raw] = [find('trueup', work, 0), find('undici', work, 0)]
    if (!trueup || !raw) return []
    const figure = ratio(trueup.seconds, raw.seconds)
    const at = `${count(trueup.objects)} labels, 0 ms`
    return [{ aim: `client: ${work} within 1.2 × undici itself`, at, figure: times(figure), met: figure <= 1.2 }]
  })
  const [trueup, peer] = [find('trueup', 'list', 50), find('gitbeaker', 'list', 50)]
  const [streamed] = rows.filter((row) => row.work === 'stream')
  const grown = streamed ? (streamed.samples.at(-1) ?? 0) / (streamed.samples[streamed.samples.length / 4 - 1] ?? 1) : 0
  return [
    ...within,
    ...(trueup && peer
      ? [
          {
            aim: 'client: list in a third of the time of gitbeaker',
            at: `${count(trueup.objects)} labels, 50 ms`,
            figure: times(ratio(peer.seconds, trueup.seconds)),
            met: ratio(peer.seconds, trueup.seconds) >= 3,
          },
        ]
      : []),
    ...(streamed
      ? [
          {
            aim: 'client: memory of a streamed list stays flat',
            at: `${count(streamed.objects)} labels, at the end ÷ after a quarter`,
            figure: times(grown),
            met: grown < 1.2,
          },
        ]
      : []),
  ]
}
