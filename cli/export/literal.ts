import { oneLine } from './names'

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

const width = 120

/**
 * A value as TypeScript, on several lines if it does not fit on one. `depth` is the indentation of the line, `used` the number
 * of characters before the value.
 */
export function literal(value: unknown, depth = 0, used = 0): string {
  const line = inline(value)
  if (depth * 2 + used + line.length <= width || !isComposite(value) || isAlias(value)) return line
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const inner = '  '.repeat(depth + 1)
  const parts = Array.isArray(value)
    ? value.map((entry) => literal(entry, depth + 1, 1))
    : partsOf(value, (entry, before) => literal(entry, depth + 1, before + 1))
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${'  '.repeat(depth)}${close}`
}

function inline(value: unknown): string {
  if (value instanceof Code) return value.text
  if (isAlias(value)) return value.of[0]!.text
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (!isComposite(value)) return JSON.stringify(value) ?? 'undefined'
  const pairs = partsOf(value, inline)
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
}

const isAlias = (value: unknown): value is Spread =>
  value instanceof Spread && value.of.length === 1 && Object.keys(value.own).length === 0

/** The entries of an object literal. `write` receives the number of characters that the line already has. */
function partsOf(value: object, write: (entry: unknown, before: number) => string): string[] {
  const { of, own } = value instanceof Spread ? value : { of: [], own: value }
  const pairs = Object.entries(own).map(([key, entry]) => pair(key, entry, (before) => write(entry, before)))
  return [...of.map(({ text }) => `...${text}`), ...pairs]
}

const isComposite = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Code) && Object.keys(value).length > 0

function pair(key: string, value: unknown, write: (before: number) => string): string {
  if (value instanceof Code && value.text === key) return key
  const name = keyText(key)
  return `${name}: ${write(name.length + 2)}`
}

/** A key of an object, quoted if necessary. `__proto__` is computed, so that it is an ordinary key. */
const keyText = (key: string): string =>
  key === '__proto__' ? `[${text(key)}]` : /^[A-Za-z_$][\w$]*$/.test(key) ? key : text(key)

/** A string literal. Invisible and misleading characters are escaped. */
export function text(value: string): string {
  const quote = count(value, "'") > count(value, '"') ? '"' : "'"
  const escaped = JSON.stringify(value)
    .slice(1, -1)
    .replace(/\\.|["']|[\p{Cc}\p{Cf}\p{Co}]|(?! )\p{Z}/gsu, (part) => {
      if (part === '\\"' || part === '"' || part === "'") return part.endsWith(quote) ? `\\${quote}` : part.slice(-1)
      return part.startsWith('\\') ? part : escapes(part)
    })
  return quote + escaped + quote
}

const count = (value: string, character: string): number => value.split(character).length - 1

const escapes = (part: string): string =>
  part
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** A comment on one line. */
export const comment = (text: string, depth = 0): string => `${'  '.repeat(depth)}// ${oneLine(text)}`
