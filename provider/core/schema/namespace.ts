import { canonicalReference } from './canonical'
import { required } from './field'
import { withPathOfUrl } from './path-of-url'
import type { Problem } from './problem'
import { Type } from './type'

/** The namespace of a project or the parent of a group, in a response. */
export interface Namespace {
  id: number
  full_path: string
}

/**
 * The full path of the namespace of a project or of the parent of a group, or its id. `what` describes it for errors. With
 * `orNone`, `""` is none.
 */
export const namespace = (what: string, { orNone = false } = {}) =>
  required<number | string>(Type.Union([Type.Integer({ minimum: 1 }), Type.String()]), {
    wireSchema: Type.Object({}),
    canonical: canonicalReference,
    meaning: (path) => (typeof path === 'string' ? path.toLowerCase() : path),
    problem: (value) => {
      const path = canonicalReference(value)
      if (orNone && path === '') return undefined
      const isPath = typeof path === 'number' || path.split('/').every((part) => problemOfPath(part) === undefined)
      if (isPath) return undefined
      return withPathOfUrl(`must be the full path of a ${what}, such as "acme/platform", or its id`, String(path))
    },
    fromWire: (shown, like) => {
      if (shown === null) return ''
      const { id, full_path } = shown as Namespace
      if (typeof like === 'number') return id
      return typeof like === 'string' && like.toLowerCase() === full_path.toLowerCase() ? like : full_path
    },
  })

/** Whether something is in the namespace that an argument names. `""` names none. */
export const isInside = (live: Namespace | null | undefined, wanted: number | string): boolean =>
  typeof wanted === 'number' ? live?.id === wanted : (live?.full_path ?? '').toLowerCase() === wanted.toLowerCase()

/** The problem of a part of a path. */
export const problemOfPath = (path: string): Problem | undefined =>
  /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?$/.test(path) && !/\.(?:git|atom)$/i.test(path)
    ? undefined
    : 'must have letters, digits, _, . and - only, and must not start with - or . or end with ., .git or .atom'
