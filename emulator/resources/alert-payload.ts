import { createHash } from 'node:crypto'
import type { Flavor } from '../http/instance'
import { isParams, type RawParams } from '../http/nest'
import { dateTime } from '../http/param-types'
import type { AlertSeverity } from '../records/alert'
import type { PayloadPath } from '../records/alert-integration'

/** An alert as read from a payload. */
export interface IncomingAlert {
  /** Null if it is missing, although it is required. */
  title: string | null
  description: string | null
  severity: AlertSeverity
  /** Null means now. */
  started_at: string | null
  ended_at: string | null
  /** Whether it has ended. */
  resolved: boolean
  service: string | null
  monitoring_tool: string | null
  hosts: string[]
  /** Null for an alert that can neither be repeated nor resolved. */
  fingerprint: string | null
  /** Name of an environment, which may not exist. */
  environment: string | null
  runbook: string | null
  /** Query of its metric. */
  query: string | null
  y_label: string | null
  /** Appended to the description of its incident. */
  incident_markdown: string | null
  /** As it was sent. */
  payload: RawParams
}

interface Reading {
  flavor: Flavor
  mapping: Record<string, PayloadPath>
  /** Whether the fingerprint of an alert without one is derived from the whole payload. */
  fingerprinting: boolean
}

/** Prefixes of the names of GitLab's own fields. */
const prefixes: Record<Flavor, string> = { spec: 'svc', gitlab: 'gitlab' }

const metricsTool = 'Prometheus'

/** Reads the payload of a generic endpoint. */
export function readGeneric(payload: RawParams, { flavor, mapping, fingerprinting }: Reading): IncomingAlert {
  if (flavor === 'gitlab' && payload.monitoring_tool === metricsTool) return readMetrics(payload, flavor)
  const read = (name: string): unknown => filled(dig(payload, mapping[name] ?? [])) ?? filled(payload[name])
  const ended_at = time(read('end_time'))
  const plain = read('fingerprint') ?? (fingerprinting ? lasting(payload) : undefined)
  return {
    title: text(read('title') ?? 'New: Alert', 200),
    description: text(read('description'), 1000),
    severity: severityOf(read('severity'), flavor === 'spec' ? [...severities, 'unknown'] : severities),
    started_at: time(read('start_time')),
    ended_at,
    resolved: ended_at !== null,
    service: text(read('service'), 100),
    monitoring_tool: text(read('monitoring_tool'), 100),
    hosts: hostsOf(read('hosts')),
    fingerprint: plain === undefined ? null : sha1([plain].flat(Infinity).map(toText).join('')),
    environment: text(read(`${prefixes[flavor]}_environment_name`)),
    runbook: text(read('runbook')),
    query: null,
    y_label: null,
    incident_markdown: null,
    payload,
  }
}

/** Reads one alert of a metrics manager. */
export function readMetrics(payload: RawParams, flavor: Flavor): IncomingAlert {
  const own = prefixes[flavor]
  const note = (name: string): string | null => text(filled(dig(payload, ['annotations', name])))
  const label = (name: string): string | null => text(filled(dig(payload, ['labels', name])))
  const title = note('title') ?? note('summary') ?? label('alertname')
  const query = queryIn(text(payload.generatorURL))
  return {
    title: text(title, 200),
    description: text(note('description'), 1000),
    severity: metricsSeverityOf(label('severity'), flavor),
    started_at: time(payload.startsAt),
    ended_at: time(payload.endsAt),
    resolved: payload.status === 'resolved',
    service: null,
    monitoring_tool: metricsTool,
    hosts: [],
    // Uses the string as sent, not the timestamp.
    fingerprint: sha1([payload.startsAt, title, query].join('/')),
    environment: label(`${own}_environment_name`),
    runbook: note('runbook'),
    query,
    y_label: note(`${own}_y_label`) ?? title,
    incident_markdown: note(`${own}_incident_markdown`),
    payload,
  }
}

const severities: AlertSeverity[] = ['critical', 'high', 'medium', 'low', 'info']

function severityOf(sent: unknown, known: AlertSeverity[]): AlertSeverity {
  const name = toText(sent ?? '').toLowerCase()
  return known.find((severity) => severity === name) ?? 'critical'
}

const metricsSeverities: Partial<Record<AlertSeverity, string[]>> = {
  critical: ['critical', 's1', 'p1', 'emergency', 'fatal'],
  high: ['high', 's2', 'p2', 'major', 'page'],
  medium: ['medium', 's3', 'p3', 'error', 'alert'],
  low: ['low', 's4', 'p4', 'warn', 'warning'],
  info: ['info', 's5', 'p5', 'debug', 'information', 'notice'],
}

function metricsSeverityOf(sent: string | null, flavor: Flavor): AlertSeverity {
  const name = (sent ?? '').toLowerCase()
  if (flavor === 'gitlab' && name === 'minor') return 'low'
  return severities.find((severity) => metricsSeverities[severity]?.includes(name)) ?? 'critical'
}

/** Undefined for values that count as not sent: null, false, blanks, empty lists and objects. */
function filled(value: unknown): unknown {
  if (value === null || value === false) return undefined
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  return typeof value === 'object' && Object.keys(value).length === 0 ? undefined : value
}

function dig(payload: unknown, [key, ...rest]: PayloadPath): unknown {
  if (key === undefined || typeof payload !== 'object' || payload === null) return undefined
  if (!Object.hasOwn(payload, key)) return undefined
  const value = (payload as RawParams)[key]
  return rest.length === 0 ? value : dig(value, rest)
}

const toText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function text(value: unknown, longest = Infinity): string | null {
  if (value === undefined || value === null) return null
  const string = toText(value)
  return string.length > longest ? `${string.slice(0, longest - 3)}...` : string
}

/** A timestamp: a string, or milliseconds since 1970. Null if it is invalid. */
function time(value: unknown): string | null {
  if (typeof value === 'number') return /^\d{13}$/.test(String(value)) ? new Date(value).toISOString() : null
  const complaints: string[] = []
  const read = typeof value === 'string' ? dateTime.validate(value, 'time', complaints) : null
  return complaints.length > 0 || typeof read !== 'string' ? null : read
}

/** All hosts together have at most 255 characters. */
function hostsOf(value: unknown): string[] {
  let left = 255
  const hosts: string[] = []
  for (const host of value === undefined ? [] : [value].flat(Infinity).map(toText)) {
    if (left > 0) hosts.push(host.slice(0, left))
    left -= host.length
  }
  return hosts
}

/** The payload without the fields that depend on time and place. */
function lasting(payload: RawParams): unknown {
  const { start_time: _start, end_time: _end, hosts: _hosts, ...rest } = payload
  return Object.values(rest).some((value) => filled(value) !== undefined) ? sorted(rest) : undefined
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isParams(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex')

const queryIn = (url: string | null): string | null =>
  new URLSearchParams(/\?([^#]*)/.exec(url ?? '')?.[1] ?? '').get('g0.expr')
