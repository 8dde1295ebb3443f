import type { Exchange } from './exchange'

/** The headers that GitLab exposes. The emulator does not send all of them. */
const exposed = [
  ...['Link', 'X-Total', 'X-Total-Pages', 'X-Per-Page', 'X-Page', 'X-Next-Page', 'X-Prev-Page', 'X-Gitlab-Blob-Id'],
  ...['X-Gitlab-Commit-Id', 'X-Gitlab-Content-Sha256', 'X-Gitlab-Encoding', 'X-Gitlab-File-Name'],
  ...['X-Gitlab-File-Path', 'X-Gitlab-Last-Commit-Id', 'X-Gitlab-Ref', 'X-Gitlab-Size', 'X-Request-Id', 'ETag'],
]

const allowed = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'Access-Control-Expose-Headers': exposed.join(', '),
  'Access-Control-Max-Age': '7200',
}

/** Headers that allow pages of all sites to read the response. None for clients that are not browsers. */
export const corsHeaders = ({ headers, path }: Exchange): Record<string, string> =>
  headers.origin !== undefined && path.startsWith('/api/') ? allowed : {}

/** The response to a browser's preflight request; undefined for other requests. */
export function preflight(exchange: Exchange): Response | undefined {
  const { method, headers } = exchange
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return undefined
  const wanted = headers['access-control-request-headers']
  const shared = corsHeaders(exchange)
  if (Object.keys(shared).length === 0) return undefined
  return new Response(null, {
    headers: { ...shared, ...(wanted && { 'Access-Control-Allow-Headers': String(wanted) }) },
  })
}
