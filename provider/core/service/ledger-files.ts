import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/** Ledgers of operations that ended so long ago are removed. */
const KEPT_MS = 3 * 24 * 60 * 60 * 1000

/**
 * The folders that a ledger may be in, the first one that works wins. None of them depends on an environment variable:
 * an inline program and its provider processes may have different ones.
 */
function folders(): string[] {
  const { uid, homedir } = whoami()
  if (process.platform === 'win32') return [join(homedir, 'AppData', 'Local', 'trueup', 'operations')]
  return [`/tmp/trueup-${uid}`, join(homedir, '.trueup', 'operations')]
}

function whoami(): { uid: number; homedir: string } {
  try {
    return userInfo()
  } catch {
    // A container may run as a user that has no name.
    return { uid: process.getuid?.() ?? 0, homedir: '/' }
  }
}

/** Whether a folder is the user's own: others could make one of this name, and read or write what is in there. */
function isOwn(folder: string): boolean {
  const found = lstatSync(folder)
  if (!found.isDirectory()) return false
  return process.platform === 'win32' || (found.uid === whoami().uid && (found.mode & 0o077) === 0)
}

const prefixOf = (address: string) => `${address.replace(/[^\w.-]/g, '_')}-`

/** Makes the file of an operation's ledger. @throws Error that says which folders were tried. */
export function makeLedgerFile(address: string, nonce: string): string {
  const reasons = folders().map((folder) => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (!isOwn(folder)) return `${folder} belongs to somebody else`
      removeOld(folder)
      const file = join(folder, `${prefixOf(address)}${nonce}.jsonl`)
      closeSync(openSync(file, 'ax', 0o600))
      return { file }
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  })
  const made = reasons.find((reason): reason is { file: string } => typeof reason === 'object')
  if (made) return made.file
  throw new Error(
    `trueup could not write down which objects the program declares, without which an update might delete one of ` +
      `them. It needs one writable folder: ${reasons.join('; ')}.`,
  )
}

/** The ledger files of operations at an address, the newest first; with a nonce, the one that has it. */
export function findLedgerFiles(address: string, nonce?: string): string[] {
  const prefix = prefixOf(address)
  const found = folders().flatMap((folder) => {
    try {
      if (!isOwn(folder)) return []
      return readdirSync(folder)
        .filter((name) => (nonce === undefined ? name.startsWith(prefix) : name === `${prefix}${nonce}.jsonl`))
        .map((name) => ({ file: join(folder, name), at: statSync(join(folder, name)).birthtimeMs }))
    } catch {
      return []
    }
  })
  return found.sort((one, other) => other.at - one.at).map(({ file }) => file)
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    try {
      if (name.endsWith('.jsonl') && Date.now() - statSync(file).mtimeMs > KEPT_MS) unlinkSync(file)
    } catch {
      // Another operation was faster.
    }
  }
}

/** A file of lines that several processes append to. Each line is written at once, so that lines never mix. */
export class SharedLines {
  private readonly descriptor: number
  private position = 0
  private rest = Buffer.alloc(0)

  constructor(file: string) {
    this.descriptor = openSync(file, 'a+', 0o600)
  }

  append(line: string): void {
    const bytes = Buffer.from(`${line}\n`)
    if (writeSync(this.descriptor, bytes) !== bytes.length) throw new Error('the disk is full')
  }

  /** The lines that were added since the last call, one's own included. */
  added(): string[] {
    const size = fstatSync(this.descriptor).size - this.position
    if (size <= 0) return []
    const buffer = Buffer.alloc(size)
    const read = readSync(this.descriptor, buffer, 0, size, this.position)
    this.position += read
    const text = Buffer.concat([this.rest, buffer.subarray(0, read)])
    const end = text.lastIndexOf(10) + 1
    this.rest = text.subarray(end)
    return text.subarray(0, end).toString().split('\n').slice(0, -1)
  }
}
