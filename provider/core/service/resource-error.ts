import type { Redact } from '../../../sdk/http/redact'
import { linesOf } from '../schema/characters'
import type { Json } from '../schema/json'

/** An error for the user. It has no stack trace, which Pulumi would print. */
export class ResourceError extends Error {
  constructor(message: string) {
    super(linesOf(message).join('\n'))
    this.name = 'trueup'
    this.stack = ''
  }

  /**
   * Pulumi prints the message at the resource. Its provider for dynamic resources also prints the error and its stack
   * trace at the stack, except when it creates or updates. This makes them one short line: `trueup: label "bug" was not
   * read`.
   */
  inShort(text: string): this {
    this.toString = () => this.name
    this.stack = linesOf(text).join(' ')
    return this
  }

  /** The same error, without secrets in its message. */
  redacted(redact: Redact): ResourceError {
    return new ResourceError(redact(this.message))
  }
}

/**
 * The object exists, but its initialization failed. Pulumi stores it in the state, and the next update completes it.
 */
export class InitFailed extends ResourceError {
  /** Printed by Pulumi instead of the message. */
  readonly reasons: string[]

  constructor(
    reason: string,
    readonly id: string,
    readonly properties: Json,
  ) {
    super(reason)
    this.reasons = [this.message]
  }

  override redacted(redact: Redact): InitFailed {
    return new InitFailed(redact(this.message), this.id, this.properties)
  }

  /** The same error, with more properties for the state. */
  with(more: Json): InitFailed {
    return new InitFailed(this.message, this.id, { ...this.properties, ...more })
  }
}

/** An update deleted the object and could not create it again. The next update creates it. */
export class ObjectLost extends InitFailed {}

/** The service keeps an object that was to be deleted. The message says why. */
export class Kept extends Error {}

/** The object no longer belongs to its parent. */
export class NotOwned extends ResourceError {
  constructor(
    readonly reason: string,
    remedy: string,
  ) {
    super(`${reason} ${remedy}`.trim())
  }
}
