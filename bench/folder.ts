import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Closable } from './open'

/** Creates a temporary folder, which is deleted when it is closed. */
export async function temporaryFolder(): Promise<Closable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'trueup-bench-'))
  return { path, close: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) }
}
