import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cacheFolder } from './cache'
import { cliName, isExecutable, onPath, repositoryRoot } from './paths'

const languageHost = join(repositoryRoot, 'dist', 'tools', 'pulumi', 'language-host.js')

/** What the CLI starts beside itself to run a Node.js program, for when no official one is there. */
const launchers: Record<string, string> = {
  'pulumi-language-nodejs': `#!/bin/sh
exec node '${languageHost}' "$@"
`,
  // `-r` resolves from the program's folder, where the CLI starts it: the program's own SDK is the provider.
  'pulumi-resource-pulumi-nodejs': `#!/bin/sh
exec node -r @pulumi/pulumi/cmd/dynamic-provider /dev/null "$@"
`,
}

/**
 * The CLI to start so that it finds a language host and a dynamic provider: the given one where they are installed,
 * else a link to it beside launchers of ours (the CLI warns about those it finds on `PATH` only). Checkouts have a
 * folder each, since the launchers name this checkout's code.
 */
export async function withHosts(cli: string): Promise<string> {
  const real = await realpath(cli)
  const missing = Object.keys(launchers).filter((name) => !isInstalled(name, [dirname(cli), dirname(real)]))
  if (missing.length === 0) return cli
  if (process.platform === 'win32') {
    throw new Error(
      `${missing.join(' and ')} is missing beside ${cli}. Install the whole of Pulumi (https://www.pulumi.com/docs/install/).`,
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

/** Others may be starting the same file at this moment: it must never be seen half written. */
async function atomically(file: string, make: (scratch: string) => Promise<void>): Promise<void> {
  const scratch = `${file}.${randomUUID()}`
  await make(scratch)
  await rename(scratch, file)
  // Renaming one hard link onto another of the same file does nothing at all.
  await rm(scratch, { force: true })
}
