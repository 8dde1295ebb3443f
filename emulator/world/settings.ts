import { changeSettings } from '../http/settings'
import type { SettingsRecord } from '../records/settings'
import { EmulatorError } from '../store/emulator-error'
import type { Store } from '../store/store'
import { shapeProblems } from './check'
import type { WorldSettings } from './declaration'

/** Changes the given settings. @throws EmulatorError that lists the problems by setting. */
export function applySettings(store: Store, settings: WorldSettings): void {
  const problems = shapeProblems({ settings })
  if (problems.length > 0) {
    throw new EmulatorError(problems.map(({ path, text }) => `${path.join('.')}: ${text}`).join('; '))
  }
  changeSettings(store, settingsFrom(settings))
}

/** Settings of a world as they are stored; those that it does not have are left out. */
export function settingsFrom(settings: WorldSettings): Partial<Omit<SettingsRecord, 'id'>> {
  const { maintenanceMode, readOnly, rateLimit, projectApiLimit, projectsApiLimit, requireTokenExpiry } = settings
  return {
    ...(maintenanceMode !== undefined && {
      maintenance_mode: maintenanceMode !== false,
      maintenance_mode_message: typeof maintenanceMode === 'string' ? maintenanceMode : null,
    }),
    ...(readOnly !== undefined && { read_only: readOnly }),
    ...(rateLimit !== undefined && { requests_per_minute: rateLimit }),
    ...(projectApiLimit !== undefined && { project_api_limit: projectApiLimit }),
    ...(projectsApiLimit !== undefined && { projects_api_limit: projectsApiLimit }),
    ...(requireTokenExpiry !== undefined && { require_personal_access_token_expiry: requireTokenExpiry }),
  }
}
