import { rmSync } from 'node:fs'
import type { Json } from '../../provider/core/schema/json'
import { nativeTypeOf, typeOf } from '../../provider/core/schema/provider-text'
import { asSecret } from '../../provider/core/schema/secret-value'
import { Connection } from '../../provider/core/service/connection'
import { EngineOperation } from '../../provider/core/service/engine-operation'
import { beginLedger } from '../../provider/core/service/ownership/find-ledger'
import { findLedgerFiles } from '../../provider/core/service/ownership/ledger-files'
import { settings } from '../../provider/core/service/settings'
import { ResourceProvider } from '../../provider/native/resource-provider'
import { provider } from '../../provider/runtime'
import type { EngineOptions } from './engine'
import { newAddress } from './operation-address'
import { plain } from './plain'

/** A new resource of a program, with the names of the arguments that the program marks as secret. */
export type NewResource = readonly [kind: string, args: Json, secrets?: readonly string[]]

interface PreviewOptions extends EngineOptions {
  /** The number of provider processes, to which the resources go by turns. Default 1. */
  processes?: number
}

/** What a preview says about the new resources of a program, each of which the engine passes to a provider process. */
export async function previewOfProgram(
  resources: readonly NewResource[],
  { url, token = 'emulator-maintainer', front = 'dynamic', config = {}, processes = 1 }: PreviewOptions,
): Promise<{ warnings: string[]; information: string[] }> {
  const [warnings, information]: [string[], string[]] = [[], []]
  const reporter = {
    warn: (text: string) => void warnings.push(text),
    inform: (text: string) => void information.push(text),
    status: () => {},
  }
  const address = newAddress()
  const stack = 'urn:pulumi:dev::test::pulumi:pulumi:Stack::test-dev'
  const ledger = beginLedger(address, stack, true)
  const values: Json = { 'trueup:baseUrl': url, 'trueup:token': token, ...config }
  const hosts = Array.from({ length: processes }, () => {
    const operation = new EngineOperation(address, () => Promise.resolve(stack))
    const options = { retryDelayMs: 0, pollDelayMs: 0, searchDeletions: true }
    const connection = new Connection(settings({ get: (key) => values[key] }, {}), reporter, options, operation)
    const plugin = new ResourceProvider(() => connection, operation)
    plugin.configure('default', {})
    return { operation, connection, plugin }
  })
  const check = async ([kind, args, secrets = []]: NewResource, at: number) => {
    const { operation, connection, plugin } = hosts[at % processes]!
    const intent = { name: `${typeOf(kind)}::new-${at}`, ledger: ledger.nonce, secrets: secrets.map((name) => [name]) }
    const news = { ...plain(args), __declaration: intent }
    const verify = (failures: readonly unknown[] = []) => {
      if (failures.length > 0) throw new Error(JSON.stringify(failures))
    }
    if (front === 'dynamic') {
      return verify((await provider(kind, () => connection, operation).check!({}, news)).failures)
    }
    const urn = `urn:pulumi:dev::test::${nativeTypeOf(kind)}::new-${at}`
    const marked = Object.entries(news).map(([name, value]) => [name, secrets.includes(name) ? asSecret(value) : value])
    const { inputs, failures } = plugin.check(urn, {}, Object.fromEntries(marked) as Json)
    verify(failures)
    await plugin.create(urn, inputs, true)
  }
  // The engine checks dynamic resources one after the other, and lets the plugin create several at a time.
  const created = front === 'native' ? resources.map(check) : []
  await Promise.all(created)
  if (front === 'dynamic') for (const [at, resource] of resources.entries()) await check(resource, at)
  for (const { connection, operation } of hosts) {
    await connection.api.close()
    operation.end()
  }
  for (const file of findLedgerFiles(address, ledger.nonce)) rmSync(file, { force: true })
  return { warnings, information }
}
