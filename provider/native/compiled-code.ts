import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire, wrap } from 'node:module'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { currentUser, makePrivate } from '../core/service/private-folder'

/** The age at which a file is removed. It is probably that of an earlier release. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

/** The length of a hash. */
const HASH_BYTES = 32

/** A program that this process has loaded. */
interface Loaded {
  readonly exports: unknown
  /** Keeps its compiled code for later processes, unless they already have it. First calls `load`, which compiles more. */
  keep(load?: () => void): void
}

/** Loads a program from its file, with the compiled code that an earlier process has kept. */
export function loadCompiled(file: string): Loaded {
  const source = readFileSync(file)
  const place = placeOf(source)
  const cachedData = place === undefined ? undefined : read(place)
  const script = new Script(wrap(source.toString()), { filename: file, cachedData })
  const isKept = cachedData !== undefined && script.cachedDataRejected === false
  const module = { exports: {} }
  const run = script.runInThisContext() as (...scope: unknown[]) => void
  run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file))
  return {
    exports: module.exports,
    keep: (load) => {
      if (place === undefined || isKept) return
      load?.()
      write(place, script.createCachedData())
    },
  }
}

/** The file for the compiled code. Undefined if others could write to it, and so run code as this user. */
function placeOf(source: Buffer): string | undefined {
  try {
    const { homedir } = currentUser()
    const caches =
      process.platform === 'win32'
        ? join(homedir, 'AppData', 'Local')
        : process.env.XDG_CACHE_HOME || join(homedir, '.cache')
    const folder = join(caches, 'trueup', 'plugin')
    makePrivate(folder)
    return join(folder, `${hash(source).toString('hex')}-${process.version}-${process.arch}.code`)
  } catch {
    return undefined
  }
}

/** Node.js ends with a crash if compiled code is damaged, so the file begins with its hash. */
function read(place: string): Buffer | undefined {
  try {
    const content = readFileSync(place)
    const [expected, code] = [content.subarray(0, HASH_BYTES), content.subarray(HASH_BYTES)]
    return hash(code).equals(expected) ? code : undefined
  } catch {
    return undefined
  }
}

/** Writes a file of its own first, because several processes can do so at the same time. */
function write(place: string, code: Buffer): void {
  const part = `${place}.${process.pid}.part`
  try {
    removeOld(dirname(place))
    writeFileSync(part, Buffer.concat([hash(code), code]), { mode: 0o600 })
    renameSync(part, place)
  } catch {
    // The disk is full, or the folder cannot be written. The next start only takes longer.
    rmSync(part, { force: true })
  }
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (Date.now() - statSync(file).mtimeMs > MAX_AGE_MS) rmSync(file, { force: true })
  }
}

const hash = (content: Buffer): Buffer => createHash('sha256').update(content).digest()
