import type { Json } from '../../provider/command-line/basics'
import type { Code, Spread } from './literal'
import type { Slugs } from './slugs'

/** A resource as a program declares it. */
export interface Declared {
  kind: string
  name: string
  /** Its arguments by their names in the declaration. Values can be code, and secrets of the configuration. */
  args: Json
}

/** How a language with loops and modules writes a program. */
export interface Syntax {
  /** The names of files: the main file, the file of shared values, and the file of a project or group. */
  files: { main: string; shared: string; of(folder: string, slug: string): string }
  variables(): Slugs
  fileNames(): Slugs
  comment(text: string): string
  text(value: string): string
  constant(name: string, value: string): string
  /** The head of a file: imports, and the configuration if resources use its secrets. */
  head(use: { shared?: readonly string[]; below: boolean; hasSecrets: boolean; isMain?: boolean }): string[]
  /** Imports the other files of the program. */
  imports(files: readonly string[]): string[]
  resource(declared: Declared): string
  /** Labels by name, without the project and the name, as a constant. */
  palette(name: string, labels: Record<string, Json>): string
  /** The statements that declare the labels of a palette for the variable `project`. */
  paletteBody(name: string): string[]
  /** Items of sets of a kind, as a constant. */
  items(kind: string, name: string, items: Record<string, Json>, isExported: boolean): string
  /** Items of a constant, without those with the given keys. */
  omit(name: string, keys: readonly string[]): string
  /** Declares the function of `omit`, for all files. */
  omitFunction(): string
  /** The statements that declare a set of a kind for the variable `project`; `title` is the name after its path. */
  setBody(kind: string, title: string, items: Spread): string[]
  /** Runs statements for each project, with the variable `project`. */
  loop(projects: readonly Code[], body: string[]): string[]
}
