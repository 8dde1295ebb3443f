import type { Client, Project, ProjectUpdate } from '../../sdk'
import { isInside } from '../core/schema/container'
import { overriddenIn } from '../core/schema/overridden'
import { changedSettings } from '../core/schema/setting-changes'
import { restored } from '../core/service/protected-deletion'
import { effectiveOnly } from './project-fields'
import { type Live, ofProject, reasons } from './project-responses'
import { refuseConflicts } from './project-rules'

/** What a definition sends: settings, and what has an endpoint of its own. */
export interface ProjectChange extends ProjectUpdate {
  namespace?: number | string
  unset?: readonly string[]
  restore?: boolean
  container_expiration_policy?: ProjectUpdate['container_expiration_policy_attributes']
}

/**
 * Restores, transfers and changes a project. Values that it has already are not sent, because a Maintainer cannot send
 * some settings even unchanged.
 */
export async function updateProject(
  api: Client,
  id: number,
  change: Partial<ProjectChange>,
  live: Live,
): Promise<Live> {
  const { restore, namespace, ...settings } = change
  await refuseConflicts(api, live, changesOf(settings, live))
  let project = await restored(live, restore, async () => ofProject(await api.projects.restore(id)))
  if (namespace != null && !isInside(project.namespace, namespace)) {
    project = { ...project, ...ofProject(await api.projects.transfer(id, namespace)) }
  }
  const sent = changesOf(settings, project)
  if (Object.keys(sent).length === 0) return project
  const updated = ofProject(await api.projects.update(id, withCounted(sent, project)))
  return { ...updated, overridden: overriddenIn(reasons, sent, updated) }
}

/** The settings that differ from those of the project, in the form of a request. */
function changesOf(settings: Partial<ProjectChange>, project: Live): ProjectUpdate & Record<string, unknown> {
  const { container_expiration_policy: policy, ...others } = settings
  const shown = (project.container_expiration_policy ?? {}) as Record<string, unknown>
  const policyDiffers = Object.entries(policy ?? {}).some(([name, value]) => shown[name] !== value)
  return {
    ...changedSettings(others, project, effectiveOnly),
    ...(policyDiffers && { container_expiration_policy_attributes: policy }),
  }
}

/** Settings that the service does not count as a parameter: it refuses an update with them alone. */
const uncounted: readonly string[] = ['show_default_award_emojis']

/** Adds a setting with its present value if the service would otherwise find no parameter. */
const withCounted = (sent: ProjectUpdate & Record<string, unknown>, { merge_method }: Project): ProjectUpdate =>
  Object.keys(sent).every((name) => uncounted.includes(name)) ? { ...sent, merge_method } : sent
