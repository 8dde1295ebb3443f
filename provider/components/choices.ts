import { didYouMean } from '../core/schema/did-you-mean'
import { show } from '../core/schema/plain'
import type { Place, Problems } from './problems'
import { isSetName, type SetName, setNames } from './settings'
import { type Entry, plain, type Tree } from './yaml-tree'

/** Settings that apply to all sets of a project or to some of them. */
export const choiceNames = ['exclusive', 'retainOnRemove'] as const
export type ChoiceName = (typeof choiceNames)[number]

export const isChoiceName = (name: string): name is ChoiceName => choiceNames.some((choice) => choice === name)

/** The value of a setting and where it is written. */
export interface Said {
  readonly at: Place
  readonly value: unknown
  /** Whether the value applies to all sets, including sets that are not declared. */
  readonly isForAll?: true
}

/** The value of each setting by kind of set. */
export type Choices = Readonly<Record<ChoiceName, ReadonlyMap<SetName, Said>>>

export const noChoices: Choices = { exclusive: new Map(), retainOnRemove: new Map() }

/** Merges the choices of two sections. The inner section wins. */
export const overriding = (outer: Choices, inner: Choices): Choices => ({
  exclusive: new Map([...outer.exclusive, ...inner.exclusive]),
  retainOnRemove: new Map([...outer.retainOnRemove, ...inner.retainOnRemove]),
})

/** One choice for all kinds is one for each, so that a section further in can change it for some. */
export function choicesOf({ value }: Entry, problems: Problems): ReadonlyMap<SetName, Said> {
  if (value.type !== 'map') {
    const said: Said = { at: value.at, value: plainOf(value), isForAll: true }
    return new Map(setNames.map((kind) => [kind, said]))
  }
  const choices = new Map<SetName, Said>()
  for (const [name, entry] of value.entries) {
    if (isSetName(name)) choices.set(name, said(entry))
    else problems.add(entry.key, `there is no such set of a project: ${didYouMean(name, setNames)}`)
  }
  return choices
}

export const said = ({ value }: Entry): Said => ({ at: value.at, value: plainOf(value) })

const plainOf = (tree: Tree): unknown => plain(tree, ({ name }) => show(name))
