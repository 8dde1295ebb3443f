import type { Json } from '../core/schema/json'

/** The URL of a mirror contains its credentials. A refresh masks them, as the service does. */
export function urlAndCredentials(outputs: Json, inputs: Json, declared: Json): Json {
  const urls = [outputs.url, inputs.url].map(String).filter((url) => URL.canParse(url))
  const url = urls.find((one) => !new URL(one).username.startsWith('*'))
  // Like those of an adopted mirror, masked credentials are assumed to be as declared.
  if (url === undefined) return { url: urls[0], username: declared.username, password: declared.password }
  const { protocol, username, password } = new URL(url)
  const isShown = protocol === 'ssh:' && username === 'git' && password === ''
  return { url, ...(!isShown && { username: decoded(username), password: decoded(password) }) }
}

function decoded(part: string): string | undefined {
  try {
    return part === '' ? undefined : decodeURIComponent(part)
  } catch {
    return part
  }
}
