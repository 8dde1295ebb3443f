import type { Definition } from '../schema/define'
import { objectName, objectRefOf } from '../schema/identity'
import type { Json } from '../schema/json'
import type { KindDefinition } from '../schema/kind-definition'
import { load } from './load'
import type { Surveyed } from './survey'

/** Names of the objects that a resource manages. Each name is unique on the service. */
export function objectNamesOf(kind: KindDefinition, id: string, outputs: Json): string[] {
  if ('perform' in kind || kind.identity.parent === undefined) return []
  if (!('of' in kind)) {
    const ref = objectRefOf(kind, id, outputs)
    // During an overlap, the previous token also belongs to the resource.
    const overlap = kind.rotation?.overlap
    const former = overlap && outputs[overlap.predecessor]
    return [ref, ...(former == null ? [] : [{ ...ref, key: former as number }])].map((one) => objectName(kind, one))
  }
  const parent = Number(outputs[`${kind.identity.parent}Id`])
  const ids = Object.values((outputs.ids ?? {}) as Record<string, number | string>)
  return ids.map((key) => objectName(kind.of, { parent, within: [], key }))
}

/** The name of an object that a survey found, as {@link objectNamesOf} writes it. */
export function nameOfSurveyed({ kind, id, outputs }: Surveyed): string {
  const definition = load(kind) as Definition
  return objectName(definition, objectRefOf(definition, id, outputs))
}
