import { badParameters } from './errors'
import type { RawParams } from './nest'

/**
 * Declares parameters the way GitLab does:
 *
 *     const create = params({ name: string.required(), priority: integer }, atLeastOne('color', 'description'))
 *
 * `bind` validates all of them, joins the complaints into one 400, and returns typed values. As in GitLab, "required"
 * only requires the key: null and "" pass. Parameters that are not declared are ignored.
 */
export const params = <S extends Shape>(shape: S, ...rules: Rule[]): Parameters<S> => new Parameters(shape, rules)

/** Declared parameters by name, in the order in which complaints are listed. */
export type Shape = Record<string, Param<unknown, boolean>>

/** What a handler gets: an optional parameter that was not sent has no key. */
export type Bound<S extends Shape> = {
  [K in keyof S as S[K] extends Param<unknown, true> ? never : K]: S[K] extends Param<infer T, boolean> ? T : never
} & {
  [K in keyof S as S[K] extends Param<unknown, true> ? K : never]?: S[K] extends Param<infer T, boolean> ? T : never
}

/** A rule about several parameters. Returns a complaint, or undefined if the sent parameters satisfy it. */
export type Rule = (sent: (name: string) => boolean, spelled: (name: string) => string) => string | undefined

export class Parameters<S extends Shape> {
  constructor(
    private readonly shape: S,
    private readonly rules: Rule[],
  ) {}

  /** The names of the parameters with an effect, and the names of GitLab's parameters that the emulator ignores. */
  names(): { effective: string[]; ignored: string[] } {
    const names = Object.keys(this.shape)
    return {
      effective: names.filter((name) => this.hasEffect(name)),
      ignored: names.filter((name) => !this.hasEffect(name)),
    }
  }

  /** Whether the parameter is declared and has an effect. */
  hasEffect(name: string): boolean {
    return Object.hasOwn(this.shape, name) && !this.shape[name]!.isIgnored
  }

  /** Typed values of the declared parameters. @throws HttpError 400 with every complaint. */
  bind(raw: RawParams): Bound<S> {
    const complaints: string[] = []
    const bound = this.validate(raw, '', complaints)
    if (complaints.length > 0) throw badParameters(complaints)
    return bound
  }

  /** Like `bind`, for parameters inside the one called `prefix`. */
  validate(raw: RawParams, prefix: string, complaints: string[]): Bound<S> {
    const spelled = (name: string): string => (prefix ? `${prefix}[${name}]` : name)
    const bound: RawParams = {}
    for (const [name, param] of Object.entries(this.shape)) {
      const value = param.validate(Object.hasOwn(raw, name) ? raw[name] : undefined, spelled(name), complaints)
      if (value !== undefined) bound[name] = value
    }
    for (const rule of this.rules) {
      const complaint = rule((name) => Object.hasOwn(raw, name), spelled)
      if (complaint) complaints.push(complaint)
    }
    return bound as Bound<S>
  }
}

/** Returned by a conversion if the value has another type. */
export const not: unique symbol = Symbol('not of this type')

/** Converts a sent value, never undefined, to a value of the type. Returns `not` if it cannot. */
export type Coerce = (raw: unknown, name: string, complaints: string[]) => unknown

interface Demands {
  required?: boolean
  fallback?: unknown
  allowed?: readonly unknown[]
  except?: readonly unknown[]
  filled?: boolean
  below?: number
  ignored?: boolean
}

type Item<T> = NonNullable<T> extends (infer I)[] ? I : NonNullable<T>

/** Ruby's `blank?`, without false. */
const isBlank = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.trim() === ''
    : value === null || (typeof value === 'object' && Object.keys(value).length === 0)

/** One parameter. Each method returns a stricter one. */
export class Param<T, Optional extends boolean> {
  /** Only for the type checker. */
  declare readonly optional: Optional

  constructor(
    private readonly coerce: Coerce,
    private readonly demands: Demands = {},
  ) {}

  /**
   * `X is missing` without the key, and with `oneOf` also that it does not have a valid value. As in GitLab, null and ""
   * pass.
   */
  required(): Param<T, false> {
    return this.with({ required: true })
  }

  /** `X is empty` for null, "", blanks, and empty lists and objects. */
  filled(): Param<NonNullable<T>, Optional> {
    return this.with({ filled: true })
  }

  /** The value for an absent key and for null. */
  default(fallback: NonNullable<T>): Param<NonNullable<T>, false> {
    return this.with({ fallback })
  }

  /** `X does not have a valid value` for any other value except null. In a list, applies to each item. */
  oneOf(...allowed: Item<T>[]): Param<T, Optional> {
    return this.with({ allowed })
  }

  /** `X has a value not allowed` for these. */
  except(...except: Item<T>[]): Param<T, Optional> {
    return this.with({ except })
  }

  /** `X X must be less than 100 characters` for a longer string: GitLab repeats the name. */
  shorterThan(below: number): Param<T, Optional> {
    return this.with({ below })
  }

  /** A parameter of GitLab without effect in the emulator. Its value is validated, and links repeat it. */
  ignored(): Param<T, Optional> {
    return this.with({ ignored: true })
  }

  get isIgnored(): boolean {
    return this.demands.ignored === true
  }

  validate(raw: unknown, name: string, complaints: string[]): unknown {
    const { required, fallback, allowed, except, filled, below = Infinity } = this.demands
    if (raw === undefined) {
      if (required) complaints.push(`${name} is missing`)
      if (required && filled && fallback === undefined) complaints.push(`${name} is empty`)
      if (required && allowed) complaints.push(`${name} does not have a valid value`)
      return fallback
    }
    const coerced = this.coerce(raw, name, complaints)
    if (coerced === not) complaints.push(`${name} is invalid`)
    // A value of another type is validated as it was sent.
    const value = coerced === null ? (fallback ?? null) : coerced === not ? raw : coerced
    const values = Array.isArray(value) ? value : value === null ? [] : [value]
    if (filled && isBlank(value)) complaints.push(`${name} is empty`)
    if (allowed && values.some((item) => !allowed.includes(item)))
      complaints.push(`${name} does not have a valid value`)
    if (except && values.some((item) => except.includes(item))) complaints.push(`${name} has a value not allowed`)
    if (typeof value === 'string' && [...value].length >= below)
      complaints.push(`${name} ${name} must be less than ${below} characters`)
    return value
  }

  private with<U, O extends boolean>(demands: Demands): Param<U, O> {
    return new Param<U, O>(this.coerce, { ...this.demands, ...demands })
  }
}
