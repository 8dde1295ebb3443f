/**
 * The path of the project or group in the URL of its page: `https://gitlab.example.com/acme/web/-/labels` → `acme/web`.
 * Undefined if the text is not a URL, and empty if the URL contains no such path.
 */
export function pathOfUrl(text: string): string | undefined {
  if (!/^[a-z]+:\/\//i.test(text)) return undefined
  const { pathname } = URL.canParse(text) ? new URL(text) : { pathname: '' }
  const [, path = ''] =
    /^\/(?:groups\/)?((?:[\w.-]+\/)*[\w.-]+?)(?:\.git)?\/?$/.exec(pathname.replace(/\/-(\/.*)?$/, '')) ?? []
  return path
}
