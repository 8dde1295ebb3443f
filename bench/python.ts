import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cacheFolder, fillOnce } from '../tools/pulumi/cache'
import { onPath } from '../tools/pulumi/paths'
import { run } from './child'

/** The file of a Python, or why there is none. */
export type Python = { path: string } | { missing: string }

/** Without what the developer's own shell and folders would add. */
const isolated = '-I'

/**
 * A virtual environment with the packages that a requirements file pins, and no others; made once and kept in the cache
 * folder.
 *
 * @param oldest such as `3.12`
 * @param given the Python to make it with; else the first on `PATH` that will do
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
      say(`making a Python environment for ${requirements}, once`)
      await run(path, [isolated, '-m', 'venv', into])
      const quiet = ['--quiet', '--no-input', '--disable-pip-version-check', '--retries=1']
      const pinned = ['--no-deps', '--only-binary=:all:', '-r', requirements]
      await run(executable(into), [isolated, '-m', 'pip', 'install', ...quiet, ...pinned])
    }
    await fillOnce(folder, make, () => say('another process is making the Python environment: waiting for it'))
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
