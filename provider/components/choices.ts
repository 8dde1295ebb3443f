import { didYouMean } from '../core/schema/did-you-mean'
import { show } from '../core/schema/display'
import type { ChoiceName } from './choice-names'
import type { Place, Problems } from './problems'
import { isSetName, isSingleName, onlyForSets, type ParentKind, type SetName, setNames } from './settings'
import { type Entry, plain, type Tree } from './yaml-tree'

/** The value of a setting and where it is written. */
export interface SettingValue {
  readonly at: Place
  readonly value: unknown
  /** Whether the value applies to all sets, including sets that are not declared. */
  readonly isForAll?: true
}

/** The value of each setting by kind of set. */
export type Choices = Readonly<Record<ChoiceName, ReadonlyMap<SetName, SettingValue>>>

export const emptyChoices: Choices = { exclusive: new Map(), retainOnRemove: new Map() }

/** Merges the choices of two sections. The inner section wins. */
export const mergeChoices = (outer: Choices, inner: Choices): Choices => ({
  exclusive: new Map([...outer.exclusive, ...inner.exclusive]),
  retainOnRemove: new Map([...outer.retainOnRemove, ...inner.retainOnRemove]),
})

/**
 * Reads a choice. A choice for all kinds is stored for each kind, so that an inner section can override it for some
 * kinds.
 */
export function choicesOf(
  parentKind: ParentKind,
  choice: ChoiceName,
  { value }: Entry,
  problems: Problems,
): ReadonlyMap<SetName, SettingValue> {
  if (value.type !== 'map') {
    const settingValue: SettingValue = { at: value.at, value: plainOf(value), isForAll: true }
    return new Map(setNames(parentKind).map((kind) => [kind, settingValue]))
  }
  const choices = new Map<SetName, SettingValue>()
  for (const [name, entry] of value.entries) {
    if (isSetName(parentKind, name)) choices.set(name, settingValue(entry))
    else if (isSingleName(parentKind, name)) problems.add(entry.key, onlyForSets(choice, name))
    else problems.add(entry.key, `unknown set: ${didYouMean(name, setNames(parentKind))}`)
  }
  return choices
}

export const settingValue = ({ value }: Entry): SettingValue => ({ at: value.at, value: plainOf(value) })

const plainOf = (tree: Tree): unknown => plain(tree, ({ name }) => show(name))
