import { oneLine } from '../shared/one-line'

/** Source code that is inserted unchanged, not as a value. */
export class Code {
  constructor(readonly text: string) {}
}

/** An object that spreads others, such as `{ ...palette, bug: { color: 'red' } }`, or just the other object itself. */
export class Spread {
  constructor(
    readonly of: readonly Code[],
    readonly own: object,
  ) {}
}

/** A secret of the stack's configuration, by its key. */
export class ConfigSecret {
  constructor(readonly key: string) {}
}

/** The keys of the configuration in a value, at any depth. */
export function secretKeysIn(value: unknown): string[] {
  if (value instanceof ConfigSecret) return [value.key]
  if (value instanceof Spread) return secretKeysIn(value.own)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(secretKeysIn) : []
}

/** How a language writes values. */
export interface Style {
  indent: string
  /** The maximum length of a line. */
  width: number
  text(value: string): string
  /** A number, a Boolean or null. */
  scalar(value: unknown): string
  /** The entry of an object up to its value, such as `name: `. */
  key(key: string): string
  /** An entry that adds the entries of another object. */
  spread(name: string): string
  /** Whether there are spaces inside the braces of objects on one line. */
  spaced: boolean
  /** Whether `{ project: project }` is written as `{ project }`. */
  shorthand: boolean
}

/**
 * A value as source code, on several lines if it does not fit on one. `depth` is the indentation of the line, `used`
 * the number of characters before the value.
 */
export function literal(style: Style, value: unknown, depth = 0, used = 0): string {
  const line = inline(style, value)
  const start = depth * style.indent.length + used
  if (start + line.length <= style.width || !isComposite(value) || isAlias(value)) return line
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((entry) => literal(style, entry, depth + 1, 1))
    : partsOf(style, value, (entry, before) => literal(style, entry, depth + 1, before + 1))
  const outer = style.indent.repeat(depth)
  return `${open}\n${parts.map((part) => `${outer}${style.indent}${part},\n`).join('')}${outer}${close}`
}

function inline(style: Style, value: unknown): string {
  if (value instanceof Code) return value.text
  if (isAlias(value)) return value.of[0]!.text
  if (typeof value === 'string') return style.text(value)
  if (Array.isArray(value)) return `[${value.map((entry) => inline(style, entry)).join(', ')}]`
  if (!isComposite(value)) return typeof value === 'object' && value !== null ? '{}' : style.scalar(value)
  const space = style.spaced ? ' ' : ''
  return `{${space}${partsOf(style, value, (entry) => inline(style, entry)).join(', ')}${space}}`
}

const isAlias = (value: unknown): value is Spread =>
  value instanceof Spread && value.of.length === 1 && Object.keys(value.own).length === 0

/** The entries of an object literal. `write` receives the number of characters that the line already has. */
function partsOf(style: Style, value: object, write: (entry: unknown, before: number) => string): string[] {
  const { of, own } = value instanceof Spread ? value : { of: [], own: value }
  const pairs = Object.entries(own).map(([key, entry]: [string, unknown]) => {
    if (style.shorthand && entry instanceof Code && entry.text === key) return key
    const name = style.key(key)
    return `${name}${write(entry, name.length)}`
  })
  return [...of.map(({ text }) => style.spread(text)), ...pairs]
}

const isComposite = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof Code) &&
  (value instanceof Spread || Object.keys(value).length > 0)

/** A string in double quotes, as in Python and Go. Invisible and misleading characters are escaped. */
export const doubleQuoted = (value: string): string =>
  JSON.stringify(value).replace(hidden, (part) => {
    if (part.startsWith('\\')) return part
    const digits = part.codePointAt(0)!.toString(16)
    return digits.length > 4 ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`
  })

/** Escapes of JSON, and characters that editors do not show. */
const hidden = /\\.|[\p{Cc}\p{Cf}\p{Co}]|(?! )\p{Z}/gsu

/** A comment on one line. */
export const commentAfter = (mark: string, text: string, depth = 0): string =>
  `${'  '.repeat(depth)}${mark} ${oneLine(text)}`
