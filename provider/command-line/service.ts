/**
 * A service: settings, connections, and what is known about projects, groups and freezes. Loads the client, but no
 * kind: commands that only list objects start faster than those that compare them.
 *
 * @module
 */
import type { Json } from '../core/schema/json'
import { connect, Connection } from '../core/service/connection'
import { EXPLICIT, type Settings, settings } from '../core/service/settings'
import { configurationOf as nativeConfigurationOf } from '../native/configuration'
import { partsOfUrn } from '../native/urn'

export { didYouMean } from '../core/schema/did-you-mean'
export { freezeWindowsFrom } from '../functions/freeze-period-windows'
export { trimSlashes } from '../core/schema/canonical'
export { type Access, accessLevels, type Parents } from '../core/schema/kind'
export { howToIdentify, isAboutClientCertificate } from '../core/service/client-certificate'
export { type Connection, refuseMisplaced, risksOf } from '../core/service/connection'
export { causeOf } from '../core/service/causes'
export { reasonOfRequest } from '../core/service/explain'
export { featureNames, isReadOnly, isUnlicensed, disabledFeature } from '../core/service/obstacle'
export { type Proxy, proxyFor } from '../core/service/proxy'
export { deletionOf, describeDeletion, pathOf, restoreRemedy } from '../core/service/scheduled-deletion'
export { clientOptionsOf, type Settings } from '../core/service/settings'
export { otherKindOfToken } from '../core/service/token-kind'

/** Where settings come from. */
export interface SettingsSource {
  /** The configuration of a stack or of an explicit provider, by full key such as `trueup:baseUrl`. Default: none. */
  config?: ((key: string) => unknown) | undefined
  /** Default: that of this process. */
  env?: Readonly<Record<string, string | undefined>>
  /** The value of `--base-url`. Like `TRUEUP_BASE_URL`, it does not take along a token that belongs to another host. */
  baseUrl?: string | undefined
}

/**
 * The settings that the provider would use. Contains the access token: never print it whole.
 *
 * @throws Error if a setting cannot be read.
 */
export function settingsFrom({ config = () => undefined, env = process.env, baseUrl }: SettingsSource): Settings {
  if (!baseUrl) return settings({ get: config }, env)
  return { ...settings({ get: config }, { ...env, TRUEUP_BASE_URL: baseUrl }), baseUrlFrom: '--base-url' }
}

/** A provider in a state. */
export interface StoredProvider {
  type: string
  urn: string
  inputs: Json
}

/** Whether a provider in a state is that of the plugin. */
export const isOfPlugin = ({ type }: Pick<StoredProvider, 'type'>): boolean => type === 'pulumi:providers:trueup'

/** Whether a resource of a state is a provider: of dynamic resources, or of the plugin. */
export const isProvider = (resource: Pick<StoredProvider, 'type'>): boolean =>
  resource.type === 'pulumi:providers:pulumi-nodejs' || isOfPlugin(resource)

/** The configuration of a provider in a state, by full key such as `trueup:baseUrl`. */
export const configurationOf = (provider: StoredProvider): ((key: string) => unknown) =>
  isOfPlugin(provider)
    ? nativeConfigurationOf(partsOfUrn(provider.urn).name, provider.inputs)
    : (key) => provider.inputs[key]

/** Whether a provider in a state is an explicit `Provider`, not the default one of the stack. */
export const isExplicit = (provider: StoredProvider): boolean => configurationOf(provider)(EXPLICIT) !== undefined

/**
 * The connection for these settings: one for each process, however many commands or resources use it.
 *
 * @param warn Is called with warnings for the user.
 * @throws Error with the remedy if there is no access token or a setting is invalid.
 */
export const openConnection = (settings: Settings, warn: (text: string) => void): Connection =>
  connect(settings, { warn, status: () => undefined, reportsDisabled: true })

/** A connection of its own that works without an access token and prints no warnings. @throws Error if a setting is invalid. */
export const probe = (settings: Settings): Connection =>
  new Connection(settings, { warn: () => undefined, status: () => undefined })
