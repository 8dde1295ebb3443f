import { kinds } from '../../kinds'
import type { Action } from '../schema/action'
import { isContainer } from '../schema/container'
import type { Definition } from '../schema/define'
import type { KindDefinition } from '../schema/kind-definition'
import { setOf } from '../schema/set'
import type { Connection } from '../service/connection'
import { ResourceError } from '../service/resource-error'
import type { Verbs } from './verbs'

/**
 * Returns the definition of a kind. That of `label-set` is derived from `label`.
 *
 * @throws ResourceError if there is none.
 */
export function load(kind: string): KindDefinition {
  const single = kind.endsWith('-set') ? kind.slice(0, -'-set'.length) : kind
  const found = loadSingle(single)
  if (found && single === kind) return found
  if (found && 'sets' in found) return setOf(found)
  throw new ResourceError(`unknown kind of resource "${kind}": a later release of trueup created it. Upgrade trueup.`)
}

/** The operations on resources of a kind. */
export function verbsOf(kind: KindDefinition, connection: Connection): Verbs {
  // Loaded on demand: a program needs none of them, and a provider process only those of its kinds.
  if ('perform' in kind) {
    const { ActionReconciler } = require('./action-reconciler') as typeof import('./action-reconciler')
    return new ActionReconciler(kind, connection)
  }
  if ('of' in kind) {
    const { SetReconciler } = require('./set-reconciler') as typeof import('./set-reconciler')
    return new SetReconciler(kind, connection)
  }
  if (isContainer(kind)) {
    const { ContainerReconciler } = require('./container-reconciler') as typeof import('./container-reconciler')
    return new ContainerReconciler(kind, connection)
  }
  const { Reconciler } = require('./reconciler') as typeof import('./reconciler')
  return new Reconciler(kind, connection)
}

const loaded = new Map<string, Definition | Action | undefined>()

function loadSingle(kind: string): Definition | Action | undefined {
  if (!kinds.some((known) => known === kind)) return undefined
  if (!loaded.has(kind)) {
    const module = require(`../../resources/${kind}`) as Record<string, Definition | Action>
    loaded.set(kind, module[kind.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())])
  }
  return loaded.get(kind)
}
