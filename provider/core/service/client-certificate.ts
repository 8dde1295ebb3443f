import { ApiError, ConnectionError } from '../../../sdk'
import { isClientRefused } from '../../../sdk/http/connections'
import type { Settings } from './settings'

/** Whether an error means that the service requires a certificate of the client, or rejects the one that is set. */
export const isAboutClientCertificate = (error: unknown): boolean =>
  (ConnectionError.is(error) && isClientRefused(error.cause)) || (ApiError.is(error) && isRefusal(error))

/** nginx responds with these statuses, or with a page that has the status 400. */
const isRefusal = ({ status, serverMessage }: ApiError): boolean =>
  status === 495 || status === 496 || (status === 400 && /SSL certificate (?:was sent|error)/i.test(serverMessage))

/** How to set the certificate of the client, or what can be wrong with the one that is set. */
export function howToIdentify({ clientCertificate, isExplicit }: Settings): string {
  if (clientCertificate !== undefined) {
    return (
      'Check whether the client certificate (clientCertificate) has expired or was revoked, and whether the service ' +
      'trusts its authority.'
    )
  }
  return isExplicit
    ? "If the service requires a client certificate, set the provider's clientCertificate to the content of its file, and " +
        'clientKeyEnv to the name of a variable with its key.'
    : 'If the service requires a client certificate, run "pulumi config set trueup:clientCertificate < client.pem" and ' +
        '"pulumi config set --secret trueup:clientKey < client.key", or set TRUEUP_CLIENT_CERTIFICATE and ' +
        'TRUEUP_CLIENT_KEY to the contents of the files.'
}
