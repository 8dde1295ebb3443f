import { ApiError, ConnectionError, NotFound } from '../../../sdk'
import { hide, type Redact, minVariableLength } from '../../../sdk/http/redact'
import { linesOf } from '../schema/characters'
import { type Kind, adoptionArguments, type Operation } from '../schema/kind'
import { type Json } from '../schema/plain'
import { textsIn } from '../schema/secret-paths'
import type { SetKind } from '../schema/set'
import { subject } from '../schema/subject'
import { isScopeMissing, userObstacle, writeObstacle } from './causes'
import type { Connection } from './connection'
import { obstacleTo, projectIn } from './obstacle'

/** An error for the user. It has no stack: Pulumi would print it, and nothing in there helps. */
export class ResourceError extends Error {
  constructor(message: string) {
    super(linesOf(message).join('\n'))
    this.name = 'trueup'
    this.stack = ''
  }

  /** The same error, without secrets in its message. */
  redacted(redact: Redact): ResourceError {
    return new ResourceError(redact(this.message))
  }
}

/** The object exists, but is not as declared: Pulumi keeps it in the state and updates it the next time. */
export class InitFailed extends ResourceError {
  /** Shown by Pulumi in place of the message. */
  readonly reasons: string[]

  constructor(
    reason: string,
    readonly id: string,
    readonly properties: Json,
  ) {
    super(reason)
    this.reasons = [this.message]
  }

  override redacted(redact: Redact): InitFailed {
    return new InitFailed(redact(this.message), this.id, this.properties)
  }

  /** The same, with more in the state. */
  with(more: Json): InitFailed {
    return new InitFailed(this.message, this.id, { ...this.properties, ...more })
  }
}

/** An object is no longer its parent's own. */
export class NotOwned extends ResourceError {
  constructor(
    readonly reason: string,
    remedy: string,
  ) {
    super(`${reason} ${remedy}`.trim())
  }
}

const done: Record<Operation, string> = {
  diff: 'compared',
  create: 'created',
  read: 'read',
  update: 'updated',
  delete: 'deleted',
}

/** Turns whatever went wrong into what a person needs: what, which call, why, and what to do. */
export function explain(
  connection: Connection,
  kind: Kind,
  operation: Operation,
  values: Json,
  error: unknown,
  obstacle?: string,
): ResourceError {
  if (error instanceof ResourceError) return error
  const what = `${subject(kind, values)} was not ${done[operation]}`
  const reason = reasonOfRequest(connection, error, {
    subject: kind.identity.parent
      ? `${kind.identity.parent} ${String(values[kind.identity.parent] ?? '')}`.trim()
      : 'the service',
    causeFor: (apiError) =>
      obstacle ?? kind.hints?.byError?.(apiError, values) ?? kind.hints?.byStatus?.[apiError.status],
    isSeen: obstacle !== undefined,
    redact: hide(secretsOf(kind, values)),
  })
  return new ResourceError(`${what}. ${reason ?? (error instanceof Error ? error.message : String(error))}`)
}

/** The same, after looking for an obstacle that the answer does not tell. */
export async function diagnose(
  connection: Connection,
  kind: Kind,
  operation: Operation,
  values: Json,
  error: unknown,
): Promise<ResourceError> {
  const obstructed = { kind, operation, project: kind.identity.parent === 'project' ? projectIn(values) : undefined }
  return explain(connection, kind, operation, values, error, await obstacleTo(connection, error, obstructed))
}

/** What the caller of {@link reasonOfRequest} knows about a request. */
interface RequestContext {
  /** What the request is about, such as `project acme/web`. */
  readonly subject: string
  /** The likely cause, with its remedy, that the kind or function knows. */
  causeFor(error: ApiError): string | undefined
  /** Whether that cause was seen, and is not only likely. */
  readonly isSeen?: boolean
  /** Removes secrets that the service's message may repeat. */
  redact?: Redact
}

