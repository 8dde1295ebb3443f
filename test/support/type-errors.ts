import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const repository = resolve(__dirname, '..', '..')
const compiler = join(repository, 'node_modules', 'typescript', 'lib', 'tsc.js')
const options = '--noEmit --strict --skipLibCheck --target es2022 --module node16 --types node'.split(' ')

/**
 * The errors of the compiler for programs that use the built package. A stack whose program is checked here, together
 * with others, does not need a check of its own, which takes some seconds.
 */
export async function typeErrors(...files: string[]): Promise<string> {
  const compiled = promisify(execFile)(process.execPath, [compiler, ...options, ...files], { cwd: repository })
  // Without output it could not be started.
  return compiled.then(
    () => '',
    (error: Error & { stdout?: string }) => error.stdout || error.message,
  )
}
