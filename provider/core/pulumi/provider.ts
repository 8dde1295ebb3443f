import type { Input } from '@pulumi/pulumi'
import { RunError } from '@pulumi/pulumi/errors'
import { Output, output, secret } from '@pulumi/pulumi/output'
import { ProviderResource, type ResourceOptions } from '@pulumi/pulumi/resource'
import type { OnConflict } from '../schema/adoption-fields'
import { didYouMean } from '../schema/did-you-mean'
import { rememberBaseUrl } from '../schema/path-of-url'
import { misplaced } from '../service/misplaced'
import { EXPLICIT, secretSettings, settingNames } from '../service/settings'

/**
 * Arguments of a {@link Provider}. The default provider reads each argument `x` from `trueup:x` in the stack's
 * configuration or from the environment variable `TRUEUP_X`.
 */
export interface ProviderArgs {
  /** URL of the service, such as `https://gitlab.example.com`. Default: `https://gitlab.com`. */
  baseUrl?: Input<string> | undefined
  /** Access token with the scope `api`. Encrypted in the state. */
  token?: Input<string> | undefined
  /**
   * Name of an environment variable that contains the token. If the variable is set, it overrides `token`. The token is
   * then not stored in the state, and a new token takes effect immediately, also in `pulumi refresh` and
   * `pulumi destroy`.
   */
  tokenEnv?: Input<string> | undefined
  /** Maximum number of concurrent requests. Default: 10. */
  maxConcurrency?: Input<number> | undefined
  /** Maximum number of requests per minute. Default: only the limit of the service. */
  maxRequestsPerMinute?: Input<number> | undefined
  /** An additional certificate authority to trust, in PEM format. */
  caCertificate?: Input<string> | undefined
  /**
   * The certificate of this client, in PEM format, for services that require one (mTLS). Certificates of its authorities
   * can follow. Requires `clientKey` or `clientKeyEnv`.
   */
  clientCertificate?: Input<string> | undefined
  /** The private key of `clientCertificate`, in PEM format without a passphrase. Encrypted in the state. */
  clientKey?: Input<string> | undefined
  /**
   * Name of an environment variable that contains the private key of `clientCertificate`. If the variable is set, it
   * overrides `clientKey`. The key is then not stored in the state.
   */
  clientKeyEnv?: Input<string> | undefined
  /** Earlier base URLs of the same service. Resources that were created with these URLs belong to it. */
  previousBaseUrls?: Input<Input<string>[]> | undefined
  /** Default of `onConflict` for all resources. Default: `"fail"`. */
  onConflict?: Input<OnConflict> | undefined
}

const names: readonly string[] = settingNames satisfies readonly (keyof ProviderArgs)[]

type Configuration = Record<string, Input<unknown>>

/** The configuration of each provider, with the keys that the provider process reads. */
const configurations = new WeakMap<ProviderResource, Configuration>()

/** The configuration of a provider. Undefined without a provider: the stack's configuration applies. */
export const configurationOf = (provider: ProviderResource | undefined): Configuration | undefined =>
  provider && configurations.get(provider)

/**
 * A connection to a service with one token, for programs that use several:
 * `new trueup.Label("bug", {…}, { provider })`.
 *
 * Environment variables do not apply, except those of `tokenEnv` and `clientKeyEnv`.
 */
export class Provider extends ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: ResourceOptions) {
    const configuration = configurationFrom(args)
    super('pulumi-nodejs', name, configuration, options)
    configurations.set(this, configuration)
  }
}

/** A connection to a service with one token, for resources of the plugin `trueup`. */
export class NativeProvider extends ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: ResourceOptions) {
    const configuration = configurationFrom(args)
    const given = Object.entries(configuration).filter(([key]) => key !== EXPLICIT)
    super(
      'trueup',
      name,
      Object.fromEntries(given.map(([key, value]) => [key.replace(/^trueup:/, ''), value])),
      options,
    )
    configurations.set(this, configuration)
  }
}

/** @throws RunError that names a wrong setting. */
function configurationFrom(args: ProviderArgs): Configuration {
  const configuration: Configuration = { [EXPLICIT]: 'true' }
  for (const [key, value] of Object.entries(args)) {
    // It can be a misspelled token, so its value must not appear in messages or in the state.
    if (!names.includes(key)) throw new RunError(`${key} is not an argument of Provider: ${didYouMean(key, names)}`)
    if (value === undefined) continue
    const given = key === 'token' ? value : rejectMisplaced(key, value)
    configuration[`trueup:${key}`] = secretSettings.includes(key) ? secret(given) : given
  }
  if (typeof args.baseUrl === 'string') rememberBaseUrl(args.baseUrl)
  return configuration
}

/** Rejects secrets in settings that the state stores in plain text. */
function rejectMisplaced(key: string, value: Input<unknown>): Input<unknown> {
  if (Output.isInstance(value) || value instanceof Promise)
    return output(value).apply((known) => rejectMisplaced(key, known))
  const problem = misplaced(key, value)
  if (problem !== undefined) throw new RunError(`${problem}.`)
  return value
}
