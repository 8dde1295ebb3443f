/**
 * The files of a project: the configuration of its stacks, and the files of `fromYaml`. Needs no service.
 *
 * @module
 */
export { canonicalPath } from '../components/names'
export { tooDeepAt } from '../components/yaml-depth'
export { rememberBaseUrl } from '../core/schema/path-of-url'
export { misspelled, settingNames, unknownKeys } from '../core/service/settings'

/** What a check of the files of `fromYaml` found. */
export interface CheckedProjects {
  /** The number of projects that the files declare. */
  projects: number
  /** The number of groups whose own settings the files declare. */
  groups: number
  /** The errors, one on each line below a heading; undefined if the files are valid. */
  errors: string | undefined
}

/**
 * Checks the files that match the patterns, as `fromYaml` does. Loads Pulumi with the classes of the resources.
 *
 * @throws TypeError if no file matches a pattern.
 */
export async function checkProjectFiles(patterns: readonly string[], folder: string): Promise<CheckedProjects> {
  const { Problems } = await import('../components/problems.js')
  const { validateProjects } = await import('../components/validate-projects.js')
  const problems = new Problems()
  const { projects, groups } = validateProjects(patterns, folder, problems)
  return {
    projects: projects.length,
    groups: groups.length,
    errors: problems.size > 0 ? problems.toString() : undefined,
  }
}
