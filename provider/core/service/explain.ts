import { ApiError, ConnectionError } from '../../../sdk'
import { isUntrusted } from '../../../sdk/http/connections'
import { hiding, type Redaction, withoutCredentials } from '../../../sdk/http/redact'
import { adoptionArguments } from '../schema/adoption-fields'
import { createsItself, isContainer } from '../schema/container'
import type { Json } from '../schema/json'
import type { Kind, Operation } from '../schema/kind'
import { textsIn } from '../schema/secret-paths'
import type { SetKind } from '../schema/set'
import { agreeing, subject } from '../schema/subject'
import { causeOf, isRoleTooLow } from './causes'
import { howToIdentify, isAboutClientCertificate } from './client-certificate'
import type { Connection } from './connection'
import { withoutRepeatedValues } from './hidden-values'
import { obstacleTo, projectIn } from './obstacle'
import { proxyFor } from './proxy'
import { ResourceError } from './resource-error'
import type { Settings } from './settings'

const pastTense: Record<Operation, string> = {
  diff: 'compared',
  create: 'created',
  read: 'read',
  update: 'updated',
  delete: 'deleted',
}

/** Hides the values of secret arguments and outputs, also after the client has removed credentials from them. */
export const redactionOf = (kind: Kind | SetKind, values: Json): Redaction =>
  hiding(secretsOf(kind, values).flatMap((secret) => [secret, withoutCredentials(secret)]))

/** What failed: `label "bug" of acme/web was not read`. */
export const failed = (kind: Kind, operation: Operation, values: Json): string =>
  `${subject(kind, values)} ${agreeing(kind, `was not ${isAdoption(kind, operation, values) ? 'adopted' : pastTense[operation]}`)}`

/** Projects and groups exist without a resource, unless the program creates them. */
const isAdoption = (kind: Kind, operation: Operation, values: Json): boolean =>
  isContainer(kind) && operation === 'create' && !createsItself(kind, values)

/** Explains an error: which resource, which operation, which request, the likely cause, and the remedy. */
export function explain(
  connection: Connection,
  kind: Kind,
  operation: Operation,
  values: Json,
  error: unknown,
): ResourceError {
  if (error instanceof ResourceError) return error
  return new ResourceError(`${failed(kind, operation, values)}. ${reasonOf(connection, kind, values, error)}`)
}

/** Explains an error, after a search for a cause that the response does not contain. */
export async function diagnose(
  connection: Connection,
  kind: Kind,
  operation: Operation,
  values: Json,
  error: unknown,
): Promise<ResourceError> {
  if (error instanceof ResourceError) return error
  const reason = await diagnosis(connection, kind, operation, values, error)
  return new ResourceError(`${failed(kind, operation, values)}. ${reason}`)
}

/**
 * The request that failed, the likely cause, and the remedy, after a search for a cause that the response does not
 * contain.
 */
export async function diagnosis(
  connection: Connection,
  kind: Kind,
  operation: Operation,
  values: Json,
  error: unknown,
): Promise<string> {
  const project = kind.identity.parent === 'project' ? projectIn(values) : undefined
  const obstacle = await obstacleTo(connection, error, { kind, operation, project })
  const reason = reasonOf(connection, kind, values, error, obstacle)
  const user = obstacle === undefined && isRoleTooLow(error) ? await userOf(connection) : undefined
  return user === undefined ? reason : `${reason} ${user}`
}

function reasonOf(connection: Connection, kind: Kind, values: Json, error: unknown, obstacle?: string): string {
  const redaction = redactionOf(kind, values)
  const reason = reasonOfRequest(connection, error, {
    subject: kind.identity.parent
      ? `${kind.identity.parent} ${String(values[kind.identity.parent] ?? '')}`.trim()
      : 'the service',
    causeFor: (apiError) =>
      obstacle ?? kind.hints?.byError?.(apiError, values) ?? kind.hints?.byStatus?.[apiError.status],
    isKnown: obstacle !== undefined,
    redaction,
  })
  return reason ?? redaction.ours(error instanceof Error ? error.message : String(error))
}

