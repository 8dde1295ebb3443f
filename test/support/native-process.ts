import type { Json } from '../../provider/core/schema/json'
import { nativeTypeOf } from '../../provider/core/schema/provider-text'
import { Connection } from '../../provider/core/service/connection'
import { EngineOperation } from '../../provider/core/service/engine-operation'
import { settings } from '../../provider/core/service/settings'
import { ResourceProvider } from '../../provider/native/resource-provider'
import { received } from '../../provider/native/values'

/** A process of the plugin in one operation, without the protocol. */
export interface NativeProcess {
  readonly provider: ResourceProvider
  readonly messages: string[]
}

/** Starts processes of the plugin. They end after each test. */
export function useNativeProcesses(
  emulator: { readonly url: string },
  token = 'emulator-maintainer',
): (runtime?: string) => NativeProcess {
  const connections: Connection[] = []
  afterEach(() => Promise.all(connections.splice(0).map((connection) => connection.api.close())))
  return (runtime = 'yaml') => {
    const operation = new EngineOperation()
    const messages: string[] = []
    let spoken = (message: string): string => message
    const report = (text: string) => messages.push(spoken(text))
    const get = (key: string) => ({ 'trueup:baseUrl': emulator.url, 'trueup:token': token })[key]
    const connection = new Connection(
      settings({ get }, {}),
      { warn: report, inform: report, status: () => {} },
      {},
      operation,
    )
    connections.push(connection)
    const provider = new ResourceProvider(
      (_, inLanguage) => {
        spoken = inLanguage
        return connection
      },
      operation,
      () => runtime,
    )
    provider.configure('default', {})
    return { provider, messages }
  }
}

export const urnOf = (kind: string, name: string): string => `urn:pulumi:test::test::${nativeTypeOf(kind)}::${name}`

/** Values without the wrappers of secrets. */
export const plainValues = (values: Json): Json => received(values).values
