import { type Connection, openConnection, settingsFrom } from '../../provider/command-line/service'
import { providersOf, type StackProvider } from './providers'
import type { StackResource, StackState } from './stack'

/**
 * Finds the service of a resource, with the settings that a refresh would use: those of the explicit provider in the state,
 * or the stack configuration of the last update. The environment takes precedence.
 */
export class Services {
  private readonly providers: ReadonlyMap<string, StackProvider>

  constructor(
    stack: StackState,
    private readonly warn: (text: string) => void,
  ) {
    this.providers = new Map(providersOf(stack).map((provider) => [provider.reference, provider]))
  }

  /** @throws Error with the remedy if there is no access token. */
  of({ provider = '' }: StackResource): Connection {
    return openConnection(settingsFrom({ config: this.providers.get(provider)?.config }), this.warn)
  }
}
