import { load } from '../../provider/core/engine/load'
import { runVerb } from '../../provider/core/engine/run-verb'
import type { Verbs } from '../../provider/core/engine/verbs'
import type { Json } from '../../provider/core/schema/json'
import type { SecretPath } from '../../provider/core/schema/secret-paths'
import { Connection } from '../../provider/core/service/connection'
import { settings } from '../../provider/core/service/settings'
import { Engine, type EngineOptions } from './engine'

/** What the provider reports in a preview in a process of its own. `former` is the state; empty for a new resource. */
export async function reportsOfPreview(
  kind: string,
  { url, token = 'emulator-maintainer' }: EngineOptions,
  former: Json,
  args: Json,
  secrets: readonly SecretPath[] = [],
): Promise<{ warnings: string[]; information: string[] }> {
  const [warnings, information]: [string[], string[]] = [[], []]
  const config: Json = { 'trueup:baseUrl': url, 'trueup:token': token }
  const reporter = {
    warn: (text: string) => void warnings.push(text),
    inform: (text: string) => void information.push(text),
    status: () => {},
  }
  const connection = new Connection(settings({ get: (key) => config[key] }, {}), reporter, { pollDelayMs: 0 })
  const engine = new Engine(kind, { url, token })
  const inputs = await engine.checked(former, args)
  const resource = { name: 'new', secrets }
  const preview = async (verbs: Verbs) => verbs.preview?.(former, inputs, resource)
  await runVerb(load(kind), () => connection, 'read', inputs, preview, resource)
  await connection.api.close()
  return { warnings, information }
}

/** The warnings of a preview. `olds` are the arguments of the state; empty for a new resource. */
export async function warningsOfPreview(
  kind: string,
  options: EngineOptions,
  olds: Json,
  args: Json,
): Promise<string[]> {
  const engine = new Engine(kind, options)
  const former = Object.keys(olds).length === 0 ? {} : await engine.checked({}, olds)
  return (await reportsOfPreview(kind, options, former, args)).warnings
}
