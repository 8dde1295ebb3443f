import { readTimestamp } from '../store/timestamp'
import { internalError } from './errors'
import type { Flavor } from './instance'
import { isParams, type RawParams } from './nest'
import { type Bound, type Coerce, not, Param, type Parameters, type Shape } from './params'

export const isScalar = (raw: unknown): raw is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof raw)

/** Null and "" become null. Other scalars are converted. */
const orNull =
  (convert: (raw: string | number | boolean) => unknown): Coerce =>
  (raw) =>
    raw === null || raw === '' ? null : isScalar(raw) ? convert(raw) : not

/** A string. Numbers and Booleans are converted. */
export const string = new Param<string | null, true>((raw) => (raw === null ? null : isScalar(raw) ? write(raw) : not))

/** Formats a number as Ruby does. Since JSON numbers lose their spelling, 5.0 is formatted as 5. */
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

/** An integer: 7, "7", " 7 ", "1_000". 7.9 becomes 7, "7.9" is refused. */
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

/** A number with or without a fraction: 7, 7.5, "7.5". */
export const decimal = new Param<number | null, true>(
  orNull((raw) => (typeof raw !== 'boolean' && /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(String(raw)) ? Number(raw) : not)),
)

/** An uploaded file. The emulator keeps none. */
export const file = new Param<RawParams | null, true>((raw) =>
  raw === null || raw === '' ? null : isParams(raw) && 'filename' in raw ? raw : not,
).ignored()

/** true, false, and their spellings in forms. */
export const boolean = new Param<boolean | null, true>(
  orNull((raw) => {
    const text = String(raw)
    if (/^(1|t|T|y|Y|true|True|TRUE|yes|Yes|YES|on|On|ON)$/.test(text)) return true
    return /^(0|f|F|n|N|false|False|FALSE|no|No|NO|off|Off|OFF)$/.test(text) ? false : not
  }),
)

/** A date, `YYYY-MM-DD`. The time of a timestamp is removed. */
export const date = new Param<string | null, true>(orNull((raw) => momentOf(raw)?.day ?? not))

/** A timestamp in ISO 8601, UTC with milliseconds. A date means its midnight. */
export const dateTime = new Param<string | null, true>(orNull((raw) => momentOf(raw)?.time.toISOString() ?? not))

const momentOf = (raw: string | number | boolean) => (typeof raw === 'string' ? readTimestamp(raw) : undefined)

/** Strings: a list, or one string with commas. Null, "" and objects mean an empty list. */
export const strings = new Param<string[], true>((raw) => textsIn(raw))

/** Like GitLab, ignores spaces around an item and empty items at the end. A list in a list is one item. */
const textsIn = (raw: unknown): string[] =>
  (Array.isArray(raw) ? raw : typeof raw === 'string' ? [raw] : []).flatMap((item: unknown) => {
    const parts = (isScalar(item) ? String(item) : JSON.stringify(item)).split(',')
    return parts.slice(0, parts.findLastIndex((part) => part !== '') + 1).map((part) => part.trim())
  })

/** Integers: a list, or one string with commas. Like GitLab, reads other strings as 0. */
export const integers = new Param<number[], true>((raw) => textsIn(raw).map(leadingNumber))

const leadingNumber = (text: string): number => Number(/^\s*([+-]?\d+)/.exec(text)?.[1] ?? 0)

/** A list of strings, which can contain commas. Null means an empty list. */
export const textList = new Param<string[], true>((raw) => {
  const items: unknown = raw === '' ? [] : (raw ?? [])
  return Array.isArray(items) && items.every(isScalar) ? items.map(String) : not
})

/** An object with any keys. */
export const hash = new Param<RawParams | null, true>((raw) => (raw === null || isParams(raw) ? raw : not))

/** An object of declared parameters. */
export const nested = <S extends Shape>(parameters: Parameters<S>): Param<Bound<S> | null, true> =>
  new Param((raw, name, complaints) =>
    raw === null || raw === '' ? null : isParams(raw) ? parameters.validate(raw, name, complaints) : not,
  )

/**
 * A list of objects of declared parameters. In the specification, forms can number the items: `list[0][name]=…`. GitLab
 * does not accept numbers, skips null, does not validate empty items, and fails on items that are not objects.
 */
export const list = <S extends Shape>(parameters: Parameters<S>, flavor: Flavor = 'spec'): Param<Bound<S>[], true> =>
  new Param((raw, name, complaints) => {
    const spec = flavor === 'spec'
    const numbered = spec && isParams(raw) && Object.keys(raw).every((key) => /^\d+$/.test(key))
    const sent: unknown = raw === null || (raw === '' && !spec) ? [] : numbered ? Object.values(raw) : raw
    if (!Array.isArray(sent)) return not
    const items: unknown[] = spec ? sent : sent.filter((item) => item !== null)
    if (!items.every(isParams)) {
      if (spec) return not
      throw internalError()
    }
    return items.map((item, at) =>
      !spec && Object.keys(item).length === 0 ? {} : parameters.validate(item, `${name}[${at}]`, complaints),
    )
  })

/**
 * A list of objects of declared parameters, or JSON in a string, which can be a single object. Undeclared keys are kept:
 * GitLab passes them on. Complaints do not contain the position.
 */
export const jsonList = <S extends Shape>(parameters: Parameters<S>): Param<Bound<S>[], true> =>
  new Param((raw, name, complaints) => {
    if (raw === null || raw === '') return []
    const sent = typeof raw === 'string' ? parsed(raw) : raw
    const items: unknown[] = Array.isArray(sent) ? sent : typeof raw === 'string' ? [sent] : [not]
    if (!items.every(isParams)) return not
    return items.map((item) => ({ ...item, ...parameters.validate(item, name, complaints) }))
  })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return not
  }
}

/** A segment of the path. */
export const segment = new Param<string, false>((raw) => raw)

/** An integer in the path, in the same spellings as `integer`. A dot starts a format, not a fraction. */
export const segmentId = new Param<number, false>((raw) => wholeNumber(String(raw).replace(/\.\w+$/, '')) ?? not)

/** The number at the start of a segment; 0 if there is none. */
export const leadingId = new Param<number, false>((raw) => parseInt(String(raw), 10) || 0)
