import { validators } from './conditional-get'
import type { Stage } from './errors'
import type { Flavor } from './instance'

/** A response of the API: a string body is sent as plain text, anything else as JSON. */
export function respond(
  flavor: Flavor,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
  stage: Stage = 'handled',
): Response {
  const empty = status === 204 || status === 304
  const text = typeof body === 'string'
  const type: Record<string, string> = empty ? {} : { 'Content-Type': text ? 'text/plain' : 'application/json' }
  const content = empty ? null : text ? body : JSON.stringify(body)
  const tagged = content && (status === 200 || status === 201) ? validators(content) : {}
  const always = flavor === 'spec' ? framed : usualHeaders(status, stage)
  return new Response(content, { status, headers: { ...always, ...type, ...tagged, ...headers } })
}

const framed = { 'X-Frame-Options': 'SAMEORIGIN', 'X-Content-Type-Options': 'nosniff' }

/** The headers that GitLab sends with every response at this stage. */
function usualHeaders(status: number, stage: Stage): Record<string, string> {
  if (stage === 'unread') return {}
  return {
    'Cache-Control': 'no-cache',
    Vary: 'Origin',
    NEL: '{"max_age": 0}',
    ...(status !== 304 && { 'Content-Security-Policy': "default-src 'none'" }),
    ...(stage === 'handled' && framed),
  }
}
