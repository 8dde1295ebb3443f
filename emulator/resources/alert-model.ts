import { environments, issues, type ProjectRecord } from '../store/records'
import { collection, type Store } from '../store/store'
import { openIncident } from './alert-incident'
import { type AlertIntegrationRecord } from './alert-integration'
import { type AlertSeverity, type IncomingAlert } from './alert-payload'

/** Something that happened, once or again and again. */
export interface AlertRecord {
  id: number
  /** Number within the project. */
  iid: number
  project_id: number
  /** The integration that it came through first. */
  integration_id: number
  title: string
  description: string | null
  severity: AlertSeverity
  status: 'triggered' | 'acknowledged' | 'resolved' | 'ignored'
  started_at: string
  ended_at: string | null
  /** How often it was reported. */
  events: number
  service: string | null
  monitoring_tool: string | null
  hosts: string[]
  /** Of alerts with the same one, one alone is not resolved. */
  fingerprint: string | null
  /** Null also when there is no environment of the name that was sent. */
  environment_id: number | null
  runbook: string | null
  query: string | null
  y_label: string | null
  /** Its incident. */
  issue_id: number | null
  payload: unknown
  created_at: string
  updated_at: string
}

const openKey = (project: number, fingerprint: string | null): string => `${project} ${fingerprint}`

const alerts = collection<AlertRecord>('alerts', {
  project: { by: ({ project_id }) => project_id },
  open: {
    by: ({ project_id, fingerprint, status }) => (status === 'resolved' ? '' : openKey(project_id, fingerprint)),
  },
})

/** The alerts of a project, as one of its integrations reports them. */
export class AlertModel {
  constructor(
    private readonly store: Store,
    private readonly project: ProjectRecord,
    private readonly integration: AlertIntegrationRecord,
    private readonly now: string,
  ) {}

  /** The alert that this is about: a new one, or the open one with its fingerprint. Undefined when it is refused. */
  receive(incoming: IncomingAlert): AlertRecord | undefined {
    const { fingerprint } = incoming
    const open = fingerprint === null ? undefined : this.#alerts.find('open', openKey(this.project.id, fingerprint))
    if (incoming.resolved) return open && this.#resolve(open, incoming.ended_at)
    const alert = open
      ? this.#alerts.update(open, { events: open.events + 1, updated_at: this.now })
      : this.#add(incoming)
    if (!alert || !this.integration.create_incident || alert.issue_id !== null) return alert
    const issue = openIncident(this.store, this.project, alert, incoming, this.now)
    return issue ? this.#alerts.update(alert, { issue_id: issue.id }) : alert
  }

  #add(incoming: IncomingAlert): AlertRecord | undefined {
    const { title, started_at, environment, resolved: _resolved, incident_markdown: _markdown, ...rest } = incoming
    if (title === null) return undefined
    const place = this.store.of(environments).where('project', this.project.id)
    return this.#alerts.insert({
      iid: Math.max(0, ...this.#alerts.where('project', this.project.id).map(({ iid }) => iid)) + 1,
      project_id: this.project.id,
      integration_id: this.integration.id,
      ...rest,
      title,
      status: 'triggered',
      started_at: started_at ?? this.now,
      ended_at: null,
      events: 1,
      environment_id: place.find(({ name }) => name === environment)?.id ?? null,
      issue_id: null,
      created_at: this.now,
      updated_at: this.now,
    })
  }

  #resolve(alert: AlertRecord, ended_at: string | null): AlertRecord {
    const issue = this.store.of(issues).get(alert.issue_id ?? 0)
    if (issue && this.integration.auto_close_incident) {
      this.store.of(issues).update(issue, { state: 'closed', updated_at: this.now })
    }
    return this.#alerts.update(alert, {
      status: 'resolved',
      ended_at: ended_at ?? this.now,
      updated_at: this.now,
    })
  }

  get #alerts() {
    return this.store.of(alerts)
  }
}
