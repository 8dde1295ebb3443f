import type {
  ComponentResource,
  ComponentResourceOptions,
  CustomResource,
  CustomResourceOptions,
  Input,
} from '@pulumi/pulumi'
import { all, Output } from '@pulumi/pulumi/output'
import type { AdoptableByName } from '../core/pulumi/resource'
import { conflictChoices } from '../core/schema/adoption-fields'
import { isContainer } from '../core/schema/container'
import { didYouMean } from '../core/schema/did-you-mean'
import { show } from '../core/schema/display'
import { settingsTypes, typeOf } from '../core/schema/provider-text'
import { setOf } from '../core/schema/set'
import { nameOfSetting } from '../core/schema/setting'
import { aliasesOfChild } from './child-aliases'
import { choiceNames } from './choice-names'
import {
  type ChildClasses,
  childClasses,
  type ChildName,
  definitionOf,
  isSetName,
  isSingleName,
  onlyForSets,
  type ParentKind,
  type SetName,
  setNames,
  settingNames,
  type SingleName,
  singleNames,
} from './settings'
import { argumentsOfSingle, rejectArguments } from './single-arguments'

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

/** How a component creates its children. */
export interface ChildFront {
  readonly classes: ChildClasses
  /** The type of a child in the states that the children take over. */
  readonly formerType?: (parentKind: ParentKind, name: ChildName) => string
  /** Whether the children are outputs of the component. */
  readonly areOutputs: boolean
}

/** Creates children as dynamic resources. */
export const dynamicFront: ChildFront = { classes: childClasses, areOutputs: false }

/** Creates children as resources of the plugin, which take over the state of dynamic resources. */
export const nativeFront = (classes: ChildClasses): ChildFront => ({
  classes,
  formerType: (parentKind, name) => {
    const definition = definitionOf(parentKind, name)
    return typeOf(isSetName(parentKind, name) ? setOf(definition).kind : definition.kind)
  },
  areOutputs: true,
})

/** The arguments of either component, except those of children. */
type SettingsArgs = SettingsChoices<PerSet, PerSet>
type Choice = SettingsArgs['exclusive']
type PerSet = Partial<Record<SetName, unknown>>

/** Any of the classes, each of which has its own arguments. */
type ChildClass = new (name: string, args: never, options: CustomResourceOptions) => ComponentResource

/** The children of a component, by argument. */
type Children = Partial<Record<ChildName, ComponentResource>>

/** Creates the children of a component for the arguments that it has. */
export function createChildren(
  parentKind: ParentKind,
  component: { readonly resource: ComponentResource; readonly name: string; readonly front: ChildFront },
  args: SettingsArgs,
  aliases: ComponentResourceOptions['aliases'],
): Children {
  const { resource, name, front } = component
  const { exclusive, retainOnRemove, onConflict, ...rest } = args
  const given = rest as Partial<Record<ParentKind | ChildName, unknown>>
  const type = settingsTypes[parentKind]
  const classes = front.classes[parentKind] as object as Partial<Record<ChildName, ChildClass>>
  const create = (setting: ChildName, ofChild: object, of: unknown, dependsOn: ComponentResource[]) => {
    const former = aliasesOfChild({ type, name }, aliases, setting, front.formerType?.(parentKind, setting))
    const Child = classes[setting] as ChildClass
    return new Child(nameOfSetting(name, setting), { ...ofChild, [parentKind]: of } as never, {
      parent: resource,
      ...(dependsOn.length > 0 && { dependsOn }),
      ...(former.length > 0 && { aliases: former }),
    })
  }
  // Null, which programs that read data can contain, is the same as undefined.
  const isGiven = (setting: ChildName) => given[setting] != null
  const argsOfSingle = (setting: SingleName) => argumentsOfSingle(parentKind, setting, given[setting])
  const argsOfSet = (setting: SetName) => ({
    items: given[setting],
    exclusive: choiceOf(exclusive, setting),
    retainOnRemove: choiceOf(retainOnRemove, setting),
    onConflict,
  })
  const children: Children = {}
  const written = given[parentKind]
  const itself = singleNames(parentKind).find((setting) => isContainer(definitionOf(parentKind, setting)))
  // A new project must exist before its objects.
  let [of, before]: [unknown, ComponentResource[]] = [written, []]
  if (itself !== undefined && isGiven(itself)) {
    const args = argsOfSingle(itself)
    const parent = create(itself, args, written, [])
    children[itself] = parent
    ;[of, before] = [referenceTo(parent, args, written), [parent]]
  }
  for (const setting of singleNames(parentKind)) {
    if (setting === itself || !isGiven(setting)) continue
    children[setting] = create(setting, argsOfSingle(setting), of, before)
  }
  for (const setting of setNames(parentKind)) {
    if (isGiven(setting)) children[setting] = create(setting, argsOfSet(setting), of, before)
  }
  return children
}

/**
 * The project or group for the other children: as written, but not known in the preview that creates it, because it does
 * not exist yet.
 */
function referenceTo(parent: ComponentResource, { create }: { create?: unknown }, written: unknown): unknown {
  if (create === undefined || create === null || create === false) return written
  return all([(parent as unknown as CustomResource).id, written]).apply(([, reference]) => reference)
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
      if (isSingleName(parentKind, name)) throw new TypeError(onlyForSets(choice, name))
      throw new TypeError(`${choice}.${name} is not a set of ${component}: ${didYouMean(name, setNames(parentKind))}`)
    }
  }
  const given = rest as Partial<Record<SingleName, unknown>>
  for (const name of singleNames(parentKind)) if (given[name] != null) rejectArguments(parentKind, name, given[name])
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
