import { BlockList, isIP } from 'node:net'

/** The parts of a URL as sent. */
interface Parts {
  scheme: string
  user: string | undefined
  password: string | undefined
  /** With the port, unless it is the default of the scheme. */
  host: string
  /** The host without port and brackets. */
  hostname: string
  /** Path, query and fragment. */
  rest: string
}

const schemes = ['http', 'https', 'ssh', 'git']

/** GitLab treats everything up to the last `@` as credentials. */
const credentials = /^(?:[^:/?#]+:)?\/\/(.*)@./

/** Splits a URL. Undefined if it is invalid. Unlike the parser of a browser, does not repair it. */
function parse(text: string): Parts | undefined {
  const userinfo = credentials.exec(text)?.[1]
  const bare = withoutUser(text)
  if (/[\r\n]|%0[ad]/i.test(bare)) return undefined
  const [, scheme = '', authority, rest = ''] = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?(.*)/s.exec(bare) ?? []
  const [, bracketed, plain = '', port] = /^(?:\[([^[\]]*)\]|([^:]*))(?::(.*))?$/s.exec(authority ?? '') ?? []
  const hostname = bracketed ?? plain
  if (scheme !== '' && !/^[a-z][a-z0-9+.-]*$/i.test(scheme)) return undefined
  if ((port && !/^\d{1,5}$/.test(port)) || /[<>{}\\"\s]/.test(hostname)) return undefined
  if (authority === '' && rest === '') return undefined
  const [, user, , password] = /^([^:]*)(:(.*))?$/s.exec(userinfo ?? '') ?? []
  const host = bracketed === undefined ? plain : `[${bracketed}]`
  const shownPort = Number(port ?? 0) === 0 || Number(port) === defaultPorts[scheme] ? '' : `:${port}`
  // Without an authority, GitLab does not recognize the scheme.
  return { scheme: authority === undefined ? '' : scheme, user, password, host: host + shownPort, hostname, rest }
}

/** Default ports that GitLab knows. */
const defaultPorts: Record<string, number> = { http: 80, https: 443 }

/** The URL as sent, without user and password. */
export function withoutUser(text: string): string {
  const userinfo = credentials.exec(text)?.[1]
  return userinfo === undefined ? text : text.replace(`${userinfo}@`, '')
}

/** The URL as GitLab stores it: without user and password, and without an empty port or port 0. */
export const asStored = (text: string): string =>
  withoutUser(text).replace(/^([^/?#]*\/\/[^/?#]*?):0*(?=[/?#]|$)/, '$1')

/** Whether the URL is that of a project at this address, with any scheme, with or without `.git` and a slash at the end. */
export function isAt(text: string, instance: string, path: string): boolean {
  const url = parse(text)
  if (!url) return false
  const { host, hostname } = new URL(instance)
  const isThisHost = url.scheme === 'ssh' ? url.hostname === hostname : url.host === host
  return isThisHost && url.rest.replace(/\/$/, '').replace(/\.git$/, '') === `/${path}`
}

/**
 * Why mirrors cannot push to the URL; undefined if they can. Does not resolve host names. `isStrict`: as with the change
 * `validPortsOfMirrors`.
 */
export function complaintAbout(
  text: string,
  { allowLocal, isStrict }: { allowLocal: boolean; isStrict: boolean },
): string | undefined {
  const url = parse(text)
  if (!url) return 'URI is invalid'
  if (!schemes.includes(url.scheme)) return `Only allowed schemes are ${schemes.join(', ')}`
  if (isStrict && Number(/:(\d+)$/.exec(url.host)?.[1] ?? 0) > 65_535) return 'Port is invalid'
  if (isStrict && url.hostname === '') return 'Hostname or IP address invalid'
  if (url.user && !beginsAlphanumeric(url.user)) return 'Username needs to start with an alphanumeric character'
  if (url.hostname && isIP(url.hostname) === 0 && !beginsAlphanumeric(url.hostname))
    return 'Hostname or IP address invalid'
  return allowLocal ? undefined : complaintAboutPlace(url.hostname.toLowerCase())
}

const beginsAlphanumeric = (text: string): boolean => /^[\p{L}\p{N}]/u.test(text)

const subnets = (...nets: [string, number][]): BlockList => {
  const list = new BlockList()
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, net.includes(':') ? 'ipv6' : 'ipv4')
  return list
}
const localhost = subnets(['127.0.0.1', 32], ['0.0.0.0', 32], ['::1', 128], ['::', 128])
const loopback = subnets(['127.0.0.0', 8])
const localNetwork = subnets(['10.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16], ['fc00::', 7])

/** Why the place of a host is refused. Does not resolve host names. */
export function complaintAboutPlace(hostname: string): string | undefined {
  if (/^(.+\.)?localhost$/.test(hostname)) return 'Requests to localhost are not allowed'
  const version = isIP(hostname)
  if (version === 0) return undefined
  const isIn = (list: BlockList): boolean => list.check(hostname, version === 6 ? 'ipv6' : 'ipv4')
  if (isIn(localhost)) return 'Requests to localhost are not allowed'
  if (isIn(loopback)) return 'Requests to loopback addresses are not allowed'
  return isIn(localNetwork) ? 'Requests to the local network are not allowed' : undefined
}

const mask = '*****'

/** The URL with masked credentials; null if it is invalid. The user `git` is not masked because it is not a secret. */
export function withoutCredentials(text: string): string | null {
  const url = parse(text)
  if (!url) return null
  const { scheme, user, password, host, rest } = url
  const shownUser = user === 'git' ? user : user || password ? mask : ''
  const shownPassword = password ? `:${mask}` : ''
  return `${scheme}://${shownUser && `${shownUser}${shownPassword}@`}${host}${rest}`
}

/** The URL with these credentials. Those that are undefined stay as they are in the URL. */
export function withCredentials(
  text: string,
  sent: { user?: string | null | undefined; password?: string | null | undefined },
): string {
  const url = parse(text)
  if (!url || (sent.user === undefined && sent.password === undefined)) return text
  const encoded = (one: string | null | undefined, old: string | undefined): string =>
    one === undefined ? (old ?? '') : encodeURIComponent(one ?? '')
  const user = encoded(sent.user, url.user)
  const password = encoded(sent.password, url.password)
  const credentials = `${user}${password && `:${password}`}`
  return `${url.scheme}://${credentials && `${credentials}@`}${url.host}${url.rest}`
}

/** Decodes percent-encoding. */
export const unescape = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'))
