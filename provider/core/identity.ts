import type { Address, Definition, Parents } from './define'
import type { Json } from './plain'
import { computedValues, observed } from './wire'

/** Where an object is: the id of its parent, and its own key. */
export interface Place {
  readonly parent: number
  readonly key: number | string
}

/** The Pulumi id: the parent's numeric id and the object's own key, e.g. `1/17`. It stays as long as the resource. */
export function formatId({ parent, key }: Place): string {
  return `${parent}/${encodeURIComponent(String(key))}`
}

/** Where the object of a Pulumi id is. `values` are the state's outputs: some keys change during an object's life. */
export function locate(definition: Definition, id: string, values: Json): Place {
  const [parent = '', key = '', ...rest] = id.split('/')
  const numeric = definition.key in definition.output
  if (rest.length > 0 || !/^\d+$/.test(parent) || !(numeric ? /^\d+$/ : /./).test(key)) {
    const noun = definition.kind.replace(/-/g, ' ')
    throw new Error(
      `"${id}" is no id of a ${noun}: it has to read <${definition.parent} id>/<${numeric ? 'id' : definition.key}>`,
    )
  }
  const current = definition.rekeyed ? values[definition.key] : undefined
  return {
    parent: Number(parent),
    key: typeof current === 'number' ? current : numeric ? Number(key) : decodeURIComponent(key),
  }
}

/** What one object is called in a process, however many resources have it. */
export const objectOf = (definition: Definition, place: Place) => `${definition.kind} ${formatId(place)}`

/** A place as the verbs of a definition want it: by name. */
export function address(definition: Definition, { parent, key }: { parent: number; key?: number | string }) {
  return { [definition.parent]: parent, [definition.key]: key } as Address & Record<keyof Parents, number>
}

/** The key of a live object. */
export function keyOf(definition: Definition, live: object): number | string {
  const values = { ...observed(definition, live, {}), ...computedValues(definition, live, 'read') }
  return values[definition.key] as number | string
}
