import { conflictChoices } from '../core/schema/adoption-fields'
import { check } from '../core/schema/check'
import type { Definition } from '../core/schema/define'
import { show } from '../core/schema/display'
import type { Json } from '../core/schema/json'
import type { Kind } from '../core/schema/kind'
import type { Failure } from '../core/schema/problem'
import { type SetFailure, type SetKind, setOf, UNMANAGED } from '../core/schema/set'
import { UNKNOWN } from '../core/schema/unknown'
import { now } from '../core/service/clock'
import { type ChoiceName, choiceNames } from './choice-names'
import type { SettingValue } from './choices'
import type { ResolvedItems, Settings } from './inherit'
import { isRemoval, type Item } from './items'
import { below, type Place, type Problems } from './problems'
import type { Section } from './section'
import { definitionOf, type ParentKind, type SetName, setNames } from './settings'
import { type Branch, type Entry, plainEntries, type Tree } from './yaml-tree'

/** Validates settings with the rules of their sets, and finds the lines of invalid values. */
export class Validator {
  /** Projects can share the same settings, which are validated once. */
  private readonly cache = new Map<object, SetFailure[]>()

  /** If `isWhole` is false, values that seem to be missing can be in a file that could not be read. */
  constructor(
    private readonly problems: Problems,
    private readonly isWhole: boolean,
  ) {}

  /** Validates the choices of a section, even if it declares no sets that they apply to. */
  validateChoices({ parentKind, choices, onConflict }: Section): void {
    for (const name of choiceNames) {
      const invalid = [...choices[name]].flatMap(([kind, choice]) => {
        const reason = problemOf(parentKind, name, kind, choice)
        return reason === undefined ? [] : [{ choice, reason }]
      })
      const [first] = invalid
      if (!first?.choice.isForAll) for (const { choice, reason } of invalid) this.problems.add(choice.at, reason)
      // A choice for all kinds must be valid for at least one kind, because the others may not be declared.
      else if (invalid.length === setNames(parentKind).length) this.problems.add(first.choice.at, first.reason)
    }
    if (!onConflict || isRemoval(onConflict)) return
    // `onConflict` applies to all kinds, so it must be a value that each kind accepts.
    if (conflictChoices.some((choice) => choice === onConflict.value)) return
    this.problems.add(
      onConflict.at,
      `must be one of ${conflictChoices.map(show).join(', ')} (got ${show(onConflict.value)})`,
    )
  }

  validate(section: Section, { kinds, singles, choices }: Settings): void {
    const { parentKind } = section
    for (const [kind, resolved] of kinds) {
      const set = setOf(definitionOf(parentKind, kind))
      for (const failure of this.failures(set, section.path, resolved)) this.report(section, kind, resolved, failure)
      for (const name of choiceNames) {
        const choice = choices[name].get(kind)
        const reason = choice && problemOf(parentKind, name, kind, choice)
        if (!choice || reason === undefined || isInvalidForAll(parentKind, name, choice)) continue
        this.problems.add(choice.at, reason, { project: section })
      }
    }
    for (const [name, single] of singles) {
      const definition = definitionOf(parentKind, name)
      const failures = this.cached(single, () => failuresOfSingle(definition, section.path, single))
      for (const failure of failures) this.reportWithin(section, single, definition, failure)
    }
  }

  private failures(set: SetKind, parent: string, { items }: ResolvedItems): SetFailure[] {
    return this.cached(items, () => failuresOf(set, parent, { items: plainItems(items) }))
  }

  private cached(settings: object, find: () => SetFailure[]): SetFailure[] {
    let failures = this.cache.get(settings)
    if (!failures) this.cache.set(settings, (failures = find()))
    return failures
  }

  private report(section: Section, kind: SetName, { at, items }: ResolvedItems, failure: SetFailure): void {
    const item = failure.key === undefined ? undefined : items.get(failure.key)
    const within = failure.within
    if (!item || !within) return this.problems.add(item?.at ?? at, failure.reason, { project: section })
    this.reportWithin(section, item, definitionOf(section.parentKind, kind), within)
  }

