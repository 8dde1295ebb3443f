import { disabledFeature, featureNames, isReadOnly } from '../../provider/command-line/service'
import type { Project } from '../../sdk'
import type { Want } from './declared'
import type { Purpose } from './finding'
import type { Problem } from './problem'

/** Finds reasons other than the user's role why declared kinds cannot be read or changed in a project. */
export function obstacleProblems(
  project: Project,
  written: number | string,
  wants: Want[],
  purpose: Purpose,
): Problem[] {
  const { path_with_namespace: path } = project
  const found: Problem[] = []
  const stopped = wants.filter(
    ({ access }) => isReadOnly(project, access) && (purpose === 'up' || access.unarchived === 'read or changed'),
  )
  if (stopped.length > 0) {
    const done = purpose === 'up' ? 'changed' : 'read'
    found.push({
      level: 'error',
      check: 'archived',
      message: `Project ${path} is archived, so its ${nounsOf(stopped)} cannot be ${done}.`,
      remedy: `Unarchive the project, or remove ${written} from the program.`,
    })
  }
  for (const [feature, name] of Object.entries(featureNames)) {
    const hidden = wants.filter(({ access }) => disabledFeature(project, access) === feature)
    if (hidden.length === 0) continue
    found.push({
      level: 'error',
      check: 'feature',
      message: `Project ${path} has ${name} disabled (${feature}_access_level), but its ${nounsOf(hidden)} need it.`,
      remedy: `Enable the feature, or remove ${written} from the program.`,
    })
  }
  return found
}

const nounsOf = (wants: readonly Want[]): string => [...new Set(wants.map(({ plural }) => plural))].sort().join(', ')
