import { oneLine } from './names'

/** Text that stands in the program as it is, and not as a value. */
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
 * A plain value as TypeScript, over several lines where one is too short. `depth` is how far the line is indented, `used`
 * how much of it is taken.
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

/** A key of an object: bare where it may be, and `__proto__` so that it is a key like any other. */
const keyText = (key: string): string =>
  key === '__proto__' ? `[${text(key)}]` : /^[A-Za-z_$][\w$]*$/.test(key) ? key : text(key)

/** A string; whatever cannot be seen, or is not what it looks like, is written as an escape. */
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

/** A comment of one line, whatever the text holds. */
export const comment = (said: string, depth = 0): string => `${'  '.repeat(depth)}// ${oneLine(said)}`
