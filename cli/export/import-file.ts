import { nativeTypeOf, providerText, typeOf } from '../../provider/engine/objects'
import type { Exported } from './estate'

/**
 * The file for `pulumi import --file`. It contains each resource as it will be in the state, so that the import neither reads
 * from the service nor creates anything.
 */
export function importFileOf(resources: readonly Exported[], isNative: boolean): string {
  const entries = resources
    .filter(({ isAdopted }) => !isAdopted)
    .map(({ kind, name, id, inputs, outputs }) => {
      if (isNative) return { type: nativeTypeOf(kind), name, id, inputs, outputs }
      const __provider = providerText(kind)
      return { type: typeOf(kind), name, id, inputs: { ...inputs, __provider }, outputs: { ...outputs, __provider } }
    })
  return `${JSON.stringify({ resources: entries }, null, 2)}\n`
}