/** Explains why a request failed and what to do about it. Returns undefined if the error is not that of a request. */
export function reasonOfRequest(
  connection: Connection,
  error: unknown,
  { subject, causeFor, isSeen = false, redact = (text) => text }: RequestContext,
): string | undefined {
  if (ApiError.is(error)) {
    const request = error.requestId ? ` (request ${error.requestId})` : ''
    const cause = isSeen ? causeFor(error) : causeOf(connection, subject, error, causeFor(error))
    return `${sentence(redact(error.message) + request)} ${cause ?? ''}`.trim()
  }
  if (!ConnectionError.is(error)) return undefined
  const { baseUrl, baseUrlFrom } = connection.settings
  const reach = error.sent ? '' : ` Is ${baseUrl} (base URL from ${baseUrlFrom}) right and reachable from here?`
  return sentence(error.message) + reach
}

/** Ends a text with a period. */
export const sentence = (text: string): string => text.replace(/\.?$/, '.')

/** For what was sent, and can neither be said to be there nor not to be: whoever sends it again may have it twice. */
export function outcomeUnknown(
  connection: Connection,
  kind: Kind,
  values: Json,
  done: string,
  error: unknown,
): ResourceError {
  const [argument] = adoptionArguments(kind)
  const { message } = explain(connection, kind, 'read', values, error)
  return new ResourceError(
    `${subject(kind, values)} may have ${done}, but its answer was lost, and it could not be looked for. ${message} ` +
      `See whether it is there before you run "pulumi up" again${argument ? `: if so, take it over with ${argument}` : ''}.`,
  )
}

/** The resource's own secrets: an answer may repeat them though its request did not hold them. */
function secretsOf(kind: Kind | SetKind, values: Json): string[] {
  return Object.entries(values).flatMap(([name, value]): string[] => {
    const field: { secret?: boolean; mayHoldSecret?: boolean } | undefined = kind.input[name] ?? kind.output[name]
    if (field?.secret) return textsIn(value)
    if (field?.mayHoldSecret && typeof value === 'object') {
      return textsIn(value).filter(({ length }) => length >= minVariableLength)
    }
    if (!('of' in kind) || name !== 'items') return []
    return Object.values((value ?? {}) as Record<string, Json>).flatMap((item) => secretsOf(kind.of, item))
  })
}

/** The likely cause of an error status, and its remedy; `own` is what the kind of resource has to say of it. */
export function causeOf(connection: Connection, parent: string, error: ApiError, own?: string): string {
  const { tokenFrom, baseUrl, baseUrlFrom } = connection.settings
  const refusal = writeObstacle(error)
  if (refusal !== undefined) return refusal
  switch (error.status) {
    case 401:
      return (
        `${own ? `${own} Or the` : 'The'} access token from ${tokenFrom} is wrong, expired or revoked. ` +
        `"pulumi refresh" and "pulumi destroy" use the token of the last "pulumi up"; TRUEUP_TOKEN in the environment overrides it.`
      )
    case 403:
      return isScopeMissing(error)
        ? `The access token from ${tokenFrom} lacks the scope "api".`
        : (userObstacle(error, tokenFrom) ??
            own ??
            `The role of the access token's user (token from ${tokenFrom}) in ${parent} does not allow this.`)
    case 404:
      if (NotFound.is(error) && error.routeMissing) {
        return `${baseUrl} has no such endpoint: its edition or version lacks it, or a proxy in front of it decodes %2F in paths.`
      }
      return (
        own ??
        `Either it does not exist, or the user of the access token (from ${tokenFrom}) may not see it: ` +
          `compare ${parent} and the base URL ${baseUrl} (from ${baseUrlFrom}).`
      )
    case 429:
      return 'The service limits the rate of requests, and did so after all retries: lower trueup:maxRequestsPerMinute, or try later.'
    default:
      return own ?? ''
  }
}
