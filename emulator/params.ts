import { badParameters, internalError } from './http-errors'
import { type Flavor } from './instance'
import { readMoment } from './moment'
import { isParams, type RawParams } from './nest'

/**
 * Parameters are declared as the service declares them:
 *
 *     const create = params({ name: string.required(), priority: integer }, atLeastOne('color', 'description'))
 *
 * `bind` judges all of them, joins every complaint into one 400, and gives typed values. As in the service, "required"
 * asks for the key alone: null and "" pass. Parameters that are not declared are ignored.
 */
export const params = <S extends Shape>(shape: S, ...rules: Rule[]): Declaration<S> => new Declaration(shape, rules)

/** Declared parameters by name, in the order in which complaints are listed. */
export type Shape = Record<string, Param<unknown, boolean>>

/** What a handler gets: an optional parameter that was not sent has no key. */
export type Bound<S extends Shape> = {
  [K in keyof S as S[K] extends Param<unknown, true> ? never : K]: S[K] extends Param<infer T, boolean> ? T : never
} & {
  [K in keyof S as S[K] extends Param<unknown, true> ? K : never]?: S[K] extends Param<infer T, boolean> ? T : never
}

/** What crosses parameters: given which of them were sent, the complaint if any. */
export type Rule = (sent: (name: string) => boolean, spelled: (name: string) => string) => string | undefined

export class Declaration<S extends Shape> {
  constructor(
    private readonly shape: S,
    private readonly rules: Rule[],
  ) {}

  /** The names of those that have an effect, and of those of GitLab's that have none here. */
  names(): { heeded: string[]; ignored: string[] } {
    const names = Object.keys(this.shape)
    return {
      heeded: names.filter((name) => this.heeds(name)),
      ignored: names.filter((name) => !this.heeds(name)),
    }
  }

  /** Whether a parameter of that name has an effect. */
  heeds(name: string): boolean {
    return Object.hasOwn(this.shape, name) && !this.shape[name]!.isIgnored
  }

  /** Typed values of the declared parameters. @throws HttpError 400 with every complaint. */
  bind(raw: RawParams): Bound<S> {
    const complaints: string[] = []
    const bound = this.judge(raw, '', complaints)
    if (complaints.length > 0) throw badParameters(complaints)
    return bound
  }

  /** Like `bind`, for parameters inside the one called `prefix`. */
  judge(raw: RawParams, prefix: string, complaints: string[]): Bound<S> {
    const spelled = (name: string): string => (prefix ? `${prefix}[${name}]` : name)
    const bound: RawParams = {}
    for (const [name, param] of Object.entries(this.shape)) {
      const value = param.judge(Object.hasOwn(raw, name) ? raw[name] : undefined, spelled(name), complaints)
      if (value !== undefined) bound[name] = value
    }
    for (const rule of this.rules) {
      const complaint = rule((name) => Object.hasOwn(raw, name), spelled)
      if (complaint) complaints.push(complaint)
    }
    return bound as Bound<S>
  }
}

const not: unique symbol = Symbol('not of this type')

/** Turns what was sent, never undefined, into a value of the type, or `not`. */
type Coerce = (raw: unknown, name: string, complaints: string[]) => unknown

interface Demands {
  required?: boolean
  fallback?: unknown
  allowed?: readonly unknown[]
  except?: readonly unknown[]
  filled?: boolean
  ignored?: boolean
}

type Item<T> = NonNullable<T> extends (infer I)[] ? I : NonNullable<T>

/** One parameter; each method gives a stricter one. */
export class Param<T, Optional extends boolean> {
  /** Only for the type checker. */
  declare readonly optional: Optional

  constructor(
    private readonly coerce: Coerce,
    private readonly demands: Demands = {},
  ) {}

  /** `X is missing` without the key. */
  required(): Param<T, false> {
    return this.with({ required: true })
  }

  /** `X is empty` for null, "" and blanks. */
  filled(): Param<NonNullable<T>, Optional> {
    return this.with({ filled: true })
  }

  /** Stands in for an absent key and for null. */
  default(fallback: NonNullable<T>): Param<NonNullable<T>, false> {
    return this.with({ fallback })
  }

