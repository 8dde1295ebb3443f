import { canonicalReference } from '../schema/canonical'
import type { Json } from '../schema/json'
import type { Kind } from '../schema/kind'
import { hasUnknown } from '../schema/unknown'
import type { Ledger } from '../service/ownership/ledger'

/** Records the path of a project or group that the program creates unless it exists. */
export function recordNewParent({ identity: { isParent, parent } }: Kind, inputs: Json, ledger: Ledger): void {
  const path = isParent && parent && inputs.create === true ? inputs[parent] : undefined
  if (typeof path === 'string' && !hasUnknown(path)) ledger.addNewParent(String(canonicalReference(path)))
}
