import { resource } from '../core/pulumi/resource'
import { action } from '../core/schema/action'
import { computed, isNumber, orNull } from '../core/schema/computed'
import { type ArgsOf, optional, required } from '../core/schema/field'
import { choice, text, title, Type } from '../core/schema/fields'
import { isKey } from '../core/schema/identity'
import { dateTime } from '../core/schema/time-fields'
import { unencrypted } from '../core/service/local-url'

interface Live {
  iid: number | null
}

const endpoint = text({
  mayHoldSecret: true,
  problem: (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    // Parsers of URLs leave control characters out without a word.
    if (!url || !/^https?:$/.test(url.protocol) || /\p{Cc}/u.test(value))
      return 'must be the https URL of the integration, from its settings'
    return url.username || url.password
      ? { problem: 'must not contain the key', detail: 'pass it as authorizationKey' }
      : undefined
  },
})

/** The project, as the URLs of its endpoints begin with it. */
const projectOf = (endpointUrl: string) =>
  new URL(endpointUrl).pathname.slice(1).replace(/(\/prometheus)?\/alerts\/.*/, '')

export const alert = action<Live>()({
  kind: 'alert',
  plural: 'alerts',
  access: { read: 'none', write: 'none', condition: 'the key of the endpoint' },
  identity: {
    key: 'fingerprint',
    title: 'title',
  },
  input: {
    /** Where to send it: the URL of an HTTP integration of the project, as its settings show it, without a key. */
    endpointUrl: endpoint,
    /** The integration's key. Stored encrypted; changing it sends nothing. */
    authorizationKey: text({
      secret: true,
      local: true,
      problem: (key) => (key === '' ? 'must not be empty' : undefined),
    }),
    /** Title, at most 200 characters. */
    title: title({ maxLength: 200 }),
    /**
     * What identifies it, by which it is resolved in the end. While one with this fingerprint is open, another is only
     * counted as one more event of that.
     */
    fingerprint: text({ problem: (value) => (value.trim() === '' ? 'must not be empty' : undefined) }),
    /** At most 1,000 characters. Default null: none. */
    description: optional(text({ emptyIsUnset: true }), null),
    /** When it began: ISO 8601, such as `"2027-01-31T12:00:00Z"`. Default null: when it is sent. */
    startTime: optional(dateTime(), null),
    /** What is affected, at most 100 characters. Default null. */
    service: optional(text({ emptyIsUnset: true }), null),
    /** What raises the alert, at most 100 characters. Default null. */
    monitoringTool: optional(text({ emptyIsUnset: true }), null),
    /** Where it happened. Default none. */
    hosts: optional(required<string[]>(Type.Array(Type.String())), []),
    /** `"critical"`, `"high"`, `"medium"`, `"low"`, `"info"` or `"unknown"`. Default `"critical"`. */
    severity: optional(choice(['critical', 'high', 'medium', 'low', 'info', 'unknown']), 'critical'),
    /** An environment of the project that it is about. Default null: none. */
    environmentName: optional(text({ emptyIsUnset: true }), null),
    /** Further fields of the payload, nested as you like: they are kept with the alert. Default none. */
    payload: optional(required<Record<string, unknown>>(Type.Record(Type.String(), Type.Unknown())), {}),
  },
  output: {
    /** Number of the alert within its project; null where the endpoint does not tell. */
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
  // With the same fingerprint, deleting the old one would resolve the new one.
  deleteBeforeReplace: true,
  hints: {
    byStatus: {
      400: 'The service takes no payload of this size or shape.',
      401: 'The authorizationKey is not that of the endpoint.',
      403: 'The endpointUrl belongs to no active integration.',
    },
  },
  risk: ({ endpointUrl }) => {
    const risk = unencrypted(endpointUrl)
    return risk && `endpointUrl ${risk}, including the authorizationKey`
  },
  idOf: ({ endpointUrl, fingerprint }) => [projectOf(endpointUrl), fingerprint].map(encodeURIComponent).join('/'),
  // Sent twice, it is counted twice, and still is one alert: there is nothing to be looked up.
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
      // None that is open has this fingerprint: somebody resolved it.
      if ((error as { status?: number }).status !== 400) throw error
    }
    return undefined
  },
})

/** Arguments of an {@link Alert}. */
export type AlertArgs = ArgsOf<typeof alert.input>

/**
 * An alert that is open as long as the resource exists: sent when it is created, resolved when it is deleted.
 *
 * ```ts
 * new trueup.Alert("maintenance", {
 *   endpointUrl, authorizationKey: config.requireSecret("alertKey"),
 *   title: "Maintenance under way", fingerprint: "maintenance", severity: "info",
 * })
 * ```
 */
export class Alert extends resource<AlertArgs>()(alert) {}
