import { nearest } from '../schema/did-you-mean'
import { rememberBaseUrl } from '../schema/path-of-url'

/** The engine's configuration, by keys such as `trueup:token`. The values of explicit providers have JSON types. */
export type Config = { get(key: string): unknown }

/** How to reach the service, and the source of each setting, for messages. Contains secrets: never print it whole. */
export interface Settings {
  /** Whether they are those of an explicit `Provider`, which does not read the stack's configuration. */
  readonly isExplicit: boolean
  readonly baseUrl: string
  readonly baseUrlFrom: string
  readonly token: string | undefined
  /** The source of the token, or where to set one. */
  readonly tokenFrom: string
  readonly onConflict: string | undefined
  /** The environment variable that sets `onConflict` for one run. Undefined for an explicit `Provider`. */
  readonly onConflictVariable: string | undefined
  readonly maxConcurrency: number | undefined
  readonly maxRequestsPerMinute: number | undefined
  readonly caCertificate: string | undefined
  readonly clientCertificate: string | undefined
  /** The private key of the client certificate. A secret. */
  readonly clientKey: string | undefined
  /** Earlier base URLs of the same service. */
  readonly previousBaseUrls: readonly string[]
}

/** The names of the settings. Each `x` is an argument of `Provider` and `trueup:x` in the stack's configuration. */
export const settingNames = [
  'baseUrl',
  'token',
  'tokenEnv',
  'maxConcurrency',
  'maxRequestsPerMinute',
  'caCertificate',
  'clientCertificate',
  'clientKey',
  'clientKeyEnv',
  'previousBaseUrls',
  'onConflict',
] as const

/** The settings that are secrets, in the state and in the stack's configuration. */
export const secretSettings: readonly string[] = ['token', 'clientKey'] satisfies (typeof settingNames)[number][]

const prefix = 'trueup:'

/** The keys of a stack's configuration in the trueup namespace that are not settings. */
export const unknownKeys = (keys: readonly string[]): string[] =>
  keys.filter((key) => key.startsWith(prefix) && !settingNames.some((name) => key === prefix + name))

/** The unknown keys that are similar to a setting, each with the correct key. */
export const misspelled = (keys: readonly string[]): { key: string; meant: string }[] =>
  unknownKeys(keys).flatMap((key) => {
    const name = nearest(key.slice(prefix.length), settingNames)
    return name === undefined ? [] : [{ key, meant: prefix + name }]
  })

/**
 * Marks the configuration of an explicit `Provider`, which ignores the environment except for `tokenEnv` and
 * `clientKeyEnv`.
 */
export const EXPLICIT = 'trueup:explicit'

type Environment = Readonly<Record<string, string | undefined>>
type Found = { value: string; from: string }

/**
 * Returns the settings of a provider process. Does not validate them: a missing setting is reported when it is needed.
 * From then on, URLs of the service's pages are read relative to the base URL.
 */
export function settings(config: Config, env: Environment): Settings {
  const isExplicit = config.get(EXPLICIT) !== undefined
  const get = (name: string) => {
    const fromEnv = isExplicit ? undefined : env[variableFor(name)]
    return fromEnv || config.get(`trueup:${name}`)
  }
  const baseUrl = isExplicit ? explicitBaseUrl(config) : defaultBaseUrl(config, env)
  const token = isExplicit ? explicitToken(config, env) : defaultToken(config, env, baseUrl.from)
  rememberBaseUrl(baseUrl.value)
  return {
    isExplicit,
    baseUrl: baseUrl.value,
    baseUrlFrom: baseUrl.from,
    token: token.value || undefined,
    tokenFrom: token.from,
    onConflict: text(get('onConflict')),
    onConflictVariable: isExplicit ? undefined : variableFor('onConflict'),
    maxConcurrency: count(get('maxConcurrency')),
    maxRequestsPerMinute: count(get('maxRequestsPerMinute')),
    caCertificate: text(get('caCertificate')),
    clientCertificate: text(get('clientCertificate')),
    clientKey: clientKeyOf(config, env, isExplicit),
    previousBaseUrls: names(get('previousBaseUrls')),
  }
}

/** What a client of the service needs. */
export const clientOptionsOf = ({
  baseUrl,
  token,
  maxConcurrency,
  maxRequestsPerMinute,
  caCertificate,
  clientCertificate,
  clientKey,
}: Settings) => ({ baseUrl, token, maxConcurrency, maxRequestsPerMinute, caCertificate, clientCertificate, clientKey })

