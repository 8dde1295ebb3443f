import { diff } from 'deep-diff'
import type { Json } from '../schema/json'
import type { Kind } from '../schema/kind'

/** The names of the arguments that differ, including the parent. A missing old value is the default. */
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

/** The names whose desired and current values differ. Values that are not in `current` are skipped. */
export function differingNames(names: Iterable<string>, desired: Json, current: Json): string[] {
  return [...names].filter(
    (name) => name in current && diff({ value: current[name] }, { value: desired[name] }) !== undefined,
  )
}
