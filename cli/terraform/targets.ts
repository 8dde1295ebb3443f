import { causeOf, type Connection, type Parents, pathOf, trimSlashes } from '../../provider/command-line/service'
import { ApiError } from '../../sdk'
import { grouped } from '../shared/grouped'
import type { StateObject } from './objects'

/** A project or group of a state, with its objects. */
export interface StateParent {
  parentKind: keyof Parents
  id: number
  /** Its full path. */
  path: string
  /** The kinds of its objects. */
  kinds: string[]
  objects: StateObject[]
}

/** A project or group of a state that cannot be read. */
export interface MissingParent {
  parent: string
  objects: StateObject[]
  reason: string
}

/** Finds the projects and groups of objects, which a state names by id or path. */
export async function parentsOf(
  connection: Connection,
  objects: readonly StateObject[],
): Promise<{ found: StateParent[]; missing: MissingParent[] }> {
  const found = new Map<string, StateParent>()
  const missing: MissingParent[] = []
  for (const own of grouped(objects, ({ parentKind, parent }) => `${parentKind} ${parent}`).values()) {
    const { parentKind, parent } = own[0]!
    const what = `${parentKind} ${parent}`
    try {
      const { id, path } = await find(connection, parentKind, parent)
      const known = found.get(`${parentKind} ${id}`)
      const all = [...(known?.objects ?? []), ...own]
      const kinds = [...new Set(all.map(({ kind }) => kind))]
      found.set(`${parentKind} ${id}`, { parentKind, id, path, kinds, objects: all })
    } catch (error) {
      if (!ApiError.is(error)) throw error
      const reason = `${what} cannot be read. ${error.message}. ${causeOf(connection.settings, what, error)}`
      if (![403, 404].includes(error.status)) throw new Error(reason, { cause: error })
      missing.push({ parent, objects: own, reason })
    }
  }
  return { found: [...found.values()], missing }
}

async function find(connection: Connection, parentKind: keyof Parents, written: string) {
  const reference = /^\d+$/.test(written) ? Number(written) : trimSlashes(written)
  const parent = await connection.parents.get(parentKind, reference)
  return { id: parent.id, path: pathOf(parent) }
}