/** The environment variable of a setting of the default provider. */
const variableFor = (name: string) => `TRUEUP_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

const DEFAULT_BASE_URL = 'https://gitlab.com'
const defaultFound: Found = { value: DEFAULT_BASE_URL, from: 'the default' }

function explicitBaseUrl(config: Config): Found {
  const value = text(config.get('trueup:baseUrl'))
  return value ? { value, from: "the provider's baseUrl" } : defaultFound
}

function explicitToken(config: Config, env: Environment): Found {
  const variable = variableOf(text(config.get('trueup:tokenEnv')))
  const fromEnv = variable && valueOf(env, variable)
  if (fromEnv) return { value: fromEnv, from: `the environment variable ${variable}` }
  const value = text(config.get('trueup:token'))
  if (value) return { value, from: "the provider's token" }
  return {
    value: '',
    from: variable
      ? `the environment variable ${variable} or the provider's token`
      : "the provider's token or tokenEnv",
  }
}

function defaultBaseUrl(config: Config, env: Environment): Found {
  const fromConfig = text(config.get('trueup:baseUrl'))
  if (env.TRUEUP_BASE_URL) return { value: env.TRUEUP_BASE_URL, from: 'TRUEUP_BASE_URL' }
  if (fromConfig) return { value: fromConfig, from: 'stack config trueup:baseUrl' }
  if (env.GITLAB_BASE_URL) return { value: env.GITLAB_BASE_URL, from: 'GITLAB_BASE_URL' }
  if (env.CI_SERVER_URL) return { value: env.CI_SERVER_URL, from: 'CI_SERVER_URL' }
  return defaultFound
}

/** A token for one host is never sent to another one. Only `TRUEUP_TOKEN` is used with every base URL. */
function defaultToken(config: Config, env: Environment, baseUrlFrom: string): Found {
  const variable = variableOf(env.TRUEUP_TOKEN_ENV || text(config.get('trueup:tokenEnv')))
  const named = variable && valueOf(env, variable)
  const ofConfig = ['stack config trueup:baseUrl', 'the default'].includes(baseUrlFrom)
  const ofGitlab = ['GITLAB_BASE_URL', 'CI_SERVER_URL', 'the default'].includes(baseUrlFrom)
  const fromConfig = text(config.get('trueup:token'))
  if (env.TRUEUP_TOKEN) return { value: env.TRUEUP_TOKEN, from: 'TRUEUP_TOKEN' }
  if (named && ofConfig) return { value: named, from: `the environment variable ${variable}` }
  if (fromConfig && ofConfig) return { value: fromConfig, from: 'stack config trueup:token' }
  if (env.GITLAB_TOKEN && ofGitlab) return { value: env.GITLAB_TOKEN, from: 'GITLAB_TOKEN' }
  const sources = [
    'TRUEUP_TOKEN',
    ...(ofConfig ? ['stack config trueup:token'] : []),
    ...(ofGitlab ? ['GITLAB_TOKEN'] : []),
  ]
  return { value: '', from: sources.join(' or ') }
}

/** The key itself, or the value of the variable that `clientKeyEnv` names. Unlike a token, it is never sent. */
function clientKeyOf(config: Config, env: Environment, isExplicit: boolean): string | undefined {
  const own = isExplicit ? undefined : text(env[variableFor('clientKey')])
  const variable =
    (isExplicit ? undefined : env[variableFor('clientKeyEnv')]) || text(config.get('trueup:clientKeyEnv'))
  return own ?? text(variable && valueOf(env, variable)) ?? text(config.get('trueup:clientKey'))
}

/** The value of a variable. `env` also has inherited properties, such as `constructor`. */
const valueOf = (env: Environment, name: string) => (Object.hasOwn(env, name) ? env[name] : undefined)

/** The name of a variable in messages. An invalid name could be a token, so it is not repeated. */
const variableOf = (value: string | undefined) =>
  value === undefined || /^[a-z_]\w*$/i.test(value) ? value : 'that tokenEnv names (not a valid name)'

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

function count(value: unknown): number | undefined {
  return value === undefined || value === '' ? undefined : Number(value)
}

/** A list, as a value of an explicit provider, as JSON or comma-separated. */
function names(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  const given = text(value)
  if (!given) return []
  const list = given.startsWith('[') ? parsed(given) : undefined
  return Array.isArray(list) ? names(list) : given.split(',').map((part) => part.trim())
}

/** Parses JSON. Returns undefined if it is invalid, which is reported when the setting is used. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
