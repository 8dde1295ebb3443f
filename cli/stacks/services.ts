import { type Connection, openConnection, settingsFrom } from '../../provider/engine/service'
import type { StackResource, StackState } from './stack'

/**
 * Finds the service of a resource, with the settings that a refresh would use: those of the explicit provider in the state,
 * or the stack configuration of the last update. The environment takes precedence.
 */
export class Services {
  private readonly providers: ReadonlyMap<string, StackResource>

  constructor(
    stack: StackState,
    private readonly warn: (text: string) => void,
  ) {
    this.providers = new Map(
      stack.resources
        .filter(({ type }) => type === 'pulumi:providers:pulumi-nodejs')
        .map((provider) => [`${provider.urn}::${provider.id}`, provider]),
    )
  }

  /** @throws Error with the remedy if there is no access token. */
  of({ provider = '' }: StackResource): Connection {
    const configuration = this.providers.get(provider)?.inputs ?? {}
    return openConnection(settingsFrom({ config: (key) => configuration[key] }), this.warn)
  }
}
