import { AsyncLocalStorage } from 'node:async_hooks'
import {
  ApiError,
  type Client,
  ConnectionError,
  Forbidden,
  type InterceptedRequest,
  NotFound,
  Unauthorized,
} from '../../../sdk'
import { UnreadableResponse } from '../../../sdk/http/errors'
import type { Parents } from '../schema/kind'
import { isScopeMissing, userObstacle } from './causes'
import type { Ledger } from './ownership/ledger'
import type { Reference } from './parents'
import type { Settings } from './settings'

/** What a preview cannot read. */
export type Unreadable =
  { readonly what: 'service' | 'token' } | UnreadableParent | { readonly what: 'path'; readonly path: string }

/** A project or group that does not exist, or that the access token's user cannot see. */
export interface UnreadableParent {
  readonly what: 'parent'
  readonly noun: keyof Parents
  readonly reference: Reference
}

/** A read that failed, and what cannot be read because of it. */
export interface FailedRead {
  readonly unreadable: Unreadable
  readonly error: ApiError | ConnectionError
}

/** What the reads of a connection need. */
interface ReadingConnection {
  readonly api: Client
  readonly instance: string
  readonly ledger: Ledger
  readonly settings: Pick<Settings, 'token'>
}

/** Another process of this preview has reported that this cannot be read. */
export class ReportedElsewhere extends Error {
  constructor() {
    super('another process of this preview has reported why this cannot be read')
  }
}

const previews = new AsyncLocalStorage<boolean>()

/** Does work in which {@link FailedReads} does not repeat reads that failed. */
export const previewing = <T>(work: () => Promise<T>): Promise<T> => previews.run(true, work)

const SERVICE = 'service'
const TOKEN = 'token'

/**
 * The reads that failed in a preview, none of which is sent again: neither to a service that cannot be reached, nor with
 * an access token that the service rejects, nor about a project or group that does not exist, nor to a list that the
 * role may not read. The first request to each of them is sent alone, so only one fails.
 */
export class FailedReads {
  private readonly failed = new Map<string, FailedRead>()
  private readonly byError = new WeakMap<object, FailedRead>()
  /** The first requests, while they are not complete. */
  private readonly first = new Map<string, Promise<void>>()
  private readonly tried = new Set<string>()
  private hasResponded = false
  private refusedUser: Promise<ApiError | ConnectionError | undefined> | undefined

  constructor(private readonly connection: () => ReadingConnection) {}

  /** The name in the ledger of something on the service, as the access token sees it. */
  nameOf(what: string): string {
    const { ledger, instance, settings } = this.connection()
    return ledger.hash([instance, what === SERVICE ? '' : settings.token, what])
  }

  /** What cannot be read because of this error. Undefined if it is not the error of a read of a preview. */
  of(error: unknown): FailedRead | undefined {
    return typeof error === 'object' && error !== null ? this.byError.get(error) : undefined
  }

  readonly intercept = async <T>({ method, target }: InterceptedRequest, send: () => Promise<T>): Promise<T> => {
    if (method !== 'GET' || previews.getStore() !== true) return send()
    const path = target.replace(/\?.*/s, '')
    const place = placeOf(path)
    const shared = place ? [SERVICE, place.path] : [SERVICE]
    for (;;) {
      const other = shared.map((name) => this.first.get(name)).find((one) => one !== undefined)
      if (!other) break
      await other
    }
    this.refuse([...shared, TOKEN, path, target])
    const untried = shared.filter((name) => !this.tried.has(name))
    let end = () => {}
    const first = new Promise<void>((resolve) => (end = resolve))
    for (const name of untried) this.first.set(name, first)
    try {
      const result = await send()
      this.hasResponded = true
      return result
    } catch (error) {
      if (ApiError.is(error) || ConnectionError.is(error)) await this.note(error, path, target)
      throw error
    } finally {
      for (const name of untried) {
        this.tried.add(name)
        this.first.delete(name)
      }
      end()
    }
  }

