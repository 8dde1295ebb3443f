type Environment = Readonly<Record<string, string | undefined>>

/** A proxy, and the environment variable that sets it. */
export interface Proxy {
  /** Host and port. The URL can contain credentials. */
  readonly host: string
  readonly variable: string
}

/** The proxy for a URL, according to the environment. Undefined without a proxy. */
export function proxyFor(url: string, env: Environment = process.env): Proxy | undefined {
  const { protocol, hostname, port } = new URL(url)
  // The client does not use a proxy for this machine.
  const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  if (loopback || isExempt(hostname, port || (protocol === 'https:' ? '443' : '80'), env)) return undefined
  const ofHttps = protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : []
  const variable = [...ofHttps, 'http_proxy', 'HTTP_PROXY'].find((name) => env[name])
  const proxy = variable && env[variable]
  return proxy && URL.canParse(proxy) ? { host: new URL(proxy).host, variable } : undefined
}

function isExempt(hostname: string, port: string, env: Environment): boolean {
  const named = (env.no_proxy ?? env.NO_PROXY ?? '').trim()
  if (named === '*') return true
  return named.split(/[\s,]+/).some((entry) => {
    const [, name = '', only] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
    return name !== '' && (only ?? port) === port && (hostname === name || hostname.endsWith(`.${name}`))
  })
}
