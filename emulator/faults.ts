import { EmulatorError } from './emulator-error'

/** Something to go wrong with the next matching request. */
export interface Fault {
  /** Only requests with this method; default any. */
  method?: string
  /** Only requests whose path with query, as sent, matches this regular expression; default any. */
  path?: string | RegExp
  /** How many requests it hits; default 1. */
  times?: number
  /** How many matching requests it lets pass first; default 0. */
  skip?: number
  /** Answer with this status, and do no work unless `work` is true. */
  status?: number
  /** Headers added to the answer, or put in the place of its own. */
  headers?: Record<string, string>
  /** Body of the answer: text as it is, anything else as JSON. */
  body?: unknown
  /** Wait this many milliseconds before anything else; default 0. */
  delayMs?: number
  /** Cut the connection: `before` any work was done, or `after`, when only the answer is lost. */
  drop?: 'before' | 'after'
  /** Do the work, then cut the connection in the middle of the answer's body. */
  truncate?: boolean
  /** Do the work although `status` is given: a gateway that lost the answer. Default false. */
  work?: boolean
}

interface Armed {
  fault: Fault
  pattern: RegExp | undefined
  times: number
  skip: number
}

/** The faults that are still to happen. */
export class Faults {
  #armed: Armed[] = []

  add(fault: Fault): void {
    this.#armed.push({ fault, pattern: patternOf(fault.path), times: fault.times ?? 1, skip: fault.skip ?? 0 })
  }

  clear(): void {
    this.#armed = []
  }

  /** The first fault that hits this request; it has then one hit less. */
  take(method: string, path: string): Fault | undefined {
    for (const armed of this.#armed) {
      const { fault, pattern } = armed
      if (fault.method && fault.method.toUpperCase() !== method) continue
      if (pattern && !pattern.test(path)) continue
      if (armed.skip-- > 0) continue
      if (--armed.times <= 0) this.#armed = this.#armed.filter((other) => other !== armed)
      return fault
    }
    return undefined
  }
}

function patternOf(path: string | RegExp | undefined): RegExp | undefined {
  if (path === undefined) return undefined
  try {
    // A copy without `g` and `y`: those make `test` remember where it was.
    return path instanceof RegExp ? new RegExp(path.source, path.flags.replace(/[gy]/g, '')) : new RegExp(path)
  } catch {
    throw new EmulatorError(`the fault's path ${JSON.stringify(path)} is no regular expression`)
  }
}