/** The user of the access token, whose role an administrator can change. Undefined if it cannot be read. */
const userOf = (connection: Connection): Promise<string | undefined> =>
  connection.currentUser().then(
    ({ username }) => `The access token (from ${connection.settings.tokenFrom}) belongs to ${username}.`,
    () => undefined,
  )

/** What the caller of {@link reasonOfRequest} knows about a request. */
interface RequestContext {
  /** What the request is about, such as `project acme/web`. */
  readonly subject: string
  /** The likely cause, with its remedy, that the kind or function knows. */
  causeFor(error: ApiError): string | undefined
  /** Whether that cause is certain, and not only likely. */
  readonly isKnown?: boolean
  /** Removes secrets that the service's message can repeat. */
  readonly redaction?: Redaction
}

/** Explains why a request failed and what to do about it. Returns undefined if the error is not that of a request. */
export function reasonOfRequest(
  connection: Connection,
  error: unknown,
  { subject, causeFor, isKnown: isSeen = false, redaction }: RequestContext,
): string | undefined {
  if (ApiError.is(error)) {
    const request = error.requestId ? ` (request ${error.requestId})` : ''
    const cause = isSeen ? causeFor(error) : causeOf(connection.settings, subject, error, causeFor(error))
    return `${sentence(textOf(error, redaction) + request)} ${cause ?? ''}`.trim()
  }
  if (!ConnectionError.is(error)) return undefined
  const { baseUrl, baseUrlFrom } = connection.settings
  if (error.sent) return sentence(error.message)
  if (isUntrusted(error.cause)) {
    return `${sentence(error.message)} ${howToTrust(connection.settings)} The base URL is ${baseUrl} (from ${baseUrlFrom}).`
  }
  if (isAboutClientCertificate(error)) return `${sentence(error.message)} ${howToIdentify(connection.settings)}`
  const proxy = proxyFor(baseUrl)
  const route = proxy
    ? ` Requests go through the proxy ${proxy.host} (from ${proxy.variable}): check it, or add ${new URL(baseUrl).hostname} to NO_PROXY.`
    : ''
  return `${sentence(error.message)}${route} Is ${baseUrl} (base URL from ${baseUrlFrom}) right and reachable from here?`
}

/** The request and the response of the service, without secrets. */
function textOf(error: ApiError, redaction: Redaction = hiding([])): string {
  const { message, serverMessage } = error
  const ours = message.endsWith(serverMessage) ? message.slice(0, message.length - serverMessage.length) : ''
  return redaction.ours(ours) + withoutRepeatedValues(redaction.theirs(message.slice(ours.length)))
}

/** How to set the certificate of an authority. */
const howToTrust = ({ isExplicit }: Settings): string =>
  isExplicit
    ? "The provider's caCertificate is the content of its file."
    : 'If it is in ca.pem, run "pulumi config set trueup:caCertificate < ca.pem", or set TRUEUP_CA_CERTIFICATE to the ' +
      'content of the file.'

/** Adds a period if the text does not end with one. */
export const sentence = (text: string): string => text.replace(/\.?$/, '.')

/** The error for a request whose result is unknown. Sending it again could create the object twice. */
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
    `${subject(kind, values)} may have ${done}, but the response was lost, and the search for it failed. ${message} ` +
      `Check whether it exists before you run "pulumi up" again${argument ? `. If it does, adopt it with ${argument}` : ''}.`,
  )
}

/** The secrets of a resource. A response can repeat them although its request did not contain them. */
function secretsOf(kind: Kind | SetKind, values: Json): string[] {
  return Object.entries(values).flatMap(([name, value]): string[] => {
    if ('of' in kind && name === 'items') {
      return Object.values((value ?? {}) as Json).flatMap((item) =>
        typeof item === 'object' ? secretsOf(kind.of, item as Json) : textsIn(item),
      )
    }
    const field: { secret?: boolean; mayHoldSecret?: boolean } | undefined = kind.input[name] ?? kind.output[name]
    return field?.secret || (field?.mayHoldSecret && typeof value === 'object') ? textsIn(value) : []
  })
}
