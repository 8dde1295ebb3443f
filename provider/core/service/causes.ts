import { type ApiError, MaintenanceMode, NotFound } from '../../../sdk'
import type { Connection } from './connection'

/** Whether a 403 is about the scopes of the access token. */
export const isScopeMissing = (error: ApiError): boolean => /insufficient_scope/.test(JSON.stringify(error.body) ?? '')

/** The cause of a 403 that concerns the user of the access token in every request, and its remedy. */
export function userObstacle({ serverMessage }: ApiError, tokenFrom: string): string | undefined {
  const whose = `The user of the access token (from ${tokenFrom})`
  const other = "use another user's token"
  if (/your account has been blocked/i.test(serverMessage)) {
    return `${whose} is blocked or banned: an administrator can lift that, or ${other}.`
  }
  if (/your account has been deactivated/i.test(serverMessage)) {
    return `${whose} is deactivated: log in there with a browser as that user, let an administrator activate it, or ${other}.`
  }
  return /^(403 Forbidden - )?(your (password|primary email|request to join)|you .*must accept the terms)/i.test(
    serverMessage,
  )
    ? `${whose} may not use the API yet: do what the message says with a browser, or ${other}.`
    : undefined
}

/** The cause of an error for writes that the service refuses altogether, and its remedy. */
export function writeObstacle(error: ApiError): string | undefined {
  const { status, serverMessage } = error
  if (MaintenanceMode.is(error)) {
    return (
      'The service is in maintenance mode and refuses writes until its administrators end it. This write was not ' +
      'carried out, and reads go on: try again later.'
    )
  }
  return status === 403 && /read-only instance/i.test(serverMessage)
    ? 'The service is a read-only copy, which refuses all writes: use the address of its primary site.'
    : undefined
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
