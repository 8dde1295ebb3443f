import { unescape } from 'node:querystring'
import { ApiError, ConnectionError, SdkError, UnreadableResponse } from '../http/errors'
import type { Http } from '../http/http'
import { checkToken, type RequestOptions } from '../http/options'

/** An alert integration of a project. It can belong to another service than the client. */
export interface AlertEndpoint {
  /**
   * The URL of the integration, from its settings. A key in it (`https://:KEY@host/…`) is sent as a header, not as part
   * of the URL.
   */
  endpointUrl: string
  /** The key of the integration. Default: the key in the URL. Only sent to `endpointUrl`. */
  authorizationKey?: string | undefined
}

export type AlertSeverity = 'critical' | 'high' | 'medium' | 'low' | 'info' | 'unknown'

/**
 * The payload of a generic endpoint, if its integration does not map custom fields. Other fields are stored with the
 * alert.
 */
export interface AlertPayload {
  /** Default: `New: Alert`. Services truncate it to 200 characters. */
  title?: string | undefined
  /** Services truncate it to 1,000 characters. */
  description?: string | undefined
  /** ISO 8601. Default: now. */
  start_time?: string | undefined
  /**
   * ISO 8601. If present, the payload resolves the open alert with the fingerprint, and fails with `Invalid` if there
   * is none.
   */
  end_time?: string | undefined
  /** The affected service. Services truncate it to 100 characters. */
  service?: string | undefined
  /**
   * The tool that raised the alert. Services truncate it to 100 characters. With `Prometheus`, GitLab reads other
   * fields.
   */
  monitoring_tool?: string | undefined
  /** The affected hosts. Services truncate the whole list to 255 characters. */
  hosts?: string | string[] | undefined
  /** Default: `critical`. GitLab replaces `unknown` by `critical`. */
  severity?: AlertSeverity | undefined
  /**
   * Identifies the alert. While an alert with the fingerprint is open, further payloads only increase its number of
   * events. Default in Premium and Ultimate: calculated from all fields except times and hosts. In Free, an alert
   * without a fingerprint cannot be resolved.
   */
  fingerprint?: string | string[] | undefined
  /** Name of an environment of the project. Also sent as `gitlab_environment_name`. */
  svc_environment_name?: string | undefined
  /** GitLab's name for `svc_environment_name`. One of the two is sufficient. */
  gitlab_environment_name?: string | undefined
  [field: string]: unknown
}

/** A payload that resolves an alert. */
export interface AlertResolution extends AlertPayload {
  /** The fingerprint of the open alert. */
  fingerprint: string | string[]
  /** ISO 8601. Default: now. */
  end_time?: string | undefined
}

/** The payload of a metrics manager for webhook receivers. The client adds required fields that are missing. */
export interface MetricsAlertPayload {
  /** Each entry becomes an alert. */
  alerts: MetricsAlert[]
  /** Default: `4`, the only version that GitLab supports. */
  version?: string | undefined
  /** Default: `firing`. Only the `status` of each alert has an effect. */
  status?: 'firing' | 'resolved' | undefined
  /** This field and the fields below have no effect. */
  groupKey?: string | null | undefined
  receiver?: string | undefined
  groupLabels?: Record<string, unknown> | undefined
  commonLabels?: Record<string, unknown> | undefined
  commonAnnotations?: Record<string, unknown> | undefined
  externalURL?: string | undefined
  [field: string]: unknown
}

/** An alert of a metrics manager. It is identified by `startsAt`, title and query. */
export interface MetricsAlert {
  /** ISO 8601. */
  startsAt: string
  /** ISO 8601. The time when the alert was resolved. Has no effect without `status`. */
  endsAt?: string | undefined
  /** `resolved`: resolves the open alert with the same `startsAt`, title and query. */
  status?: 'firing' | 'resolved' | undefined
  labels?: MetricsAlertLabels | undefined
  annotations?: MetricsAlertAnnotations | undefined
  /** A link. Its parameter `g0.expr` is the query of the metric. */
  generatorURL?: string | undefined
  [field: string]: unknown
}

export interface MetricsAlertLabels {
  /** The title, if `annotations` has neither `title` nor `summary`. */
  alertname?: string | undefined
  /** Also `s1` to `s5`, `p1` to `p5`, `error`, `warning`, `debug` and others. Default: `critical`. */
  severity?: string | undefined
  /** Name of an environment of the project. Also sent as `gitlab_environment_name`. */
  svc_environment_name?: string | undefined
  /** GitLab's name for `svc_environment_name`. One of the two is sufficient. */
  gitlab_environment_name?: string | undefined
  [label: string]: unknown
}

/**
 * The service ignores an alert without `title`, `summary` and a label `alertname`. Other annotations are stored with
 * the alert.
 */
export interface MetricsAlertAnnotations {
  title?: string | undefined
  /** The title, if there is no `title`. */
  summary?: string | undefined
  description?: string | undefined
  /** Link to instructions. */
  runbook?: string | undefined
  /** Markdown that is appended to the incident of the alert. Also sent as `gitlab_incident_markdown`. */
  svc_incident_markdown?: string | undefined
  /** GitLab's name for `svc_incident_markdown`. One of the two is sufficient. */
  gitlab_incident_markdown?: string | undefined
  /** Label of the vertical axis of the metric's chart. Default: the title. Also sent as `gitlab_y_label`. */
  svc_y_label?: string | undefined
  /** GitLab's name for `svc_y_label`. One of the two is sufficient. */
  gitlab_y_label?: string | undefined
  [annotation: string]: unknown
}

