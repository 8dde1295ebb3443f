import { validateHeaderName, validateHeaderValue } from 'node:http'
import { isRegExp } from 'node:util/types'
import { EmulatorError } from '../store/emulator-error'
import { isParams } from './nest'
import { refuseUnknown } from './unknown-key'

/** A failure of the next matching requests. */
export interface Fault {
  /** Only requests with this method. Default: all methods. */
  method?: string
  /** Only requests whose path with query, as sent, matches this regular expression. Default: all paths. */
  path?: string | RegExp
  /** Number of requests that fail. Default: 1. */
  times?: number
  /** Number of matching requests that succeed first. Default: 0. */
  skip?: number
  /** Status of the response. The request has no effect unless `work` is true. */
  status?: number
  /** Headers added to the response. They replace headers of the same name. */
  headers?: Record<string, string>
  /** Body of the response: a string is sent as is, anything else as JSON. */
  body?: unknown
  /** Delay in milliseconds. Default: 0. */
  delayMs?: number
  /** Closes the connection: `before` the request has an effect, or `after`, so that only the response is lost. */
  drop?: 'before' | 'after'
  /** Closes the connection in the middle of the response body. The request has its effect. */
  truncate?: boolean
  /**
   * Whether the request has its effect despite `status`, like behind a gateway that lost the response. Default: false.
   */
  work?: boolean
  /**
   * Whether another client sends the same request at the same time and neither finds a conflict. Objects that are unique
   * in GitLab's database are created once, and this request gets a 500 (projects: 400). Others are created twice, also
   * push mirrors, protected branches, approval rules and members of projects. This request gets a 400 for the second
   * member. Default: false.
   */
  race?: boolean
}

interface Armed {
  fault: Fault
  pattern: RegExp | undefined
  times: number
  skip: number
}

/** The faults that have not happened yet. */
export class Faults {
  #armed: Armed[] = []

  /** @throws EmulatorError for a fault that could not match any request, or an invalid response. */
  add(fault: Fault): void {
    refuseUnknown('a fault', fault, [...Object.keys(validators), 'path', 'body'])
    for (const [name, [expected, isValid]] of Object.entries(validators)) {
      const value = fault[name as keyof Fault]
      if (value !== undefined && !isValid(value)) throw new EmulatorError(`the fault's ${name} must be ${expected}`)
    }
    this.#armed.push({ fault, pattern: patternOf(fault.path), times: fault.times ?? 1, skip: fault.skip ?? 0 })
  }

  clear(): void {
    this.#armed = []
  }

  /** The first fault that matches this request. Its number of hits decreases by one. */
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

/** Maximum delay of a timer. */
const longestDelay = 2 ** 31 - 1

const validators: Record<
  Exclude<keyof Fault, 'path' | 'body'>,
  [expected: string, isValid: (value: unknown) => boolean]
> = {
  method: ['a string', (value) => typeof value === 'string'],
  times: ['an integer of at least 1', (value) => value === Infinity || isWhole(1, Number.MAX_SAFE_INTEGER)(value)],
  skip: ['an integer of at least 0', isWhole(0, Number.MAX_SAFE_INTEGER)],
  status: ['an integer from 200 to 599', isWhole(200, 599)],
  headers: ['an object of valid header names and strings', areHeaders],
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
    // A copy without `g` and `y`, which make `test` depend on earlier calls.
    return isRegExp(path) ? new RegExp(path.source, path.flags.replace(/[gy]/g, '')) : new RegExp(path)
  } catch {
    throw noExpression(path)
  }
}

const noExpression = (path: unknown): EmulatorError =>
  new EmulatorError(`the fault's path must be a valid regular expression (got ${JSON.stringify(path)})`)
