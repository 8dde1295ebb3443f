import { configurationOf, isExplicit, isOfPlugin, isProvider } from '../../provider/command-line/service'
import type { StackResource, StackState } from './stack'

/** A provider in the state of a stack: of dynamic resources, or of the plugin. */
export interface StackProvider {
  /** The name in the program. */
  name: string
  /** How resources refer to it: URN and id. */
  reference: string
  /** Whether the program created it. The default provider has the configuration of the stack. */
  isExplicit: boolean
  /** Whether its resources are those of the plugin. */
  isOfPlugin: boolean
  /** Its configuration, by full key such as `trueup:baseUrl`. Contains a secret. */
  config: (key: string) => unknown
}

/** The providers in the state of a stack, with the configuration of the last update. */
export const providersOf = ({ resources }: StackState): StackProvider[] => resources.filter(isProvider).map(providerOf)

const providerOf = (resource: StackResource): StackProvider => ({
  name: resource.urn.slice(resource.urn.lastIndexOf('::') + 2),
  reference: `${resource.urn}::${resource.id ?? ''}`,
  isExplicit: isExplicit(resource),
  isOfPlugin: isOfPlugin(resource),
  config: configurationOf(resource),
})
