import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cacheFolder, fillOnce } from '../tools/pulumi/cache'
import { onPath } from '../tools/pulumi/paths'
import { run } from './child'

/** The path of a Python interpreter, or why there is none. */
export type Python = { path: string } | { missing: string }

/** Ignores the environment and the folders of the user. */
const isolated = '-I'

/**
 * Creates a virtual environment with the pinned packages of a requirements file, or finds it in the cache folder.
 *
 * @param oldest Minimum version of Python, such as `3.12`.
 * @param given Path of a Python interpreter. Default: the first suitable one on `PATH`.
 */
export async function pythonWith(
  requirements: string,
  oldest: string,
  given: string | undefined,
  say: (line: string) => void,
): Promise<Python> {
  try {
    const { path, about } = await findPython(oldest, given)
    const key = createHash('sha256')
      .update(about)
      .update(await readFile(requirements))
      .digest('hex')
      .slice(0, 16)
    const folder = join(dirname(cacheFolder()), 'python', key)
    const make = async (into: string): Promise<void> => {
      say(`creating a Python environment for ${requirements}`)
      await run(path, [isolated, '-m', 'venv', into])
      const quiet = ['--quiet', '--no-input', '--disable-pip-version-check', '--retries=1']
      const pinned = ['--no-deps', '--only-binary=:all:', '-r', requirements]
      await run(executable(into), [isolated, '-m', 'pip', 'install', ...quiet, ...pinned])
    }
    await fillOnce(folder, make, () => say('waiting for another process that creates the Python environment'))
    return { path: executable(folder) }
  } catch (error) {
    return { missing: (error as Error).message.split('\n').at(-1) ?? '' }
  }
}

const executable = (folder: string): string => join(folder, 'bin', 'python')

async function findPython(oldest: string, given: string | undefined): Promise<{ path: string; about: string }> {
  const probe = [
    'import sys',
    `if sys.version_info < (${oldest.replace('.', ', ')}): sys.exit(sys.executable + " is older than ${oldest}")`,
    'import ensurepip, venv',
    'print(sys.base_prefix, sys.version)',
  ].join('\n')
  const reasons: string[] = []
  for (const path of given === undefined ? [...onPath('python3'), ...onPath('python')] : [given]) {
    try {
      return { path, about: (await run(path, [isolated, '-c', probe])).stdout }
    } catch (error) {
      reasons.push((error as Error).message)
    }
  }
  throw new Error(reasons[0] ?? 'no python3 on PATH')
}
