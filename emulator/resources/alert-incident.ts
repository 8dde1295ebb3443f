import type { AlertRecord } from '../records/alert'
import { type IssueRecord, issues } from '../records/issue'
import type { ProjectRecord } from '../records/project'
import type { Store } from '../store/store'
import type { IncomingAlert } from './alert-payload'
import { nextIid } from './issue-number'

/** Opens the issue of an alert; undefined in a project without issues. */
export function openIncident(
  store: Store,
  project: ProjectRecord,
  alert: AlertRecord,
  { incident_markdown }: IncomingAlert,
  now: string,
): IssueRecord | undefined {
  if (!project.issues_enabled) return undefined
  const iid = nextIid(store, project)
  return store.of(issues).insert({
    iid,
    project_id: project.id,
    title: alert.title === 'New: Alert' ? `New: Incident ${iid}` : alert.title,
    description: incident_markdown ? `${summary(alert)}\n\n---\n\n${incident_markdown}` : summary(alert),
    state: 'opened',
    author_id: project.creator_id,
    label_ids: [],
    confidential: false,
    issue_type: 'incident',
    created_at: now,
    updated_at: now,
  })
}

function summary(alert: AlertRecord): string {
  const lines: [string, string | null][] = [
    ['Start time', alert.started_at],
    ['Severity', alert.severity],
    ['full_query', alert.query && `\`${alert.query}\``],
    ['Service', alert.service],
    ['Monitoring tool', alert.monitoring_tool],
    ['Hosts', alert.hosts.join(' ')],
    ['Description', alert.description],
  ]
  return lines
    .filter(([, value]) => value)
    .map(([name, value]) => `**${name}:** ${value}`)
    .join('  \n')
}
