import type { Address, Definition, Parents } from './define'

/** The Pulumi id: the parent's numeric id and the object's own, e.g. `1/17`. It stays as long as the object. */
export function formatId(parent: number, key: unknown): string {
  return `${parent}/${encodeURIComponent(String(key))}`
}

/** Where an object is, or where one of its kind will be: the id of its parent, and its own. */
export interface Place {
  readonly parent: number
  readonly key: number
}

/** A place as the verbs of a definition want it: by name. */
export function address(definition: Definition, { parent, key }: { parent: number; key?: unknown }) {
  return { [definition.parent]: parent, [definition.key]: key } as Record<keyof Parents, number> & Address
}

/** Where the object of a Pulumi id is. */
export function parseId(definition: Definition, id: string): Place {
  const [parent = '', key = '', ...rest] = id.split('/')
  if (rest.length > 0 || !/^\d+$/.test(parent) || !/^\d+$/.test(key)) {
    throw new Error(
      `"${id}" is no id of a ${definition.kind}: it has to read <${definition.parent} id>/<${definition.kind} id>, like 1/17`,
    )
  }
  return { parent: Number(parent), key: Number(key) }
}
