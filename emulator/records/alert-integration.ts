import { collection } from '../store/store'

/** `generic` and `metrics` receive alerts; `external` only links to a tool that does, and wants to be the only one. */
export const alertFormats = ['generic', 'metrics', 'external'] as const

export type AlertFormat = (typeof alertFormats)[number]

/** A path into a payload: keys of objects, places in lists. */
export type PayloadPath = (string | number)[]

/** Where a project receives alerts. */
export interface AlertIntegrationRecord {
  id: number
  project_id: number
  /** Its own within the project. */
  name: string
  format: AlertFormat
  /** The part of the URL that tells it from others. */
  endpoint_identifier: string
  key: string
  active: boolean
  /** Where in a payload the fields of an alert are, by the name they have in the generic format. */
  mapping: Record<string, PayloadPath>
  /** Whether alerts open incidents. */
  create_incident: boolean
  /** Whether an alert's incident is closed with it. */
  auto_close_incident: boolean
}

export const alertIntegrations = collection<AlertIntegrationRecord>('alert_integrations', {
  project: { by: ({ project_id }) => project_id },
})
