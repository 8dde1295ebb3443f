import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { HttpError } from '../http/errors'
import { type Flavor, isFree } from '../http/instance'
import { isParams, type RawParams } from '../http/nest'
import { unknownRoute } from '../http/unknown-route'
import type { AlertRecord } from '../records/alert'
import type { ProjectRecord } from '../records/project'
import { findAlertIntegration } from './alert-integration'
import { AlertModel } from './alert-model'
import { type IncomingAlert, readGeneric, readMetrics } from './alert-payload'
import { lookUpProject } from './project'

/**
 * `/acme/web/alerts/notify.json`, `/acme/web/prometheus/alerts/notify.json`,
 * `/acme/web/alerts/notify/name/0123cdef.json`.
 */
const paths =
  /^\/(?!api\/)(?<project>[^/]+(?:\/(?!-\/)[^/]+)+?)\/(?:(?<metrics>prometheus)\/alerts\/notify|alerts\/notify(?:\/[^/]+\/(?<identifier>[A-Za-z0-9]+))?)(?:\.(?<format>json|xml))?$/

/** Endpoints that receive alerts. Their errors have no body. */
export const alert: Resource = (api) => {
  api.webhook(paths, (call, { project = '', metrics, identifier, format }, body) => {
    const { found, moved } = lookUpProject(call.store, project)
    if (!found && api.flavor === 'gitlab') throw unknownRoute(call.instance, call)
    // Former paths only redirect GET requests.
    if (!found || moved) throw refusal(404)
    // Other bodies than JSON are empty payloads.
    const payload = /^application\/json\b/i.test(call.header('content-type') ?? '') ? body : {}
    if (memoryOf(payload) > 1024 * 1024) throw refusal(400)
    try {
      return receive(call, found, identifier ?? (metrics ? 'legacy-prometheus' : 'legacy'), payload)
    } catch (error) {
      if (api.flavor === 'spec' || !(error instanceof HttpError) || error.body !== undefined) throw error
      const type = format === undefined ? 'text/html' : `application/${format}`
      throw new HttpError(error.status, undefined, { 'Content-Type': type })
    }
  })
}

function receive(call: Call, project: ProjectRecord, identifier: string, payload: RawParams): unknown {
  const { instance } = call
  const { flavor } = instance
  const integration = findAlertIntegration(instance, project, identifier)
  const isBatch = metricsKeys.every((key) => key in payload)
  // In the specification, the endpoint determines the format, in GitLab the payload.
  const format = integration?.format ?? (identifier === 'legacy-prometheus' ? 'metrics' : 'generic')
  const asMetrics = flavor === 'spec' ? format === 'metrics' : isBatch && payload.version === '4'
  if (asMetrics && !isBatch) throw refusal(422)
  if (!integration) throw refusal(asMetrics ? 401 : 403)
  if (keyOf(call, flavor) !== integration.key) throw refusal(401)
  const model = new AlertModel(call.store, project, integration, call.now())
  if (asMetrics) {
    if (flavor === 'gitlab' && hasBrokenItem(payload)) throw new HttpError(500, brokenItem, json)
    const received = itemsOf(payload, flavor).map((incoming) => model.receive(incoming))
    if (flavor === 'spec') return received.filter((one) => one !== undefined).map(presentAlert)
    call.status = 201
    return undefined
  }
  const licensed = !isFree(instance)
  const mapping = licensed ? integration.mapping : {}
  const received = model.receive(readGeneric(payload, { flavor, mapping, fingerprinting: licensed }))
  if (!received) throw refusal(400)
  call.headers['Content-Type'] = 'application/json; charset=utf-8'
  return [presentAlert(received)]
}

const json = { 'Content-Type': 'application/json; charset=utf-8' }
const brokenItem = { status: 500, error: 'Internal Server Error' }

const metricsKeys = [
  'alerts',
  'commonAnnotations',
  'commonLabels',
  'externalURL',
  'groupKey',
  'groupLabels',
  'receiver',
  'status',
  'version',
]

/** The alerts of a batch, except those without a title or a start. */
function itemsOf({ alerts }: RawParams, flavor: Flavor): IncomingAlert[] {
  const items = Array.isArray(alerts) ? alerts.filter(isParams) : []
  return items.filter(({ startsAt }) => startsAt).map((item) => readMetrics(item, flavor))
}

const presentAlert = ({ iid, title }: AlertRecord) => ({ iid, title })

/** The key in the `Authorization` header, where clients also put credentials of the URL. */
function keyOf(call: Call, flavor: Flavor): string | undefined {
  const { bearer, basic } =
    /^(?:bearer\s+(?<bearer>\S.*)|basic\s+(?<basic>\S.*))$/i.exec(call.header('authorization') ?? '')?.groups ?? {}
  if (basic === undefined) return bearer
  const [, user, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? []
  // In the specification, the name is empty. GitLab ignores it.
  return user === '' || flavor === 'gitlab' ? password : undefined
}

/** The approximate size of a payload in GitLab's memory, in bytes. */
function memoryOf(value: unknown): number {
  if (typeof value === 'string') return 40 + Buffer.byteLength(value)
  if (Array.isArray(value)) return value.reduce((bytes: number, item) => bytes + 8 + memoryOf(item), 40)
  if (!isParams(value)) return 0
  return Object.entries(value).reduce((bytes, [key, item]) => bytes + 48 + memoryOf(key) + memoryOf(item), 40)
}

const refusal = (status: number): HttpError => new HttpError(status, undefined)

/** Whether GitLab fails on the payload: `alerts` is not a list, or an alert in it is a string or a number. */
const hasBrokenItem = ({ alerts }: RawParams): boolean =>
  typeof alerts !== 'object' || alerts === null || Object.values(alerts).some((item) => typeof item !== 'object')
