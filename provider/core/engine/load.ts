import type { Action } from '../schema/action'
import type { Definition } from '../schema/define'
import { type SetKind, setOf } from '../schema/set'
import type { Connection } from '../service/connection'
import { ResourceError } from '../service/errors'
import { SetReconciler } from './set-reconciler'
import { ActionReconciler } from './action-reconciler'
import { Reconciler } from './reconciler'
import type { Verbs } from './verbs'

/** What a kind of resource declares: that of single objects, of things that happen once, or of sets. */
export type Declaration = Definition | Action | SetKind

/** The declaration of a kind, by its name; `label-set` is derived from `label`. @throws ResourceError where there is none. */
export function load(kind: string): Declaration {
  const single = kind.endsWith('-set') ? kind.slice(0, -'-set'.length) : kind
  const found = loadSingle(single, kind)
  if (single === kind) return found
  if ('inSets' in found) return setOf(found)
  throw unknown(kind)
}

/** What can be done to resources of a kind. */
export function verbsOf(kind: Declaration, connection: Connection): Verbs {
  if ('perform' in kind) return new ActionReconciler(kind, connection)
  return 'of' in kind ? new SetReconciler(kind, connection) : new Reconciler(kind, connection)
}

const unknown = (kind: string) =>
  new ResourceError(
    `this release of trueup knows no resource "${kind}": install the release that made it, or a later one.`,
  )

function loadSingle(kind: string, asked: string): Definition | Action {
  if (!/^[a-z]+(-[a-z]+)*$/.test(kind)) throw unknown(asked)
  let module: Record<string, Definition | Action>
  try {
    module = require(`../../resources/${kind}`) as typeof module
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND' ? unknown(asked) : error
  }
  const definition = module[kind.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())]
  if (definition?.kind !== kind) throw unknown(asked)
  return definition
}
