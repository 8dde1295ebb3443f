import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { Findings } from './finding'

const program = 'pulumi-resource-pulumi-nodejs'
/** The endings of executable files. Those with a dot are of Windows. */
const endings = ['', '.exe', '.cmd', '.bat']

/**
 * Checks whether the CLI finds its program that runs dynamic resources: on `PATH`, or in its own folder. Without it, an update
 * fails, and proposes a command that does not install it.
 */
export function checkDynamicProvider(findings: Findings): void {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const cli = fileIn(folders, 'pulumi')
  if (cli === undefined) return
  const real = realpathSync(cli)
  // The program of the npm package pulumi downloads all programs of the CLI.
  if (real.endsWith(join('node_modules', 'pulumi', 'run.js'))) return
  if (fileIn([...folders, dirname(real)], program) !== undefined) return
  findings.error(
    'pulumi-nodejs',
    `The pulumi CLI (${cli}) does not find ${program}, which it needs for dynamic resources.`,
    `Reinstall the Pulumi CLI with all of its programs (https://www.pulumi.com/docs/install/), or add the folder that contains ${program} to PATH. "pulumi plugin install" does not install it.`,
  )
}

const fileIn = (folders: readonly string[], name: string): string | undefined =>
  folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))).find((file) => existsSync(file))
