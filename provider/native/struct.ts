import type { Struct } from 'google-protobuf/google/protobuf/struct_pb'
import type { Json } from '../core/schema/json'
import { pulumiModules } from '../core/service/pulumi-modules'

/** The values of a message. */
export const json = (values: Struct | undefined): Json => values?.toJavaScript() ?? {}

/** Values in a message. A list that is not set has no place in a message: `undefined` becomes null. */
export const struct = (values: Json): Struct => pulumiModules.struct().Struct.fromJavaScript(values as never)
