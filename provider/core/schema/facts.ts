import type { Definition } from './define'
import type { Json } from './json'

/** What a reviewer needs to know about an object that no program declares. Undefined if nothing is known. */
export function factsOf({ facts }: Pick<Definition, 'facts'>, values: Json): Json | undefined {
  const known = Object.entries(facts?.(values) ?? {}).filter(([, value]) => value !== undefined)
  return known.length > 0 ? Object.fromEntries(known) : undefined
}
