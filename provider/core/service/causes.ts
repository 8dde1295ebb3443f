import { type ApiError, MaintenanceMode } from '../../../sdk'

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
