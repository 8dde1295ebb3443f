import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { canonicalReference } from '../core/schema/canonical'
import { canonicalPath } from './names'
import { type Place, Problems } from './problems'
import { sectionNames } from './section'
import type { ParentKind } from './settings'
import { type Branch, type Entry, type Tree, treesOf } from './yaml-tree'

/** A line of a YAML file. */
export interface DeclaredLine {
  /** The path of the file from the folder in which it was found, with slashes. */
  file: string
  line: number
}

/** Larger files are not searched. */
const MAX_FILE_BYTES = 5 * 1024 * 1024

/** Finds the lines of the projects' files in a folder, without the patterns of the program. Skips invalid files. */
export class DeclaredLines {
  private readonly defaults: Entry[] = []
  private readonly groups = new Map<string, Entry[]>()
  private readonly projects = new Map<string, Entry[]>()
  private readonly groupSettings = new Map<string, Entry[]>()

  constructor(folder: string) {
    const files = globSync(['**/*.{yaml,yml}'], {
      cwd: folder,
      expandDirectories: false,
      ignore: ['**/node_modules/**'],
      followSymbolicLinks: false,
    })
    for (const file of files.sort()) {
      const text = textOf(folder, file)
      // Most files are of other tools. Parsing them takes time.
      if (!sectionNames.some((name) => text.includes(name))) continue
      for (const tree of treesOf(file, text, new Problems())) this.add(tree)
    }
  }

  /**
   * The line that declares an object of a project or group: that of the item, or of the argument of a single object, in
   * the project, the nearest group or the defaults, or in the settings of the group. If there is none, the line of the
   * setting in the project or group, or of the project or group.
   *
   * Undefined unless one file declares the project or group: it is not known which files the program reads.
   */
  lineOf(parentKind: ParentKind, path: string, setting: string, item?: string): DeclaredLine | undefined {
    const name = canonicalPath(path)
    const declared = only((parentKind === 'project' ? this.projects : this.groupSettings).get(name))
    if (!declared) return undefined
    const sections = parentKind === 'project' ? [declared, ...this.above(name)] : [declared]
    const items = item === undefined ? [] : sections.map((section) => section && keyIn(section.value, [setting, item]))
    return lineAt(items.find((place) => place !== undefined) ?? keyIn(declared.value, [setting]) ?? declared.key)
  }

  /** The sections whose settings apply to a project, the nearest first. */
  private above(project: string): (Entry | undefined)[] {
    return [...parentsOf(project).map((group) => only(this.groups.get(group))), only(this.defaults)]
  }

  private add(tree: Tree): void {
    if (!isOfProjects(tree)) return
    const defaults = tree.entries.get('defaults')
    if (defaults) this.defaults.push(defaults)
    for (const name of ['groups', 'projects', 'groupSettings'] as const) {
      const section = tree.entries.get(name)?.value
      for (const [written, entry] of section?.type === 'map' ? section.entries : []) {
        const path = canonicalPath(String(canonicalReference(written)))
        this[name].set(path, [...(this[name].get(path) ?? []), entry])
      }
    }
  }
}

/** Reads a YAML file, and returns a function that finds the line of a key. An invalid file has no keys. */
export function keyLines(folder: string, file: string): (path: readonly string[]) => DeclaredLine | undefined {
  const [tree] = treesOf(file, textOf(folder, file), new Problems())
  return (path) => {
    const place = tree && keyIn(tree, path)
    return place && lineAt(place)
  }
}

/** Empty if the file cannot be read. */
function textOf(folder: string, file: string): string {
  const path = join(folder, file)
  try {
    return statSync(path).size > MAX_FILE_BYTES ? '' : readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const isOfProjects = (tree: Tree): tree is Branch =>
  tree.type === 'map' &&
  [...tree.entries.keys()].every((name) => isSectionName(name) || name === '$schema' || name.startsWith('x-'))

const isSectionName = (name: string) => sectionNames.some((section) => section === name)

/** The groups above a project, the nearest first. */
function parentsOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, index) => names.slice(0, names.length - 1 - index).join('/'))
}

function keyIn(tree: Tree, [name = '', ...rest]: readonly string[]): Place | undefined {
  const entry = tree.type === 'map' ? tree.entries.get(name) : undefined
  return entry && rest.length > 0 ? keyIn(entry.value, rest) : entry?.key
}

const only = (entries: readonly Entry[] = []): Entry | undefined => (entries.length === 1 ? entries[0] : undefined)

const lineAt = ({ source, offset }: Place): DeclaredLine => ({
  file: source.file,
  line: source.lines.linePos(offset).line,
})
