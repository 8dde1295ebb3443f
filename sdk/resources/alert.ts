import { unescape } from 'node:querystring'
import { ApiError, ConnectionError, SdkError, UnreadableResponse } from '../http/errors'
import { type Http } from '../http/http'
import { checkToken, type RequestOptions } from '../http/options'

/** An alert integration of a project, as its settings page shows it. It may be of another service than the client's. */
export interface AlertEndpoint {
  /** The integration's whole URL. A key in it (`https://:KEY@host/…`) is sent as a header, never as part of the URL. */
  endpointUrl: string
  /** The integration's key; default the one in the URL. It is sent nowhere but to the URL. */
  authorizationKey?: string | undefined
}

export type AlertSeverity = 'critical' | 'high' | 'medium' | 'low' | 'info' | 'unknown'

/** What a generic endpoint is told, unless its integration maps fields of its own. Further fields stay with the alert. */
export interface AlertPayload {
  /** Default `New: Alert`. Services cut it after 200 characters. */
  title?: string | undefined
  /** Services cut it after 1,000 characters. */
  description?: string | undefined
  /** ISO 8601; default now. */
  start_time?: string | undefined
  /** ISO 8601. With it the payload resolves the open alert of its fingerprint, and `Invalid` says that there is none. */
  end_time?: string | undefined
  /** What is affected. Services cut it after 100 characters. */
  service?: string | undefined
  /** What raised the alert. Services cut it after 100 characters. Not `Prometheus`: GitLab then reads other fields. */
  monitoring_tool?: string | undefined
  /** Where it happened. Services cut all hosts together after 255 characters. */
  hosts?: string | string[] | undefined
  /** Default `critical`, which GitLab also takes for `unknown`. */
  severity?: AlertSeverity | undefined
  /**
   * What identifies the alert: while one with it is open, further payloads only count as events of that. Without one,
   * Premium and Ultimate make it from all that is sent but times and hosts; in Free the alert can never be resolved.
   */
  fingerprint?: string | string[] | undefined
  /** Name of an environment of the project; sent under GitLab's name for it, too. */
  svc_environment_name?: string | undefined
  /** GitLab's name for `svc_environment_name`: giving one is enough. */
  gitlab_environment_name?: string | undefined
  [field: string]: unknown
}

/** A payload that resolves an alert. */
export interface AlertResolution extends AlertPayload {
  /** That of the open alert. */
  fingerprint: string | string[]
  /** ISO 8601; default now. */
  end_time?: string | undefined
}

/** What a metrics manager sends to its webhook receivers. What is left out but required by the service is filled in. */
export interface MetricsAlertPayload {
  /** Each becomes an alert of its own. */
  alerts: MetricsAlert[]
  /** Default `4`, the only one that GitLab knows. */
  version?: string | undefined
  /** Default `firing`. What counts is the `status` of each alert. */
  status?: 'firing' | 'resolved' | undefined
  /** This and all below have no effect. */
  groupKey?: string | null | undefined
  receiver?: string | undefined
  groupLabels?: Record<string, unknown> | undefined
  commonLabels?: Record<string, unknown> | undefined
  commonAnnotations?: Record<string, unknown> | undefined
  externalURL?: string | undefined
  [field: string]: unknown
}

/** One alert of a metrics manager. `startsAt`, title and query together identify it. */
export interface MetricsAlert {
  /** ISO 8601. */
  startsAt: string
  /** ISO 8601: when it was resolved. Without `status` it has no effect. */
  endsAt?: string | undefined
  /** `resolved` resolves the open alert with the same `startsAt`, title and query. */
  status?: 'firing' | 'resolved' | undefined
  labels?: MetricsAlertLabels | undefined
  annotations?: MetricsAlertAnnotations | undefined
  /** A link whose parameter `g0.expr` is the query of the metric. */
  generatorURL?: string | undefined
  [field: string]: unknown
}

export interface MetricsAlertLabels {
  /** The title when `annotations` has neither `title` nor `summary`. */
  alertname?: string | undefined
  /** Also `s1` to `s5`, `p1` to `p5`, `error`, `warning`, `debug` …; default `critical`. */
  severity?: string | undefined
  /** Name of an environment of the project; sent under GitLab's name for it, too. */
  svc_environment_name?: string | undefined
  /** GitLab's name for `svc_environment_name`: giving one is enough. */
  gitlab_environment_name?: string | undefined
  [label: string]: unknown
}

