import type { Struct } from 'google-protobuf/google/protobuf/struct_pb'
import type { Json } from '../core/schema/json'
import { pulumiModules } from '../core/service/pulumi-modules'

/** The values of a message. */
export const json = (values: Struct | undefined): Json => values?.toJavaScript() ?? {}

/** Values in a message. Without a value, a property is left out, and an entry of a list is null. */
export function struct(values: Json): Struct {
  const { Struct } = pulumiModules.struct()
  try {
    return Struct.fromJavaScript(values as never)
  } catch {
    // It accepts no `undefined` in a list, which a response that lacks a property can cause.
    return Struct.fromJavaScript(JSON.parse(JSON.stringify(values)) as never)
  }
}