/** An alert in the response of an endpoint. */
export interface Alert {
  /** Number within the project. */
  iid: number
  title: string
}

/** The result of a test alert. */
export type AlertTest = { success: true; alerts: Alert[] } | { success: false; error: ApiError | ConnectionError }

/**
 * Alerts of projects. They are sent to integrations and cannot be read back.
 *
 * The responses do not show whether a service uses the `svc_…` or the `gitlab_…` fields, so the client always sends
 * both.
 *
 * `Unauthorized`: the key is wrong. `Forbidden`: no active integration has the URL (an endpoint for metrics responds
 * with `Unauthorized`). `Invalid`: the payload is too large, or there is no alert to resolve. The responses have no
 * error message.
 * https://docs.gitlab.com/operations/incident_management/integrations/
 */
export class Alerts {
  constructor(private readonly http: Http) {}

  /**
   * Raises an alert in the generic format. If an alert with the fingerprint is open, increases its number of events.
   * Returns the alert. Not retried after a lost response.
   */
  create(endpoint: AlertEndpoint, payload: AlertPayload, options?: RequestOptions): Promise<Alert[]> {
    return this.send(endpoint, inBothNames(payload, 'environment_name'), false, options)
  }

  /**
   * Resolves the open alert with the fingerprint, and its incident if the integration is configured for that. Fails
   * with `Invalid` if there is none, also if an earlier attempt of this call resolved it and its response was lost.
   */
  resolve(endpoint: AlertEndpoint, payload: AlertResolution, options?: RequestOptions): Promise<Alert[]> {
    const resolution = { ...payload, end_time: payload.end_time ?? this.now() }
    return this.send(endpoint, inBothNames(resolution, 'environment_name'), true, options)
  }

  /** Raises and resolves alerts in the format of a metrics manager. GitLab always responds with an empty list. */
  createMetrics(endpoint: AlertEndpoint, payload: MetricsAlertPayload, options?: RequestOptions): Promise<Alert[]> {
    return this.send(endpoint, withRequiredFields(payload), false, options)
  }

  /**
   * Resolves alerts of a metrics manager: sends the same alerts again with an end time. The service skips alerts that
   * are not open.
   */
  resolveMetrics(endpoint: AlertEndpoint, payload: MetricsAlertPayload, options?: RequestOptions): Promise<Alert[]> {
    const status = 'resolved'
    const alerts = payload.alerts.map((alert) => ({ ...alert, status, endsAt: alert.endsAt ?? this.now() }) as const)
    return this.send(endpoint, withRequiredFields({ ...payload, status, alerts }), true, options)
  }

  /** Sends any payload unchanged and returns the result. A successful test raises an alert. */
  async test(endpoint: AlertEndpoint, payload: object, options?: RequestOptions): Promise<AlertTest> {
    try {
      return { success: true, alerts: await this.send(endpoint, payload, false, options) }
    } catch (error) {
      if (ApiError.is(error) || ConnectionError.is(error)) return { success: false, error }
      throw error
    }
  }

  private async send(
    { endpointUrl, authorizationKey }: AlertEndpoint,
    body: object,
    idempotent: boolean,
    options: RequestOptions = {},
  ): Promise<Alert[]> {
    // Not included in errors, because it can contain the key.
    const url = URL.canParse(endpointUrl) ? new URL(endpointUrl) : undefined
    if (!url || !/^https?:$/.test(url.protocol)) {
      throw new SdkError('endpointUrl must be an http or https URL: copy it from the settings of the integration')
    }
    const key = authorizationKey ?? unescape(url.password)
    if (key === '') throw new SdkError('authorizationKey is required: copy it from the settings of the integration')
    checkToken(key, 'authorizationKey')
    const http = this.http.webhooks(url.origin, key)
    const target = url.pathname + url.search
    const response = await http.send({ method: 'POST', target, body, idempotent, options })
    if (response.body === undefined) return []
    if (Array.isArray(response.body)) return response.body as Alert[]
    const at = { method: 'POST', path: url.pathname, status: response.status, sent: true }
    throw new UnreadableResponse('the response is not a list', at)
  }

  private now(): string {
    return new Date(this.http.clock.now()).toISOString()
  }
}

const withRequiredFields = (payload: MetricsAlertPayload): MetricsAlertPayload => ({
  ...payload,
  version: payload.version ?? '4',
  status: payload.status ?? 'firing',
  groupKey: payload.groupKey ?? '',
  receiver: payload.receiver ?? '',
  groupLabels: payload.groupLabels ?? {},
  commonLabels: payload.commonLabels ?? {},
  commonAnnotations: payload.commonAnnotations ?? {},
  externalURL: payload.externalURL ?? '',
  alerts: payload.alerts.map(({ labels = {}, annotations = {}, ...alert }) => ({
    ...alert,
    labels: inBothNames(labels, 'environment_name'),
    annotations: inBothNames(annotations, 'incident_markdown', 'y_label'),
  })),
})

/** Copies the value of each field to its other name. */
function inBothNames<T extends Record<string, unknown>>(fields: T, ...names: string[]): T {
  const pairs = names.flatMap((name) => {
    const [svcValue, gitlabValue] = [fields[`svc_${name}`], fields[`gitlab_${name}`]]
    return [
      [`svc_${name}`, svcValue ?? gitlabValue],
      [`gitlab_${name}`, gitlabValue ?? svcValue],
    ]
  })
  return { ...fields, ...Object.fromEntries(pairs) }
}
