import { isDeepStrictEqual } from 'node:util'
import type { Json } from './json'
import { idOf, type Kind, usersOf } from './kind'
import { subjectIdsIn } from './subject-names'

/** The known values of arguments that can name users and groups. */
export function subjectNamesIn({ input }: Kind, values: Json) {
  return Object.entries(input).flatMap(([name, { subjectNames: names }]) => {
    const value = values[name]
    return names && Array.isArray(value) ? [{ name, names, value: value as object[] }] : []
  })
}

/** The arguments for requests: with the ids of the users and groups that they name. */
export function withSubjectIds(kind: Kind, inputs: Json): Json {
  const ids = subjectIdsIn(inputs)
  const named = subjectNamesIn(kind, inputs).map(({ name, names, value }) => [name, names.withIds(value, ids)])
  return { ...inputs, ...(Object.fromEntries(named) as Json) }
}

/** Removes arguments from `changed` that still refer to the same users and groups. */
export function dropRenamedSubjects(kind: Kind, olds: Json, news: Json, changed: Set<string>): void {
  for (const name of usersOf(kind)) if (olds[idOf(name)] === news[idOf(name)]) changed.delete(name)
  for (const { name, names, value } of subjectNamesIn(kind, news)) {
    const former = olds[name]
    if (!changed.has(name) || !Array.isArray(former)) continue
    const [one, other] = [
      names.meaning(former as object[], subjectIdsIn(olds)),
      names.meaning(value, subjectIdsIn(news)),
    ]
    if (isDeepStrictEqual(one, other)) changed.delete(name)
  }
}