  /** `X does not have a valid value` for any other, null excepted; in a list, for each. */
  oneOf(...allowed: Item<T>[]): Param<T, Optional> {
    return this.with({ allowed })
  }

  /** `X has a value not allowed` for these. */
  except(...except: Item<T>[]): Param<T, Optional> {
    return this.with({ except })
  }

  /** One of GitLab's that has no effect here, whatever it says. Its value is judged, and links repeat it. */
  ignored(): Param<T, Optional> {
    return this.with({ ignored: true })
  }

  get isIgnored(): boolean {
    return this.demands.ignored === true
  }

  judge(raw: unknown, name: string, complaints: string[]): unknown {
    const { required, fallback, allowed, except, filled } = this.demands
    if (raw === undefined) {
      if (required) complaints.push(`${name} is missing`)
      if (required && filled && fallback === undefined) complaints.push(`${name} is empty`)
      return fallback
    }
    const coerced = this.coerce(raw, name, complaints)
    if (coerced === not) complaints.push(`${name} is invalid`)
    // What has another type is judged on as it was sent.
    const value = coerced === null ? (fallback ?? null) : coerced === not ? raw : coerced
    const values = Array.isArray(value) ? value : value === null ? [] : [value]
    if (filled && (value === null || (typeof value === 'string' && value.trim() === ''))) {
      complaints.push(`${name} is empty`)
    }
    if (allowed && values.some((item) => !allowed.includes(item)))
      complaints.push(`${name} does not have a valid value`)
    if (except && values.some((item) => except.includes(item))) complaints.push(`${name} has a value not allowed`)
    return value
  }

  private with<U, O extends boolean>(demands: Demands): Param<U, O> {
    return new Param<U, O>(this.coerce, { ...this.demands, ...demands })
  }
}

export const isScalar = (raw: unknown): raw is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof raw)

/** Null and "" are null, a match becomes a value, all else is of the wrong type. */
const orNull =
  (convert: (raw: string | number | boolean) => unknown): Coerce =>
  (raw) =>
    raw === null || raw === '' ? null : isScalar(raw) ? convert(raw) : not

/** Text; numbers and booleans are written out. */
export const string = new Param<string | null, true>((raw) => (raw === null ? null : isScalar(raw) ? write(raw) : not))

/** Numbers as Ruby writes them, as far as what JSON says of a number is known: 5.0 is 5 here. */
function write(value: string | number | boolean): string {
  if (typeof value !== 'number') return String(value)
  if (!Number.isFinite(value)) return String(value)
  const size = Math.abs(value)
  if (Number.isInteger(value) && size < 1e21) return String(BigInt(value))
  if (size >= 1e-4 && size < 1e16) return String(value)
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  const power = exponent.slice(1).padStart(2, '0')
  return `${digits.includes('.') ? digits : `${digits}.0`}e${exponent[0]}${power}`
}

/** A whole number: 7, "7", " 7 ", "1_000"; 7.9 is cut to 7, "7.9" is refused. */
export const integer = new Param<number | null, true>(
  orNull((raw) => {
    if (typeof raw === 'number') return Math.trunc(raw)
    return wholeNumber(String(raw)) ?? not
  }),
)

function wholeNumber(text: string): number | undefined {
  const digits = /^\s*([+-]?\d+(?:_\d+)*)\s*$/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits.replaceAll('_', ''))
}

/** true, false, and what forms send for them. */
export const boolean = new Param<boolean | null, true>(
  orNull((raw) => {
    const text = String(raw)
    if (/^(1|t|T|y|Y|true|True|TRUE|yes|Yes|YES|on|On|ON)$/.test(text)) return true
    return /^(0|f|F|n|N|false|False|FALSE|no|No|NO|off|Off|OFF)$/.test(text) ? false : not
  }),
)

/** A day as `YYYY-MM-DD`; the time of a full timestamp is cut off. */
export const date = new Param<string | null, true>(orNull((raw) => momentOf(raw)?.day ?? not))

/** A moment as ISO 8601 UTC with milliseconds; a bare date is its midnight. */
export const dateTime = new Param<string | null, true>(orNull((raw) => momentOf(raw)?.time.toISOString() ?? not))

