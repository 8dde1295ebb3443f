import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { EmulatorError } from './emulator-error'
import { type Store } from './store'

/** Changes of this many milliseconds are written together. */
const gatherMs = 50

/** Keeps a store in a file, which is at any moment either the old or the new whole. */
export class DataFile {
  #writing: Promise<void> | undefined
  #written = 0

  constructor(
    private readonly file: string,
    private readonly store: Store,
  ) {}

  /** Takes over what the file holds; writes it when there is none yet. @throws EmulatorError, and leaves the file as it is. */
  open(): void {
    let text: string | undefined
    try {
      text = readFileSync(this.file, 'utf8')
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw unusable(this.file, 'read', error)
    }
    if (text !== undefined) this.#load(text)
    try {
      if (text === undefined) {
        writeFileSync(this.#temporary, this.#text())
        renameSync(this.#temporary, this.file)
      }
    } catch (error) {
      throw unusable(this.file, 'written', error)
    }
    this.#written = this.store.changes
  }

  /** Writes what has changed, soon. */
  save(): void {
    if (this.store.changes !== this.#written) this.#writing ??= this.#write()
  }

  /** Resolves when all that has changed is in the file. */
  async flush(): Promise<void> {
    this.save()
    await this.#writing
  }

  get #temporary(): string {
    return `${this.file}.${process.pid}.tmp`
  }

  #text(): string {
    return `${JSON.stringify(this.store)}\n`
  }

  #load(text: string): void {
    try {
      this.store.load(JSON.parse(text))
    } catch (error) {
      throw new EmulatorError(
        `The data file ${this.file} cannot be used: ${(error as Error).message}. It was left as it is; ` +
          'repair it, or move it away to begin with the seed world again.',
      )
    }
  }

  async #write(): Promise<void> {
    while (this.store.changes !== this.#written) {
      await wait(gatherMs)
      const changes = this.store.changes
      try {
        await writeFile(this.#temporary, this.#text())
        await rename(this.#temporary, this.file)
      } catch (error) {
        // The emulator goes on in memory; the next change tries again.
        process.stderr.write(`trueup emulator: ${unusable(this.file, 'written', error).message}\n`)
      }
      this.#written = changes
    }
    // In the same breath as the last look, so that no change falls between.
    this.#writing = undefined
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown error'

const unusable = (file: string, what: string, error: unknown): EmulatorError =>
  new EmulatorError(
    `The data file ${file} cannot be ${what} (${codeOf(error)}): check the path and its permissions, or name another file.`,
  )
