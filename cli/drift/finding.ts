import type { LiveFreeze } from '../calendar/live-freeze'

/**
 * How something that a stack declares and the service differ:
 *
 * - `changed`: it is there, but not as declared
 * - `deleted`: it is gone
 * - `due`: unchanged, but due to change by its own rule: a token to be rotated, or a previous token to be revoked
 * - `unmanaged`: it is there, and no stack declares it
 */
export type Difference = 'changed' | 'deleted' | 'due' | 'unmanaged'

/** A property that differs. */
export interface Property {
  /** Where it is in the arguments: `color`, `items.bug.color`, `deployAccessLevels[0].accessLevel`. */
  path: string
  /** The declared value as JSON; undefined if nothing is declared. Secrets are `"[secret]"`. For `due`, the value after an update. */
  declared?: unknown
  /** What the service has, likewise. */
  live?: unknown
}

/** What one object differs in. */
export interface Finding {
  /** 64 hexadecimal digits: the same for the same difference in each run, whatever the value is now. */
  fingerprint: string
  difference: Difference
  /** The stack that declares it; of what none declares, the first that declares something of the same parent. */
  stack: string
  /** Absent of what no stack declares. */
  urn?: string
  /** The resource's name in the program; absent of what no stack declares. */
  name?: string
  /** `label`, `label-set`, `freeze-period` … */
  kind: string
  /** What a person calls it: `label "bug"`. */
  subject: string
  /** Full path or id of the project or group that it is in, as declared; empty where there is none. */
  parent: string
  parentKind: 'project' | 'group' | 'none'
  /** The id on the service, or the Pulumi id. */
  id: string
  /** What differs, for `changed`, or will change, for `due`; else empty. */
  properties: Property[]
  /** What it comes to, a sentence without the subject: `color is "#FF0000", declared "#D9534F".` */
  message: string
  /** What to do about it, a sentence. */
  remedy: string
  /** The rule that says not to mind, if any: such a finding is no drift. */
  ignored?: { reason: string; until: string }
}

/** What could not be looked at: then nobody knows whether there is drift. */
export interface Failure {
  stack: string
  urn?: string
  /** A sentence that names what it is about. */
  message: string
}

export interface StackSummary {
  name: string
  /** Resources of Trueup that were compared. */
  resources: number
}

/** All that `trueup drift` has found. */
export interface DriftReport {
  /** When, ISO 8601 in UTC. */
  at: string
  /** The file that makes a folder the stacks' project, from where the command runs: `config/Pulumi.yaml`. */
  projectFile: string
  /** The services that were asked. */
  services: string[]
  stacks: StackSummary[]
  /** In a stable order: by stack, parent, kind and subject. Those that are ignored are among them. */
  findings: Finding[]
  failures: Failure[]
  /** What else to know, such as that a project is scheduled for deletion; absent where there is nothing. */
  warnings?: string[]
  freezes: LiveFreeze[]
}

/** What is drift: whatever no rule says not to mind. */
export const isDrift = ({ ignored }: Finding): boolean => ignored === undefined
