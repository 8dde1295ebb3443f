import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeOut } from '../shared/output'
import type { Reading } from './estate'

/** The file, in the folder of the program, that remembers what has been read. */
export const journalFile = '.trueup-export.json'

/** Whom is asked for what: what was read by another such run is of no use. */
export interface Errand {
  service: string
  user: string
  projects: readonly string[]
  groups: readonly string[]
}

interface Stored {
  errand: Errand
  /** When reading began, ISO 8601. */
  since: string
  readings: Record<string, Reading>
}

const oldestMs = 24 * 60 * 60 * 1000
/** The least time between two savings. */
const pauseMs = 1_000
/** A long journal is saved less often, lest saving takes longer than reading. */
const pauseFactor = 10

/** What a run that did not come to its end has read already: the next one of the same errand goes on from there. */
export class Journal {
  private nextAt = 0
  private saving = Promise.resolve()

  private constructor(
    private readonly folder: string,
    private readonly stored: Stored,
  ) {}

  static async open(folder: string, errand: Errand, now: Date): Promise<Journal> {
    const old = await stored(join(folder, journalFile))
    const isOurs = old && JSON.stringify(old.errand) === JSON.stringify(errand)
    const age = isOurs ? now.getTime() - Date.parse(old.since) : NaN
    const goesOn = age >= 0 && age < oldestMs
    return new Journal(folder, goesOn ? old! : { errand, since: now.toISOString(), readings: {} })
  }

  /** How many projects and groups have been read. */
  get size(): number {
    return Object.keys(this.stored.readings).length
  }

  get(key: string): Reading | undefined {
    return this.stored.readings[key]
  }

  /** Remembers; what was read within the last second or so may not be in the file yet. */
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

  /** Everything is done: nothing is to be remembered. */
  async remove(): Promise<void> {
    await this.saving
    await rm(join(this.folder, journalFile), { force: true })
  }
}

/** What is in the file; undefined where there is none, or nobody can tell what it says. */
async function stored(file: string): Promise<Stored | undefined> {
  try {
    const { errand, since, readings } = JSON.parse(await readFile(file, 'utf8')) as Partial<Stored>
    return errand && since && readings ? { errand, since, readings } : undefined
  } catch {
    return undefined
  }
}
