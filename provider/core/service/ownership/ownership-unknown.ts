import type { Unknown } from '../engine-operation'
import { ResourceError } from '../resource-error'

/** The variable that allows deletions for one run. */
const ALLOW = 'TRUEUP_DELETE_UNVERIFIED'

/** An object was not deleted, because another resource of the program could own it without this process knowing. */
export class OwnershipUnknown extends ResourceError {
  constructor(
    object: string,
    readonly unknown: Unknown,
  ) {
    super(
      `${object} was not deleted: ${unknown.reason}, so another resource of the program could own it. ` +
        `${unknown.remedy} To delete it in any case, set ${ALLOW}=true for one run.`,
    )
  }

  /** The text of a warning if the object is kept, which is the same for all objects. */
  get warning(): string {
    return `Objects that are no longer declared are kept: ${this.unknown.reason}. ${this.unknown.remedy}`
  }

  /** Whether the user has requested to run only a part of the program, so that deletions can wait. */
  static isRequested(error: unknown): error is OwnershipUnknown {
    return error instanceof OwnershipUnknown && error.unknown.isRequested === true
  }
}

/** Whether the user has allowed deletions for this run, although other resources could own the objects. */
export const deletesUnverified = (): boolean => process.env[ALLOW] === 'true'
