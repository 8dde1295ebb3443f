import type { ContainerDefinition } from '../schema/define'
import type { Json } from '../schema/json'
import { idOf } from '../schema/kind'
import { isSecretIn } from '../schema/secret-paths'
import type { Connection } from '../service/connection'
import { createdAt } from '../service/ownership/mark'
import { keptOutputs } from './kept-outputs'
import type { ProgramResource } from './verbs'

/**
 * Records for other resources what they must know of a project or group that stays: that the program has created it not
 * long ago, and that the update moves it. The program can already write its new path, which does not exist yet when the
 * engine compares the resources in it.
 */
export function recordContainer(
  definition: ContainerDefinition,
  { ledger }: Connection,
  olds: Json,
  news: Json,
  { secrets = [] }: ProgramResource,
): void {
  const { container, identity } = definition
  const { parent } = identity
  if (createdAt(olds) !== undefined) ledger.addNew(parent, Number(olds[idOf(parent)]))
  const { path, movedBy } = container
  // The ledger contains no secrets.
  if ([parent, path, ...movedBy].some((name) => isSecretIn(secrets, name))) return
  const from = olds[path]
  const to = keptOutputs(definition, olds, news, (one) => ledger.movedPath(one))[path]
  if (typeof from === 'string' && typeof to === 'string' && from !== to) ledger.move({ noun: parent, from, to })
}
