import { type ApiResponse, type Call, redirectStatuses, withoutQuery } from './call'
import { ApiError, UnreadableResponse } from './errors'
import { type Redact, withBody } from './redact'

const apiPrefix = '/api/v4'
const mostRedirects = 5
/** As much of an address as an error shows. */
const longestLocation = 500

/**
 * The part below `/api/v4` of a URL that the service named in `Location` or `Link`, as seen from the request it
 * answers. Host and prefix are dropped: they are the service's own idea of its address, and a token sent to whatever
 * host a header names would be a gift. Undefined when the URL is none of the API.
 */
export function rebase(url: string, root: string, target: string): string | undefined {
  const base = `http://rebased${root}${target}`
  if (!URL.canParse(url, base)) return undefined
  const { pathname, search } = new URL(url, base)
  const at = pathname.indexOf(`${apiPrefix}/`)
  return at === -1 ? undefined : pathname.slice(at + apiPrefix.length) + search
}

/** Brings requests to where their object has moved. */
export class Redirects {
  private readonly numericIds = new Map<string, Promise<number>>()

  constructor(
    private readonly deliver: (call: Call) => Promise<ApiResponse>,
    private readonly root: string,
    private readonly redact: Redact,
  ) {}

  /** Sends a GET, and again to wherever the answers lead. */
  async read(call: Call): Promise<ApiResponse> {
    const seen = new Set<string>()
    for (let target = call.target; ;) {
      const answer = await this.deliver({ ...call, target })
      if (!redirectStatuses.has(answer.status)) return answer
      seen.add(target)
      const { location } = answer.headers
      const next = location && rebase(location, this.root, target)
      if (!next) throw this.misdirected(call, answer, 'which is not in the API: is baseUrl right?')
      if (seen.has(next)) throw this.misdirected(call, answer, 'and so in a circle: is the scheme of baseUrl right?')
      if (seen.size > mostRedirects) throw this.misdirected(call, answer, `after ${mostRedirects} other redirects`)
      target = next
    }
  }

  /** Sends a write. The service turns it away from the old path of a project; it is then sent to the project's id. */
  async write(call: Call): Promise<ApiResponse> {
    const named = projectByPath(call.target)
    if (!named) return this.settled(call, await this.deliver(call))
    const answer = await this.deliver(call).catch((error: unknown) => {
      if (ApiError.is(error) && error.status === 405 && /moved project/i.test(error.serverMessage)) return undefined
      throw error
    })
    if (answer && !redirectStatuses.has(answer.status)) return answer
    const id = await this.numericId(named.project)
    call.options.signal?.throwIfAborted()
    const moved = { ...call, target: `/projects/${id}${named.rest}` }
    return this.settled(moved, await this.deliver(moved))
  }

  private settled(call: Call, answer: ApiResponse): ApiResponse {
    if (redirectStatuses.has(answer.status)) throw this.misdirected(call, answer, 'and writes do not follow')
    return answer
  }

  /** The id of the project that `segment` (its path, encoded) leads to, looked up once; no one caller's signal ends it. */
  private numericId(segment: string): Promise<number> {
    const known = this.numericIds.get(segment)
    if (known) return known
    const call: Call = { method: 'GET', target: `/projects/${segment}`, idempotent: true, options: {} }
    const lookUp = this.read(call).then(({ body, status }) => {
      const id: unknown = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined
      if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id
      const path = this.root + call.target
      throw new UnreadableResponse('the project has no id', { method: 'GET', path, status, sent: true })
    })
    this.numericIds.set(segment, lookUp)
    lookUp.catch(() => this.numericIds.delete(segment))
    return lookUp
  }

  private misdirected({ method, target, body }: Call, { status, headers }: ApiResponse, why: string): ApiError {
    // A header may repeat what was sent, like any other part of an answer.
    const redact = withBody(this.redact, body)
    const { location = 'nowhere', 'x-request-id': requestId } = headers
    return new ApiError({
      status,
      method,
      path: redact(this.root + withoutQuery(target)),
      requestId: requestId && redact(requestId),
      // Cut at last: half a secret would not be found.
      serverMessage: `redirects to ${redact(location).slice(0, longestLocation)}, ${why}`,
      body: '',
      fields: {},
      routeMissing: true,
    })
  }
}

/** Splits a target below `/projects/` that names its project by path: the path as sent, and what follows it. */
function projectByPath(target: string): { project: string; rest: string } | undefined {
  const [, project, rest] = /^\/projects\/([^/?]+)(.*)/s.exec(target) ?? []
  return project === undefined || rest === undefined || /^\d+$/.test(project) ? undefined : { project, rest }
}
