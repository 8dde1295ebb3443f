import type { Resource } from '../http/api'
import { forbidden, invalid } from '../http/errors'
import { login } from '../http/login'
import { segment, string } from '../http/param-types'
import { params } from '../http/params'
import { issues } from '../records/issue'
import { roleOf, roles } from './access'
import { requireWritable } from './archived'
import { nextIid } from './issue-number'
import { isSubscribed, presentIssue } from './issue-presenter'
import { changes, labelsOf } from './issue-update'
import { findProject } from './project'

const { description, confidential, labels } = changes

/** Creating issues. The specification does not include it. */
export const issueCreation: Resource = (api) => {
  if (api.flavor === 'spec') return

  api.post(
    '/projects/:id/issues',
    { before: login, params: params({ id: segment, title: string.required(), description, confidential, labels }) },
    (call, { title, description, confidential, labels }) => {
      const project = findProject(call)
      requireWritable(call, project)
      if (!project.issues_enabled) throw forbidden()
      if (!title?.trim()) throw invalid({ title: ["can't be blank"] })
      if (title.length > 255) throw invalid({ title: ['is too long (maximum is 255 characters)'] })
      const now = call.now()
      const fields = {
        iid: nextIid(call.store, project),
        project_id: project.id,
        title: title.trim(),
        description: description ?? null,
        state: 'opened' as const,
        author_id: call.user.id,
        label_ids: [],
        confidential: confidential ?? false,
        created_at: now,
        updated_at: now,
      }
      // Only planners can set labels. Labels of other callers are ignored.
      const planner = roleOf(call, project) >= roles.planner
      const label_ids = planner ? labelsOf(call, project, fields, { ...(labels && { labels }) }) : []
      const issue = call.store.of(issues).insert({ ...fields, label_ids })
      return { ...presentIssue(call, issue), subscribed: isSubscribed(call, issue) }
    },
  )
}
