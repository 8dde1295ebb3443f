/** Takes secrets out of a text. */
export type Redact = (text: string) => string

const hidden = '[redacted]'
const secretParameter = /([?&;](?:private_token|access_token|job_token|token|password)=)[^&;#\s"'<>]*/gi
const userinfo = /([a-z][a-z0-9+.-]*:\/\/)[^/\s?#"'<>]*@/gi

/** Hides the token, the values of secret query parameters and the userinfo of URLs. */
export function redactor(token: string | undefined): Redact {
  const spellings = token ? [...new Set([token, encodeURIComponent(token)])] : []
  return (text) =>
    spellings
      .reduce((redacted, spelling) => redacted.replaceAll(spelling, hidden), text)
      .replace(secretParameter, `$1${hidden}`)
      .replace(userinfo, `$1${hidden}@`)
}

/**
 * Redacts every text of an error and of the errors inside it, in place: a copy would lose its class.
 * Texts are not only `message` and `stack`: a parser error carries what it had read in `data`.
 */
export function redactError<E>(error: E, redact: Redact, seen = new Set<unknown>()): E {
  if (!(error instanceof Error) || seen.has(error)) return error
  seen.add(error)
  for (const key of Object.getOwnPropertyNames(error)) {
    const value: unknown = Reflect.get(error, key)
    if (typeof value === 'string') Reflect.set(error, key, redact(value))
    else for (const inner of Array.isArray(value) ? value : [value]) redactError(inner, redact, seen)
  }
  return error
}
