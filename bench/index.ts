import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '../tools/pulumi/paths'
import { measureCalls } from './calls'
import { measureClients } from './client'
import type { Context, Scale } from './family'
import { measureGitlabform } from './gitlabform'
import { closeAll } from './open'
import { measurePlugin } from './plugin'
import { measurePulumi } from './pulumi'
import { report } from './report'
import { describeMachine, type Families, type FamilyName, readResults, type Results, writeResults } from './results'
import { measureStartup } from './startup'
import { measureYaml } from './yaml'

const usage = `npm run bench -- [options]

  --full           every size with every latency: takes hours (default: a quarter of an hour for each run)
  --smoke          next to nothing, and once: shows that the bench itself works; keeps nothing but in --out
  --only NAMES     some of: pulumi, plugin, yaml, calls, startup, client, gitlabform; comma-separated
  --runs N         how often each thing is measured (default 3)
  --python FILE    a Python of at least 3.12, for gitlabform (default: the first on PATH)
  --render         measures nothing, writes README.md and chart.svg from results.json again
  --out FOLDER     where these three are (default bench)
`

const measures: { [Name in FamilyName]: (context: Context) => Promise<Families[Name]> } = {
  calls: measureCalls,
  startup: measureStartup,
  client: measureClients,
  gitlabform: measureGitlabform,
  pulumi: measurePulumi,
  plugin: measurePlugin,
  yaml: measureYaml,
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      full: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
      only: { type: 'string' },
      runs: { type: 'string' },
      python: { type: 'string' },
      out: { type: 'string' },
      render: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(usage)
  const bench = join(repositoryRoot, 'bench')
  if (values.render) return report(values.out ?? bench, readResults(values.out ?? bench))
  const scale: Scale = values.smoke ? 'smoke' : values.full ? 'full' : 'quick'
  const runs = Number(values.runs ?? (scale === 'smoke' ? 1 : 3))
  if (!Number.isSafeInteger(runs) || runs < 1) throw new Error(`--runs must be at least 1 (got ${values.runs})`)
  const names = values.only?.split(',') ?? Object.keys(measures)
  const unknown = names.find((name) => !(name in measures))
  if (unknown !== undefined) throw new Error(`unknown family "${unknown}"\n\n${usage}`)
  const folder = values.out ?? (scale === 'smoke' ? undefined : bench)
  const context: Context = { scale, runs, python: values.python, say }
  for (const name of names as FamilyName[]) await measureFamily(name, context, folder)
}

/** Measures a family and stores the results immediately, because the next family can take hours or fail. */
async function measureFamily<Name extends FamilyName>(
  name: Name,
  context: Context,
  folder: string | undefined,
): Promise<void> {
  const { scale, runs } = context
  const results = await measures[name](context)
  const about = { scale, runs, date: new Date().toISOString().slice(0, 10), machine: await describeMachine() }
  if (folder === undefined) return
  const all: Results = { ...readResults(folder), [name]: { about, results } }
  await writeResults(folder, all)
  await report(folder, all)
}

const began = Date.now()
let isReported = false

function say(line: string): void {
  const minutes = ((Date.now() - began) / 60_000).toFixed(1)
  process.stderr.write(`${minutes.padStart(6)} min  ${line}\n`)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    isReported = true
    say('stopping the running processes')
    void closeAll().then(() => process.exit(130))
  })
}

main().catch((error: unknown) => {
  if (isReported) return
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
