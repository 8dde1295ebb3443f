import { type ApiResponse, type Call, redirectStatuses, withoutQuery } from './call'
import { ApiError, UnreadableResponse } from './errors'
import { type Redaction, withBody } from './redact'

const apiPrefix = '/api/v4'
const maxRedirects = 5
/** The maximum length of a URL in an error. */
const maxLocationLength = 500

/**
 * The part below `/api/v4` of a URL in a `Location` or `Link` header, resolved against the request. Ignores the host
 * and the prefix, so that the token is never sent to another host. Undefined if the URL is not in the API.
 */
export function rebase(url: string, root: string, target: string): string | undefined {
  const base = `http://rebased${root}${target}`
  if (!URL.canParse(url, base)) return undefined
  const { pathname, search } = new URL(url, base)
  const at = pathname.indexOf(`${apiPrefix}/`)
  return at === -1 ? undefined : pathname.slice(at + apiPrefix.length) + search
}

/** Follows redirects to objects that have moved. */
export class Redirects {
  private readonly numericIds = new Map<string, Promise<number>>()

  constructor(
    private readonly deliver: (call: Call) => Promise<ApiResponse>,
    private readonly baseUrl: string,
    private readonly root: string,
    private readonly redaction: Redaction,
  ) {}

  /** Sends a GET request and follows its redirects. */
  async read(call: Call): Promise<ApiResponse> {
    const visited = new Set<string>()
    for (let target = call.target; ;) {
      const response = await this.deliver({ ...call, target })
      if (!redirectStatuses.has(response.status)) return response
      visited.add(target)
      const { location } = response.headers
      const next = location && rebase(location, this.root, target)
      if (!next) throw this.misdirected(call, response, 'which is not in the API: check baseUrl')
      if (visited.has(next)) {
        const remedy = this.encryptedBaseUrl(location)
        const why =
          remedy === undefined
            ? 'which is a loop: check the scheme of baseUrl'
            : `which is a loop: write ${remedy} as baseUrl`
        throw this.misdirected(call, response, why)
      }
      if (visited.size > maxRedirects) throw this.misdirected(call, response, `after ${maxRedirects} other redirects`)
      target = next
    }
  }

  /** Sends a write. If the service rejects the former path of a project, sends it again with the project's id. */
  async write(call: Call): Promise<ApiResponse> {
    const byPath = projectByPath(call.target)
    if (!byPath) return this.rejectRedirect(call, await this.deliver(call))
    const response = await this.deliver(call).catch((error: unknown) => {
      if (ApiError.is(error) && error.status === 405 && /moved project/i.test(error.serverMessage)) return undefined
      throw error
    })
    if (response && !redirectStatuses.has(response.status)) return response
    const id = await this.numericId(byPath.project)
    call.options.signal?.throwIfAborted()
    const moved = { ...call, target: `/projects/${id}${byPath.rest}` }
    return this.rejectRedirect(moved, await this.deliver(moved))
  }

  private rejectRedirect(call: Call, response: ApiResponse): ApiResponse {
    if (!redirectStatuses.has(response.status)) return response
    const { location = '' } = response.headers
    const isSame = rebase(location, this.root, call.target) === call.target
    const remedy = isSame ? this.encryptedBaseUrl(location) : undefined
    const check = remedy === undefined ? '' : `: write ${remedy} as baseUrl`
    throw this.misdirected(call, response, `and writes do not follow redirects${check}`)
  }

  /** The base URL with https, if that is where the same host redirects requests with http. */
  private encryptedBaseUrl(location: string): string | undefined {
    const [from, to] = [new URL(this.baseUrl), URL.canParse(location) ? new URL(location) : undefined]
    if (to?.protocol !== 'https:' || from.protocol !== 'http:' || to.hostname !== from.hostname) return undefined
    return to.origin + this.baseUrl.slice(from.origin.length)
  }

  /**
   * The id of the project with this encoded path. Looked up once for all callers, so a single caller's signal does not
   * abort it.
   */
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
    // The service can repeat parts of the request in a header.
    const redaction = withBody(this.redaction, body)
    const { ours, theirs } = redaction
    const { location = 'nowhere', 'x-request-id': requestId } = headers
    return new ApiError({
      status,
      method,
      path: ours(this.root + withoutQuery(target)),
      requestId: requestId && theirs(requestId),
      // Truncated after redacting, because half a secret would not be found.
      serverMessage: `redirects to ${redactLocation(location, redaction).slice(0, maxLocationLength)}, ${why}`,
      body: '',
      fields: {},
      routeMissing: true,
    })
  }
}

/** The query can repeat a value of the request. */
function redactLocation(location: string, { ours, theirs }: Redaction): string {
  const path = withoutQuery(location)
  return ours(path) + theirs(location.slice(path.length))
}

/** Splits a target below `/projects/` with a project path into the encoded path and the rest. */
function projectByPath(target: string): { project: string; rest: string } | undefined {
  const [, project, rest] = /^\/projects\/([^/?]+)(.*)/s.exec(target) ?? []
  return project === undefined || rest === undefined || /^\d+$/.test(project) ? undefined : { project, rest }
}
