import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse, stringify } from 'yaml'
import { findPulumi } from '../../tools/pulumi'
import { encrypt, keyOf, passphrase } from './passphrase'

/** The environment variable with the folder of the template, for all workers. */
const variable = 'TRUEUP_TEST_STACK_TEMPLATE'

/** The configuration of a stack. A key without a namespace has the one of the project, `test`. */
export interface StackConfig {
  config: Record<string, string>
  secretConfig: Record<string, string>
}

/**
 * Runs `pulumi stack init` once and keeps its files. A copy is ready without two runs of the CLI, each of which derives
 * a key from the passphrase.
 */
export async function makeTemplate(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'trueup-template-'))
  await mkdir(join(folder, '.state'))
  await writeFile(join(folder, 'Pulumi.yaml'), JSON.stringify({ name: 'test', runtime: 'nodejs' }))
  const { path, env } = await findPulumi()
  await promisify(execFile)(path, ['--non-interactive', 'stack', 'init', 'test'], {
    cwd: folder,
    env: {
      ...process.env,
      ...env,
      PULUMI_HOME: join(folder, '.home'),
      PULUMI_BACKEND_URL: `file://${join(folder, '.state')}`,
      PULUMI_CONFIG_PASSPHRASE: passphrase,
      PULUMI_SKIP_UPDATE_CHECK: 'true',
    },
  })
  await writeFile(join(folder, 'key'), keyOf(await saltIn(folder)))
  process.env[variable] = folder
}

/**
 * Creates the stack `test` in the folder of a project from the template of this run. Returns false without a template.
 */
export async function copyTemplate(into: string, { config, secretConfig }: StackConfig): Promise<boolean> {
  const template = process.env[variable]
  if (template === undefined) return false
  await cp(join(template, '.state'), join(into, '.state'), { recursive: true })
  const key = await readFile(join(template, 'key'))
  const full = (name: string) => (name.includes(':') ? name : `test:${name}`)
  const settings = [
    ...Object.entries(config).map(([name, value]) => [full(name), value]),
    ...Object.entries(secretConfig).map(([name, value]) => [full(name), { secure: encrypt(key, value) }]),
  ]
  const text = stringify({ encryptionsalt: await saltIn(template), config: Object.fromEntries(settings) as object })
  await writeFile(join(into, 'Pulumi.test.yaml'), text)
  return true
}

async function saltIn(folder: string): Promise<string> {
  const file = await readFile(join(folder, 'Pulumi.test.yaml'), 'utf8')
  return (parse(file) as { encryptionsalt: string }).encryptionsalt
}
