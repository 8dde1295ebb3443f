import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const beatMs = 2_000
const staleMs = 15_000

/** The folder for CLIs and launchers, outside the repository: `$XDG_CACHE_HOME/trueup/pulumi`, default `~/.cache/…`. */
export function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'trueup', 'pulumi')
}

/**
 * Creates a folder atomically and once, even if several processes need it at the same time.
 *
 * @param make Fills a temporary folder. If it throws, the folder is deleted.
 * @param onWait Is called once if another process is creating the same folder.
 */
export async function fillOnce(
  folder: string,
  make: (into: string) => Promise<void>,
  onWait: () => void,
): Promise<void> {
  if (existsSync(folder)) return
  await mkdir(dirname(folder), { recursive: true })
  const unlock = await lock(`${folder}.lock`, onWait)
  try {
    if (existsSync(folder)) return
    await removeLeftovers(folder)
    const scratch = await mkdtemp(`${folder}.part-`)
    try {
      await make(scratch)
      await rename(scratch, folder)
    } catch (error) {
      // Another process that considered our lock stale has created the same folder.
      if (!existsSync(folder)) throw error
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  } finally {
    await unlock()
  }
}

/**
 * Uses a folder as a lock. The process updates its time regularly, so that a lock of a crashed process becomes stale. Process
 * ids would not work across containers.
 */
async function lock(path: string, onWait: () => void): Promise<() => Promise<void>> {
  for (let waited = false; !(await tryMkdir(path));) {
    const age = await ageOf(path)
    // Two processes can both consider it stale. Both then do the work, but the second rename fails.
    if (age > staleMs) await rm(path, { recursive: true, force: true })
    else {
      if (!waited) onWait()
      waited = true
      await sleep(500)
    }
  }
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), beatMs)
  beat.unref()
  return async () => {
    clearInterval(beat)
    await rm(path, { recursive: true, force: true })
  }
}

async function tryMkdir(path: string): Promise<boolean> {
  try {
    await mkdir(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function ageOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  return found ? Date.now() - found.mtimeMs : 0
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    if (name.startsWith(`${basename(folder)}.part-`))
      await rm(join(dirname(folder), name), { recursive: true, force: true })
  }
}
