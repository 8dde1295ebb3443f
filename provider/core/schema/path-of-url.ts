/**
 * The path of the project or group in the URL of its page: `https://gitlab.example.com/acme/web/-/labels` → `acme/web`.
 * Undefined if the text is not a URL, and empty if the URL contains no such path.
 */
export function pathOfUrl(text: string): string | undefined {
  if (!/^[a-z]+:\/\//i.test(text)) return undefined
  const names = URL.canParse(text) ? new URL(text).pathname.split('/').filter((name) => name !== '') : []
  const end = names.indexOf('-')
  const path = names.slice(names[0] === 'groups' ? 1 : 0, end === -1 ? undefined : end).join('/')
  return /^[\w./-]*$/.test(path) ? path.replace(/\.git$/, '') : ''
}
