type Environment = Readonly<Record<string, string | undefined>>

/** Host and port of the proxy for a URL, according to the environment; undefined without a proxy. */
export function proxyFor(url: string, env: Environment): string | undefined {
  const { protocol, hostname, port } = new URL(url)
  // The client does not use a proxy for this machine.
  const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  if (loopback || isExempt(hostname, port || (protocol === 'https:' ? '443' : '80'), env)) return undefined
  const http = env.http_proxy || env.HTTP_PROXY
  const named = protocol === 'https:' ? env.https_proxy || env.HTTPS_PROXY || http : http
  // Only the host: the URL can contain credentials.
  return named && URL.canParse(named) ? new URL(named).host : undefined
}

function isExempt(hostname: string, port: string, env: Environment): boolean {
  const named = (env.no_proxy ?? env.NO_PROXY ?? '').trim()
  if (named === '*') return true
  return named.split(/[\s,]+/).some((entry) => {
    const [, name = '', only] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
    return name !== '' && (only ?? port) === port && (hostname === name || hostname.endsWith(`.${name}`))
  })
}
