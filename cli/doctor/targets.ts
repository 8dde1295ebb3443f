import { isOurs } from '../../provider/command-line/objects'
import { type Settings, settingsFrom } from '../../provider/command-line/service'
import { providersOf, type StackProvider } from '../stacks/providers'
import type { StackResource, StackState } from '../stacks/stack'

/** A provider of a stack, with its service, access token and resources. */
export interface Target {
  /** The name of an explicit provider. */
  provider?: string
  /** The settings of the next update. Contain a secret. @throws Error if a setting cannot be read. */
  settings(): Settings
  /** The settings of the last update, from the default provider in the state. `pulumi refresh` uses these. */
  before?(): Settings
  resources: StackResource[]
}

/** The service of the environment, if no stack can be read. */
export function targetOfEnvironment(baseUrl: string | undefined): Target {
  return { settings: () => settingsFrom({ baseUrl }), resources: [] }
}

/** The providers of a stack: the default provider if it is used, then the explicit providers by name. */
export function targetsOf(stack: StackState, baseUrl: string | undefined): Target[] {
  const providers = providersOf(stack)
  const explicit = providers.filter(({ isExplicit }) => isExplicit)
  const ours = stack.resources.filter(isOurs)
  const using = ({ reference }: StackProvider) => ours.filter(({ provider }) => provider === reference)
  const ofExplicit = explicit.map((provider): Target => ({
    provider: provider.name,
    settings: () => settingsFrom({ config: provider.config }),
    resources: using(provider),
  }))
  const references = new Set(explicit.map(({ reference }) => reference))
  const others = ours.filter(({ provider = '' }) => !references.has(provider))
  if (others.length === 0 && explicit.length > 0) return ofExplicit
  const last = providers.find((provider) => !provider.isExplicit && using(provider).length > 0)
  const byDefault: Target = {
    settings: () => settingsFrom({ config: (key) => stack.config[key]?.value, baseUrl }),
    ...(last && { before: () => settingsFrom({ config: last.config, baseUrl }) }),
    resources: others,
  }
  return [byDefault, ...ofExplicit.sort((one, other) => ((one.provider ?? '') < (other.provider ?? '') ? -1 : 1))]
}
