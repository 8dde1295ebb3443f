import { declaredOutput, nativeTypeOf, providerText, settingsTypes, typeOf } from '../../provider/command-line/objects'
import type { Exported } from './estate'

/**
 * The file for `pulumi import --file`. It contains each resource as it will be in the state, so that the import neither
 * reads from the service nor creates anything.
 */
export function importFileOf(resources: readonly Exported[], isNative: boolean): string {
  const imported = resources.filter(({ isAdopted }) => !isAdopted)
  // Each once. A group and a project never have the same path.
  const components = new Map(
    imported.flatMap(({ component, parentKind }) =>
      component === undefined ? [] : [[component, settingsTypes[parentKind]]],
    ),
  )
  const entries = [
    ...[...components].map(([name, type]) => ({ type, name, component: true })),
    ...imported.map((one) => entryOf(one, isNative)),
  ]
  return `${JSON.stringify({ resources: entries }, null, 2)}\n`
}

function entryOf({ kind, name, id, component, inputs, outputs: live }: Exported, isNative: boolean): object {
  const parent = component === undefined ? {} : { parent: component }
  // The first update changes nothing, and so would not store it.
  const outputs = { ...live, ...declaredOutput(kind, inputs) }
  if (isNative) return { type: nativeTypeOf(kind), name, id, ...parent, inputs, outputs }
  const __provider = providerText(kind)
  const state = { inputs: { ...inputs, __provider }, outputs: { ...outputs, __provider } }
  return { type: typeOf(kind), name, id, ...parent, ...state }
}
