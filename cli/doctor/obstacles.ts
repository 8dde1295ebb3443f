import { featureNames, switchedOff } from '../../provider/core/service/obstacle'
import { pluralOf } from '../../provider/core/schema/kind'
import type { Project } from '../../sdk'
import type { Want } from './declared'
import type { Purpose } from './finding'
import type { Problem } from './places'

/** What is in the way of the declared kinds in a project, whatever the role of the user. */
export function obstacleProblems(
  project: Project,
  written: number | string,
  wants: Want[],
  purpose: Purpose,
): Problem[] {
  const { path_with_namespace: path } = project
  const found: Problem[] = []
  const stopped = wants.filter(({ needs }) =>
    purpose === 'up' ? needs?.unarchived !== undefined : needs?.unarchived === 'to read or change',
  )
  if (project.archived && stopped.length > 0) {
    const doing = purpose === 'up' ? 'takes no changes of' : 'shows nobody its'
    found.push({
      level: 'error',
      check: 'archived',
      message: `Project ${path} is archived, and ${doing} ${nounsOf(stopped)}.`,
      remedy: `Unarchive it, or take ${written} out of the program.`,
    })
  }
  for (const [feature, name] of Object.entries(featureNames)) {
    const hidden = wants.filter(({ needs }) => needs && switchedOff(project, needs) === feature)
    if (hidden.length === 0) continue
    found.push({
      level: 'error',
      check: 'feature',
      message: `Project ${path} has ${name} switched off (${feature}_access_level), and with it its ${nounsOf(hidden)}.`,
      remedy: `Switch it on, or take ${written} out of the program.`,
    })
  }
  return found
}

const nounsOf = (wants: readonly Want[]): string => [...new Set(wants.map(pluralOf))].sort().join(', ')
