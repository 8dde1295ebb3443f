/**
 * The arguments of a resource, as its provider checks them in a preview. Needs no service.
 *
 * @module
 */
import { load } from '../core/engine/load'
import { check } from '../core/schema/check'
import type { Json } from '../core/schema/json'
import type { Failure } from '../core/schema/problem'
import { nativeTypeOf } from '../core/schema/provider-text'
import { now } from '../core/service/clock'
import { resourceKinds } from '../kinds'

/** The invalid arguments of a new resource of a type, such as `trueup:Label`. Undefined for unknown types and components. */
export function argumentFailures(type: string, values: Json): readonly Failure[] | undefined {
  const full = type.replace(/^trueup:(?=[^:]*$)/, 'trueup:index:')
  const kind = resourceKinds.find((one) => nativeTypeOf(one) === full)
  if (kind === undefined) return undefined
  const definition = load(kind)
  return (definition.validate?.({}, values, now) ?? check(definition, {}, values, now)).failures
}
