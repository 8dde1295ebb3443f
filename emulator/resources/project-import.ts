import type { Call } from '../http/call'
import { failed } from '../http/errors'
import { type ProjectRecord, projects } from '../records/project'
import { ProjectModel } from './project-model'
import { presentProject } from './project-presenter'
import { isFromTemplate } from './project-template'
import { complaintAboutSource } from './pull-mirror-model'

/** The response to the start of an import, which succeeds at once. The emulator imports only a first commit. */
export function importInto(call: Call, project: ProjectRecord, sent: Record<string, unknown>) {
  const update = (old: ProjectRecord, changes: Partial<ProjectRecord>) =>
    call.store.of(projects).update(old, { ...changes, updated_at: call.now() })
  const import_type = isFromTemplate(sent) ? 'gitlab_project' : 'git'
  const started = update(project, { settings: { ...project.settings, import_type, import_status: 'scheduled' } })
  const shown = presentProject(call, started, { single: true })
  new ProjectModel(call.store).addRef(started, { name: started.default_branch })
  update(started, { empty_repo: false, settings: { ...started.settings, import_status: 'finished' } })
  return shown
}

/** @throws HttpError 422 if GitLab cannot fetch from the URL. */
export function requireAccessible({ instance }: Call, url: unknown): void {
  if (instance.flavor === 'gitlab' && url && complaintAboutSource(instance, String(url))) {
    throw failed(422, 'Unable to access repository with the URL and credentials provided')
  }
}
