import { collection } from '../store/store'

/**
 * `generic` and `metrics` receive alerts. `external` only links to another tool, and cannot be combined with others.
 */
export const alertFormats = ['generic', 'metrics', 'external'] as const

export type AlertFormat = (typeof alertFormats)[number]

/** A path in a payload: keys of objects and indexes of lists. */
export type PayloadPath = (string | number)[]

/** An endpoint at which a project receives alerts. */
export interface AlertIntegrationRecord {
  id: number
  project_id: number
  /** Unique in the project. */
  name: string
  format: AlertFormat
  /** The part of the URL that identifies the integration. */
  endpoint_identifier: string
  key: string
  active: boolean
  /** Paths of an alert's fields in payloads, by their names in the generic format. */
  mapping: Record<string, PayloadPath>
  /** Whether alerts open incidents. */
  create_incident: boolean
  /** Whether an alert's incident is closed with it. */
  auto_close_incident: boolean
}

export const alertIntegrations = collection<AlertIntegrationRecord>('alert_integrations', {
  project: { by: ({ project_id }) => project_id },
})
