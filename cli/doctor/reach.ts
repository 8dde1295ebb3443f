import { causeOf } from '../../provider/service'
import { ApiError, ConnectionError, UnreadableResponse, type User } from '../../sdk'
import type { Findings } from './finding'
import { proxyFor } from './proxy'
import type { Service } from './service'
import type { Opened } from './settings'

/**
 * Sends the first request, and tells what is in its way: a name, a proxy, a certificate, a login page, a token.
 * Gives the user of the token; undefined where there is nobody to go on with.
 */
export async function reach(findings: Findings, { service, connection }: Opened): Promise<User | undefined> {
  const { baseUrl } = service
  const proxy = proxyFor(baseUrl, process.env)
  const through = proxy === undefined ? '' : ` through the proxy ${proxy}`
  try {
    const user = await service.users.current()
    if (typeof user.id !== 'number' || typeof user.username !== 'string') {
      notTheApi(findings, service, 'it answered JSON without a user.')
      return undefined
    }
    findings.ok('reachable', `${baseUrl} answers${through}.`)
    findings.ok('api', `${baseUrl} speaks the API.`)
    return user
  } catch (error) {
    if (UnreadableResponse.is(error)) notTheApi(findings, service, `${error.message}.`)
    else if (ConnectionError.is(error)) unreachable(findings, service, error, proxy)
    else if (ApiError.is(error)) answered(findings, { service, connection }, error, through)
    else throw error
    return undefined
  }
}

/** An error that came from somebody who understood the request, or from something in between. */
function answered(findings: Findings, { service, connection }: Opened, error: ApiError, through: string): void {
  const { baseUrl, settings } = service
  const { status, message } = error
  if (status === 429) {
    findings.error('rate-limit', `${message}.`, 'Wait as long as the service says; others may use the same token.')
  } else if (status >= 500) {
    findings.error(
      'reachable',
      `${baseUrl} answers${through}, but fails: ${message}.`,
      'Ask its administrators, or try later.',
    )
  } else if ((status !== 401 && status !== 403) || typeof error.body !== 'object') {
    notTheApi(findings, service, `${message}.`)
  } else {
    findings.ok('reachable', `${baseUrl} answers${through}.`)
    findings.ok('api', `${baseUrl} speaks the API.`)
    // Without a token the refusal was to be expected, and there is a finding of it.
    if (settings.token !== undefined)
      findings.error('token-valid', `${message}.`, causeOf(connection, 'the service', error))
  }
}

function notTheApi(findings: Findings, { baseUrl, settings }: Service, what: string): void {
  findings.error(
    'api',
    `What answers at ${baseUrl} is not the API: ${what}`,
    `Open ${baseUrl}/api/v4/version: a login page in front of the service has to let /api/v4 through; ` +
      `otherwise correct the base URL (from ${settings.baseUrlFrom}).`,
  )
}

function unreachable(
  findings: Findings,
  { baseUrl, settings }: Service,
  error: ConnectionError,
  proxy: string | undefined,
): void {
  const { host, hostname } = new URL(baseUrl)
  const code = codeOf(error.cause)
  const why = `${error.message}${code === undefined ? '' : ` (${code})`}.`
  const from = `base URL ${baseUrl} (from ${settings.baseUrlFrom})`
  if (tls.some((pattern) => pattern.test(code ?? ''))) {
    findings.error('tls', `${host} cannot be trusted: ${why}`, remedyForTls(code ?? '', from))
  } else if (proxy !== undefined) {
    findings.error(
      'proxy',
      `${host} cannot be reached through the proxy ${proxy}: ${why}`,
      'Compare HTTPS_PROXY and HTTP_PROXY; hosts that need no proxy belong in NO_PROXY.',
    )
  } else if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    findings.error(
      'name',
      `The name ${hostname} is not known here: ${why}`,
      `Is the ${from} right? Does this machine need a VPN, or HTTPS_PROXY?`,
    )
  } else if (code === 'ECONNREFUSED') {
    findings.error('reachable', `Nothing listens at ${host}: ${why}`, `Is the ${from} right, and the service up?`)
  } else {
    findings.error(
      'reachable',
      `${host} does not answer: ${why}`,
      `Is the ${from} right? A firewall may be in between, or HTTPS_PROXY be needed.`,
    )
  }
}

const tls = [/^ERR_(TLS|SSL)_/, /CERT|CRL|SIGNATURE|ISSUER/, /^EPROTO$/]

function remedyForTls(code: string, from: string): string {
  if (/^EPROTO$|^ERR_SSL_/.test(code))
    return `Nobody speaks TLS there: is the ${from} right, its scheme and port included?`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `The certificate is for another name: is the ${from} right?`
  if (/EXPIRED|NOT_YET_VALID/.test(code))
    return "The service's certificate has to be renewed, or this machine's clock be set."
  return 'Give the certificate of its authority as trueup:caCertificate (PEM), or in the file that NODE_EXTRA_CA_CERTS names.'
}

/** The system's own word for what went wrong; several attempts have it in their parts. */
function codeOf(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 4) return undefined
  const { code, cause } = error as NodeJS.ErrnoException
  if (code !== undefined) return code
  return codeOf(error instanceof AggregateError ? error.errors[0] : cause, depth + 1)
}
