import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { aims } from './aims'
import { chart } from './chart'
import { callsTable, clientTable, gitlabformTable, startupTable, streamTable } from './report-others'
import { drawn, growth, operationsTable, pluginTable, stateTable, yamlTable } from './report-pulumi'
import type { FamilyName, Results } from './results'
import { table } from './table'

const begin = '<!-- Written by "npm run bench": begin -->'
const end = '<!-- Written by "npm run bench": end -->'

/** Writes the results between the markers of the README, and draws the chart. */
export async function report(folder: string, results: Results): Promise<void> {
  const readme = join(folder, 'README.md')
  const text = await readFile(readme, 'utf8')
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`${readme} does not have the markers for the results`)
  await writeFile(readme, `${before}${begin}\n\n${sections(results).join('\n\n')}\n\n${end}${after}`)
  if (results.pulumi) {
    const { title, scales } = drawn(results.pulumi.results)
    await writeFile(join(folder, 'chart.svg'), chart(title, scales))
  }
}

function sections(results: Results): string[] {
  const { pulumi, plugin, yaml, calls, startup, client, gitlabform } = results
  return [
    ...machines(results),
    '## Targets',
    table(
      ['Target', 'Measured with', 'Figure', ''],
      aims(results).map(({ aim, at, figure, met }) => [aim, at, figure, met ? 'met' : '**missed**']),
    ),
    ...(pulumi
      ? [
          '## Pulumi operations',
          '![Seconds of each operation, and requests of a refresh](chart.svg)',
          ...operationsTable(pulumi.results),
          ...growth(pulumi.results),
          '### State',
          stateTable(pulumi.results),
        ]
      : []),
    ...(plugin
      ? ['## The plugin', pluginTable(plugin.results), '### State through the plugin', stateTable(plugin.results)]
      : []),
    ...(yaml ? ['## Programs in YAML', yamlTable(yaml.results)] : []),
    ...(calls ? ['## Requests', callsTable(calls.results)] : []),
    ...(startup ? ['## Start-up', startupTable(startup.results)] : []),
    ...(client ? ['## Client', clientTable(client.results), streamTable(client.results)] : []),
    ...(gitlabform ? ['## Comparison with gitlabform', gitlabformTable(gitlabform.results)] : []),
  ]
}

/** One line if all families were measured on the same machine. */
function machines(results: Results): string[] {
  const lines = new Map<string, FamilyName[]>()
  for (const [name, family] of Object.entries(results) as [FamilyName, Results[FamilyName]][]) {
    if (!family) continue
    const { scale, runs, date, machine } = family.about
    const often = runs === 1 ? 'one run' : `medians of ${runs} runs`
    const line = `Measured on ${date} (${scale}, ${often}): ${machine}.`
    lines.set(line, [...(lines.get(line) ?? []), name])
  }
  return [...lines].map(([line, names]) => (lines.size === 1 ? line : `**${names.join(', ')}**: ${line}`))
}
