import { canonicalReference } from '../schema/canonical'
import { createsItself, isContainer } from '../schema/container'
import type { Json } from '../schema/json'
import type { Kind } from '../schema/kind'
import { hasUnknown } from '../schema/unknown'
import type { Ledger } from '../service/ownership/ledger'

/**
 * Records of a resource that is a project or group whether the program creates it unless it exists, and whether it archives
 * or unarchives it. Both matter to what it contains.
 */
export function recordContainerPlan(kind: Kind, inputs: Json, ledger: Ledger): void {
  const written = isContainer(kind) ? inputs[kind.identity.parent ?? ''] : undefined
  if (!(typeof written === 'string' || typeof written === 'number') || hasUnknown(written)) return
  const reference = canonicalReference(written)
  if (createsItself(kind, inputs) && typeof written === 'string') ledger.addNewParent(String(reference))
  if (typeof inputs.archived === 'boolean') ledger.planArchived(reference, inputs.archived)
}
