import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { EmulatorError } from '../store/emulator-error'
import type { Store } from '../store/store'
import { buildWorld } from './build'
import { shapeProblems } from './check'
import type { World } from './declaration'
import type { Problem } from './problems'

/** A world that was not validated yet. */
interface Source {
  /** Its name in error messages. */
  name: string
  value: unknown
  /** Line and column of a path in the file, such as `12:5`. */
  place?: (path: Problem['path']) => string | undefined
}

/**
 * Fills an empty store with a world, which may be the path of a file. @throws EmulatorError that lists the problems by
 * path.
 */
export function fillWithWorld(store: Store, world: World | string, now: string): void {
  const source = typeof world === 'string' ? readFile(world) : { name: 'The world', value: world }
  const shape = shapeProblems(source.value)
  if (shape.length > 0) throw refusal(source, shape)
  const problems = buildWorld(store, source.value as World, now)
  if (problems.length > 0) throw refusal(source, problems)
}

/** Reads YAML, of which JSON is a subset. */
function readFile(file: string): Source {
  // Loaded on demand because most emulators start with the seed world.
  const { isNode, LineCounter, parseDocument } = createRequire(__filename)('yaml') as typeof import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(textOf(file), { lineCounter: lines, merge: true, prettyErrors: false })
  const [error] = document.errors
  if (error) {
    const { line, col } = lines.linePos(error.pos[0])
    throw new EmulatorError(`The world ${file} is not YAML, line ${line}, column ${col}: ${error.message}.`)
  }
  return {
    name: `The world ${file}`,
    value: valueOf(file, () => document.toJS() as unknown),
    place: (path) => {
      for (let length = path.length; length > 0; length--) {
        const node = document.getIn(path.slice(0, length), true)
        if (!isNode(node) || !node.range) continue
        const { line, col } = lines.linePos(node.range[0])
        return `${line}:${col}`
      }
      return undefined
    },
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new EmulatorError(`The world ${file} cannot be read (${code}): check the path and its permissions.`)
  }
}

/** @throws EmulatorError for aliases that are not defined or expand to too many values. */
function valueOf(file: string, read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    throw new EmulatorError(`The world ${file} cannot be used: ${(error as Error).message}.`)
  }
}

const maxListed = 20

function refusal({ name, place }: Source, problems: Problem[]): EmulatorError {
  const lines = problems.slice(0, maxListed).map(({ path, text }) => {
    const at = place?.(path)
    return `  ${at ? `${at} ` : ''}${path.length > 0 ? `${path.join('.')}: ` : ''}${text}`
  })
  const rest = problems.length > maxListed ? [`  … and ${problems.length - maxListed} more`] : []
  return new EmulatorError([`${name} cannot be used:`, ...lines, ...rest].join('\n'))
}
