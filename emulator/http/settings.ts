import { instanceSettings, type SettingsRecord } from '../records/settings'
import type { Store } from '../store/store'

const defaultSettings: Omit<SettingsRecord, 'id'> = {
  mirror_available: true,
  silent_mode_enabled: false,
  allow_local_requests_from_web_hooks_and_services: true,
  job_queue_metrics_prefix: null,
  maintenance_mode: false,
  maintenance_mode_message: null,
  read_only: false,
  pipeline_limit_per_project_user_sha: 0,
  project_api_limit: 0,
  projects_api_limit: 0,
  require_personal_access_token_expiry: true,
  requests_per_minute: null,
}

export const seedSettings = (store: Store): void => void store.of(instanceSettings).insert(defaultSettings)

/** The settings. Settings that the state lacks have their defaults. */
export const settingsOf = (store: Store): Omit<SettingsRecord, 'id'> => ({
  ...defaultSettings,
  ...store.of(instanceSettings).get(1),
})

/** Changes the given settings. */
export function changeSettings(store: Store, changes: Partial<Omit<SettingsRecord, 'id'>>): void {
  const all = store.of(instanceSettings)
  const old = all.get(1)
  if (old) all.update(old, changes)
  else all.insert({ ...defaultSettings, ...changes, id: 1 })
}
