import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** The start of the folder's name. A test can run Jest, which inherits the environment. */
const ours = `trueup-tests-${process.pid}-`

/**
 * Gives this run of Jest, with all its processes, a folder of its own for temporary files. A file that an earlier run has
 * left, such as a ledger of a killed process, can then not disturb a test.
 */
export function makeRunFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), ours))
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
}

export function removeRunFolder(): void {
  const folder = tmpdir()
  if (basename(folder).startsWith(ours)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
