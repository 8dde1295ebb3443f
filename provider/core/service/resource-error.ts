import type { Redact } from '../../../sdk/http/redact'
import { linesOf } from '../schema/characters'
import type { Json } from '../schema/json'

/** An error for the user. It has no stack: Pulumi would print it, and nothing in there helps. */
export class ResourceError extends Error {
  constructor(message: string) {
    super(linesOf(message).join('\n'))
    this.name = 'trueup'
    this.stack = ''
  }

  /** The same error, without secrets in its message. */
  redacted(redact: Redact): ResourceError {
    return new ResourceError(redact(this.message))
  }
}

/** The object exists, but is not as declared: Pulumi keeps it in the state and updates it the next time. */
export class InitFailed extends ResourceError {
  /** Shown by Pulumi in place of the message. */
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

  /** The same, with more in the state. */
  with(more: Json): InitFailed {
    return new InitFailed(this.message, this.id, { ...this.properties, ...more })
  }
}

/** An object is no longer its parent's own. */
export class NotOwned extends ResourceError {
  constructor(
    readonly reason: string,
    remedy: string,
  ) {
    super(`${reason} ${remedy}`.trim())
  }
}
