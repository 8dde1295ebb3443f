import { validateHeaderName, validateHeaderValue } from 'node:http'
import { isRegExp } from 'node:util/types'
import { EmulatorError } from '../store/emulator-error'
import { isParams } from './nest'
import { refuseUnknown } from './unknown-key'

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
  /**
   * Another client sends the same request at the same moment, and both find that nothing is in the way: what is unique is
   * made once, and this request gets a 500; what is not is there twice. Default false.
   */
  race?: boolean
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

  /** @throws EmulatorError for what no request could be hit by, or answered with. */
  add(fault: Fault): void {
    refuseUnknown('a fault', fault, [...Object.keys(sound), 'path', 'body'])
    for (const [name, [wanted, isSound]] of Object.entries(sound)) {
      const value = fault[name as keyof Fault]
      if (value !== undefined && !isSound(value)) throw new EmulatorError(`the fault's ${name} has to be ${wanted}`)
    }
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

const isWhole = (least: number, most: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most
const isBoolean = (value: unknown): boolean => typeof value === 'boolean'

/** A timer counts no further. */
const longestDelay = 2 ** 31 - 1

const sound: Record<Exclude<keyof Fault, 'path' | 'body'>, [wanted: string, isSound: (value: unknown) => boolean]> = {
  method: ['a text', (value) => typeof value === 'string'],
  times: ['a whole number from 1', (value) => value === Infinity || isWhole(1, Number.MAX_SAFE_INTEGER)(value)],
  skip: ['a whole number from 0', isWhole(0, Number.MAX_SAFE_INTEGER)],
  status: ['a whole number from 200 to 599', isWhole(200, 599)],
  headers: ['texts by name that a header can hold', areHeaders],
  delayMs: [
    `a number from 0 to ${longestDelay}`,
    (value) => typeof value === 'number' && value >= 0 && value <= longestDelay,
  ],
  drop: ['"before" or "after"', (value) => value === 'before' || value === 'after'],
  truncate: ['true or false', isBoolean],
  work: ['true or false', isBoolean],
  race: ['true or false', isBoolean],
}

function areHeaders(value: unknown): boolean {
  if (!isParams(value)) return false
  try {
    for (const [name, one] of Object.entries(value)) {
      validateHeaderName(name)
      validateHeaderValue(name, one as string)
    }
    return Object.values(value).every((one) => typeof one === 'string')
  } catch {
    return false
  }
}

function patternOf(path: string | RegExp | undefined): RegExp | undefined {
  if (path === undefined) return undefined
  if (typeof path !== 'string' && !isRegExp(path)) throw noExpression(path)
  try {
    // A copy without `g` and `y`: those make `test` remember where it was.
    return isRegExp(path) ? new RegExp(path.source, path.flags.replace(/[gy]/g, '')) : new RegExp(path)
  } catch {
    throw noExpression(path)
  }
}

const noExpression = (path: unknown): EmulatorError =>
  new EmulatorError(`the fault's path ${JSON.stringify(path)} is no regular expression`)
