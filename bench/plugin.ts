import { execFile } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '../tools/pulumi/paths'
import { generateSdk } from '../tools/sdk-generator'
import type { Context, Scale } from './family'
import { temporaryFolder } from './folder'
import { withOpen } from './open'
import { pluginWays, type Way } from './programs'
import { measure, type PulumiResults, Rows, type Setting, type StateRow } from './pulumi'

const settings: Record<Scale, Setting> = {
  smoke: { name: 'usual', resources: 20, projects: 2, latencyMs: 0 },
  quick: { name: 'usual', resources: 1_000, projects: 20, latencyMs: 0 },
  full: { name: 'usual', resources: 5_000, projects: 50, latencyMs: 0 },
}

/** Measures the same labels as dynamic resources and through the plugin, one after the other in each run. */
export async function measurePlugin({ scale, runs, say }: Context): Promise<PulumiResults> {
  await buildPlugin()
  return withOpen(temporaryFolder(), async ({ path }) => {
    const modules = { '@pulumi/trueup': await generatedSdk(path) }
    const rows = new Rows()
    const state = new Map<Way, StateRow>()
    const setting = settings[scale]
    for (let round = 1; round <= runs; round++) {
      for (const way of ['single', ...pluginWays] as const) {
        say(`run ${round} of ${runs}: ${way}, ${setting.resources} labels`)
        const measured = await measure(setting, way, { modules })
        rows.add(setting, way, measured.operations)
        state.set(way, measured.state)
      }
    }
    return { rows: rows.all(), state: [...state.values()] }
  })
}

/** Bundles the plugin of this repository. */
export async function buildPlugin(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(repositoryRoot, 'dist', 'tools', 'plugin', 'index.js')])
}

/** Generates the SDK for Node.js, as `pulumi package add` does, and compiles it. */
async function generatedSdk(folder: string): Promise<string> {
  const sdk = join(folder, 'sdk')
  await generateSdk('nodejs', sdk)
  const modules = join(repositoryRoot, 'node_modules')
  await mkdir(join(sdk, 'node_modules'))
  for (const name of ['@pulumi', '@types']) await symlink(join(modules, name), join(sdk, 'node_modules', name))
  await promisify(execFile)(join(modules, '.bin', 'tsc'), ['-p', sdk, '--outDir', sdk])
  return sdk
}
