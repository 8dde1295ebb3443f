import { show } from './display'
import type { Problem } from './problem'

/**
 * The services of this process whose base URL has a path, such as `https://example.com/gitlab`: their hosts, and the
 * names of these paths.
 */
const roots = new Map<string, { readonly host: string; readonly names: readonly string[] }>()

/** Makes {@link pathOfUrl} read URLs of a service relative to its base URL. Ignores an invalid URL. */
export function rememberBaseUrl(baseUrl: string): void {
  if (!URL.canParse(baseUrl)) return
  const { host, pathname } = new URL(baseUrl)
  const names = namesIn(pathname.replace(/\/api\/v4\/*$/, ''))
  if (names.length > 0) roots.set(`${host}/${names.join('/')}`, { host, names })
}

/**
 * The path of the project or group in the URL of its page, relative to the base URL of its service:
 * `https://gitlab.example.com/acme/web/-/labels` → `acme/web`. Undefined if the text is not a URL, and empty if the URL
 * contains no such path.
 */
export function pathOfUrl(text: string): string | undefined {
  if (!/^[a-z]+:\/\//i.test(text)) return undefined
  const names = URL.canParse(text) ? namesBelowRoot(new URL(text)) : []
  const end = names.indexOf('-')
  const path = names.slice(names[0] === 'groups' ? 1 : 0, end === -1 ? undefined : end).join('/')
  return /^[\w./-]*$/.test(path) ? path.replace(/\.git$/, '') : ''
}

function namesBelowRoot({ host, pathname }: URL): string[] {
  const names = namesIn(pathname)
  const lengths = [...roots.values()]
    .filter((root) => root.host === host && root.names.every((name, index) => names[index] === name))
    .map((root) => root.names.length)
  return names.slice(Math.max(0, ...lengths))
}

const namesIn = (path: string): string[] => path.split('/').filter((name) => name !== '')

/** A problem of a path, with the path to write if the value is a URL. */
export function withPathOfUrl(problem: string, value: string): Problem {
  const hint = hintForUrl(value)
  return hint === undefined ? problem : { problem, detail: hint }
}

/** What to write in place of the URL of a project or group. Undefined if the value is not a URL. */
export function hintForUrl(value: string): string | undefined {
  const path = pathOfUrl(value)
  return path === undefined ? undefined : `it must not be a URL${path === '' ? '' : `: write ${show(path)}`}`
}
