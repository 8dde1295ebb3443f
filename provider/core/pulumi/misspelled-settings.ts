import { RunError } from '@pulumi/pulumi/errors'
import { warn } from '@pulumi/pulumi/log'
import { allConfig } from '@pulumi/pulumi/runtime/config'
import { getProject } from '@pulumi/pulumi/runtime/settings'
import { misspelled } from '../service/settings'

/** The warnings that were already shown. */
const shown = new Set<string>()

/**
 * Rejects misspelled settings in the stack's configuration before anything is sent. A misspelled setting could send the
 * token to the wrong service. Only warns in projects named trueup, whose own keys have the same prefix.
 *
 * @throws RunError with the keys, never their values.
 */
export function rejectMisspelledSettings(): void {
  const problems = misspelled(Object.keys(allConfig())).map(
    ({ key, meant }) => `${key} in the stack's configuration is not a setting: did you mean ${meant}?`,
  )
  if (problems.length === 0) return
  if (getProject() !== 'trueup') {
    throw new RunError(`${problems.join(' ')} Remove unneeded keys with "pulumi config rm".`)
  }
  for (const problem of problems) {
    if (!shown.has(problem)) void warn(problem)
    shown.add(problem)
  }
}
