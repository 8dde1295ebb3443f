/**
 * The arguments of a resource, as its provider checks them in a preview. Needs no service.
 *
 * @module
 */
import { load } from '../core/engine/load'
import { check } from '../core/schema/check'
import type { Json } from '../core/schema/json'
import { nativeTypeOf } from '../core/schema/provider-text'
import type { SetFailure } from '../core/schema/set'
import { now } from '../core/service/clock'
import { resourceKinds } from '../kinds'

export type { SetFailure as ArgumentFailure } from '../core/schema/set'

/** The invalid arguments of a new resource of a type, such as `trueup:Label`. Undefined for unknown types and components. */
export function argumentFailures(type: string, values: Json): readonly SetFailure[] | undefined {
  const full = type.replace(/^trueup:(?=[^:]*$)/, 'trueup:index:')
  const kind = resourceKinds.find((one) => nativeTypeOf(one) === full)
  if (kind === undefined) return undefined
  const definition = load(kind)
  return (definition.validate?.({}, values, now) ?? check(definition, {}, values, now)).failures
}
