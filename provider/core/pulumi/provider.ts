import type { Input } from '@pulumi/pulumi'
import { RunError } from '@pulumi/pulumi/errors'
import { Output, output, secret } from '@pulumi/pulumi/output'
import { ProviderResource, type ResourceOptions } from '@pulumi/pulumi/resource'
import type { OnConflict } from '../schema/check'
import { didYouMean } from '../schema/did-you-mean'
import { misplaced } from '../service/misplaced'
import { EXPLICIT, settingNames } from '../service/settings'

/** Arguments of a {@link Provider}. For the default provider each `x` is `trueup:x` in the stack's configuration and `TRUEUP_X` in the environment. */
export interface ProviderArgs {
  /** Where the service is, e.g. `https://gitlab.example.com`. Default `https://gitlab.com`. */
  baseUrl?: Input<string> | undefined
  /** Access token with the scope `api`. Kept encrypted in state. */
  token?: Input<string> | undefined
  /**
   * Name of an environment variable that holds the token; if it is set, it wins over `token`. State then holds no
   * token, and a new one counts at once, in `pulumi refresh` and `pulumi destroy`, too.
   */
  tokenEnv?: Input<string> | undefined
  /** Requests under way at once. Default 10. */
  maxConcurrency?: Input<number> | undefined
  /** Requests started within any minute. Default: no limit but the service's own. */
  maxRequestsPerMinute?: Input<number> | undefined
  /** A certificate authority to trust beside the usual ones, PEM. */
  caCertificate?: Input<string> | undefined
  /** Earlier base URLs of this same service: resources made under them are its own. */
  previousBaseUrls?: Input<Input<string>[]> | undefined
  /** What resources do that say nothing of `onConflict` themselves. Default `"fail"`. */
  onConflict?: Input<OnConflict> | undefined
}

const names: readonly string[] = settingNames satisfies readonly (keyof ProviderArgs)[]

/** Each provider's configuration, by the keys that its host finds it under. */
const configurations = new WeakMap<Provider, Record<string, Input<unknown>>>()

/** The configuration of a provider; without one that of the stack counts. */
export const configurationOf = (provider: Provider | undefined): Record<string, Input<unknown>> | undefined =>
  provider && configurations.get(provider)

/**
 * One service and one identity there, for programs that use several: `new trueup.Label("bug", {…}, { provider })`.
 *
 * The environment has no say in its settings, but through `tokenEnv`.
 */
export class Provider extends ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: ResourceOptions) {
    const props: Record<string, unknown> = { [EXPLICIT]: 'true' }
    for (const [key, value] of Object.entries(args)) {
      // It may be a misspelled token, so its value must not appear in messages or in the state.
      if (!names.includes(key)) throw new RunError(`${key} is not an argument of Provider: ${didYouMean(key, names)}`)
      if (value !== undefined) props[`trueup:${key}`] = key === 'token' ? secret(value) : placed(key, value)
    }
    super('pulumi-nodejs', name, props, options)
    configurations.set(this, props)
  }
}

/** Refuses what the state would keep for all to read, before it gets there. */
function placed(key: string, value: Input<unknown>): Input<unknown> {
  if (Output.isInstance(value) || value instanceof Promise) return output(value).apply((known) => placed(key, known))
  const wrong = misplaced(key, value)
  if (wrong !== undefined) throw new RunError(`${wrong}.`)
  return value
}
