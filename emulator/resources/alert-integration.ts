import { randomBytes } from 'node:crypto'
import { type Instance, isFree } from '../http/instance'
import { isParams } from '../http/nest'
import { unknownKey } from '../http/unknown-key'
import {
  type AlertFormat,
  alertFormats,
  type AlertIntegrationRecord,
  alertIntegrations,
  type PayloadPath,
} from '../records/alert-integration'
import type { ProjectRecord } from '../records/project'
import { EmulatorError } from '../store/emulator-error'
import type { Store } from '../store/store'
import { lookUpProject } from './project'

/** Settings of an integration. An update keeps the settings that are left out. */
export interface AlertIntegrationSettings {
  /** Id or path of the project. */
  project: number | string
  /** Name, unique in the project. */
  name: string
  /** Default: `generic`. */
  format?: AlertFormat
  /** Default: generated. */
  key?: string
  /** Default: true. An active integration of format `external` deactivates all others. */
  active?: boolean
  /** Default: none. Has no effect in the tier `free`. */
  mapping?: Record<string, PayloadPath>
  /** Default: false. */
  create_incident?: boolean
  /** Default: true. */
  auto_close_incident?: boolean
}

/** An integration with its URL. */
export interface AlertIntegration extends AlertIntegrationRecord {
  /** URL that receives alerts; null for an external tool. */
  url: string | null
}

/** The paths of the two integrations without a name in the path, relative to the project. */
const plainPaths: Record<string, string> = {
  legacy: 'alerts/notify.json',
  'legacy-prometheus': 'prometheus/alerts/notify.json',
}

const usual = { active: true, mapping: {}, create_incident: false, auto_close_incident: true }

/** Creates an integration of each format, at the paths without a name. */
export function seedAlertIntegrations(store: Store, project_id: number): void {
  const own = { ...usual, project_id, key: 'emulator-alert-key' }
  const all = store.of(alertIntegrations)
  all.insert({ ...own, name: 'HTTP endpoint', format: 'generic', endpoint_identifier: 'legacy' })
  all.insert({ ...own, name: 'Metrics endpoint', format: 'metrics', endpoint_identifier: 'legacy-prometheus' })
}

/** The active integration of a URL. Without a license, only the oldest integration of each format works. */
export function findAlertIntegration(
  { store, tier }: Instance,
  project: ProjectRecord,
  identifier: string,
): AlertIntegrationRecord | undefined {
  const all = store.of(alertIntegrations).where('project', project.id)
  const served = all.filter((one) => !isFree({ tier }) || one === all.find(({ format }) => format === one.format))
  return served.find(
    ({ active, format, endpoint_identifier }) => active && format !== 'external' && endpoint_identifier === identifier,
  )
}

/** Creates an integration, or updates the one with this name. @throws EmulatorError for invalid settings. */
export function putAlertIntegration({ store, url }: Instance, settings: AlertIntegrationSettings): AlertIntegration {
  const { project, ...given } = settings
  const named = typeof project === 'string' || typeof project === 'number'
  const found = named ? lookUpProject(store, String(project)).found : undefined
  if (!found) throw new EmulatorError(`project ${JSON.stringify(project)} does not exist`)
  validateSettings(given)
  const all = store.of(alertIntegrations)
  const others = all.where('project', found.id)
  const old = others.find(({ name }) => name === given.name)
  const { format = 'generic', active = true } = { ...old, ...given }
  const siblings = others.filter((one) => one !== old && one.active)
  const tool = siblings.find((one) => one.format === 'external')
  if (active && tool) {
    throw new EmulatorError(
      `the external integration "${tool.name}" is active: deactivate it before you activate another one`,
    )
  }
  const record = old
    ? all.update(old, given)
    : all.insert({
        ...usual,
        key: randomBytes(16).toString('hex'),
        endpoint_identifier: randomBytes(8).toString('hex'),
        format,
        ...given,
        project_id: found.id,
      })
  if (active && format === 'external') for (const one of siblings) all.update(one, { active: false })
  return { ...record, url: urlOf(record, `${url}/${found.path_with_namespace}`) }
}

function urlOf({ format, name, endpoint_identifier }: AlertIntegrationRecord, base: string): string | null {
  if (format === 'external') return null
  const slug =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'http-endpoint'
  return `${base}/${plainPaths[endpoint_identifier] ?? `alerts/notify/${slug}/${endpoint_identifier}.json`}`
}

const isBoolean = (value: unknown): boolean => typeof value === 'boolean'

const validators: Record<string, [expected: string, isValid: (value: unknown) => boolean]> = {
  name: ['a string of 1 to 255 characters', (name) => typeof name === 'string' && name !== '' && name.length <= 255],
  format: [`one of ${alertFormats.join(', ')}`, (format) => alertFormats.some((one) => one === format)],
  key: ['a non-empty string', (key) => typeof key === 'string' && key !== ''],
  active: ['true or false', isBoolean],
  mapping: ['an object with lists of keys', (map) => isParams(map) && Object.values(map).every(isPath)],
  create_incident: ['true or false', isBoolean],
  auto_close_incident: ['true or false', isBoolean],
}

const isPath = (path: unknown): boolean =>
  Array.isArray(path) && path.length > 0 && path.every((key) => ['string', 'number'].includes(typeof key))

function validateSettings(given: object & { name?: unknown }): void {
  for (const [field, value] of Object.entries({ name: undefined, ...given })) {
    const validator = validators[field]
    if (!validator) throw new EmulatorError(unknownKey(field, ['project', ...Object.keys(validators)]))
    const [expected, isValid] = validator
    if (!isValid(value)) throw new EmulatorError(`"${field}" must be ${expected}`)
  }
}
