import type { LiveFreeze } from '../calendar/live-freeze'
import type { Property } from '../shared/property'
import type { Json } from '../stacks/stack'

/**
 * How an object differs from the stacks:
 *
 * - `deleted`: a stack declares it, but it does not exist
 * - `changed`: it exists, but its properties differ from the declared ones
 * - `refreshed`: the state has the values of the service, because a refresh has written them there. The program declares others
 * - `disabled`: it exists, but the service no longer uses it, such as a hook whose calls failed. It can also be `changed`
 * - `due`: it has not changed, but its own rule requires a change: a token must be rotated, or a previous token revoked
 * - `unmanaged`: it exists, but no stack declares it
 */
export type Difference = 'deleted' | 'changed' | 'refreshed' | 'disabled' | 'due' | 'unmanaged'

/** A difference of one object. */
export interface Finding {
  /** 64 hexadecimal digits. The same difference has the same fingerprint in each run, whatever the current value is. */
  fingerprint: string
  /** The fingerprints that the last release gave to the difference, if they were others. */
  formerFingerprints?: string[]
  difference: Difference
  /** The stack that declares it. For unmanaged objects, the first stack with a resource of the same parent. */
  stack: string
  /** For an item, that of its set. Absent for unmanaged objects, except those that an exclusive set finds. */
  urn?: string
  /** The resource's name in the program. Absent if `urn` is. */
  name?: string
  /** The key of the object in its set; `#<id>` for an unmanaged object that an exclusive set finds. */
  item?: string
  /** The kind of the object: `label`, `freeze-period` … A set itself has a kind such as `label-set`, and a stack `stack`. */
  kind: string
  /** A readable name, such as `label "bug"`. */
  subject: string
  /** Full path or id of its project or group, as declared; empty if it has none. */
  parent: string
  parentKind: 'project' | 'group' | 'none'
  /** The Pulumi id, or the one that an item would have as a single resource. Empty if it is not known. */
  id: string
  /** The page of the service on which a user finds the object. Absent if there is none. */
  webUrl?: string
  /** Where the program declares the object. Absent if it is not known. */
  location?: Location
  /** What a reviewer needs to know about an unmanaged object, such as the role of a member. Absent if there is nothing. */
  facts?: Json
  /** The properties that differ (`changed`) or will change (`due`); otherwise empty. */
  properties: Property[]
  /** A sentence without its subject: `color is "#FF0000", declared "#D9534F".` */
  message: string
  /** What to do, as a sentence. */
  remedy: string
  /** The rule that ignores the finding, if any. An ignored finding is not drift. */
  ignored?: { reason: string; until: string }
}

/** A line of a file. */
export interface Location {
  /** Its path from the current folder, with slashes: `config/index.ts`. */
  file: string
  line: number
}

/** Something that could not be compared, so that it is unknown whether it has drift. */
export interface Failure {
  stack: string
  urn?: string
  /** A sentence that names the object. */
  message: string
}

export interface StackSummary {
  name: string
  /** The number of Trueup resources that were compared. */
  resources: number
}

/** A project or group in which a stack declares something. */
export type ComparedPlace = Pick<Finding, 'stack' | 'parent' | 'parentKind'>

/** The report of `trueup drift`. */
export interface DriftReport {
  /** The time of the comparison, ISO 8601 in UTC. */
  at: string
  /** Path of the stacks' project file from the current folder: `config/Pulumi.yaml`. */
  projectFile: string
  /** Base URLs of the services. */
  services: string[]
  stacks: StackSummary[]
  /** The projects and groups of which everything could be compared. */
  places: ComparedPlace[]
  /** Sorted by stack, parent, difference, kind and subject. Includes ignored findings. */
  findings: Finding[]
  failures: Failure[]
  /** Warnings, such as that a project is scheduled for deletion. Absent if there are none. */
  warnings?: string[]
  freezes: LiveFreeze[]
}

/** Whether a finding is drift: no rule ignores it. */
export const isDrift = ({ ignored }: Finding): boolean => ignored === undefined
