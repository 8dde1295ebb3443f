import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { EmulatorError } from './emulator-error'

/** The data files of this process, whose emulators have the same process id. */
const held = new Set<string>()

/** Prevents that two emulators use the same data file: `FILE.lock` contains the id of the process that uses it. */
export class FileLock {
  /** The file that the process writes before it replaces the data file. */
  readonly temporary: string
  readonly #path: string

  constructor(private readonly file: string) {
    this.temporary = temporaryOf(file, process.pid)
    this.#path = `${file}.lock`
  }

  /** @throws EmulatorError if another running process uses the file. */
  take(): void {
    if (held.has(this.file)) throw this.#taken(process.pid)
    if (!this.#create()) {
      const pid = this.#holder()
      if (pid !== undefined && lives(pid)) throw this.#taken(pid)
      // The process was killed. Its temporary file has a name that no other process uses.
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

  /** The id of the process that uses the file. Undefined if it was killed before it wrote its id. */
  #holder(): number | undefined {
    const [digits] = /^\d+$/m.exec(readFileSync(this.#path, 'utf8')) ?? []
    return digits === undefined ? undefined : Number(digits)
  }

  #taken(pid: number | undefined): EmulatorError {
    return new EmulatorError(
      `The data file ${this.file} is in use by process ${pid ?? 'unknown'}: stop that emulator, or name another file. ` +
        `If that process is not an emulator, delete ${this.#path}.`,
    )
  }
}

const temporaryOf = (file: string, pid: number): string => `${file}.${pid}.tmp`

/** In containers, all processes can have the same id: our own id is that of an earlier process. */
function lives(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process of another user exists, but cannot be signaled.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
