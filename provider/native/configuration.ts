import { didYouMean, nearest } from '../core/schema/did-you-mean'
import type { Json } from '../core/schema/json'
import { asSecret } from '../core/schema/secret-value'
import { UNKNOWN } from '../core/schema/unknown'
import { misplaced } from '../core/service/misplaced'
import { EXPLICIT, secretSettings, settingNames, type Settings, settings } from '../core/service/settings'
import { partsOfUrn } from './urn'

/** What an engine passes in addition to the settings of a provider. */
const ofEngine = new Set(['version', 'pluginDownloadURL'])

const isOfEngine = (name: string) => ofEngine.has(name) || name.startsWith('__')

/** Whether a provider is the default one of its package, whose settings are the stack's configuration. */
const isDefault = (name: string) => /^default(?:_\d+_\d+_\d.*)?$/.test(name)

/**
 * Validates the settings of a provider. Returns them with the token and the client's key as secrets, and the reasons why
 * they are invalid.
 */
export function checkConfiguration(urn: string, config: Json): { inputs: Json; reasons: string[] } {
  const { project, name } = partsOfUrn(urn)
  const reasons = Object.entries(config).flatMap(([key, value]) => {
    if (isOfEngine(key)) return []
    if (settingNames.some((known) => known === key)) {
      const problem = value === UNKNOWN ? undefined : misplaced(key, decoded(value))
      return problem === undefined ? [] : [problem]
    }
    return isDefault(name)
      ? misspelledKey(key, project)
      : [`${key} is not an argument of Provider: ${didYouMean(key, settingNames)}`]
  })
  const secrets = secretSettings.flatMap((name) => (config[name] == null ? [] : [[name, asSecret(config[name])]]))
  return { inputs: { ...config, ...Object.fromEntries(secrets) }, reasons }
}

/** The stack's configuration can contain other keys. In a project named trueup, they are the project's. */
function misspelledKey(key: string, project: string): string[] {
  const meant = project === 'trueup' ? undefined : nearest(key, settingNames)
  if (meant === undefined) return []
  return [
    `trueup:${key} in the stack's configuration is not a setting: did you mean trueup:${meant}? ` +
      'Remove unneeded keys with "pulumi config rm".',
  ]
}

/** Returns the settings of a provider. */
export const settingsOf = (name: string, config: Json): Settings =>
  settings({ get: configurationOf(name, config) }, process.env)

/**
 * Returns the configuration of a provider by keys such as `trueup:token`, as a dynamic provider gets it. The engine
 * encodes values that are not strings as JSON.
 */
export const configurationOf =
  (name: string, config: Json) =>
  (key: string): unknown => {
    if (key === EXPLICIT) return isDefault(name) ? undefined : 'true'
    return decoded(config[key.slice('trueup:'.length)])
  }

/** A list of URLs arrives as JSON, also if its entries are secret. */
function decoded(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('[')) return value ?? undefined
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
