import type { PlannedObject } from './plan'

/** An object of a step, with what identifies it among the objects of all steps. */
export interface Candidate extends PlannedObject {
  /** Its kind and natural key, after the update. Absent if several objects can have the same one. */
  identity?: string
  /** The former identity, if the update changes it. */
  former?: string
  /** The service and the id, if it exists. */
  name?: string
  /** Whether only an exclusive set has found it. */
  isUnmanaged?: boolean
}

/** The object without what only identifies it. */
export const plain = (one: Candidate): PlannedObject => {
  const { action, kind, subject, parent, parentKind, id, urn, changes, meanwhile, disabled, reason, isDue } = one
  return {
    action,
    kind,
    subject,
    parent,
    parentKind,
    id,
    urn,
    changes,
    ...(meanwhile !== undefined && { meanwhile }),
    ...(disabled !== undefined && { disabled }),
    ...(reason !== undefined && { reason }),
    ...(isDue && { isDue }),
  }
}
