import type { RecordedRequest, RecordedResponse } from './recordings'

/** A response, with the ETag for later requests. */
export interface Got extends RecordedResponse {
  etag?: string | undefined
}

/** Fills values of earlier responses into the request. A response is undefined if its request was not sent. */
export function fillIn(request: RecordedRequest, responses: readonly (Got | undefined)[]): RecordedRequest {
  const text = (one: string): string =>
    one.replace(/\{\{(\d+)\.([^}+]+)(?:\+(\d+))?\}\}/g, (_, at: string, path: string, plus?: string) => {
      const value = look(responses, at, path)
      return plus === undefined ? String(value) : String(Number(value) + Number(plus))
    })
  const json = (one: unknown): unknown => {
    if (typeof one === 'string') return text(one)
    if (Array.isArray(one)) return one.map(json)
    if (typeof one !== 'object' || one === null) return one
    const { $from, plus = 0 } = one as { $from?: string; plus?: number }
    if ($from === undefined) return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, json(value)]))
    const [at = '', ...path] = $from.split('.')
    const value = look(responses, at, path.join('.'))
    return plus === 0 ? value : Number(value) + plus
  }
  return {
    ...request,
    ...(request.who !== undefined && { who: text(request.who) }),
    ...(request.text !== undefined && { text: text(request.text) }),
    ...(request.json !== undefined && { json: json(request.json) }),
    ...(request.headers && { headers: json(request.headers) as Record<string, string> }),
    path: text(request.path),
  }
}

/** The values of earlier responses that a request needs: the index of the response, and the path of the value in it. */
export function needed(request: RecordedRequest): { at: number; path: string }[] {
  const found = JSON.stringify(request).matchAll(/\{\{(\d+)\.([^}+]+)|"\$from":"(\d+)\.([^"]+)/g)
  return [...found].map(([, at, path, other, otherPath]) => ({ at: Number(at ?? other), path: path ?? otherPath! }))
}

/** A value of a response; 0, which is never an id, if the response does not have it. */
export function look(responses: readonly (Got | undefined)[], at: string, path: string): unknown {
  const response = responses[Number(at)]
  if (path === '$etag') return /"(.*)"/.exec(response?.etag ?? '')?.[1] ?? 'none'
  let value = response?.body
  for (const key of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[key]
  return value ?? 0
}

/** The body of a response, in the form of the recordings. */
export function parseBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return { $text: text.slice(0, 400) }
  }
}
