import type { ComponentResource, ComponentResourceOptions, CustomResourceOptions, Input } from '@pulumi/pulumi'
import { Output } from '@pulumi/pulumi/output'
import type { AdoptableByName } from '../core/pulumi/resource'
import { conflictChoices } from '../core/schema/adoption-fields'
import { didYouMean } from '../core/schema/did-you-mean'
import { show } from '../core/schema/display'
import { settingsTypes, typeOf } from '../core/schema/provider-text'
import { nameOfSet, setOf } from '../core/schema/set'
import { choiceNames } from './choices'
import { aliasesOfSet } from './set-aliases'
import {
  definitionOf,
  isSetName,
  type ParentKind,
  type SetClasses,
  setClasses,
  type SetName,
  setNames,
  settingNames,
} from './settings'

/** The arguments for all sets of a component or for some of them. */
export interface SettingsChoices<Exclusive, RetainOnRemove> {
  /**
   * Whether to delete objects that are not declared, in all declared sets or in some of them: `{ labels: true }`. Only
   * deletes objects that an earlier refresh found and listed as items `#<id>`. Default: false.
   */
  exclusive?: Input<boolean> | Exclusive | undefined
  /**
   * Whether to keep objects on the service after their items are removed, in all sets or in some of them:
   * `{ labels: true }`. Objects that `exclusive` finds are still deleted. Has no effect if a whole set is removed,
   * because its argument or its project or group was removed: use Pulumi's `retainOnDelete` for that. Default: false.
   */
  retainOnRemove?: Input<boolean> | RetainOnRemove | undefined
  /** What to do if an object already exists, as for single resources. Default: `"fail"`. */
  onConflict?: AdoptableByName['onConflict']
}

/** How a component creates its sets. */
export interface SetFront {
  readonly classes: SetClasses
  /** The type of a set in the states that the sets take over. */
  readonly formerType?: (parentKind: ParentKind, name: SetName) => string
  /** Whether the sets are outputs of the component. */
  readonly areOutputs: boolean
}

/** Creates sets as dynamic resources. */
export const dynamicFront: SetFront = { classes: setClasses, areOutputs: false }

/** Creates sets as resources of the plugin, which take over the state of dynamic sets. */
export const nativeFront = (classes: SetClasses): SetFront => ({
  classes,
  formerType: (parentKind, name) => typeOf(setOf(definitionOf(parentKind, name)).kind),
  areOutputs: true,
})

/** The arguments of either component, except those of sets. */
type SettingsArgs = SettingsChoices<PerSet, PerSet>
type Choice = SettingsArgs['exclusive']
type PerSet = Partial<Record<SetName, unknown>>

/** Any of the classes, each of which has its own arguments. */
type SetClass = new (name: string, args: never, options: CustomResourceOptions) => ComponentResource

/** Creates the sets of a component whose items are arguments. Returns them by argument. */
export function createSets(
  parentKind: ParentKind,
  component: { readonly resource: ComponentResource; readonly name: string; readonly front: SetFront },
  args: SettingsArgs,
  aliases: ComponentResourceOptions['aliases'],
): Partial<Record<SetName, ComponentResource>> {
  const { resource, name, front } = component
  const { exclusive, retainOnRemove, onConflict, ...rest } = args
  const given = rest as Partial<Record<ParentKind | SetName, unknown>>
  const type = settingsTypes[parentKind]
  const classes = front.classes[parentKind] as object as Partial<Record<SetName, SetClass>>
  const createSet = (setting: SetName) => {
    // Null, which programs that read data can contain, is the same as undefined.
    if (given[setting] == null) return undefined
    const setArgs = {
      [parentKind]: given[parentKind],
      items: given[setting],
      exclusive: choiceOf(exclusive, setting),
      retainOnRemove: choiceOf(retainOnRemove, setting),
      onConflict,
    }
    const former = aliasesOfSet({ type, name }, aliases, setting, front.formerType?.(parentKind, setting))
    const Set = classes[setting] as SetClass
    return new Set(nameOfSet(name, setting), setArgs as never, {
      parent: resource,
      ...(former.length > 0 && { aliases: former }),
    })
  }
  return Object.fromEntries(setNames(parentKind).map((setting) => [setting, createSet(setting)]))
}

/** Rejects misspelled keys, which would otherwise be ignored silently in programs without types. @throws TypeError */
export function rejectUnknown(parentKind: ParentKind, { [parentKind]: _, ...rest }: SettingsArgs & PerParent): void {
  const component = settingsTypes[parentKind].split(':').at(-1) as string
  const names = settingNames(parentKind)
  for (const name of Object.keys(rest)) {
    if (names.includes(name)) continue
    throw new TypeError(`${name} is not an argument of ${component}: ${didYouMean(name, [parentKind, ...names])}`)
  }
  for (const choice of choiceNames) {
    const choiceValue = rest[choice]
    for (const name of isPerSet(choiceValue) ? Object.keys(choiceValue) : []) {
      if (isSetName(parentKind, name)) continue
      throw new TypeError(`${choice}.${name} is not a set of ${component}: ${didYouMean(name, setNames(parentKind))}`)
    }
  }
  const { onConflict } = rest
  // The sets also reject it, but there may be no sets.
  if (typeof onConflict !== 'string' || conflictChoices.some((choice) => choice === onConflict)) return
  throw new TypeError(
    `onConflict of ${component} must be one of ${conflictChoices.map(show).join(', ')} (got ${show(onConflict)})`,
  )
}

type PerParent = Partial<Record<ParentKind, unknown>>

const choiceOf = (choice: Choice, setting: SetName): unknown => (isPerSet(choice) ? choice[setting] : choice)

const isPerSet = (choice: Choice): choice is PerSet =>
  typeof choice === 'object' && choice !== null && !Output.isInstance(choice) && !('then' in choice)
