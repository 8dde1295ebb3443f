import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheFolder } from '../../tools/pulumi/cache'
import { onPath } from '../../tools/pulumi/paths'
import { say } from '../../tools/pulumi/say'

/** The file of a Python, or why there is none. */
export type Python = { path: string } | { missing: string }

/** More than making an environment takes with a slow package index. */
const limitMs = 180_000

/** Without what the developer's own shell and folders would add. */
const isolated = '-I'

/**
 * A Python of at least this version that has the packages a requirements file names, and no others: a virtual
 * environment, made once for each content of the file and kept in the cache folder. All of it is done at once, because
 * Jest has to know which tests there are before it can wait for anything.
 *
 * @param requirements the file, with every package that is needed pinned
 * @param oldest such as `3.10`
 */
export function pythonWith(requirements: string, oldest: string): Python {
  try {
    const { path, about } = findPython(oldest)
    const key = createHash('sha256').update(about).update(readFileSync(requirements)).digest('hex').slice(0, 16)
    const folder = join(dirname(cacheFolder()), 'python', key)
    if (!existsSync(folder)) make(folder, path, requirements)
    return { path: executable(folder) }
  } catch (error) {
    const missing = (error as Error).message
    // Jest is silent about tests that are skipped, when there are many.
    say(`tests in Python are skipped: ${missing}`)
    return { missing }
  }
}

const executable = (folder: string): string => join(folder, 'bin', 'python')

/** The first suitable one on `PATH`; `about` differs for each interpreter and version. */
function findPython(oldest: string): { path: string; about: string } {
  const probe = [
    'import sys',
    `if sys.version_info < (${oldest.replace('.', ', ')}): sys.exit("older than ${oldest}")`,
    'import ensurepip, venv',
    'print(sys.base_prefix, sys.version)',
  ].join('\n')
  const reasons: string[] = []
  for (const path of [...onPath('python3'), ...onPath('python')]) {
    try {
      return { path, about: run(path, path, [isolated, '-c', probe]) }
    } catch (error) {
      reasons.push((error as Error).message)
    }
  }
  throw new Error(reasons[0] ?? 'no python3 on PATH')
}

/** The folder appears whole or not at all: of two processes that make it at once, the second throws its own away. */
function make(folder: string, python: string, requirements: string): void {
  say(`making a Python environment for ${requirements}, once`)
  mkdirSync(dirname(folder), { recursive: true })
  const scratch = mkdtempSync(`${folder}.part-`)
  try {
    run('python3 -m venv', python, [isolated, '-m', 'venv', scratch])
    const quiet = ['--quiet', '--no-input', '--disable-pip-version-check', '--retries=1']
    const pinned = ['--no-deps', '--only-binary=:all:', '-r', requirements]
    run('pip install', executable(scratch), [isolated, '-m', 'pip', 'install', ...quiet, ...pinned])
    renameSync(scratch, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** What was printed. @throws Error with the last line of it. */
function run(what: string, path: string, args: string[]): string {
  const { status, error, stdout, stderr } = spawnSync(path, args, { timeout: limitMs, encoding: 'utf8' })
  if (status === 0) return stdout
  const last = error?.message ?? `${stdout}\n${stderr}`.trim().split('\n').at(-1)
  throw new Error(`${what} failed: ${last}`)
}
