import type { Input } from '@pulumi/pulumi'
import { Output, output, secret } from '@pulumi/pulumi/output'
import type { ComponentResourceOptions, CustomResourceOptions } from '@pulumi/pulumi/resource'
import { conflictChoices } from '../core/schema/adoption-fields'
import { didYouMean } from '../core/schema/did-you-mean'
import { show } from '../core/schema/display'
import { typeOf } from '../core/schema/provider-text'
import { setOf } from '../core/schema/set'
import type { LabelSetArgs } from '../resources/label'
import { type ChoiceName, choiceNames } from './choices'
import {
  type ProjectExclusive,
  type ProjectRetainOnRemove,
  ProjectSets,
  type ProjectSetsArgs,
  setClasses,
} from './project-sets'
import { aliasesOfSet } from './set-aliases'
import { definitionOf, isSetName, type SetName, setNames, settingNames } from './settings'

/**
 * Arguments of a {@link ProjectSettings}. A set is only managed if its argument is present. An empty object manages an
 * empty set.
 */
export interface ProjectSettingsArgs extends ProjectSetsArgs {
  /** The project: its numeric id or its full path, such as `"acme/web"`. */
  project: LabelSetArgs['project']
  /**
   * Whether to delete objects that are not declared, in all declared sets or in some of them: `{ labels: true }`. Only
   * deletes objects that an earlier refresh found and listed as items `#<id>`. Default: false.
   */
  exclusive?: Input<boolean> | ProjectExclusive | undefined
  /**
   * Whether to keep objects on the service after their items are removed, in all sets or in some of them:
   * `{ triggerTokens: true }`. Objects that `exclusive` finds are still deleted. Has no effect if a whole set is
   * removed, because its argument or its project was removed: use Pulumi's `retainOnDelete` for that. Default: false.
   */
  retainOnRemove?: Input<boolean> | ProjectRetainOnRemove | undefined
  /** What to do if an object already exists, as for single resources. Default: `"fail"`. */
  onConflict?: LabelSetArgs['onConflict']
}

const typeName = 'trueup:index:ProjectSettings'

/** How a {@link ProjectSettings} creates its sets. */
export interface SetFront {
  readonly classes: typeof setClasses
  /** The type of a set in the states that the sets take over. */
  readonly formerType?: (name: SetName) => string
  /** Whether the sets are outputs of the component. */
  readonly areOutputs: boolean
}

/** Creates sets as resources of the plugin, which take over the state of dynamic sets. */
export const nativeFront = (classes: SetFront['classes']): SetFront => ({
  classes,
  formerType: (name) => typeOf(setOf(definitionOf(name)).kind),
  areOutputs: true,
})

/**
 * The settings of one project: sets of its objects, which are children of this component.
 *
 * ```ts
 * new trueup.ProjectSettings("acme/web", {
 *   project: "acme/web",
 *   labels: { bug: { color: "crimson" }, chore: { color: "grey" } },
 *   freezePeriods: { weekend: { freezeStart: "0 18 * * fri", freezeEnd: "0 7 * * mon" } },
 *   exclusive: { labels: true },
 * })
 * ```
 *
 * An argument that is omitted manages nothing. `labels: {}` manages an empty set. Removing an argument later deletes
 * the objects that its set created.
 */
export class ProjectSettings extends ProjectSets {
  /** How the component creates its sets: as dynamic resources. */
  protected static readonly front: SetFront = { classes: setClasses, areOutputs: false }

  /** The project as passed. */
  readonly project: Output<number | string>
  /** The secrets of the trigger tokens by key. Empty if `triggerTokens` is omitted. */
  readonly tokens: Output<Record<string, string>>

  constructor(name: string, args: ProjectSettingsArgs, options?: ComponentResourceOptions) {
    rejectUnknown(args)
    super(typeName, name, {}, options)
    const { project, onConflict } = args
    const { front } = new.target
    const createSet = (kind: SetName) => {
      // Null, which programs that read data can contain, is the same as undefined.
      if (args[kind] == null) return undefined
      const exclusive = choiceOf(args.exclusive, kind)
      const retainOnRemove = choiceOf(args.retainOnRemove, kind)
      const setArgs = { project, items: args[kind], exclusive, retainOnRemove, onConflict }
      const aliases = aliasesOfSet({ type: typeName, name }, options?.aliases, kebab(kind), front.formerType?.(kind))
      const Set: SetClass = front.classes[kind]
      return new Set(`${name}-${kebab(kind)}`, setArgs as never, {
        parent: this,
        ...(aliases.length > 0 && { aliases }),
      })
    }
    this.project = output(project)
    const sets = Object.fromEntries(setNames.map((kind) => [kind, createSet(kind)]))
    Object.assign(this, sets)
    this.tokens = secret(this.triggerTokens?.tokens ?? {})
    this.registerOutputs({ project: this.project, tokens: this.tokens, ...(front.areOutputs && sets) })
  }
}

/** Any of the classes, each of which has its own arguments. */
type SetClass = new (name: string, args: never, options: CustomResourceOptions) => object

/** Rejects misspelled keys, which would otherwise be ignored silently in programs without types. */
function rejectUnknown({ project: _, ...rest }: ProjectSettingsArgs): void {
  for (const name of Object.keys(rest)) {
    if (settingNames.includes(name)) continue
    throw new TypeError(
      `${name} is not an argument of ProjectSettings: ${didYouMean(name, ['project', ...settingNames])}`,
    )
  }
  for (const choice of choiceNames) {
    const choiceValue = rest[choice]
    for (const name of isPerKind(choiceValue) ? Object.keys(choiceValue) : []) {
      if (isSetName(name)) continue
      throw new TypeError(`${choice}.${name} is not a set of ProjectSettings: ${didYouMean(name, setNames)}`)
    }
  }
  const { onConflict } = rest
  // The sets also reject it, but there may be no sets.
  if (typeof onConflict !== 'string' || conflictChoices.includes(onConflict)) return
  throw new TypeError(
    `onConflict of ProjectSettings must be one of ${conflictChoices.map(show).join(', ')} (got ${show(onConflict)})`,
  )
}

type Choice = ProjectSettingsArgs[ChoiceName]
type PerKind = ProjectExclusive | ProjectRetainOnRemove

const choiceOf = (choice: Choice, kind: SetName) => (isPerKind(choice) ? choice[kind] : choice)

const isPerKind = (choice: Choice): choice is PerKind =>
  typeof choice === 'object' && choice !== null && !Output.isInstance(choice) && !('then' in choice)

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
