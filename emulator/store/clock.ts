import { isDate } from 'node:util/types'
import { EmulatorError } from './emulator-error'

/** Later times have years with more than four digits. */
const farthest = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The time of the emulator: the machine's time plus the advanced seconds. After `set`, it only changes with `advance`.
 */
export class Clock {
  #stands: number | undefined
  #ahead = 0

  constructor(now?: Date | string) {
    if (now !== undefined) this.set(now)
  }

  now(): Date {
    return new Date((this.#stands ?? Date.now()) + this.#ahead)
  }

  set(now: Date | string): void {
    const given: unknown = now
    const time = typeof given === 'string' || isDate(given) ? new Date(given).getTime() : NaN
    if (!isWritable(time))
      throw new EmulatorError(`the time must be a timestamp such as 2026-06-15T12:00:00Z (got ${JSON.stringify(now)})`)
    this.#stands = time
    this.#ahead = 0
  }

  advance(seconds: number): void {
    if (!Number.isFinite(seconds))
      throw new EmulatorError(`the seconds must be a number (got ${JSON.stringify(seconds)})`)
    if (!isWritable(this.now().getTime() + seconds * 1000)) {
      throw new EmulatorError(`the time must be in the years 1970 to 9999 (got ${seconds} seconds from now)`)
    }
    this.#ahead += seconds * 1000
  }
}

const isWritable = (time: number): boolean => time >= 0 && time <= farthest
