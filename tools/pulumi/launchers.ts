import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cacheFolder } from './cache'
import { builtOnce } from './go'
import { cliName, executable, isExecutable, onPath, repositoryRoot } from './paths'
import { languageHosts } from './programs'

const languageHost = join(repositoryRoot, 'dist', 'tools', 'stand-ins', 'index.js')

const hostLauncher = (language: string): string => `#!/bin/sh
exec node '${languageHost}' ${language} "$@"
`

/** A launcher for the provider of resources that programs in Node.js implement themselves. */
const dynamicProvider = {
  // The CLI starts it in the folder of the program, so that `-e` loads the SDK of the program. `-r` would also load it in
  // the threads of Node.js that run loaders, such as the one of Yarn Plug'n'Play.
  'pulumi-resource-pulumi-nodejs': `#!/bin/sh
exec node -e 'process.argv.splice(1, 0, ""); require("@pulumi/pulumi/cmd/dynamic-provider")' -- "$@"
`,
}

/** The language of a program. `nodejs` is TypeScript and JavaScript. */
export type Host = keyof typeof languageHosts | 'bun'

/** The languages that have a stand-in. The one for Node.js is always there, because it also runs plugins. */
const standIns: readonly Host[] = ['nodejs', 'bun', 'python', 'go']

/**
 * Returns a CLI that finds the language hosts and a dynamic provider: the given CLI if they are installed, otherwise a link to
 * it next to our launchers, because the CLI warns about launchers on `PATH`. Each checkout has its own folder, because the
 * launchers contain its path.
 *
 * @param official Build the official hosts of `hosts`, also of languages that have a stand-in.
 */
export async function withHosts(cli: string, hosts: readonly Host[], official: boolean): Promise<string> {
  const real = await realpath(cli)
  const isMissing = (name: string): boolean => !isInstalled(name, [dirname(cli), dirname(real)])
  const toBuild = hosts
    // Go cannot build the official one.
    .filter((host) => host !== 'bun')
    .filter((host) => official || !standIns.includes(host))
  const isBuilt = (language: Host): boolean => toBuild.some((host) => host === language)
  const others = standIns.filter((host) => !isBuilt(host) && (host === 'nodejs' || hosts.includes(host)))
  const wanted: Record<string, string> = {
    ...dynamicProvider,
    ...Object.fromEntries(others.map((language) => [`pulumi-language-${language}`, hostLauncher(language)])),
  }
  const missing = Object.keys(wanted).filter(isMissing)
  const built: string[] = []
  for (const host of toBuild.map((language) => languageHosts[language]())) {
    if (isMissing(executable(host.name))) built.push(await builtOnce(host, host.key))
  }
  if (missing.length + built.length === 0) return cli
  if (process.platform === 'win32' && missing.length > 0) {
    throw new Error(
      `${missing.join(' and ')} is missing next to ${cli}. Install all of Pulumi (https://www.pulumi.com/docs/install/).`,
    )
  }
  if (!existsSync(languageHost)) throw new Error(`${languageHost} is missing. Run npm run build.`)
  const key = createHash('sha256')
    .update(JSON.stringify([real, repositoryRoot, missing, ...built]))
    .digest('hex')
    .slice(0, 16)
  const folder = join(cacheFolder(), 'launchers', key)
  await mkdir(folder, { recursive: true })
  for (const name of missing) await write(join(folder, name), wanted[name] ?? '')
  for (const bin of built.map((host) => dirname(host)))
    for (const file of await readdir(bin)) await linkOnce(join(bin, file), join(folder, file))
  return linkOnce(real, join(folder, cliName))
}

function isInstalled(name: string, folders: string[]): boolean {
  return folders.some((folder) => isExecutable(join(folder, name))) || onPath(name).length > 0
}

async function write(file: string, text: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return
  await atomically(file, (scratch) => writeFile(scratch, text, { mode: 0o755 }))
}

/** Links a program, or copies it to another disk. Returns the path of the link. */
async function linkOnce(program: string, linked: string): Promise<string> {
  if (!existsSync(linked)) await atomically(linked, (file) => link(program, file).catch(() => copyFile(program, file)))
  return linked
}

/** Writes a file atomically, because other processes can start it at the same time. */
async function atomically(file: string, make: (scratch: string) => Promise<void>): Promise<void> {
  const scratch = `${file}.${randomUUID()}`
  await make(scratch)
  await rename(scratch, file)
  // Renaming a hard link to another hard link of the same file has no effect.
  await rm(scratch, { force: true })
}
