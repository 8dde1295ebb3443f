import type { LineCounter } from 'yaml'
import { visible } from '../core/schema/characters'
import { clipped } from '../core/schema/display'

/** A file that was read. */
export interface Source {
  /** Relative to the working directory of the patterns. */
  readonly file: string
  readonly lines: LineCounter
}

/** The position of a value in a file and its path there: `projects."acme/web".labels.bug`. */
export interface Place {
  readonly source: Source
  readonly offset: number
  readonly path: string
}

/** The path of a map entry. */
export const below = (path: string, key: string): string => {
  const short = clipped(key)
  const name = /^[\w-]+$/.test(key) ? short : JSON.stringify(short)
  return path === '' ? name : `${path}.${name}`
}

/** `projects/web.yaml:4:14` */
export function lineOf({ source, offset }: Place): string {
  const { line, col } = source.lines.linePos(offset)
  return `${source.file}:${line}:${col}`
}

interface Problem {
  readonly at: Place
  readonly text: string
  /** The projects that inherit the invalid value from another section. */
  readonly projects: Set<string>
}

/** A project and the position of its declaration. */
interface Declared {
  readonly path: string
  readonly at: Place
}

/** The maximum number of errors in a message. */
const MAX_PROBLEMS = 100

/** Collects the errors in files, so that they are reported together. */
export class Problems {
  private readonly found = new Map<string, Problem>()

  get size(): number {
    return this.found.size
  }

  /** `project` is the project in which the value is invalid. It is only reported if the value is inherited. */
  add(at: Place, reason: string, { path = at.path, project }: { path?: string; project?: Declared } = {}): void {
    const text = path === '' ? reason : `${path}: ${reason}`
    const key = JSON.stringify([at.source.file, at.offset, text])
    const problem = this.found.get(key) ?? { at, text, projects: new Set() }
    this.found.set(key, problem)
    if (project && !path.startsWith(project.at.path)) problem.projects.add(project.path)
  }

  /** All errors as several lines, sorted by file and position. */
  toString(): string {
    const sorted = [...this.found.values()].sort(
      (a, b) => compare(a.at.source.file, b.at.source.file) || a.at.offset - b.at.offset,
    )
    const lines = sorted
      .slice(0, MAX_PROBLEMS)
      .map(({ at, text, projects }) => `  ${visible(`${lineOf(at)}: ${text}${inProjects(projects)}`)}`)
    const count = sorted.length === 1 ? '1 error' : `${sorted.length} errors`
    const more = sorted.length > MAX_PROBLEMS ? [`  … and ${sorted.length - MAX_PROBLEMS} more`] : []
    return [`The projects' files have ${count}, so no project is declared:`, ...lines, ...more].join('\n')
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function inProjects(projects: ReadonlySet<string>): string {
  const [first] = projects
  if (first === undefined) return ''
  const others = projects.size - 1
  return ` (for ${first}${others === 0 ? '' : others === 1 ? ' and another project' : ` and ${others} other projects`})`
}
