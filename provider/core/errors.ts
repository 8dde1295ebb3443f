import { ApiError, ConnectionError, NotFound } from '../../sdk'
import { hide } from '../../sdk/redact'
import type { Connection } from './connection'
import type { Definition, Operation } from './define'
import { type Json, show } from './plain'

/** An error for the user. It has no stack: Pulumi would print it, and nothing in there helps. */
export class ResourceError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'trueup'
    this.stack = ''
  }
}

/** The object exists, but is not as declared: Pulumi keeps it in the state and updates it the next time. */
export class HalfDone extends ResourceError {
  /** Shown by Pulumi in place of the message. */
  readonly reasons: string[]

  constructor(
    reason: string,
    readonly id: string,
    readonly properties: Json,
  ) {
    super(reason)
    this.reasons = [reason]
  }
}

/** What a resource is called in messages: `label "bug" of acme/web`. */
export function subject(definition: Definition, values: Json): string {
  const names = (definition.naturalKey ?? []).map((name) => values[name]).filter((value) => value !== undefined)
  const title = definition.title && values[definition.title]
  const own = names.length > 0 ? names.map(show).join(' ') : title ? show(title) : (values[definition.key] ?? '')
  const parent = values[definition.parent]
  return `${definition.kind.replace(/-/g, ' ')} ${own}`.trim() + (parent === undefined ? '' : ` of ${String(parent)}`)
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
  definition: Definition,
  operation: Operation,
  values: Json,
  error: unknown,
): ResourceError {
  if (error instanceof ResourceError) return error
  const what = `${subject(definition, values)} was not ${done[operation]}`
  if (ApiError.is(error)) {
    const request = error.requestId ? ` (request ${error.requestId})` : ''
    const said = hide(secretsOf(definition, values))(error.message)
    return new ResourceError(`${what}. ${said}${request}. ${cause(connection, definition, values, error)}`.trim())
  }
  if (ConnectionError.is(error)) {
    const { baseUrl, baseUrlFrom } = connection.settings
    const reach = error.sent ? '' : ` Is ${baseUrl} (base URL from ${baseUrlFrom}) right and reachable from here?`
    return new ResourceError(`${what}. ${error.message}.${reach}`)
  }
  return new ResourceError(`${what}. ${error instanceof Error ? error.message : String(error)}`)
}

/** The resource's own secrets: an answer may repeat them though its request did not hold them. */
function secretsOf({ input, output }: Definition, values: Json): string[] {
  return Object.entries(values)
    .filter(([name]) => (input[name] ?? output[name])?.secret)
    .flatMap(([, value]) => (typeof value === 'string' && value !== '' ? [value] : []))
}

/** The likely cause of an error status, and its remedy. */
function cause(connection: Connection, definition: Definition, values: Json, error: ApiError): string {
  const { tokenFrom, baseUrl, baseUrlFrom } = connection.settings
  const parent = `${definition.parent} ${String(values[definition.parent] ?? '')}`.trim()
  const own = definition.causes?.[error.status]
  switch (error.status) {
    case 401:
      return (
        `${own ? `${own} Or the` : 'The'} access token from ${tokenFrom} is wrong, expired or revoked. ` +
        `"pulumi refresh" and "pulumi destroy" use the token of the last "pulumi up"; TRUEUP_TOKEN in the environment overrides it.`
      )
    case 403:
      return /insufficient_scope/.test(JSON.stringify(error.body) ?? '')
        ? `The access token from ${tokenFrom} lacks the scope "api".`
        : (own ?? `The role of the access token's user (token from ${tokenFrom}) in ${parent} does not allow this.`)
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
