import {
  causeOf,
  howToIdentify,
  isAboutClientCertificate,
  type Proxy,
  proxyFor,
} from '../../provider/command-line/service'
import { ApiError, ConnectionError, UnreadableResponse, type User } from '../../sdk'
import type { Findings } from './finding'
import type { Service } from './service'
import type { Opened } from './settings'

/**
 * Sends the first request, and explains its failure: a name, a proxy, a certificate, a login page, a token. Returns the user
 * of the token; undefined if the other checks cannot continue.
 */
export async function reach(findings: Findings, { service, connection }: Opened): Promise<User | undefined> {
  const { baseUrl } = service
  const proxy = proxyFor(baseUrl)
  const through = proxy === undefined ? '' : ` through the proxy ${proxy.host}`
  try {
    const user = await service.users.current()
    if (typeof user.id !== 'number' || typeof user.username !== 'string') {
      notTheApi(findings, service, 'it responded with JSON without a user.')
      return undefined
    }
    findings.ok('reachable', `${baseUrl} responds${through}.`)
    findings.ok('api', `${baseUrl} serves the API.`)
    return user
  } catch (error) {
    if (UnreadableResponse.is(error)) notTheApi(findings, service, `${error.message}.`)
    else if (ConnectionError.is(error)) unreachable(findings, service, error, proxy)
    else if (ApiError.is(error)) reportError(findings, { service, connection }, error, through)
    else throw error
    return undefined
  }
}

/** Adds findings for an error response, which came from the service or from something in front of it. */
function reportError(findings: Findings, { service, connection }: Opened, error: ApiError, through: string): void {
  const { baseUrl, settings } = service
  const { status, message } = error
  if (status === 429) {
    findings.error(
      'rate-limit',
      `${message}.`,
      'Wait as long as the service requires. Check whether others use the same access token.',
    )
  } else if (isAboutClientCertificate(error)) {
    findings.error('tls', `${message}.`, howToIdentify(settings))
  } else if (status >= 500) {
    findings.error(
      'reachable',
      `${baseUrl} responds${through}, but fails: ${message}.`,
      'Try again later, or ask the administrators of the service.',
    )
  } else if ((status !== 401 && status !== 403) || typeof error.body !== 'object') {
    notTheApi(findings, service, `${message}.`)
  } else {
    findings.ok('reachable', `${baseUrl} responds${through}.`)
    findings.ok('api', `${baseUrl} serves the API.`)
    // A missing token has a finding of its own.
    if (settings.token !== undefined)
      findings.error('token-valid', `${message}.`, causeOf(connection.settings, 'the service', error))
  }
}

function notTheApi(findings: Findings, { baseUrl, settings }: Service, what: string): void {
  findings.error(
    'api',
    `${baseUrl} does not serve the API: ${what}`,
    `Open ${baseUrl}/api/v4/version. If there is a login page in front of the service, exempt /api/v4 from it. ` +
      `Otherwise, correct the base URL (from ${settings.baseUrlFrom}).`,
  )
}

function unreachable(
  findings: Findings,
  { baseUrl, settings }: Service,
  error: ConnectionError,
  proxy: Proxy | undefined,
): void {
  const { host, hostname } = new URL(baseUrl)
  const code = codeOf(error.cause)
  const why = `${error.message}${code === undefined ? '' : ` (${code})`}.`
  const from = `the base URL ${baseUrl} (from ${settings.baseUrlFrom})`
  if (tls.some((pattern) => pattern.test(code ?? ''))) {
    const remedy = isAboutClientCertificate(error) ? howToIdentify(settings) : remedyForTls(code ?? '', from)
    findings.error('tls', `The TLS connection to ${host} failed: ${why}`, remedy)
  } else if (proxy !== undefined) {
    findings.error(
      'proxy',
      `${host} cannot be reached through the proxy ${proxy.host}: ${why}`,
      `Check ${proxy.variable}. Add hosts that need no proxy to NO_PROXY.`,
    )
  } else if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    findings.error(
      'name',
      `The name ${hostname} cannot be resolved: ${why}`,
      `Check ${from}. This machine may need a VPN or HTTPS_PROXY.`,
    )
  } else if (code === 'ECONNREFUSED') {
    findings.error(
      'reachable',
      `${host} refused the connection: ${why}`,
      `Check ${from}, and whether the service is running.`,
    )
  } else {
    findings.error(
      'reachable',
      `${host} does not respond: ${why}`,
      `Check ${from}. A firewall may block the connection, or HTTPS_PROXY may be missing.` +
        // Servers close the connection without a reason if they reject the certificate of a client.
        (baseUrl.startsWith('https:') && /^(?:UND_ERR_SOCKET|ECONNRESET)$/.test(code ?? '')
          ? ` ${howToIdentify(settings)}`
          : ''),
    )
  }
}

const tls = [/^ERR_(TLS|SSL)_/, /CERT|CRL|SIGNATURE|ISSUER/, /^EPROTO$/]

function remedyForTls(code: string, from: string): string {
  if (/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/.test(code)) {
    return 'The service has only versions of TLS that Node.js does not use: enable TLS 1.2 or later there.'
  }
  if (/^EPROTO$|^ERR_SSL_/.test(code))
    return `The server does not speak TLS. Check ${from}, including its scheme and port.`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `The certificate is for another name. Check ${from}.`
  if (/EXPIRED|NOT_YET_VALID/.test(code))
    return "Renew the service's certificate, or correct the clock of this machine."
  return (
    'Set trueup:caCertificate to the certificate of its authority: "pulumi config set trueup:caCertificate < ca.pem". ' +
    'Or set NODE_EXTRA_CA_CERTS to the name of the file.'
  )
}

/** The system's error code. For several attempts, the code of the first one. */
function codeOf(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 4) return undefined
  const { code, cause } = error as NodeJS.ErrnoException
  if (code !== undefined) return code
  return codeOf(error instanceof AggregateError ? error.errors[0] : cause, depth + 1)
}
