import { load, verbsOf } from '../../provider/core/engine/load'
import type { Json } from '../../provider/core/schema/json'
import { Connection } from '../../provider/core/service/connection'
import { settings } from '../../provider/core/service/settings'
import { Engine, type EngineOptions } from './engine'

/** The warnings of a preview in a process of its own. `olds` are the arguments of the state; empty for a new resource. */
export async function warningsOfPreview(
  kind: string,
  { url, token = 'emulator-maintainer' }: EngineOptions,
  olds: Json,
  args: Json,
): Promise<string[]> {
  const warnings: string[] = []
  const config: Json = { 'trueup:baseUrl': url, 'trueup:token': token }
  const reporter = { warn: (text: string) => void warnings.push(text), status: () => {} }
  const connection = new Connection(settings({ get: (key) => config[key] }, {}), reporter, { pollDelayMs: 0 })
  const engine = new Engine(kind, { url, token })
  const former = Object.keys(olds).length === 0 ? {} : await engine.checked({}, olds)
  await verbsOf(load(kind), connection).preview?.(former, await engine.checked(former, args))
  return warnings
}
