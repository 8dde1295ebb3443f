import { type ApiError, Forbidden, MaintenanceMode, NotFound } from '../../../sdk'
import { isPlainObject } from '../../../sdk/http/json'
import { howToIdentify, isAboutClientCertificate } from './client-certificate'
import type { Settings } from './settings'
import { otherKindOfToken } from './token-kind'

/** Whether a 403 means that the access token lacks a scope. */
export const isScopeMissing = (error: ApiError): boolean => /insufficient_scope/.test(JSON.stringify(error.body) ?? '')

/** The cause and remedy of a 403 that every request of the access token's user gets. */
export function userObstacle({ serverMessage }: ApiError, tokenFrom: string): string | undefined {
  const whose = `The user of the access token (from ${tokenFrom})`
  const other = "use another user's token"
  if (/your account has been blocked/i.test(serverMessage)) {
    return `${whose} is blocked or banned: ask an administrator to unblock the user, or ${other}.`
  }
  if (/your account has been deactivated/i.test(serverMessage)) {
    return `${whose} is deactivated: log in with a browser as that user, ask an administrator to activate the user, or ${other}.`
  }
  return /^(403 Forbidden - )?(your (password|primary email|request to join)|you .*must accept the terms)/i.test(
    serverMessage,
  )
    ? `${whose} cannot use the API yet: log in with a browser as that user and do what the message says, or ${other}.`
    : undefined
}

/** The cause and remedy of an error with which the service rejects all writes. */
function writeObstacle(error: ApiError): string | undefined {
  const { status, serverMessage } = error
  if (MaintenanceMode.is(error)) {
    return (
      'The service is in maintenance mode and rejects writes until its administrators end it. This write was not ' +
      'executed. Reads still work. Try again later.'
    )
  }
  return status === 403 && /read-only instance/i.test(serverMessage)
    ? 'The service is a read-only copy, which rejects all writes: use the URL of its primary site.'
    : undefined
}

/** Whether the likely cause of an error is the role of the access token's user, and not the token or the service. */
export const isRoleTooLow = (error: unknown): boolean =>
  Forbidden.is(error) &&
  isPlainObject(error.body) &&
  !isScopeMissing(error) &&
  userObstacle(error, '') === undefined &&
  writeObstacle(error) === undefined

/** The likely cause and remedy of an error. `hint` is the more specific cause that the kind of resource declares. */
export function causeOf(settings: Settings, parent: string, error: ApiError, hint?: string): string {
  const { token, tokenFrom, baseUrl, baseUrlFrom } = settings
  const refusal = writeObstacle(error)
  if (refusal !== undefined) return refusal
  if (isAboutClientCertificate(error)) return howToIdentify(settings)
  switch (error.status) {
    case 401: {
      const other = otherKindOfToken(token)
      if (other !== undefined) return `The token from ${tokenFrom} ${other}.${lastToken(tokenFrom)}`
      return `${hint ? `${hint} Or the` : 'The'} access token from ${tokenFrom} ${whyRejected(error)}.${lastToken(tokenFrom)}`
    }
    case 403:
      if (isScopeMissing(error)) {
        const what =
          error.method === 'GET' ? 'lacks the scope "read_api", or "api" for updates' : 'lacks the scope "api"'
        return `The access token from ${tokenFrom} ${what}.`
      }
      return (
        userObstacle(error, tokenFrom) ??
        hint ??
        `The role of the access token's user (token from ${tokenFrom}) in ${parent} does not allow this.`
      )
    case 404:
      if (NotFound.is(error) && error.routeMissing) {
        const { origin, pathname } = new URL(baseUrl)
        return pathname === '/'
          ? `${baseUrl} has no such endpoint: its edition or version lacks it, or a proxy in front of it decodes %2F in paths.`
          : `${baseUrl} has no such endpoint. If the service does not run under ${pathname}, set the base URL (from ${baseUrlFrom}) to ${origin}.`
      }
      return (
        hint ??
        `Either it does not exist, or the user of the access token (from ${tokenFrom}) cannot see it: ` +
          `check ${parent} and the base URL ${baseUrl} (from ${baseUrlFrom}).`
      )
    case 301:
    case 302:
    case 307:
    case 308:
      return `The base URL is ${baseUrl} (from ${baseUrlFrom}).`
    case 429:
      return 'The service limits the rate of requests, also after all retries: lower trueup:maxRequestsPerMinute, or try again later.'
    default:
      return hint ?? ''
  }
}

/** Only the token of a configuration is stored with the last update. An explicit provider ignores the environment. */
function lastToken(tokenFrom: string): string {
  const isOfStack = tokenFrom.startsWith('stack config')
  if (!isOfStack && !tokenFrom.startsWith("the provider's")) return ''
  const override = isOfStack
    ? ', or set TRUEUP_TOKEN, which always takes precedence.'
    : '. If a resource of the program creates the token, this update also replaces an expired one.'
  return (
    ' "pulumi refresh", "pulumi destroy" and options such as --refresh use the token of the last update: after you have ' +
    `changed it, run "pulumi up" without --refresh first${override}`
  )
}

/** What is wrong with a token. The service says it only for tokens that it knows. */
const whyRejected = ({ serverMessage }: ApiError): string =>
  /token is expired/i.test(serverMessage)
    ? 'has expired'
    : /token was revoked/i.test(serverMessage)
      ? 'was revoked'
      : 'is wrong, expired or revoked'
