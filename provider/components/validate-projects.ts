import { readFiles } from './files'
import { Inheritance, type Settings } from './inherit'
import type { Problems } from './problems'
import type { Section, Sections } from './section'
import { sectionsOf } from './sections'
import { Validator } from './validator'

/** A project or group with the settings that apply to it. */
export interface Resolved {
  readonly section: Section
  readonly settings: Settings
}

/** The settings that files declare, and their validated projects and groups. */
export interface ValidProjects {
  sections: Sections
  inheritance: Inheritance
  /** Projects, sorted by path. */
  projects: Resolved[]
  /** Groups with settings of their own, sorted by path. */
  groups: Resolved[]
}

/**
 * Reads and validates files without a stack. Adds errors to `problems`. Does not look up secrets.
 *
 * @param reader The function or component that reads the files, for messages.
 */
export function validateProjects(
  patterns: readonly string[],
  cwd: string,
  problems: Problems,
  reader = 'fromYaml',
): ValidProjects {
  const sections = sectionsOf(readFiles(patterns, cwd, problems, reader), problems)
  const isWhole = problems.size === 0
  const inheritance = new Inheritance(sections, problems)
  const validator = new Validator(problems, isWhole)
  const { defaults, groups, projects, groupSettings } = sections
  const all = [
    ...(defaults ? [defaults] : []),
    ...[groups, projects, groupSettings].flatMap((map) => [...map.values()]),
  ]
  for (const section of all) validator.validateChoices(section)
  const resolved = {
    projects: byPath(projects).map((section) => ({ section, settings: inheritance.of(section) })),
    groups: byPath(groupSettings).map((section) => ({ section, settings: inheritance.ofGroupItself(section) })),
  }
  for (const { section, settings } of [...resolved.projects, ...resolved.groups]) validator.validate(section, settings)
  inheritance.reportUselessNulls(isWhole)
  return { sections, inheritance, ...resolved }
}

const byPath = (sections: ReadonlyMap<string, Section>): Section[] =>
  [...sections.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
