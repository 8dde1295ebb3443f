import { readFiles } from './files'
import { Inheritance, type Settings } from './inherit'
import type { Problems } from './problems'
import type { Section, Sections } from './section'
import { sectionsOf } from './sections'
import { Validator } from './validator'

/** The settings that files declare, and their validated projects. */
export interface ValidProjects {
  sections: Sections
  inheritance: Inheritance
  /** Sorted by path. */
  projects: { project: Section; settings: Settings }[]
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
  const { defaults, groups, projects } = sections
  for (const section of [...(defaults ? [defaults] : []), ...groups.values(), ...projects.values()]) {
    validator.validateChoices(section)
  }
  const sorted = [...projects.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  const validated = sorted.map((project) => {
    const settings = inheritance.of(project)
    validator.validate(project, settings)
    return { project, settings }
  })
  inheritance.reportUselessNulls(isWhole)
  return { sections, inheritance, projects: validated }
}
