import { appendFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'

/** The environment variable with the file that previews write their records to. */
const RECORDS_VARIABLE = 'TRUEUP_PREVIEW_RECORDS'

/** What the steps of a preview do not show. */
export type PreviewRecord = ObjectRecord | UncheckedRecord

/** What a preview could not check. The update can fail there, and can find objects that it adopts or that conflict. */
export interface UncheckedRecord {
  readonly effect: 'unchecked'
  /** Identifies the preview. */
  readonly operation: string
  /** What was not checked: everything, all of a project or group, all objects of a kind in one, or one resource. */
  readonly scope: 'service' | 'token' | 'project' | 'group' | 'collection' | 'resource'
  /** `project acme/web`. */
  readonly subject: string
  /** The HTTP status, if the service responded. */
  readonly status?: number | undefined
  /** Whether the service only hides it from the role of the access token's user. */
  readonly isHiddenByRole: boolean
  /** The request that failed, the likely cause and the remedy. */
  readonly reason: string
}

/**
 * An object on the service that no resource of the state owns, or an update that
 * deletes an object and creates it again.
 */
export interface ObjectRecord {
  /**
   * What the update or a later one does with it: adopts it (`adopt`), fails because of it (`conflict`), or deletes it
   * (`delete`), or after the next refresh (`delete-later`), because an exclusive set does not declare it. `recreate`: the update deletes
   * the object of the resource and creates it again.
   */
  readonly effect: 'adopt' | 'conflict' | 'delete' | 'delete-later' | 'recreate'
  /** Identifies the preview. */
  readonly operation: string
  /** The resource that declares it, as in its URN: `trueup:Label::bug`. Missing if it has no name. */
  readonly resource?: string | undefined
  /** The kind of the object, such as `label`, also for an item of a set. */
  readonly kind: string
  /** Its project or group, as declared. */
  readonly parent: string
  /** `label "bug"`. */
  readonly subject: string
  /** The id on the service; empty if it is not known, and for `recreate`. */
  readonly id: string
  /**
   * What the adoption changes. Values of secrets are `"[secret]"`. For deletions, what a reviewer needs to know about the
   * object: the role of a member.
   */
  readonly changes: readonly RecordedChange[]
  /** Whether the object gets a new secret. */
  readonly rotates: boolean
  /**
   * What is the case while the object does not exist, if the update deletes it and creates it again: `tags that match the
   * name are not protected`.
   */
  readonly meanwhile?: string | undefined
  /** Why the service does not use the object, as a sentence without its subject. */
  readonly disabled?: string | undefined
  /** For `conflict`: why the update would fail, and the remedy. */
  readonly refusal?: string | undefined
}

/** An argument that an adoption changes. */
export interface RecordedChange {
  readonly path: string
  readonly from?: unknown
  readonly to?: unknown
}

/**
 * Appends a record to the file of the variable, as a line of JSON. Does nothing without the variable. Several processes
 * of a preview write to the same file.
 *
 * @returns a warning if the record could not be written.
 */
export function writeRecord(record: PreviewRecord, file = process.env[RECORDS_VARIABLE]): string | undefined {
  if (file === undefined || file === '') return undefined
  // Programs and provider processes run in different folders.
  if (!isAbsolute(file)) return `${RECORDS_VARIABLE} must be an absolute path (got ${JSON.stringify(file)}).`
  try {
    appendFileSync(file, `${JSON.stringify(record)}\n`, { mode: 0o600 })
    return undefined
  } catch (error) {
    return `The summary of this preview will not show all existing objects (${RECORDS_VARIABLE}): ${(error as Error).message}.`
  }
}

/** Whether previews write records. */
export const writesRecords = (): boolean => Boolean(process.env[RECORDS_VARIABLE])
