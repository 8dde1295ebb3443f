import { type AlertRecord, alerts, openAlertKey } from '../records/alert'
import type { AlertIntegrationRecord } from '../records/alert-integration'
import { environments } from '../records/environment'
import { issues } from '../records/issue'
import type { ProjectRecord } from '../records/project'
import type { Store } from '../store/store'
import { openIncident } from './alert-incident'
import type { IncomingAlert } from './alert-payload'

/** The alerts that one integration of a project receives. */
export class AlertModel {
  constructor(
    private readonly store: Store,
    private readonly project: ProjectRecord,
    private readonly integration: AlertIntegrationRecord,
    private readonly now: string,
  ) {}

  /** Creates an alert, or updates the open one with the same fingerprint. Undefined if the alert is refused. */
  receive(incoming: IncomingAlert): AlertRecord | undefined {
    const { fingerprint } = incoming
    const open =
      fingerprint === null ? undefined : this.#alerts.find('open', openAlertKey(this.project.id, fingerprint))
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
