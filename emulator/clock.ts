import { EmulatorError } from './emulator-error'

/** The emulator's time: that of the machine, moved by what was advanced; once set, it stands still until advanced. */
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
    const time = new Date(now).getTime()
    if (Number.isNaN(time)) throw new EmulatorError(`${JSON.stringify(now)} is no time: write 2026-06-15T12:00:00Z`)
    this.#stands = time
    this.#ahead = 0
  }

  advance(seconds: number): void {
    if (!Number.isFinite(seconds)) throw new EmulatorError(`${JSON.stringify(seconds)} is no number of seconds`)
    this.#ahead += seconds * 1000
  }
}
