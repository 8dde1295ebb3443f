import { dirname, join } from 'node:path'
import { builtOnce, sourceHash } from '../tools/pulumi/go'
import { repositoryRoot } from '../tools/pulumi/paths'
import type { Context, Scale } from './family'
import { buildPlugin } from './plugin'
import { yamlWays } from './programs'
import { measure, type PulumiRow, Rows, type Setting } from './pulumi'
import type { Operation } from './stack'

const usual = (resources: number, projects: number): Setting => ({ name: 'usual', resources, projects, latencyMs: 0 })

const settings: Record<Scale, Setting[]> = {
  smoke: [usual(1, 1), usual(20, 2)],
  quick: [usual(1, 1), usual(200, 4), usual(1_000, 20)],
  full: [usual(1, 1), usual(200, 4), usual(1_000, 20), usual(5_000, 50)],
}

export const yamlOperations: Operation[] = ['first up', 'no-op preview', 'no-op up', 'refresh', 'destroy']

/** Measures the same labels in YAML with the plugin, and with a plugin in Go that does nothing. */
export async function measureYaml({ scale, runs, say }: Context): Promise<PulumiRow[]> {
  await buildPlugin()
  const plugins = { floor: await floorPlugin() }
  const rows = new Rows()
  for (let round = 1; round <= runs; round++) {
    for (const setting of settings[scale]) {
      for (const way of yamlWays) {
        say(`run ${round} of ${runs}: ${way}, ${setting.resources} labels`)
        const measured = await measure(setting, way, way === 'yaml floor' ? { plugins } : {}, yamlOperations)
        rows.add(setting, way, measured.operations)
      }
    }
  }
  return rows.all()
}

/** The folder of the plugin that does nothing. */
async function floorPlugin(): Promise<string> {
  const module = join(repositoryRoot, 'bench', 'floor-plugin')
  const program = {
    title: 'plugin that does nothing',
    name: 'pulumi-resource-floor',
    module,
    mainPackage: '.',
    cost: 'about a minute',
    missing: 'The plugin that does nothing could not be built.',
  }
  return dirname(await builtOnce(program, `bench-floor-plugin-${sourceHash(module)}`))
}