  private reportWithin(section: Section, item: Item, definition: Kind, within: Failure): void {
    const place = within.property === '' ? item.at : placeOf(item, within.property, definition)
    if (!place && !this.isWhole) return
    const path = place?.path ?? `${item.at.path}.${within.property}`
    const text = textOf(item, within.property)
    const reason = text === undefined ? undefined : within.reasonFor?.(text)
    const failure = reason === undefined ? within : { ...within, reason }
    this.problems.add(place ?? item.at, withoutProperty(failure, path), { path, project: section })
  }
}

/** The reason without the property at its beginning, if the path already ends with that property. */
const withoutProperty = ({ property, reason }: Failure, path: string): string =>
  path.endsWith(`.${property}`) && reason.startsWith(`${property} `) ? reason.slice(property.length + 1) : reason

/** Returns why a choice is invalid for the set of a kind. */
function problemOf(
  parentKind: ParentKind,
  name: ChoiceName,
  kind: SetName,
  { value }: SettingValue,
): string | undefined {
  const [failure] = failuresOf(setOf(definitionOf(parentKind, kind)), 'any/path', { [name]: value, items: {} })
  return failure && withoutProperty(failure, `.${name}`)
}

/** Whether a choice for all kinds is valid for none of them, which `validateChoices` reports. */
const isInvalidForAll = (parentKind: ParentKind, name: ChoiceName, choice: SettingValue): boolean =>
  choice.isForAll === true &&
  setNames(parentKind).every((kind) => problemOf(parentKind, name, kind, choice) !== undefined)

const plainItems = (items: ReadonlyMap<string, Item>): Json =>
  Object.fromEntries([...items].map(([key, { fields }]) => [key, plainEntries(fields, () => UNKNOWN)]))

/**
 * Validates the arguments of a set. Dates that must be in the future are left to the provider, because only the state
 * shows when they were declared.
 */
function failuresOf(set: SetKind, parent: string, args: Json): SetFailure[] {
  const news = { ...args, [set.identity.parent]: parent }
  const firstPass = set.validate({}, news, now)
  if (firstPass.failures.length === 0) return firstPass.failures
  const items = Object.entries(firstPass.inputs.items as Json).filter(([key]) => !key.startsWith(UNMANAGED))
  return set.validate({ items: Object.fromEntries(items) }, news, now).failures
}

/** Validates the arguments of an object that each project or group has once, as those of a set. */
function failuresOfSingle(definition: Definition, parent: string, { fields }: Item): Failure[] {
  const news = { ...plainEntries(fields, () => UNKNOWN), [definition.identity.parent]: parent }
  const firstPass = check(definition, {}, news, now)
  return firstPass.failures.length === 0 ? [] : check(definition, firstPass.inputs, news, now).failures
}

/** The text of an item's property in its file, if it is read as a number or a Boolean. */
function textOf(item: Item, property: string): string | undefined {
  let tree: Tree | undefined = { type: 'map', at: item.at, entries: item.fields } satisfies Branch
  for (const step of property.match(/[^.[\]]+/g) ?? []) {
    if (tree?.type === 'map') tree = tree.entries.get(step)?.value
    else tree = tree?.type === 'list' ? tree.items[Number(step)] : undefined
  }
  return tree?.type === 'scalar' ? tree.text : undefined
}

/**
 * The position of an item's property, such as `deployAccessLevels[0].accessLevel`. Undefined if the file does not
 * contain it.
 */
function placeOf(item: Item, property: string, { input }: Kind): Place | undefined {
  const whole = item.fields.get(property)
  if (whole) return Object.hasOwn(input, property) ? whole.value.at : whole.key
  const steps = property.match(/[^.[\]]+/g) ?? []
  let tree: Tree = { type: 'map', at: item.at, entries: item.fields } satisfies Branch
  let place = item.at
  for (const step of steps) {
    const entry: Entry | undefined = tree.type === 'map' ? tree.entries.get(step) : undefined
    const next: Tree | undefined = tree.type === 'list' ? tree.items[Number(step)] : entry?.value
    // A missing value is reported at its parent.
    if (!next) return place === item.at ? undefined : { ...place, path: below(place.path, step) }
    tree = next
    place = entry?.key ?? next.at
  }
  return place
}
