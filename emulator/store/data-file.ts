import { readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { EmulatorError } from './emulator-error'
import { FileLock } from './file-lock'
import type { Store } from './store'

/** Keeps a store in a file. At any time, the file has a complete state that includes all requests with a response. */
export class DataFile {
  /** The real path. A symbolic link is not replaced. */
  readonly #target: string
  readonly #lock: FileLock
  #writing: Promise<void> | undefined
  #written = 0
  #failed = false

  constructor(
    private readonly file: string,
    private readonly store: Store,
  ) {
    this.#target = targetOf(file)
    this.#lock = new FileLock(this.#target)
  }

  /**
   * Loads the file, or creates it if it does not exist.
   * @throws EmulatorError if the file cannot be used or another emulator uses it. The file is not changed then.
   */
  async open(): Promise<void> {
    try {
      this.#refuseSpecial()
      this.#lock.take()
    } catch (error) {
      throw error instanceof EmulatorError ? error : unusable(this.file, 'written', error)
    }
    try {
      const text = this.#read()
      if (text === undefined) await this.#create()
      else this.#load(text)
    } catch (error) {
      this.#lock.release()
      throw error
    }
    this.#written = this.store.changes
  }

  /** Resolves when the file contains all changes so far. Changes in the meantime are written together. */
  async save(): Promise<void> {
    const wanted = this.store.changes
    while (this.#written < wanted) await (this.#writing ??= this.#write())
  }

  /** Writes the remaining changes and releases the lock. */
  async close(): Promise<void> {
    if (this.#failed) this.#written = -1
    await this.save()
    this.#lock.release()
  }

  /** Reading a device may never end, and a device cannot be replaced. */
  #refuseSpecial(): void {
    const found = statSync(this.#target, { throwIfNoEntry: false })
    if (found && !found.isFile()) {
      const what = found.isDirectory() ? 'it is a folder' : 'it is not a regular file'
      throw new EmulatorError(`The data file ${this.file} cannot be read: ${what}. Name another file.`)
    }
  }

  #read(): Buffer | undefined {
    try {
      return readFileSync(this.#target)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw unusable(this.file, 'read', error)
    }
  }

  async #create(): Promise<void> {
    try {
      await this.#replace()
    } catch (error) {
      throw unusable(this.file, 'written', error)
    }
  }

  #load(bytes: Buffer): void {
    try {
      this.store.load(parse(bytes))
    } catch (error) {
      throw new EmulatorError(
        `The data file ${this.file} cannot be used: ${(error as Error).message}. The file was not changed. ` +
          'Repair it, or move it away to start with the seed world.',
      )
    }
  }

  async #write(): Promise<void> {
    const changes = this.store.changes
    try {
      await this.#replace()
      this.#failed = false
    } catch (error) {
      // The emulator continues in memory. The next change tries again.
      this.#failed = true
      process.stderr.write(`trueup emulator: ${unusable(this.file, 'written', error).message}\n`)
    }
    this.#written = changes
    this.#writing = undefined
  }

  /** Replaces the file with the current state. */
  async #replace(): Promise<void> {
    const text = `${JSON.stringify(this.store)}\n`
    const temporary = this.#lock.temporary
    const old = statSync(this.#target, { throwIfNoEntry: false })
    try {
      // The state contains tokens.
      const handle = await open(temporary, 'w', 0o600)
      try {
        if (old) {
          // Only an administrator can set the owner.
          await handle.chown(old.uid, old.gid).catch(() => {})
          await handle.chmod(old.mode & 0o777)
        }
        await handle.writeFile(text)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(temporary, this.#target)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }
}

/** The real path of the file. Follows symbolic links, even to files that do not exist yet. */
function targetOf(file: string): string {
  try {
    return realpathSync(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') return resolve(file)
  }
  try {
    return targetOf(resolve(dirname(file), readlinkSync(file)))
  } catch {
    return resolve(file)
  }
}

/** Does not use the parser's error messages because they contain parts of the file, perhaps a token. */
function parse(bytes: Buffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new EmulatorError('it is not valid UTF-8')
  }
  if (text.trim() === '') throw new EmulatorError('it is empty')
  try {
    return JSON.parse(text)
  } catch {
    throw new EmulatorError('it is not valid JSON, or is incomplete')
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown error'

const unusable = (file: string, what: string, error: unknown): EmulatorError =>
  new EmulatorError(
    `The data file ${file} cannot be ${what} (${codeOf(error)}): check the path and its permissions, or name another file.`,
  )
