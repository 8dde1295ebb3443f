import { diff } from 'deep-diff'
import type { Kind } from '../schema/kind'
import type { Json } from '../schema/json'

/** The names of the arguments that differ, the parent's included. An old value that is missing is its default. */
export function changes({ input }: Kind, olds: Json, news: Json): Set<string> {
  const plain = (values: Json) =>
    Object.fromEntries(
      Object.entries(input).map(([name, field]) => {
        const value = values[name] ?? field.default ?? null
        return [name, field.complete?.(value) ?? value]
      }),
    )
  return new Set((diff(plain(olds), plain(news)) ?? []).map((difference) => String(difference.path?.[0])))
}

/** The names among `names` whose values in `wanted` are not those observed; what was not observed does not count. */
export function differingNames(names: Iterable<string>, wanted: Json, seen: Json): string[] {
  return [...names].filter((name) => name in seen && diff({ value: seen[name] }, { value: wanted[name] }) !== undefined)
}
