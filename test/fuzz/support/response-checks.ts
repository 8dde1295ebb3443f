import { ResourceError } from '../../../provider/core/service/errors'
import { SdkError } from '../../../sdk'

/** What engines say of themselves, and nobody of an answer. */
const engineMessages =
  /Cannot (read|set|convert|destructure)|is not (a function|iterable|defined|valid JSON)|Maximum call stack|Invalid (array|string) length|Unexpected (token|end|non)|circular structure/

const pristine = Object.getOwnPropertyNames(Object.prototype).join()

/** What an answer has left behind, for all programs of the process to find. */
export const pollution = (): string[] =>
  Object.getOwnPropertyNames(Object.prototype).join() === pristine ? [] : ['Object.prototype is polluted']

/** What is wrong with an error of the client: it has to be one of its own that says what was asked. */
export function flawsOfSdkError(error: unknown): string[] {
  if (!SdkError.is(error)) return [`not of the client: ${String(error instanceof Error ? error.stack : error)}`]
  return [
    ...flawsOfText(error.message),
    ...(/^(GET|POST|PUT|DELETE) \/\S+: ./.test(error.message) ? [] : [`does not say what was asked: ${error.message}`]),
  ]
}

/** What is wrong with an error of the provider: it has to say what was not done, and why. */
export function flawsOfResourceError(error: unknown): string[] {
  if (!(error instanceof ResourceError))
    return [`not of the provider: ${String(error instanceof Error ? error.stack : error)}`]
  return [...flawsOfText(error.message), ...(error.stack ? ['has a stack'] : [])]
}

/** What is wrong with a text for people. */
export function flawsOfText(text: string): string[] {
  return [
    ...(engineMessages.test(text) ? [`JavaScript's own words: ${text}`] : []),
    ...(text.length > 4_000 ? [`has ${text.length} characters`] : []),
    ...(/(?!\n)\p{Cc}/u.test(text) ? [`control characters: ${JSON.stringify(text)}`] : []),
  ]
}

/** Runs a case, and says what is wrong with how it ended: too late, or with such an error. */
export async function flawsOf(
  work: () => Promise<unknown>,
  flaws: (error: unknown) => string[],
  boundMs: number,
): Promise<string[]> {
  const start = performance.now()
  const found = await work().then(() => [], flaws)
  const tookMs = performance.now() - start
  return tookMs > boundMs ? [...found, `took ${Math.round(tookMs)} ms`] : found
}
