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

/** Older ledgers are removed, because their operations have ended. */
const MAX_AGE_MS = 3 * 24 * 60 * 60 * 1000

/**
 * The folders for ledgers. The first one that works is used. They do not depend on environment variables, which can
 * differ between an inline program and its provider processes.
 */
function folders(): string[] {
  const { uid, homedir } = currentUser()
  if (process.platform === 'win32') return [join(homedir, 'AppData', 'Local', 'trueup', 'operations')]
  return [`/tmp/trueup-${uid}`, join(homedir, '.trueup', 'operations')]
}

function currentUser(): { uid: number; homedir: string } {
  try {
    return userInfo()
  } catch {
    // A container can run as a user without a name.
    return { uid: process.getuid?.() ?? 0, homedir: '/' }
  }
}

/** Whether only this user can access a folder. Another user could have created one with this name. */
function isPrivate(folder: string): boolean {
  const found = lstatSync(folder)
  if (!found.isDirectory()) return false
  return process.platform === 'win32' || (found.uid === currentUser().uid && (found.mode & 0o077) === 0)
}

const prefixOf = (address: string) => `${address.replace(/[^\w.-]/g, '_')}-`

/** Creates the ledger file of an operation. @throws Error that names the folders if all of them fail. */
export function createLedgerFile(address: string, nonce: string): string {
  const reasons = folders().map((folder) => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (!isPrivate(folder)) return `${folder} belongs to another user or is accessible to others`
      removeOldFiles(folder)
      const file = join(folder, `${prefixOf(address)}${nonce}.jsonl`)
      closeSync(openSync(file, 'ax', 0o600))
      return { file }
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  })
  const created = reasons.find((reason): reason is { file: string } => typeof reason === 'object')
  if (created) return created.file
  throw new Error(
    `Trueup could not record which objects the program declares, so an update could delete one of them by mistake. ` +
      `Make one of the folders writable: ${reasons.join('; ')}.`,
  )
}

/** The ledger files of operations at an address, the newest first, or only the one with the nonce. */
export function findLedgerFiles(address: string, nonce?: string): string[] {
  const prefix = prefixOf(address)
  const found = folders().flatMap((folder) => {
    try {
      if (!isPrivate(folder)) return []
      return readdirSync(folder)
        .filter((name) => (nonce === undefined ? name.startsWith(prefix) : name === `${prefix}${nonce}.jsonl`))
        .map((name) => ({ file: join(folder, name), at: statSync(join(folder, name)).birthtimeMs }))
    } catch {
      return []
    }
  })
  return found.sort((one, other) => other.at - one.at).map(({ file }) => file)
}

function removeOldFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    try {
      if (name.endsWith('.jsonl') && Date.now() - statSync(file).mtimeMs > MAX_AGE_MS) unlinkSync(file)
    } catch {
      // Another operation has removed it.
    }
  }
}

/** A file of lines that several processes append to. Each line is written by one call, so lines are never mixed. */
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

  /** The lines that were added since the last call, including those of this process. */
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
