import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { cached, prepareOnce } from '../../tools/pulumi/go'

const repository = resolve(__dirname, '..', '..')
const run = promisify(execFile)

/** The lock file with the package managers, as packages from npm. npm itself comes with Node.js. */
const lockFolder = join(repository, 'test', 'fixtures', 'package-managers')

/** Where each program is in the folder of its package. */
const programs = {
  pnpm: { package: `pnpm-linux-${process.arch}`, file: 'pnpm', interpreter: '' },
  'pnpm-10': { package: 'pnpm-10', file: 'bin/pnpm.cjs', interpreter: 'node ' },
  yarn: { package: '@yarnpkg/cli-dist', file: 'bin/yarn.js', interpreter: 'node ' },
  bun: { package: `bun-linux-${process.arch}`, file: 'bin/bun', interpreter: '' },
}

/** Installs the package managers once, and returns a folder for `PATH` with `pnpm`, `pnpm-10`, `yarn`, `bun` and `bunx`. */
export async function packageManagers(): Promise<string> {
  const lock = await readFile(join(lockFolder, 'package-lock.json'))
  const folder = cached(`package-managers-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`)
  const bin = join(folder, 'bin')
  await prepareOnce('package managers', folder, async (into) => {
    for (const file of ['package.json', 'package-lock.json']) await cp(join(lockFolder, file), join(into, file))
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: into })
    await mkdir(join(into, 'bin'))
    for (const [name, { package: owner, file, interpreter }] of Object.entries(programs)) {
      const program = join(folder, 'node_modules', owner, file)
      await writeFile(join(into, 'bin', name), `#!/bin/sh\nexec ${interpreter}'${program}' "$@"\n`, { mode: 0o755 })
      await chmod(join(into, 'node_modules', owner, file), 0o755)
    }
    // Bun looks at the name that it was started with.
    await symlink(join(folder, 'node_modules', programs.bun.package, programs.bun.file), join(into, 'bin', 'bunx'))
  })
  return bin
}

/** Packs a package without a build, and returns the path of its archive. `npm run pack` gives it the same name. */
export async function archiveOf(name: 'trueup' | 'trueup-plugin', into: string): Promise<string> {
  const workspace = name === 'trueup' ? [] : ['--workspace', name]
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', into, ...workspace]
  const [{ filename }] = JSON.parse((await run('npm', args, { cwd: repository })).stdout) as [{ filename: string }]
  const file = join(into, `${name}.tgz`)
  await rename(join(into, filename), file)
  return file
}
