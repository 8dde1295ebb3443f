import type { Call } from '../http/call'
import type { PipelineRecord } from '../records/pipeline'
import type { ProjectRecord } from '../records/project'
import { users } from '../records/user'
import { presentUserBasic } from './user'

/** The fields of a pipeline in all responses. */
const presentBasicPipeline = (call: Call, project: ProjectRecord, pipeline: PipelineRecord) => ({
  id: pipeline.id,
  iid: pipeline.iid,
  project_id: pipeline.project_id,
  sha: pipeline.sha,
  ref: pipeline.ref,
  status: pipeline.status,
  source: pipeline.source,
  created_at: pipeline.created_at,
  updated_at: pipeline.updated_at,
  web_url: `${call.instance.url}${pagePath(project, pipeline)}`,
})

/** A pipeline in a list. */
export const presentListedPipeline = (call: Call, project: ProjectRecord, pipeline: PipelineRecord) => ({
  ...presentBasicPipeline(call, project, pipeline),
  name: pipeline.name,
})

/** All fields of a pipeline. */
export const presentNamedPipeline = (call: Call, project: ProjectRecord, pipeline: PipelineRecord) => ({
  ...presentPipeline(call, project, pipeline),
  name: pipeline.name,
})

/** The response to creating, triggering, retrying and canceling a pipeline, in which GitLab omits the name. */
export const presentChangedPipeline = (call: Call, project: ProjectRecord, pipeline: PipelineRecord) =>
  call.instance.flavor === 'gitlab'
    ? presentPipeline(call, project, pipeline)
    : presentNamedPipeline(call, project, pipeline)

/** All fields of a pipeline except its name. */
function presentPipeline(call: Call, project: ProjectRecord, pipeline: PipelineRecord) {
  const user = call.store.of(users).get(pipeline.user_id)
  return {
    ...presentBasicPipeline(call, project, pipeline),
    before_sha: pipeline.before_sha,
    tag: pipeline.tag,
    yaml_errors: pipeline.yaml_errors,
    user: user ? presentUserBasic(call, user) : null,
    started_at: pipeline.started_at,
    finished_at: pipeline.finished_at,
    committed_at: pipeline.committed_at,
    duration: pipeline.duration,
    queued_duration: pipeline.queued_duration,
    coverage: pipeline.coverage,
    detailed_status: presentStatus(pipeline.status, pagePath(project, pipeline), hasDetails(call, project)),
    archived: false,
  }
}

const pagePath = (project: ProjectRecord, pipeline: PipelineRecord): string =>
  `/${project.path_with_namespace}/-/pipelines/${pipeline.id}`

/** Statuses that have other names on GitLab's pages than in its API. */
const shownStatus: Record<string, { text?: string; label?: string; icon?: string }> = {
  success: { text: 'Passed', label: 'passed' },
  manual: { label: 'manual action' },
  waiting_for_resource: { text: 'Waiting', icon: 'status_pending' },
  waiting_for_callback: { text: 'Waiting', icon: 'status_pending' },
}

/** In GitLab, depends on whether anonymous users can see the pipelines. */
const hasDetails = ({ instance }: Call, { visibility, public_builds = true, builds_enabled }: ProjectRecord): boolean =>
  instance.flavor === 'spec' || (visibility === 'public' && public_builds && builds_enabled)

function presentStatus(status: string, page: string, has_details: boolean) {
  const words = status.replaceAll('_', ' ')
  const capital = words[0]?.toUpperCase() + words.slice(1)
  const { text = capital, label = words, icon = `status_${status}` } = shownStatus[status] ?? {}
  return {
    icon,
    text,
    label,
    group: status.replaceAll('_', '-'),
    tooltip: label,
    has_details,
    details_path: page,
    illustration: null,
    favicon: `/assets/ci_favicons/favicon_${icon}.png`,
  }
}
