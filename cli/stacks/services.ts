import { type Connection, openConnection, settingsFrom } from '../../provider/service'
import type { StackResource, StackState } from './stack'

/**
 * The service that a resource lives on, with the settings that a refresh would use: those of the explicit provider in the
 * state, or what the last update had as stack configuration; the environment comes first, as it does there.
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

  /** @throws Error with the remedy, where there is no access token. */
  of({ provider = '' }: StackResource): Connection {
    const configuration = this.providers.get(provider)?.inputs ?? {}
    return openConnection(settingsFrom({ config: (key) => configuration[key] }), this.warn)
  }
}
