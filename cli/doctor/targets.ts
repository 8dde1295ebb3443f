import { EXPLICIT, type Settings, settings } from '../../provider/core/service/settings'
import { isOurs } from '../stacks/resource-kind'
import type { Json, StackResource, StackState } from '../stacks/stack'

type Environment = Readonly<Record<string, string | undefined>>

/** A provider of a stack: one service, one token, and the resources that are reached with it. */
export interface Target {
  /** Name of an explicit provider. */
  provider?: string
  /** How the next update would reach the service. Holds a secret. @throws Error where a setting cannot be read. */
  settings(): Settings
  /** How the last update did, as the state of the default provider has it; `pulumi refresh` does the same. */
  before?(): Settings
  resources: StackResource[]
}

/** What is known where no stack can be read: the environment alone. */
export function targetOfEnvironment(env: Environment, baseUrl: string | undefined): Target {
  return { settings: () => asked(() => undefined, env, baseUrl), resources: [] }
}

/** The providers of a stack: the default one first, if anything would use it, then the explicit ones by name. */
export function targetsOf(stack: StackState, env: Environment, baseUrl: string | undefined): Target[] {
  const providers = stack.resources.filter(({ type }) => type === 'pulumi:providers:pulumi-nodejs')
  const explicit = providers.filter(({ inputs }) => inputs[EXPLICIT] !== undefined)
  const ours = stack.resources.filter(isOurs)
  const using = (provider: StackResource) => ours.filter((resource) => resource.provider === referenceTo(provider))
  const ofExplicit = explicit.map((provider): Target => ({
    provider: provider.urn.slice(provider.urn.lastIndexOf('::') + 2),
    settings: () => settings({ get: (key) => provider.inputs[key] }, env),
    resources: using(provider),
  }))
  const references = new Set(explicit.map(referenceTo))
  const others = ours.filter(({ provider = '' }) => !references.has(provider))
  if (others.length === 0 && explicit.length > 0) return ofExplicit
  const last = providers.find((provider) => !explicit.includes(provider) && using(provider).length > 0)
  const byDefault: Target = {
    settings: () => asked((key) => stack.config[key]?.value, env, baseUrl),
    ...(last && { before: () => asked((key) => last.inputs[key], env, baseUrl) }),
    resources: others,
  }
  return [byDefault, ...ofExplicit.sort((one, other) => ((one.provider ?? '') < (other.provider ?? '') ? -1 : 1))]
}

const referenceTo = ({ urn, id = '' }: StackResource): string => `${urn}::${id}`

function asked(get: (key: string) => Json[string], env: Environment, baseUrl: string | undefined): Settings {
  if (baseUrl === undefined) return settings({ get }, env)
  // Like that variable: a token that was given for another host stays there.
  return { ...settings({ get }, { ...env, TRUEUP_BASE_URL: baseUrl }), baseUrlFrom: '--base-url' }
}
