import { inOrderOf } from '../core/schema/canonical'
import { required, type Traits } from '../core/schema/field'
import type { IsSame } from '../core/schema/setting-changes'
import { Type } from '../core/schema/type'

/** The entries of a text with commas, each once. */
const entriesOf = (list: unknown): string[] =>
  typeof list === 'string' && list !== '' ? [...new Set(list.split(',').map((entry) => entry.trim()))] : []

/** A list in any order that the service stores as a text with commas. `[]`: none. */
export const commaList = (wire: string, word: string) =>
  required<readonly string[], string[]>(Type.Array(Type.String()), {
    wire,
    wireSchema: Type.String(),
    canonical: (list, like) => inOrderOf(like, [...new Set(list.map((entry) => String(entry).trim()))], String),
    problem: (list) =>
      list.some((entry) => String(entry).trim() === '' || /[,\p{C}]/u.test(entry))
        ? `must contain ${word} without commas`
        : undefined,
    toWire: (list) => list.join(','),
    fromWire: entriesOf,
  })

/** Whether two texts with commas have the same entries. */
export const isSameCommaList: IsSame = (_, sent, shown) => isSameList(_, entriesOf(sent), entriesOf(shown))

/** A list of names in any order. */
export const names = (traits: Pick<Traits<readonly string[], string[]>, 'shownBy'> = {}) =>
  required<readonly string[], string[]>(Type.Array(Type.String({ minLength: 1 })), {
    ...traits,
    canonical: (list, like) => inOrderOf(like, [...new Set(list)], String),
  })

/** A list of ids in any order. */
export const ids = () =>
  required<readonly number[], number[]>(Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1 }), {
    canonical: (list, like) => inOrderOf(like, [...new Set(list)], String),
  })

/** Whether two lists have the same entries. */
export const isSameList: IsSame = (_, sent, shown) => {
  const sorted = (list: unknown) => JSON.stringify([...((list ?? []) as unknown[])].map(String).sort())
  return sorted(sent) === sorted(shown)
}
