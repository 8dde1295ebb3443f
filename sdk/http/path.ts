import { SdkError } from './errors'

/** A number or string in a path: a numeric id, a full path (`group/project`) or a title. Encoded as one segment. */
export type Id = number | string

/**
 * A request path below `/api/v4`. It is validated and encoded when it is used, so that an invalid segment rejects the
 * call.
 */
export class Path {
  constructor(
    private readonly literals: readonly string[],
    private readonly segments: readonly Id[],
  ) {}

  toString(): string {
    return String.raw({ raw: this.literals }, ...this.segments.map(encodeSegment))
  }
}

/** Template tag for paths. Each value becomes one percent-encoded segment. */
export const path = (literals: TemplateStringsArray, ...segments: Id[]): Path => new Path(literals, segments)

function encodeSegment(segment: Id): string {
  const text = String(segment)
  // `.` and `..` are not encoded. A URL parser, or a proxy that decodes %2F, would resolve them and turn "delete this
  // label" into "delete this project".
  if (text === '' || text.split(/[/\\]/).some((part) => part === '.' || part === '..')) {
    throw new SdkError(`${JSON.stringify(text)} cannot be part of a request path: use the numeric id of the object`)
  }
  if (typeof segment === 'number' && !Number.isSafeInteger(segment)) {
    throw new SdkError(`${text} cannot be part of a request path: an id must be an integer`)
  }
  if (/\p{Surrogate}/u.test(text)) {
    throw new SdkError(`${JSON.stringify(text)} cannot be part of a request path: it contains an unpaired surrogate`)
  }
  return encodeURIComponent(text)
}