/** An alert without `title`, `summary` and a label `alertname` is skipped without a word. Further ones stay with it. */
export interface MetricsAlertAnnotations {
  title?: string | undefined
  /** The title when there is no `title`. */
  summary?: string | undefined
  description?: string | undefined
  /** Link to instructions. */
  runbook?: string | undefined
  /** Markdown, appended to an incident that the alert opens; sent under GitLab's name for it, too. */
  svc_incident_markdown?: string | undefined
  /** GitLab's name for `svc_incident_markdown`: giving one is enough. */
  gitlab_incident_markdown?: string | undefined
  /** Label of the vertical axis where the metric is shown, default the title; sent under GitLab's name for it, too. */
  svc_y_label?: string | undefined
  /** GitLab's name for `svc_y_label`: giving one is enough. */
  gitlab_y_label?: string | undefined
  [annotation: string]: unknown
}

/** An alert as endpoints answer it. */
export interface Alert {
  /** Number within the project. */
  iid: number
  title: string
}

/** How a trial went. */
export type AlertTest = { success: true; alerts: Alert[] } | { success: false; error: ApiError | ConnectionError }

/**
 * Alerts of projects, which are sent to integrations and cannot be read back.
 *
 * No answer tells whether a service speaks of `svc_…` or `gitlab_…` fields, and what it does not know is only kept with
 * the alert: whichever of the two names is given, both are sent.
 *
 * `Unauthorized`: the key is wrong. `Forbidden`: the URL belongs to no active integration (an endpoint for metrics says
 * `Unauthorized`). `Invalid`: the payload is too large, or there is nothing to resolve. These answers explain nothing.
 * https://docs.gitlab.com/operations/incident_management/integrations/
 */
export class Alerts {
  constructor(private readonly http: Http) {}

  /**
   * Raises an alert in the generic format, or counts one more event of the open one with its fingerprint; either is
   * answered. It is not sent again after a lost answer.
   */
  create(endpoint: AlertEndpoint, payload: AlertPayload, options?: RequestOptions): Promise<Alert[]> {
    return this.send(endpoint, inBothNames(payload, 'environment_name'), false, options)
  }

  /**
   * Resolves the open alert of a fingerprint, and its incident where the integration says so. `Invalid` when there is
   * none, as may follow when an earlier attempt of this very call resolved it and its answer was lost.
   */
  resolve(endpoint: AlertEndpoint, payload: AlertResolution, options?: RequestOptions): Promise<Alert[]> {
    const over = { ...payload, end_time: payload.end_time ?? this.now() }
    return this.send(endpoint, inBothNames(over, 'environment_name'), true, options)
  }

  /** Raises and resolves alerts as a metrics manager does. GitLab answers an empty list, whatever became of them. */
  createMetrics(endpoint: AlertEndpoint, payload: MetricsAlertPayload, options?: RequestOptions): Promise<Alert[]> {
    return this.send(endpoint, asManager(payload), false, options)
  }

  /** Resolves alerts of a metrics manager: what raised them is sent again, with its end. What is not open is skipped. */
  resolveMetrics(endpoint: AlertEndpoint, payload: MetricsAlertPayload, options?: RequestOptions): Promise<Alert[]> {
    const status = 'resolved'
    const alerts = payload.alerts.map((alert) => ({ ...alert, status, endsAt: alert.endsAt ?? this.now() }) as const)
    return this.send(endpoint, asManager({ ...payload, status, alerts }), true, options)
  }

  /** Sends any payload, as it is, and reports how that went. If it goes well there is an alert like any other. */
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
    // Never repeated in an error: it may hold the key.
    const url = URL.canParse(endpointUrl) ? new URL(endpointUrl) : undefined
    if (!url || !/^https?:$/.test(url.protocol)) {
      throw new SdkError('endpointUrl is not an http or https URL: copy it from the settings of the integration')
    }
    const key = authorizationKey ?? unescape(url.password)
    if (key === '') throw new SdkError('authorizationKey is missing: copy it from the settings of the integration')
    checkToken(key, 'authorizationKey')
    const http = this.http.webhooks(url.origin, key)
    const target = url.pathname + url.search
    const answer = await http.send({ method: 'POST', target, body, idempotent, options })
    if (answer.body === undefined) return []
    if (Array.isArray(answer.body)) return answer.body as Alert[]
    const at = { method: 'POST', path: url.pathname, status: answer.status, sent: true }
    throw new UnreadableResponse('the answer is not a list', at)
  }

  private now(): string {
    return new Date(this.http.clock.now()).toISOString()
  }
}

const asManager = (payload: MetricsAlertPayload): MetricsAlertPayload => ({
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

/** Gives each field under both names what it has under one. */
function inBothNames<T extends Record<string, unknown>>(fields: T, ...names: string[]): T {
  const pairs = names.flatMap((name) => {
    const [ours, gitlabs] = [fields[`svc_${name}`], fields[`gitlab_${name}`]]
    return [
      [`svc_${name}`, ours ?? gitlabs],
      [`gitlab_${name}`, gitlabs ?? ours],
    ]
  })
  return { ...fields, ...Object.fromEntries(pairs) }
}
