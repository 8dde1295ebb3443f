import type { Client, Project, ProjectUpdate } from '../../sdk'
import type { PlainOf } from '../core/schema/field'
import { isInside } from '../core/schema/namespace'
import { overriddenIn } from '../core/schema/overridden'
import { type Refusal, throwIfAny } from '../core/schema/refusal'
import { availableSettings, changedSettings } from '../core/schema/setting-changes'
import { archiveOnce } from '../core/service/archival'
import { notFound } from '../core/service/parent-group'
import { refusalsOfDeleted, restored } from '../core/service/protected-deletion'
import { effectiveOnly, type projectFields } from './project-fields'
import { whyUnavailable } from './project-hints'
import { type Live, ofProject, reasons } from './project-responses'
import { conflictsOf, findNamespace } from './project-rules'

/** What a definition sends: settings, and what has an endpoint of its own. */
export interface ProjectChange extends ProjectUpdate {
  namespace?: number | string
  unset?: readonly string[]
  restore?: boolean
  archived?: boolean | null
  container_expiration_policy?: ProjectUpdate['container_expiration_policy_attributes']
}

type Declared = Pick<PlainOf<typeof projectFields>, 'restore' | 'visibility'>

/**
 * Restores, unarchives, transfers, changes and archives a project. Values that it has already are not sent, because a
 * Maintainer cannot send some settings even unchanged.
 */
export async function updateProject(
  api: Client,
  id: number,
  change: Partial<ProjectChange>,
  live: Live,
  declared: Declared,
): Promise<Live> {
  const { restore: _, archived, namespace, ...settings } = change
  throwIfAny(await conflicts(api, live, change, declared))
  let project = await restored(live, declared.restore, async () => ofProject(await api.projects.restore(id)))
  // An archived project cannot be transferred.
  if (archived === false && project.archived === true) {
    project = { ...project, ...ofProject(await api.projects.unarchive(id)) }
  }
  if (isTransferred(project, namespace)) {
    project = { ...project, ...ofProject(await api.projects.transfer(id, namespace)) }
  }
  const sent = changesOf(settings, project)
  if (Object.keys(sent).length > 0) {
    const updated = ofProject(await api.projects.update(id, withCounted(sent, project)))
    project = { ...updated, overridden: overriddenIn(reasons, sent, updated) }
  }
  if (archived !== true || project.archived === true) return project
  const archivedProject = await archiveOnce(
    () => api.projects.archive(id),
    () => api.projects.get(id),
  )
  return { ...project, ...ofProject(archivedProject) }
}

/** Why an update would fail. */
export async function refusalsOfUpdate(
  api: Client,
  live: Live,
  change: Partial<ProjectChange>,
  declared: Declared,
): Promise<Refusal[]> {
  return [...refusalsOfDeleted(live, declared.restore), ...(await conflicts(api, live, change, declared))]
}

/** The settings and the new namespace that do not fit the project. */
async function conflicts(
  api: Client,
  live: Live,
  { restore: _, archived: __, namespace, ...settings }: Partial<ProjectChange>,
  { visibility }: Declared,
): Promise<Refusal[]> {
  const sent = changesOf(settings, live)
  if (!isTransferred(live, namespace)) return conflictsOf(api, live, sent)
  const moved = await findNamespace(api, namespace)
  if (!moved) return [notFound('namespace', namespace)]
  // A transfer to a less visible group lowers the visibility.
  return conflictsOf(api, live, { ...sent, ...(visibility !== null && { visibility }) }, moved)
}

const isTransferred = (
  { namespace }: Live,
  wanted: ProjectChange['namespace'] | null,
): wanted is NonNullable<typeof wanted> => wanted != null && !isInside(namespace, wanted)

/** The settings that differ from those of the project, in the form of a request. */
function changesOf(settings: Partial<ProjectChange>, project: Live): ProjectUpdate & Record<string, unknown> {
  const { container_expiration_policy: policy, ...others } = settings
  const shown = (project.container_expiration_policy ?? {}) as Record<string, unknown>
  const policyDiffers = Object.entries(policy ?? {}).some(([name, value]) => shown[name] !== value)
  return {
    ...availableSettings(whyUnavailable, project, changedSettings(others, project, effectiveOnly)),
    ...(policyDiffers && { container_expiration_policy_attributes: policy }),
  }
}

/** Settings that the service does not count as a parameter: it refuses an update with them alone. */
const uncounted: readonly string[] = ['show_default_award_emojis']

/** Adds a setting with its present value if the service would otherwise find no parameter. */
const withCounted = (sent: ProjectUpdate & Record<string, unknown>, { merge_method }: Project): ProjectUpdate =>
  Object.keys(sent).every((name) => uncounted.includes(name)) ? { ...sent, merge_method } : sent
