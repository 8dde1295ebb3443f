import { SdkError } from './errors'

/** A number or text in a path: a numeric id, a full path (`group/project`) or a title. It is encoded as one segment. */
export type Id = number | string

/** A request path below `/api/v4`, encoded and checked when it is used, so that a bad segment rejects the call. */
export class Path {
  constructor(
    private readonly literals: readonly string[],
    private readonly segments: readonly Id[],
  ) {}

  toString(): string {
    return String.raw({ raw: this.literals }, ...this.segments.map(encodeSegment))
  }
}

/** Tags a path template: every value becomes one percent-encoded segment. */
export const path = (literals: TemplateStringsArray, ...segments: Id[]): Path => new Path(literals, segments)

function encodeSegment(segment: Id): string {
  const text = String(segment)
  // `.` and `..` survive encoding, and whoever folds them (a URL parser, a proxy that decodes %2F) turns
  // "delete this label" into "delete this project".
  if (text === '' || text.split(/[/\\]/).some((part) => part === '.' || part === '..')) {
    throw new SdkError(`${JSON.stringify(text)} cannot be part of a request path: use the numeric id of the object`)
  }
  if (typeof segment === 'number' && !Number.isSafeInteger(segment)) {
    throw new SdkError(`${text} cannot be part of a request path: an id is a whole number`)
  }
  if (/\p{Surrogate}/u.test(text)) {
    throw new SdkError(`${JSON.stringify(text)} cannot be part of a request path: it holds half of a character`)
  }
  return encodeURIComponent(text)
}
