import { collection } from '../store/store'

export type AlertSeverity = 'critical' | 'high' | 'medium' | 'low' | 'info' | 'unknown'

/** An alert of a project. */
export interface AlertRecord {
  id: number
  /** Number within the project. */
  iid: number
  project_id: number
  /** The integration that received it first. */
  integration_id: number
  title: string
  description: string | null
  severity: AlertSeverity
  status: 'triggered' | 'acknowledged' | 'resolved' | 'ignored'
  started_at: string
  ended_at: string | null
  /** Number of times that it was reported. */
  events: number
  service: string | null
  monitoring_tool: string | null
  hosts: string[]
  /** Only one alert with the same fingerprint is not resolved. */
  fingerprint: string | null
  /** Also null if no environment has the name that was sent. */
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

export const openAlertKey = (project: number, fingerprint: string | null): string => `${project} ${fingerprint}`

export const alerts = collection<AlertRecord>('alerts', {
  project: { by: ({ project_id }) => project_id },
  open: {
    by: ({ project_id, fingerprint, status }) => (status === 'resolved' ? '' : openAlertKey(project_id, fingerprint)),
  },
})
