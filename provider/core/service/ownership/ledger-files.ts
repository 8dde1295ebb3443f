import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, parse } from 'node:path'
import type { Machine } from '../machine'
import { currentUser, isPrivate, makePrivate } from '../private-folder'
import { ResourceError } from '../resource-error'
import { COMPLETE, createFile, INCOMPLETE, restoreFile } from '../shared-lines'
import { type Operation, parseEntry } from './ledger-entries'

/** The age at which a file is removed if the machine does not show whether its operation has ended. */
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

const prefixOf = (address: string) => `${address.replace(/[^\w.-]/g, '_')}-`

/**
 * Creates the ledger file of an operation with its first line. Returns undefined if a file with this name exists.
 *
 * @throws ResourceError that names the folders if all of them fail.
 */
export function createLedgerFile(address: string, name: string, line: string, machine: Machine): string | undefined {
  const reasons: string[] = []
  for (const folder of folders()) {
    try {
      makePrivate(folder)
      removeEnded(folder, machine)
      const file = join(folder, `${prefixOf(address)}${name}${COMPLETE}`)
      return createFile(file, `${line}\n`) ? file : undefined
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new ResourceError(
    `Trueup could not record which objects the program declares, so an update could delete one of them by mistake. ` +
      `Make one of the folders writable: ${reasons.join('; ')}.`,
  )
}

/** The ledger files of operations at an address, the newest first, or only the one with the name. */
export const findLedgerFiles = (address: string, name?: string): string[] => list(matcher(address, name))

/** The ledger files of all operations, the newest first. */
export const allLedgerFiles = (): string[] => list((file) => file.endsWith(COMPLETE))

function list(isWanted: (file: string) => boolean): string[] {
  const found = folders().flatMap((folder) =>
    namesIn(folder)
      .filter(isWanted)
      .flatMap((name) => {
        const file = join(folder, name)
        // Another operation can remove its file at any time.
        const at = statSync(file, { throwIfNoEntry: false })?.birthtimeMs
        return at === undefined ? [] : [{ file, at }]
      }),
  )
  return found.sort((one, other) => other.at - one.at).map(({ file }) => file)
}

/** The names of the files in a folder. Nothing else is read from a folder that others can access. */
function namesIn(folder: string): string[] {
  try {
    return isPrivate(folder) ? readdirSync(folder) : []
  } catch {
    return []
  }
}

/** Restores deleted ledger files at an address that other processes still have open. Returns whether there are any. */
export function restoreLedgerFiles(address: string, machine: Machine, name?: string): boolean {
  const isWanted = matcher(address, name)
  const places = folders()
  const open = machine.openFiles().filter(({ path }) => places.includes(dirname(path)) && isWanted(basename(path)))
  return [...new Set(open.map(({ path }) => path))].filter((path) => restore(path, machine)).length > 0
}

function restore(path: string, machine: Machine): boolean {
  try {
    makePrivate(dirname(path))
    return restoreFile(path, machine)
  } catch {
    // The disk is full, or others can access the folder.
    return false
  }
}

/** Matches the files of operations at an address, or only the one with the name. */
function matcher(address: string, name?: string): (file: string) => boolean {
  const prefix = prefixOf(address)
  return (file) => {
    const { name: found, ext } = parse(file)
    if (ext !== COMPLETE && ext !== INCOMPLETE) return false
    return name === undefined ? found.startsWith(prefix) : found === prefix + name
  }
}

/** Removes the files of operations that have ended. A clock can jump, so the age of a file is only the last resort. */
function removeEnded(folder: string, machine: Machine): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    try {
      if (/\.(jsonl|incomplete|part)$/.test(name) && hasEnded(file, machine)) rmSync(file, { force: true })
    } catch {
      // Another operation has removed it.
    }
  }
}

function hasEnded(file: string, machine: Machine): boolean {
  const { address, engine = {} }: Partial<Operation> = operationOf(file) ?? {}
  const isRunning = address === undefined ? undefined : machine.isRunning(engine, address)
  return isRunning === undefined ? Date.now() - statSync(file).mtimeMs > MAX_AGE_MS : !isRunning
}

/** The operation that the first line of a ledger names. */
export function operationOf(file: string): Operation | undefined {
  try {
    const [line = ''] = readFileSync(file, 'utf8').split('\n', 1)
    const first = parseEntry(line)
    return first !== 'malformed' && first?.is === 'operation' ? first : undefined
  } catch {
    // Another operation has removed it.
    return undefined
  }
}
