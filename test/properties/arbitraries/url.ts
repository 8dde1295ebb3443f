import fc from 'fast-check'
import type { Argument } from './cases'
import { anyCase, padded } from './style'

const ports: Record<string, string> = { http: ':80', https: ':443', ssh: ':22', git: ':9418' }

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

const part = fc.oneof(
  fc.constantFrom('acme', 'Web.git', '.git', '~me', '@acme', 'a:b', "it's", 'a+b', '$x', 'a&b=c', 'a;b', '(x)'),
  fc
    .oneof(
      fc.constantFrom('100%', '%41', '%2541', '%20', 'a b', 'ü', '😀', '?', '#', '\\'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    )
    .filter((text) => !/^\.{1,2}$|[\r\n\0/]/.test(text))
    .map(escaped),
)

/**
 * Without blanks around it and default port, scheme and host in lower case, escapes in upper case and only where
 * needed.
 */
const values = fc
  .record({
    scheme: fc.constantFrom('https', 'http', 'ssh', 'git'),
    isGit: fc.boolean(),
    host: fc.constantFrom(
      ...['example.com', 'git.example.com', 'xn--bcher-kva.example', '203.0.113.7', '[2001:db8::7]', 'a-b.example'],
    ),
    port: fc.constantFrom('', '', ':8443', ':22', ':80', ':443', ':9418', ':1', ':65535'),
    path: fc.array(part, { maxLength: 4 }).map((parts) => parts.map((one) => `/${one}`).join('')),
    end: fc.constantFrom('', '', '.git', '/', '/?x=Y', '/#Z'),
  })
  .map(({ scheme, isGit, host, port, path: escapedPath, end }) => {
    // An `@` is always sent percent-encoded, so both spellings are the same URL.
    const path = escapedPath.replaceAll('%40', '@')
    const user = isGit && scheme === 'ssh' ? 'git@' : ''
    return `${scheme}://${user}${host}${port === ports[scheme] ? '' : port}${path}${path || end !== '.git' ? end : ''}`
  })

const parts = (url: string) => /^(\w+):\/\/(git@)?(\[[^\]]*\]|[^:/?#]*)(:\d+)?(.*)$/s.exec(url) ?? []

/** Escapes in the other case, characters escaped that need not be, and bare ones that need not be escaped. */
const recoded = (path: string, style: number) =>
  path.replace(/(?:%[89A-F][0-9A-F])+|%[0-9A-F]{2}|[A-Za-z0-9._~-]/g, (one, at: number) => {
    if ((style >> (at % 11)) & 1) return one
    if (/^%[89A-F]/.test(one)) return style & 1 ? decodeURIComponent(one) : one.toLowerCase()
    return one.startsWith('%') ? one.toLowerCase() : at % 3 === 0 ? `%${one.charCodeAt(0).toString(16)}` : one
  })

/** Where a mirror pushes to. */
export const url: Argument<string> = {
  values,
  write: (value, style) => {
    const [, scheme = '', user = '', host = '', port = '', path = ''] = parts(value)
    const written = [
      anyCase(scheme, style >> 2),
      '://',
      user,
      anyCase(host, style >> 3),
      port === '' && style & 1 ? ports[scheme] : port,
      style & 8 ? recoded(path, style >> 4) : path,
    ].join('')
    return style & 2 ? padded(written, style >> 5) : written
  },
}

/** A URL as it is stored by the service, which takes what is before an `@` for credentials. */
export const storedUrl = (url: string): string => {
  const [, scheme = '', user = '', host = '', port = '', path = ''] = parts(url)
  return `${scheme}://${user}${host}${port}${path.replaceAll('@', '%40')}`
}

/** Escapes in upper case, and only where they are needed. */
export const normalUrl = (written: string): string =>
  written.replace(/[^\x21-\x7e]+/g, encodeURIComponent).replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(parseInt(escape.slice(1), 16))
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase()
  })

/** As the service shows it: without who signs in, and without percent-encoding. */
export const shownUrl = (value: string): string =>
  value
    .replace(/^(\w+:\/\/)[^/?#]*@/, '$1')
    .replace(/(?:%[0-9A-F]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())
