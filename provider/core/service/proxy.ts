import { loopback } from '../../../sdk/http/connections'

/** A proxy, and the environment variable that sets it. */
export interface Proxy {
  /** Host and port. The URL can contain credentials. */
  readonly host: string
  readonly variable: string
}

/** The proxy for a URL, according to the environment. Undefined without a proxy. */
export function proxyFor(url: string): Proxy | undefined {
  const { protocol, hostname, port } = new URL(url)
  if (loopback.test(hostname) || isExempt(hostname, port || (protocol === 'https:' ? '443' : '80'))) return undefined
  const ofHttps = protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : []
  const variable = [...ofHttps, 'http_proxy', 'HTTP_PROXY'].find((name) => process.env[name])
  const proxy = variable && process.env[variable]
  return proxy && URL.canParse(proxy) ? { host: new URL(proxy).host, variable } : undefined
}

function isExempt(hostname: string, port: string): boolean {
  const named = (process.env.no_proxy ?? process.env.NO_PROXY ?? '').trim()
  if (named === '*') return true
  return named.split(/[\s,]+/).some((entry) => {
    const [, name = '', only] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
    return name !== '' && (only ?? port) === port && (hostname === name || hostname.endsWith(`.${name}`))
  })
}
