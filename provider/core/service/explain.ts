import { ApiError, ConnectionError } from '../../../sdk'
import { hide, type Redact, minVariableLength } from '../../../sdk/http/redact'
import { adoptionArguments } from '../schema/adoption-fields'
import { type Kind, type Operation } from '../schema/kind'
import { type Json } from '../schema/json'
import { textsIn } from '../schema/secret-paths'
import type { SetKind } from '../schema/set'
import { subject } from '../schema/subject'
import { causeOf } from './causes'
import type { Connection } from './connection'
import { obstacleTo, projectIn } from './obstacle'
import { ResourceError } from './resource-error'

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