  /** @throws the error of the read that failed. */
  private refuse(names: readonly string[]): void {
    for (const name of names) {
      const failure = this.failed.get(name)
      if (failure) throw failure.error
      if (this.connection().ledger.isUnread(this.nameOf(name))) throw new ReportedElsewhere()
    }
  }

  private async note(error: ApiError | ConnectionError, path: string, target: string): Promise<void> {
    const failure = await previews.run(false, () => this.diagnose(error, path))
    if (failure.unreadable.what !== 'service') this.hasResponded = true
    const name = nameOf(failure, path, target)
    this.failed.set(name, failure)
    this.byError.set(error, failure)
    this.byError.set(failure.error, failure)
    this.connection().ledger.noteUnread(this.nameOf(name))
  }

  /** Finds out what cannot be read. Asks for the user of the access token, or for the project or group. */
  private async diagnose(error: ApiError | ConnectionError, path: string): Promise<FailedRead> {
    const failed = (what: 'service' | 'token', of = error): FailedRead => ({ unreadable: { what }, error: of })
    const here: FailedRead = { unreadable: { what: 'path', path }, error }
    if (ConnectionError.is(error) && !isOfOtherServer(error)) {
      return error.timedOut && this.hasResponded ? here : failed(SERVICE)
    }
    if (isOfOtherServer(error) || Unauthorized.is(error)) {
      const refusal = await this.refusalOfUser()
      if (!refusal) return here
      return failed(isOfOtherServer(refusal) || ConnectionError.is(refusal) ? SERVICE : TOKEN)
    }
    if (Forbidden.is(error) && (isScopeMissing(error) || userObstacle(error, '') !== undefined)) return failed(TOKEN)
    if (!NotFound.is(error)) return !this.hasResponded && isOfGateway(error) ? failed(SERVICE) : here
    const place = placeOf(path)
    const missing = place && (place.path === path ? error : await this.refusalOf(place))
    if (!place || !NotFound.is(missing)) return here
    return { unreadable: { what: 'parent', noun: place.noun, reference: place.reference }, error: missing }
  }

  private refusalOfUser(): Promise<ApiError | ConnectionError | undefined> {
    return (this.refusedUser ??= refusal(this.connection().api.users.current()))
  }

  private refusalOf({ noun, reference }: Place): Promise<ApiError | ConnectionError | undefined> {
    const { projects, groups } = this.connection().api
    return refusal(noun === 'project' ? projects.get(reference) : groups.get(reference))
  }
}

/** The error of a request. Undefined if it succeeds. */
const refusal = (request: Promise<unknown>): Promise<ApiError | ConnectionError | undefined> =>
  request.then(
    () => undefined,
    (error: unknown) => {
      if (ApiError.is(error) || ConnectionError.is(error)) return error
      throw error
    },
  )

/** Whether the response does not seem to be from the service, but from another server at the base URL. */
const isOfOtherServer = (error: unknown): boolean =>
  UnreadableResponse.is(error) ||
  (NotFound.is(error) && error.routeMissing) ||
  (ApiError.is(error) && error.status >= 300 && error.status < 400)

const isOfGateway = (error: unknown): boolean => ApiError.is(error) && error.status >= 502 && error.status <= 504

/** What not to read again, after a request to this path and target. */
function nameOf({ unreadable: { what }, error }: FailedRead, path: string, target: string): string {
  if (what === 'parent') return placeOf(path)?.path ?? path
  if (what !== 'path') return what
  // The role decides about a path. Other failures can depend on the query.
  return Unauthorized.is(error) || Forbidden.is(error) || NotFound.is(error) ? path : target
}

/** The project or group that a path belongs to. */
interface Place {
  readonly noun: keyof Parents
  readonly reference: Reference
  readonly path: string
}

function placeOf(path: string): Place | undefined {
  const [start, nouns, written = ''] = /^\/(projects|groups)\/([^/]+)/.exec(path) ?? []
  if (start === undefined) return undefined
  const reference = /^\d+$/.test(written) ? Number(written) : decodeURIComponent(written)
  return { noun: nouns === 'projects' ? 'project' : 'group', reference, path: start }
}
