import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { EmulatorError } from './emulator-error'

/** The files that emulators of this very process have: its id alone does not tell them apart. */
const held = new Set<string>()

/** Keeps a second emulator from a data file: `FILE.lock` names the process that has it. */
export class FileLock {
  /** Where the process that has the file prepares what it puts in its place. */
  readonly temporary: string
  readonly #path: string

  constructor(private readonly file: string) {
    this.temporary = temporaryOf(file, process.pid)
    this.#path = `${file}.lock`
  }

  /** @throws EmulatorError when another process that lives has the file. */
  take(): void {
    if (held.has(this.file)) throw this.#taken(process.pid)
    if (!this.#create()) {
      const pid = this.#holder()
      if (pid !== undefined && lives(pid)) throw this.#taken(pid)
      // It was killed. What it was about to write has a name of its own, which nobody else's file has.
      if (pid !== undefined) rmSync(temporaryOf(this.file, pid), { force: true })
      rmSync(this.#path, { force: true })
      if (!this.#create()) throw this.#taken(this.#holder())
    }
    held.add(this.file)
  }

  release(): void {
    held.delete(this.file)
    rmSync(this.#path, { force: true })
  }

  #create(): boolean {
    try {
      writeFileSync(this.#path, `${process.pid}\n`, { flag: 'wx' })
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    }
  }

  /** Undefined when it was killed before it could write its id. */
  #holder(): number | undefined {
    const [digits] = /^\d+$/m.exec(readFileSync(this.#path, 'utf8')) ?? []
    return digits === undefined ? undefined : Number(digits)
  }

  #taken(pid: number | undefined): EmulatorError {
    return new EmulatorError(
      `The data file ${this.file} is in use by process ${pid ?? 'unknown'}: stop that emulator, or name another file. ` +
        `When that process is no emulator, delete ${this.#path}.`,
    )
  }
}

const temporaryOf = (file: string, pid: number): string => `${file}.${pid}.tmp`

/** In a container every process may have the same id: one that is our own is that of a process before us. */
function lives(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process cannot be signalled, but is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
