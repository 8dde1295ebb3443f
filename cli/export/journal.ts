import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeOut } from '../shared/output'
import type { Reading } from './estate'

/** The file in the folder of the program with the objects that were read. */
export const journalFile = '.trueup-export.json'

/** The service, user and targets of a run. A run with others cannot use the journal. */
export interface Request {
  service: string
  user: string
  projects: readonly string[]
  groups: readonly string[]
  /** What was read for a state of Terraform: projects, groups and kinds. */
  state?: readonly string[]
}

interface Stored {
  request: Request
  /** The start of the first run, ISO 8601. */
  since: string
  readings: Record<string, Reading>
}

const oldestMs = 24 * 60 * 60 * 1000
/** The minimum time between two saves. */
const pauseMs = 1_000
/** A long journal is saved less often, so that saving takes less time than reading. */
const pauseFactor = 10

/** The objects that a failed run has read. The next run with the same request continues from there. */
export class Journal {
  private nextAt = 0
  private saving = Promise.resolve()

  private constructor(
    private readonly folder: string,
    private readonly stored: Stored,
  ) {}

  static async open(folder: string, request: Request, now: Date): Promise<Journal> {
    const old = await stored(join(folder, journalFile))
    const isOurs = old && JSON.stringify(old.request) === JSON.stringify(request)
    const age = isOurs ? now.getTime() - Date.parse(old.since) : NaN
    const continues = age >= 0 && age < oldestMs
    return new Journal(folder, continues ? old! : { request, since: now.toISOString(), readings: {} })
  }

  /** The number of projects and groups that were read. */
  get size(): number {
    return Object.keys(this.stored.readings).length
  }

  get(key: string): Reading | undefined {
    return this.stored.readings[key]
  }

  /** Adds a reading. The file is saved at most once per second. */
  async put(key: string, reading: Reading): Promise<void> {
    this.stored.readings[key] = reading
    if (Date.now() >= this.nextAt) await this.save()
  }

  save(): Promise<void> {
    const began = Date.now()
    this.nextAt = Infinity
    this.saving = this.saving.then(async () => {
      await writeOut(`${JSON.stringify(this.stored)}\n`, join(this.folder, journalFile))
      this.nextAt = Date.now() + Math.max(pauseMs, pauseFactor * (Date.now() - began))
    })
    return this.saving
  }

  /** Deletes the file after a successful run. */
  async remove(): Promise<void> {
    await this.saving
    await rm(join(this.folder, journalFile), { force: true })
  }
}

/** The content of the file; undefined if it does not exist or is invalid. */
async function stored(file: string): Promise<Stored | undefined> {
  try {
    const { request, since, readings } = JSON.parse(await readFile(file, 'utf8')) as Partial<Stored>
    return request && since && readings ? { request, since, readings } : undefined
  } catch {
    return undefined
  }
}
