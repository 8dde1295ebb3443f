import type { TestEmulator } from './emulator'

/** The key of the endpoints in the seed world, as a header. */
export const bearer = 'Bearer emulator-alert-key'

export const basic = (user: string, key = 'emulator-alert-key'): string =>
  `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`

export const generic = '/acme/web/alerts/notify.json'
export const metrics = '/acme/web/prometheus/alerts/notify.json'

interface Sent {
  authorization?: string | null
  headers?: Record<string, string>
  method?: string
}

/** Sends to a path of the emulator, as JSON unless the body is text; what comes back is a status and a parsed body. */
export async function send(
  { url }: TestEmulator,
  path: string,
  body: unknown = {},
  { authorization = bearer, headers = {}, method = 'POST' }: Sent = {},
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(authorization !== null && { Authorization: authorization }),
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

/** What is remembered of every alert. */
export const alertsOf = (emulator: TestEmulator): Record<string, unknown>[] =>
  (emulator.state().collections.alerts?.records ?? []) as unknown as Record<string, unknown>[]

/** A batch of a metrics manager. */
export const batch = (...alerts: object[]) => ({
  version: '4',
  groupKey: null,
  status: 'firing',
  receiver: '',
  groupLabels: {},
  commonLabels: {},
  commonAnnotations: {},
  externalURL: '',
  alerts,
})
