import type { Definition } from '../schema/define'
import type { Json } from '../schema/json'
import { isSecretIn } from '../schema/secret-paths'
import type { Connection } from '../service/connection'
import { keptOutputs } from './kept-outputs'
import type { ProgramResource } from './verbs'

/**
 * Records that an update moves a project or group. The program can already write its new path, which does not exist yet
 * when the engine compares the resources in it.
 */
export function recordMove(
  definition: Definition,
  { ledger }: Connection,
  olds: Json,
  news: Json,
  { secrets = [] }: ProgramResource,
): void {
  const { api, identity } = definition
  if (!api.parent) return
  const { path, movedBy } = api.parent
  // The ledger contains no secrets.
  if ([identity.parent, path, ...movedBy].some((name) => isSecretIn(secrets, name))) return
  const from = olds[path]
  const to = keptOutputs(definition, olds, news, (one) => ledger.movedPath(one))[path]
  if (typeof from === 'string' && typeof to === 'string' && from !== to)
    ledger.move({ noun: identity.parent, from, to })
}
