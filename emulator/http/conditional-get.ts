import { createHash } from 'node:crypto'
import type { Exchange } from './exchange'
import type { Flavor } from './instance'

/** Headers for conditional requests. */
export const validators = (text: string): Record<string, string> => ({
  ETag: `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`,
  'Cache-Control': 'max-age=0, private, must-revalidate',
})

/** The response, or 304 if the client already has it. */
export function unlessKnown({ method, headers }: Exchange, response: Response, flavor: Flavor): Response {
  const known = headers['if-none-match']
  // GitLab responds to HEAD with the headers of the full response.
  const reads = method === 'GET' || (method === 'HEAD' && flavor === 'spec')
  if (!reads || known === undefined || known !== response.headers.get('ETag')) return response
  const kept = new Headers(response.headers)
  kept.delete('Content-Type')
  return new Response(null, { status: 304, headers: kept })
}
