import type { LineCounter } from 'yaml'
import { visible } from '../core/schema/characters'
import { clipped } from '../core/schema/plain'

/** A file that was read. */
export interface Source {
  /** As people name it: relative to the folder that patterns start from. */
  readonly file: string
  readonly lines: LineCounter
}

/** Where something is written, and its path in there: `projects."acme/web".labels.bug`. */
export interface Place {
  readonly source: Source
  readonly offset: number
  readonly path: string
}

/** The path of an entry of a map. */
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
  /** The projects in which something is wrong that is written elsewhere. */
  readonly projects: Set<string>
}

/** A project, and where it is declared. */
interface Declared {
  readonly path: string
  readonly at: Place
}

/** More than anybody reads at once. */
const MOST = 100

/** What is wrong with files, all of it: nothing is thrown before everything was looked at. */
export class Problems {
  private readonly found = new Map<string, Problem>()

  get size(): number {
    return this.found.size
  }

  /** `project` is the one in which it is wrong, which is only told where it is written elsewhere. */
  add(at: Place, reason: string, { path = at.path, project }: { path?: string; project?: Declared } = {}): void {
    const text = path === '' ? reason : `${path}: ${reason}`
    const key = JSON.stringify([at.source.file, at.offset, text])
    const problem = this.found.get(key) ?? { at, text, projects: new Set() }
    this.found.set(key, problem)
    if (project && !path.startsWith(project.at.path)) problem.projects.add(project.path)
  }

  /** What is wrong, as text of several lines, in the order of files and lines. */
  toString(): string {
    const sorted = [...this.found.values()].sort(
      (one, other) => compare(one.at.source.file, other.at.source.file) || one.at.offset - other.at.offset,
    )
    const lines = sorted
      .slice(0, MOST)
      .map(({ at, text, projects }) => `  ${visible(`${lineOf(at)}: ${text}${inProjects(projects)}`)}`)
    const count = sorted.length === 1 ? 'is an error' : `are ${sorted.length} errors`
    const more = sorted.length > MOST ? [`  … and ${sorted.length - MOST} more`] : []
    return [`There ${count} in the projects' files, so nothing is made of them:`, ...lines, ...more].join('\n')
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function inProjects(projects: ReadonlySet<string>): string {
  const [first] = projects
  if (first === undefined) return ''
  const others = projects.size - 1
  return ` (for ${first}${others === 0 ? '' : others === 1 ? ' and another project' : ` and ${others} other projects`})`
}
