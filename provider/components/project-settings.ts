import type { Input } from '@pulumi/pulumi'
import { Output, output, secret } from '@pulumi/pulumi/output'
import { ComponentResource, type ComponentResourceOptions, type CustomResourceOptions } from '@pulumi/pulumi/resource'
import { conflictChoices } from '../core/schema/adoption-fields'
import { didYouMean } from '../core/schema/did-you-mean'
import { show } from '../core/schema/display'
import { typeOf } from '../core/schema/provider-text'
import { type Exclusive, setOf } from '../core/schema/set'
import { FreezePeriodSet, type FreezePeriodSetArgs } from '../resources/freeze-period'
import { LabelSet, type LabelSetArgs } from '../resources/label'
import { ProtectedEnvironmentSet, type ProtectedEnvironmentSetArgs } from '../resources/protected-environment'
import { RemoteMirrorSet, type RemoteMirrorSetArgs } from '../resources/remote-mirror'
import { TriggerTokenSet, type TriggerTokenSetArgs } from '../resources/trigger-token'
import { type ChoiceName, choiceNames } from './choices'
import { aliasesOfSet } from './set-aliases'
import { definitionOf, isSetName, type SetName, setNames, settingNames } from './settings'

/** The sets of a project that delete objects that are not declared. */
export interface ProjectExclusive {
  /** Whether to delete labels that are not declared. Default: false. */
  labels?: Input<boolean> | undefined
  /** Whether to delete freeze periods that are not declared. Default: false. */
  freezePeriods?: Input<boolean> | undefined
  /** Whether to unprotect environments that are not declared. Default: false. */
  protectedEnvironments?: Input<boolean> | undefined
  /**
   * Whether to delete trigger tokens that are not declared. `"all-owners"`: including tokens of other users. Default:
   * false.
   */
  triggerTokens?: Input<Exclusive> | undefined
  /** Whether to delete mirrors that are not declared. Default: false. */
  remoteMirrors?: Input<boolean> | undefined
}

/** The sets of a project that keep objects on the service after their items are removed from the program. */
export interface ProjectRetainOnRemove {
  /** Whether to keep labels. Default: false. */
  labels?: Input<boolean> | undefined
  /** Whether to keep freeze periods. Default: false. */
  freezePeriods?: Input<boolean> | undefined
  /** Whether to keep protections. Default: false. */
  protectedEnvironments?: Input<boolean> | undefined
  /** Whether to keep trigger tokens. Default: false. */
  triggerTokens?: Input<boolean> | undefined
  /** Whether to keep mirrors. Default: false. */
  remoteMirrors?: Input<boolean> | undefined
}

/**
 * Arguments of a {@link ProjectSettings}. A set is only managed if its argument is present. An empty object manages an
 * empty set.
 */
export interface ProjectSettingsArgs {
  /** The project: its numeric id or its full path, such as `"acme/web"`. */
  project: LabelSetArgs['project']
  /** Labels by keys of your choice. Default of `name`: the key. If omitted, labels are not managed. */
  labels?: LabelSetArgs['items'] | undefined
  /** Freeze periods by keys of your choice. If omitted, freeze periods are not managed. */
  freezePeriods?: FreezePeriodSetArgs['items'] | undefined
  /**
   * Protected environments by keys of your choice. Default of `name`: the key. If omitted, protected environments are
   * not managed.
   */
  protectedEnvironments?: ProtectedEnvironmentSetArgs['items'] | undefined
  /** Trigger tokens by keys of your choice. If omitted, trigger tokens are not managed. */
  triggerTokens?: TriggerTokenSetArgs['items'] | undefined
  /** Push mirrors by keys of your choice. If omitted, mirrors are not managed. */
  remoteMirrors?: RemoteMirrorSetArgs['items'] | undefined
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

/** The classes of the sets that a {@link ProjectSettings} creates. */
const setClasses = {
  labels: LabelSet,
  freezePeriods: FreezePeriodSet,
  protectedEnvironments: ProtectedEnvironmentSet,
  triggerTokens: TriggerTokenSet,
  remoteMirrors: RemoteMirrorSet,
}

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
 * The settings of one project: up to five sets, which are children of this component.
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
export class ProjectSettings extends ComponentResource {
  /** How the component creates its sets: as dynamic resources. */
  protected static readonly front: SetFront = { classes: setClasses, areOutputs: false }

  /** The project as passed. */
  readonly project: Output<number | string>
  /** The set of labels. Undefined if `labels` is omitted. */
  readonly labels: LabelSet | undefined
  /** The set of freeze periods. Undefined if `freezePeriods` is omitted. */
  readonly freezePeriods: FreezePeriodSet | undefined
  /** The set of protected environments. Undefined if `protectedEnvironments` is omitted. */
  readonly protectedEnvironments: ProtectedEnvironmentSet | undefined
  /** The set of trigger tokens. Undefined if `triggerTokens` is omitted. */
  readonly triggerTokens: TriggerTokenSet | undefined
  /** The set of mirrors. Undefined if `remoteMirrors` is omitted. */
  readonly remoteMirrors: RemoteMirrorSet | undefined
  /** The secrets of the trigger tokens by key. Empty if `triggerTokens` is omitted. */
  readonly tokens: Output<Record<string, string>>

  constructor(name: string, args: ProjectSettingsArgs, options?: ComponentResourceOptions) {
    rejectUnknown(args)
    super(typeName, name, {}, options)
    const { project, onConflict } = args
    const { front } = new.target
    const createSet = <Args, Made>(Set: SetOf<Args, Made>, kind: SetName): Made | undefined => {
      // Null, which programs that read data can contain, is the same as undefined.
      if (args[kind] == null) return undefined
      const exclusive = choiceOf(args.exclusive, kind)
      const retainOnRemove = choiceOf(args.retainOnRemove, kind)
      const setArgs = { project, items: args[kind], exclusive, retainOnRemove, onConflict }
      const aliases = aliasesOfSet({ type: typeName, name }, options?.aliases, kebab(kind), front.formerType?.(kind))
      return new Set(`${name}-${kebab(kind)}`, setArgs as Args, {
        parent: this,
        ...(aliases.length > 0 && { aliases }),
      })
    }
    this.project = output(project)
    const { classes } = front
    const sets = {
      labels: createSet(classes.labels, 'labels'),
      freezePeriods: createSet(classes.freezePeriods, 'freezePeriods'),
      protectedEnvironments: createSet(classes.protectedEnvironments, 'protectedEnvironments'),
      triggerTokens: createSet(classes.triggerTokens, 'triggerTokens'),
      remoteMirrors: createSet(classes.remoteMirrors, 'remoteMirrors'),
    }
    this.labels = sets.labels
    this.freezePeriods = sets.freezePeriods
    this.protectedEnvironments = sets.protectedEnvironments
    this.triggerTokens = sets.triggerTokens
    this.remoteMirrors = sets.remoteMirrors
    this.tokens = secret(this.triggerTokens?.tokens ?? {})
    this.registerOutputs({ project: this.project, tokens: this.tokens, ...(front.areOutputs && sets) })
  }
}

type SetOf<Args, Made> = new (name: string, args: Args, options: CustomResourceOptions) => Made

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
