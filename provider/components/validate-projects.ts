import { readFiles } from './files'
import { Inheritance, type Settings } from './inherit'
import { Validator } from './validator'
import type { Problems } from './problems'
import { type Section, type Sections, sectionsOf } from './sections'

/** The settings that files declare, and their validated projects. */
export interface ValidProjects {
  sections: Sections
  inheritance: Inheritance
  /** Sorted by path. */
  judged: { project: Section; settings: Settings }[]
}

/** Reads and validates files without a stack. Adds errors to `problems`. Does not look up secrets. */
export function validateProjects(patterns: readonly string[], cwd: string, problems: Problems): ValidProjects {
  const sections = sectionsOf(readFiles(patterns, cwd, problems), problems)
  const isWhole = problems.size === 0
  const inheritance = new Inheritance(sections, problems)
  const judge = new Validator(problems, isWhole)
  const { defaults, groups, projects } = sections
  for (const section of [...(defaults ? [defaults] : []), ...groups.values(), ...projects.values()]) {
    judge.judgeChoices(section)
  }
  const found = [...projects.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
  const judged = found.map((project) => {
    const settings = inheritance.of(project)
    judge.judge(project, settings)
    return { project, settings }
  })
  inheritance.judgeNulls(isWhole)
  return { sections, inheritance, judged }
}
