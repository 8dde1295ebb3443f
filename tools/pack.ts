import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Command } from 'commander'
import { repositoryRoot } from './pulumi/paths'

const packages = ['trueup', 'trueup-plugin']

/** Packs a package into a folder, under its name without the version, so that a later archive takes its place. */
function pack(name: string, folder: string): string {
  const scratch = mkdtempSync(join(folder, '.pack-'))
  try {
    const workspace = name === 'trueup' ? [] : ['--workspace', name]
    execFileSync('npm', ['pack', '--silent', '--pack-destination', scratch, ...workspace], {
      cwd: repositoryRoot,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [archive = ''] = readdirSync(scratch)
    const file = join(folder, `${name}.tgz`)
    renameSync(join(scratch, archive), file)
    return file
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** npm runs scripts in the root of the repository. */
const caller = process.env.INIT_CWD ?? process.cwd()

new Command('npm run pack --')
  .description('Writes the archives of the packages, which npm can install.')
  .argument('<folder>', 'folder for trueup.tgz and trueup-plugin.tgz, such as packages in the folder of your project')
  .action((given: string) => {
    const folder = resolve(caller, given)
    mkdirSync(folder, { recursive: true })
    for (const name of packages) console.log(`${relative(caller, pack(name, folder))} is written.`)
  })
  .parse()
