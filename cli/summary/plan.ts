import type { UncheckedRecord } from '../../provider/command-line/objects'

/**
 * What an update does to an object, in the order of reports:
 *
 * - `delete`: deletes it, or removes its protection
 * - `conflict`: cannot create it, because one already exists
 * - `delete-later`: keeps it; the next update after a refresh deletes it
 * - `replace`: deletes it and creates another one
 * - `adopt`: takes over an existing object
 * - `rotate`: gives it a new secret
 * - `change`: changes it
 * - `create`: creates it
 * - `import`: adds it to the state
 * - `move`: keeps it, for another resource of the program
 * - `forget`: keeps it, and removes it from the state
 */
export const actions = [
  'delete',
  'conflict',
  'delete-later',
  'replace',
  'adopt',
  'rotate',
  'change',
  'create',
  'import',
  'move',
  'forget',
] as const

export type Action = (typeof actions)[number]

const withValues: readonly Action[] = ['create', 'delete', 'delete-later', 'forget']

/** Whether the changes of an object are its values, not differences. */
export const hasValues = (action: Action): boolean => withValues.includes(action)

/** An argument of an object before and after an update. Secrets are `"[secret]"`. */
export interface Change {
  /** The path in the arguments of the object, such as `scopes[0]`. Lists of access entries are compared as a whole. */
  path: string
  /** Absent if the object or the argument is new. */
  from?: unknown
  /** Absent if the object or the argument is removed. */
  to?: unknown
  /** Whether `to` is a date that Trueup computes. It is later if the update runs on a later day. */
  isComputed?: true
}

/** An object on the service that an update concerns. An item of a set is an object. */
export interface PlannedObject {
  action: Action
  /** `label`, `freeze-period` … */
  kind: string
  /** `label "bug"`. */
  subject: string
  /** Full path or id of its project or group, as declared; empty if it has none. */
  parent: string
  parentKind: 'project' | 'group' | 'none'
  /** The id on the service; empty if it does not exist yet. */
  id: string
  /** The resource that declares it. */
  urn: string
  /** What changes. For `create` and `delete`, all arguments; for `delete-later`, what a reviewer needs to know. */
  changes: Change[]
  /**
   * What is the case while the object does not exist, if the update deletes it and creates it again: `tags that match the
   * name are not protected`.
   */
  meanwhile?: string
  /** For an existing object: why the service does not use it, as a sentence without its subject. */
  disabled?: string
  /** Why the update would fail, and the remedy. */
  reason?: string
  /** Whether the object changes only because time has passed: a rotation is due, or an overlap ends. */
  isDue?: true
}

/** A resource of another provider that an update changes. */
export interface OtherResource {
  /** The operation of Pulumi's engine, such as `create`. */
  operation: string
  urn: string
  type: string
  changes: Change[]
}

/** What the preview could not check, so that the update can fail there or find objects that this plan does not show. */
export type Unchecked = Omit<UncheckedRecord, 'effect' | 'operation'>

/** What an update of a stack would do. */
export interface Plan {
  stack: string
  /** Sorted by action, parent, kind and subject. */
  objects: PlannedObject[]
  others: OtherResource[]
  /** Resources whose objects are only known during the update. */
  unknown: string[]
  unchecked: Unchecked[]
  /** Why the preview failed. */
  errors: string[]
}
