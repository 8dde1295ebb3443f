import { ResourceError } from '../../../provider/core/service/resource-error'
import { SdkError } from '../../../sdk'
import { startProcessorTime } from '../../shared/least-time'

/** Messages of JavaScript engines, which do not explain a response. */
const engineMessages =
  /Cannot (read|set|convert|destructure)|is not (a function|iterable|defined|valid JSON)|Maximum call stack|Invalid (array|string) length|Unexpected (token|end|non)|circular structure/

const pristine = Object.getOwnPropertyNames(Object.prototype).join()

/** Changes of the object prototype by a response. */
export const pollution = (): string[] =>
  Object.getOwnPropertyNames(Object.prototype).join() === pristine ? [] : ['Object.prototype is polluted']

/** The flaws of an error of the client, which must be an `SdkError` that names the request. */
export function flawsOfSdkError(error: unknown): string[] {
  if (!SdkError.is(error))
    return [`not an error of the client: ${String(error instanceof Error ? error.stack : error)}`]
  return [
    ...flawsOfText(error.message),
    ...(/^(GET|POST|PUT|PATCH|DELETE) \/\S+: ./.test(error.message)
      ? []
      : [`does not name the request: ${error.message}`]),
  ]
}

/** The flaws of an error of the provider, which must be a `ResourceError`. */
export function flawsOfResourceError(error: unknown): string[] {
  if (!(error instanceof ResourceError))
    return [`not an error of the provider: ${String(error instanceof Error ? error.stack : error)}`]
  return [...flawsOfText(error.message), ...(/\n|^ *at /.test(error.stack ?? '') ? ['has a stack trace'] : [])]
}

/** The flaws of a message. */
export function flawsOfText(text: string): string[] {
  return [
    ...(engineMessages.test(text) ? [`a message of JavaScript: ${text}`] : []),
    ...(text.length > 4_000 ? [`has ${text.length} characters`] : []),
    ...(/(?!\n)\p{Cc}/u.test(text) ? [`control characters: ${JSON.stringify(text)}`] : []),
  ]
}

/**
 * Runs a case. Returns the flaws of its error, and whether it took too long. Its work and its waits are measured apart,
 * because the time of a clock also grows while other processes use the processor. The servers of a case are in this
 * process, so that only time-outs and delays are waits.
 */
export async function flawsOf(
  work: () => Promise<unknown>,
  flaws: (error: unknown) => string[],
  boundMs: number,
): Promise<string[]> {
  const processorTime = startProcessorTime()
  const { idle } = performance.eventLoopUtilization()
  const found: string[] = await work().then(() => [], flaws)
  const took = { worked: processorTime(), waited: performance.eventLoopUtilization().idle - idle }
  const tooLong = Object.entries(took).filter(([, ms]) => ms > boundMs)
  return [...found, ...tooLong.map(([what, ms]) => `${what} for ${Math.round(ms)} ms`)]
}
