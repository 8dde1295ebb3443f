import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cacheFolder } from './cache'
import { cliName, isExecutable, onPath, repositoryRoot } from './paths'

const languageHost = join(repositoryRoot, 'dist', 'tools', 'pulumi', 'language-host.js')

/** Launchers for the programs that the CLI needs to run Node.js programs, if the official ones are not installed. */
const launchers: Record<string, string> = {
  'pulumi-language-nodejs': `#!/bin/sh
exec node '${languageHost}' "$@"
`,
  // The CLI starts it in the folder of the program, so that `-r` loads the SDK of the program.
  'pulumi-resource-pulumi-nodejs': `#!/bin/sh
exec node -r @pulumi/pulumi/cmd/dynamic-provider /dev/null "$@"
`,
}

/**
 * Returns a CLI that finds a language host and a dynamic provider: the given CLI if they are installed, otherwise a link to it
 * next to our launchers, because the CLI warns about launchers on `PATH`. Each checkout has its own folder, because the
 * launchers contain its path.
 */
export async function withHosts(cli: string): Promise<string> {
  const real = await realpath(cli)
  const missing = Object.keys(launchers).filter((name) => !isInstalled(name, [dirname(cli), dirname(real)]))
  if (missing.length === 0) return cli
  if (process.platform === 'win32') {
    throw new Error(
      `${missing.join(' and ')} is missing next to ${cli}. Install all of Pulumi (https://www.pulumi.com/docs/install/).`,
    )
  }
  if (!existsSync(languageHost)) throw new Error(`${languageHost} is missing. Run npm run build.`)
  const key = createHash('sha256')
    .update(JSON.stringify([real, repositoryRoot, missing]))
    .digest('hex')
    .slice(0, 16)
  const folder = join(cacheFolder(), 'launchers', key)
  await mkdir(folder, { recursive: true })
  for (const name of missing) await write(join(folder, name), launchers[name] ?? '')
  const linked = join(folder, cliName)
  if (!existsSync(linked)) await atomically(linked, (file) => link(real, file).catch(() => copyFile(real, file)))
  return linked
}

function isInstalled(name: string, folders: string[]): boolean {
  return folders.some((folder) => isExecutable(join(folder, name))) || onPath(name).length > 0
}

async function write(file: string, text: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return
  await atomically(file, (scratch) => writeFile(scratch, text, { mode: 0o755 }))
}

/** Writes a file atomically, because other processes can start it at the same time. */
async function atomically(file: string, make: (scratch: string) => Promise<void>): Promise<void> {
  const scratch = `${file}.${randomUUID()}`
  await make(scratch)
  await rename(scratch, file)
  // Renaming a hard link to another hard link of the same file has no effect.
  await rm(scratch, { force: true })
}