const momentOf = (raw: string | number | boolean) => (typeof raw === 'string' ? readMoment(raw) : undefined)

/** Texts: a list, or one text with commas. Null and "" are no texts. */
export const strings = new Param<string[], true>((raw) => {
  const items: unknown[] = Array.isArray(raw) ? raw : raw === null ? [] : [raw]
  return items.every(isScalar) ? textsIn(items) : not
})

const textsIn = (items: unknown[]): string[] =>
  items.flatMap((item) => String(item).split(',')).filter((item) => item !== '')

/** Whole numbers: a list, or one text with commas. What is no number counts as 0, as in the service. */
export const integers = new Param<number[], true>((raw) => {
  const items: unknown[] = Array.isArray(raw) ? raw : raw === null ? [] : [raw]
  return items.every(isScalar) ? textsIn(items).map(leadingNumber) : not
})

const leadingNumber = (text: string): number => Number(/^\s*([+-]?\d+)/.exec(text)?.[1] ?? 0)

/** A list of texts, which may hold commas. Null is an empty one. */
export const textList = new Param<string[], true>((raw) => {
  const items: unknown = raw === '' ? [] : (raw ?? [])
  return Array.isArray(items) && items.every(isScalar) ? items.map(String) : not
})

/** Parameters by any name. */
export const hash = new Param<RawParams | null, true>((raw) => (raw === null || isParams(raw) ? raw : not))

/** Declared parameters inside a parameter. */
export const nested = <S extends Shape>(declaration: Declaration<S>): Param<Bound<S> | null, true> =>
  new Param((raw, name, complaints) =>
    raw === null || raw === '' ? null : isParams(raw) ? declaration.judge(raw, name, complaints) : not,
  )

/**
 * A list of declared parameters. By the specification forms may number the items: `list[0][name]=…`. GitLab takes no
 * numbers; it passes over null, looks at nothing in an empty item, and breaks on one that is no object.
 */
export const list = <S extends Shape>(declaration: Declaration<S>, flavor: Flavor = 'seed'): Param<Bound<S>[], true> =>
  new Param((raw, name, complaints) => {
    const seed = flavor === 'seed'
    const numbered = seed && isParams(raw) && Object.keys(raw).every((key) => /^\d+$/.test(key))
    const sent: unknown = raw === null || (raw === '' && !seed) ? [] : numbered ? Object.values(raw) : raw
    if (!Array.isArray(sent)) return not
    const items: unknown[] = seed ? sent : sent.filter((item) => item !== null)
    if (!items.every(isParams)) {
      if (seed) return not
      throw internalError()
    }
    return items.map((item, at) =>
      !seed && Object.keys(item).length === 0 ? {} : declaration.judge(item, `${name}[${at}]`, complaints),
    )
  })

/** A segment of the path. */
export const segment = new Param<string, false>((raw) => raw)

/** A number in the path, spelled as elsewhere. What follows a dot is a format there, not a fraction. */
export const segmentId = new Param<number, false>((raw) => wholeNumber(String(raw).replace(/\.\w+$/, '')) ?? not)

/** A number at the beginning of a segment; 0 for none. */
export const leadingId = new Param<number, false>((raw) => parseInt(String(raw), 10) || 0)

export const atLeastOne =
  (...names: string[]): Rule =>
  (sent, spelled) =>
    names.some(sent)
      ? undefined
      : `${names.map(spelled).join(', ')} are missing, at least one parameter must be provided`

export const atMostOne =
  (...names: string[]): Rule =>
  (sent, spelled) => {
    const given = names.filter(sent)
    return given.length > 1 ? `${given.map(spelled).join(', ')} are mutually exclusive` : undefined
  }

export const exactlyOne =
  (...names: string[]): Rule =>
  (sent, spelled) =>
    names.some(sent)
      ? atMostOne(...names)(sent, spelled)
      : `${names.map(spelled).join(', ')} are missing, exactly one parameter must be provided`

export const allOrNone =
  (...names: string[]): Rule =>
  (sent, spelled) => {
    const given = names.filter(sent)
    return given.length === 0 || given.length === names.length
      ? undefined
      : `${names.map(spelled).join(', ')} provide all or none of parameters`
  }
