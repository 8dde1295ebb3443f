import type { Definition } from '../schema/define'
import type { Connection } from '../service/connection'
import { snapshotOf } from './collection'
import { load } from './load'

/** The numbers of objects in the list of a parent that a program cannot declare there. */
export interface NotDeclarable {
  /** Inherited objects of the groups above. */
  inherited: number
  /** Objects that the service still lists, but that can no longer be used. */
  ended: number
}

/** Counts the objects that a survey omitted from its list. Does not fetch the list again. */
export async function countNotDeclarable(connection: Connection, kind: string, parent: number): Promise<NotDeclarable> {
  const definition = load(kind) as Definition
  const all = await snapshotOf(definition, connection, { parent, within: [] }).all()
  const own = all.filter((live) => definition.existence?.isOwned?.(live) ?? true)
  return {
    inherited: all.length - own.length,
    ended: own.filter((live) => definition.existence?.isEnded?.(live)).length,
  }
}
