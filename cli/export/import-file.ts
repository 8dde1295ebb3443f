import { providerText, typeOf } from '../../provider/engine'
import type { Exported } from './estate'

/**
 * What `pulumi import --file` takes: each resource as the state will have it, so that nothing is asked of the service and
 * nothing is created.
 */
export function importFileOf(resources: readonly Exported[]): string {
  const entries = resources.map(({ kind, name, id, inputs, outputs }) => {
    const __provider = providerText(kind)
    return { type: typeOf(kind), name, id, inputs: { ...inputs, __provider }, outputs: { ...outputs, __provider } }
  })
  return `${JSON.stringify({ resources: entries }, null, 2)}\n`
}
