import type { Json } from '../../provider/core/schema/json'
import { isSecret } from '../../provider/core/schema/secret-value'

/** Copies values as JSON, as they cross the boundary of a process. The engine passes secrets of a state as plain values. */
export const plain = (values: Json): Json =>
  JSON.parse(JSON.stringify(values), (_name, value: unknown) =>
    typeof value === 'object' && value !== null && isSecret(value) ? value.value : value,
  ) as Json
