import { resource } from '../core/pulumi/resource'
import { action } from '../core/schema/action'
import { computed, isNumber, orNull } from '../core/schema/computed'
import { type ArgsOf, optional, required } from '../core/schema/field'
import { choice, text, title } from '../core/schema/fields'
import { isKey } from '../core/schema/identity'
import { dateTime } from '../core/schema/time-fields'
import { Type } from '../core/schema/type'
import { unencrypted } from '../core/service/local-url'

interface Live {
  iid: number | null
}

const endpoint = text({
  mayHoldSecret: true,
  problem: (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    // URL parsers silently remove control characters.
    if (!url || !/^https?:$/.test(url.protocol) || /\p{Cc}/u.test(value))
      return 'must be the https URL of the integration, from its settings'
    return url.username || url.password
      ? { problem: 'must not contain the key', detail: 'pass it as authorizationKey' }
      : undefined
  },
})

/** The path of the project, which is the start of the path of its endpoints. */
const projectOf = (endpointUrl: string) =>
  new URL(endpointUrl).pathname.slice(1).replace(/(\/prometheus)?\/alerts\/.*/, '')

export const alert = action<Live>()({
  kind: 'alert',
  plural: 'alerts',
  page: 'The endpoint does not return the number of the alert.',
  access: { read: 'none', write: 'none', condition: 'the key of the endpoint' },
  identity: {
    key: 'fingerprint',
    title: 'title',
  },
  input: {
    /** URL of an HTTP integration of the project, from its settings, without a key. Changing it replaces the alert. */
    endpointUrl: endpoint,
    /** Key of the integration. Encrypted in the state. Changing it does not send a request. */
    authorizationKey: text({
      secret: true,
      local: true,
      problem: (key) => (key === '' ? 'must not be empty' : undefined),
    }),
    /** Title, at most 200 characters. Changing it replaces the alert, like all arguments below. */
    title: title({ maxLength: 200 }),
    /**
     * Identifies the alert and resolves it. While an alert with this fingerprint is open, further alerts only increase
     * its number of events.
     */
    fingerprint: text({ problem: (value) => (value.trim() === '' ? 'must not be empty' : undefined) }),
    /** Description, at most 1,000 characters. Default: null (none). */
    description: optional(text({ emptyIsUnset: true }), null),
    /** Start time, in ISO 8601, such as `"2027-01-31T12:00:00Z"`. Default: null (the time of the request). */
    startTime: optional(dateTime(), null),
    /** The affected service, at most 100 characters. Default: null. */
    service: optional(text({ emptyIsUnset: true }), null),
    /** The tool that raises the alert, at most 100 characters. Default: null. */
    monitoringTool: optional(text({ emptyIsUnset: true }), null),
    /** The affected hosts. Default: none. */
    hosts: optional(required<string[]>(Type.Array(Type.String())), []),
    /** `"critical"`, `"high"`, `"medium"`, `"low"`, `"info"` or `"unknown"`. Default: `"critical"`. */
    severity: optional(choice(['critical', 'high', 'medium', 'low', 'info', 'unknown']), 'critical'),
    /** Name of the affected environment of the project. Default: null (none). */
    environmentName: optional(text({ emptyIsUnset: true }), null),
    /** Additional fields of the payload, of any depth. They are stored with the alert. Default: none. */
    payload: optional(required<Record<string, unknown>>(Type.Record(Type.Unknown())), {}),
  },
  output: {
    /** Number of the alert within its project. Null if the endpoint does not return it. */
    iid: computed<number | null>(orNull(isNumber)),
  },
  replaceOn: [
    'endpointUrl',
    'title',
    'fingerprint',
    'description',
    'startTime',
    'service',
    'monitoringTool',
    'hosts',
    'severity',
    'environmentName',
    'payload',
  ],
  // Both have the same fingerprint, so deleting the old alert would resolve the new one.
  deleteBeforeReplace: true,
  hints: {
    byStatus: {
      400: 'The payload is too large or invalid.',
      401: 'The authorizationKey does not match the endpoint.',
      403: 'No active integration has this endpointUrl.',
      422: 'The endpointUrl is not that of an alert endpoint of an existing project.',
    },
  },
  risk: ({ endpointUrl }) => {
    const risk = unencrypted(endpointUrl)
    return risk && `endpointUrl ${risk}, including the authorizationKey`
  },
  idOf: ({ endpointUrl, fingerprint }) => [projectOf(endpointUrl), fingerprint].map(encodeURIComponent).join('/'),
  // Sending an alert twice only increases its number of events, so no lookup is needed.
  recent: () => Promise.resolve([]),
  perform: async (api, { endpointUrl, authorizationKey, payload, ...want }) => {
    const [sent] = await api.alerts.create(
      { endpointUrl, authorizationKey },
      {
        ...payload,
        title: want.title,
        fingerprint: want.fingerprint,
        severity: want.severity,
        ...(want.description !== null && { description: want.description }),
        ...(want.startTime !== null && { start_time: want.startTime }),
        ...(want.service !== null && { service: want.service }),
        ...(want.monitoringTool !== null && { monitoring_tool: want.monitoringTool }),
        ...(want.hosts.length > 0 && { hosts: want.hosts }),
        ...(want.environmentName !== null && { svc_environment_name: want.environmentName }),
      },
    )
    return { iid: isKey(sent?.iid) ? sent.iid : null }
  },
  undo: async (api, { endpointUrl, authorizationKey, title, fingerprint }) => {
    try {
      await api.alerts.resolve({ endpointUrl, authorizationKey }, { title, fingerprint })
    } catch (error) {
      // No open alert has this fingerprint: it was already resolved.
      if ((error as { status?: number }).status !== 400) throw error
    }
    return undefined
  },
})

/** Arguments of an {@link Alert}. */
export type AlertArgs = ArgsOf<typeof alert.input>

/**
 * An alert that is open while the resource exists. It is sent when the resource is created, and resolved when the
 * resource is deleted.
 *
 * ```ts
 * new trueup.Alert("maintenance", {
 *   endpointUrl, authorizationKey: config.requireSecret("alertKey"),
 *   title: "Maintenance under way", fingerprint: "maintenance", severity: "info",
 * })
 * ```
 */
export class Alert extends resource<AlertArgs>()(alert) {}
