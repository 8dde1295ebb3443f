import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { findPulumi } from '../tools/pulumi'
import { repositoryRoot } from '../tools/pulumi/paths'
import type { CallsRow } from './calls'
import type { ClientRow } from './client'
import type { Scale } from './family'
import type { GitlabformResults } from './gitlabform'
import type { PulumiResults, PulumiRow } from './pulumi'
import type { StartupRow } from './startup'

/** The results by family. */
export interface Families {
  pulumi: PulumiResults
  plugin: PulumiResults
  yaml: PulumiRow[]
  calls: CallsRow[]
  startup: StartupRow[]
  client: ClientRow[]
  gitlabform: GitlabformResults
}

export type FamilyName = keyof Families

/** The time, machine and size of a measurement. */
export interface About {
  scale: Scale
  runs: number
  date: string
  machine: string
}

/** The latest results by family. Families can be measured separately. */
export type Results = { [Name in FamilyName]?: { about: About; results: Families[Name] } }

const fileIn = (folder: string): string => join(folder, 'results.json')

export const readResults = (folder: string): Results =>
  existsSync(fileIn(folder)) ? (JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Results) : {}

export async function writeResults(folder: string, results: Results): Promise<void> {
  const rounded = JSON.stringify(results, (_key, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(5)) : value,
  )
  const { format } = await import('prettier')
  await writeFile(fileIn(folder), await format(rounded, { parser: 'json', printWidth: 120 }))
}

export async function describeMachine(): Promise<string> {
  const [cpu] = cpus()
  const { version } = await findPulumi()
  const sdk = JSON.parse(readFileSync(require.resolve('@pulumi/pulumi/package.json'), 'utf8')) as { version: string }
  return [
    `${cpu?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${type()} ${release()}`,
    `Node.js ${process.versions.node}`,
    `Pulumi ${version} (SDK ${sdk.version})`,
    `commit ${commit()}`,
  ].join('; ')
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { cwd: repositoryRoot, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
