import { isOurs } from '../../provider/engine/objects'
import { isExplicit, type Settings, settingsFrom } from '../../provider/engine/service'
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
  const providers = stack.resources.filter(({ type }) => type === 'pulumi:providers:pulumi-nodejs')
  const explicit = providers.filter(({ inputs }) => isExplicit(inputs))
  const ours = stack.resources.filter(isOurs)
  const using = (provider: StackResource) => ours.filter((resource) => resource.provider === referenceTo(provider))
  const ofExplicit = explicit.map((provider): Target => ({
    provider: provider.urn.slice(provider.urn.lastIndexOf('::') + 2),
    settings: () => settingsFrom({ config: (key) => provider.inputs[key] }),
    resources: using(provider),
  }))
  const references = new Set(explicit.map(referenceTo))
  const others = ours.filter(({ provider = '' }) => !references.has(provider))
  if (others.length === 0 && explicit.length > 0) return ofExplicit
  const last = providers.find((provider) => !explicit.includes(provider) && using(provider).length > 0)
  const byDefault: Target = {
    settings: () => settingsFrom({ config: (key) => stack.config[key]?.value, baseUrl }),
    ...(last && { before: () => settingsFrom({ config: (key) => last.inputs[key], baseUrl }) }),
    resources: others,
  }
  return [byDefault, ...ofExplicit.sort((one, other) => ((one.provider ?? '') < (other.provider ?? '') ? -1 : 1))]
}

const referenceTo = ({ urn, id = '' }: StackResource): string => `${urn}::${id}`
