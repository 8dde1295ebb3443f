import { RunError } from '@pulumi/pulumi/errors'
import { warn } from '@pulumi/pulumi/log'
import { allConfig } from '@pulumi/pulumi/runtime/config'
import { getProject } from '@pulumi/pulumi/runtime/settings'
import { misspelled } from './settings'

/** What was warned of. */
const told = new Set<string>()

/**
 * Refuses keys of the stack's configuration that nearly are a setting, before anything is sent: without the setting that
 * was meant, the token may go to another service. The keys of a project that is named trueup may be its own.
 *
 * @throws RunError that names the keys, and never their values.
 */
export function refuseMisspelled(): void {
  const problems = misspelled(Object.keys(allConfig())).map(
    ({ key, meant }) => `${key} in the stack's configuration is not a setting: did you mean ${meant}?`,
  )
  if (problems.length === 0) return
  if (getProject() !== 'trueup') {
    throw new RunError(`${problems.join(' ')} "pulumi config rm" removes what is not needed.`)
  }
  for (const problem of problems) {
    if (!told.has(problem)) void warn(problem)
    told.add(problem)
  }
}
