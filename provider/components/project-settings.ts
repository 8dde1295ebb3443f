import { Output, output, secret } from '@pulumi/pulumi/output'
import { ComponentResource, type ComponentResourceOptions, type CustomResourceOptions } from '@pulumi/pulumi/resource'
import type { Alias, Input } from '@pulumi/pulumi'
import { conflictChoices } from '../core/schema/check'
import { didYouMean } from '../core/schema/did-you-mean'
import { show } from '../core/schema/plain'
import type { Exclusive } from '../core/schema/set'
import { FreezePeriodSet, type FreezePeriodSetArgs } from '../resources/freeze-period'
import { LabelSet, type LabelSetArgs } from '../resources/label'
import { ProtectedEnvironmentSet, type ProtectedEnvironmentSetArgs } from '../resources/protected-environment'
import { RemoteMirrorSet, type RemoteMirrorSetArgs } from '../resources/remote-mirror'
import { TriggerTokenSet, type TriggerTokenSetArgs } from '../resources/trigger-token'
import { type ChoiceName, choiceNames } from './choices'
import { isSetName, type SetName, setNames, settingNames } from './settings'

/** Which sets of a project remove what nobody declared. */
export interface ProjectExclusive {
  /** Whether labels that are not declared are removed. Default false. */
  labels?: Input<boolean> | undefined
  /** Whether freeze periods that are not declared are removed. Default false. */
  freezePeriods?: Input<boolean> | undefined
  /** Whether protections that are not declared are removed. Default false. */
  protectedEnvironments?: Input<boolean> | undefined
  /** Whether trigger tokens that are not declared are removed; with `"all-owners"` also those of other users. Default false. */
  triggerTokens?: Input<Exclusive> | undefined
  /** Whether mirrors that are not declared are removed. Default false. */
  remoteMirrors?: Input<boolean> | undefined
}

/** Selects the sets of a project that keep objects on the service after their items are removed from the program. */
export interface ProjectRetainOnRemove {
  /** Whether labels are kept. Default false. */
  labels?: Input<boolean> | undefined
  /** Whether freeze periods are kept. Default false. */
  freezePeriods?: Input<boolean> | undefined
  /** Whether protections are kept. Default false. */
  protectedEnvironments?: Input<boolean> | undefined
  /** Whether trigger tokens are kept. Default false. */
  triggerTokens?: Input<boolean> | undefined
  /** Whether mirrors are kept. Default false. */
  remoteMirrors?: Input<boolean> | undefined
}

/**
 * Arguments of a {@link ProjectSettings}. Each set is managed only where its key is given: without the key, what the
 * project has is left alone; with an empty object, an empty set is managed.
 */
export interface ProjectSettingsArgs {
  /** The project: its numeric id or its full path, such as `"acme/web"`. */
  project: LabelSetArgs['project']
  /** Labels, by keys of your own: `name` is the key unless an item says otherwise. Left out: no label is managed. */
  labels?: LabelSetArgs['items'] | undefined
  /** Freeze periods, by keys of your own. Left out: no freeze period is managed. */
  freezePeriods?: FreezePeriodSetArgs['items'] | undefined
  /** Protected environments, by name, or by keys of your own. Left out: no protection is managed. */
  protectedEnvironments?: ProtectedEnvironmentSetArgs['items'] | undefined
  /** Trigger tokens, by keys of your own. Left out: no trigger token is managed. */
  triggerTokens?: TriggerTokenSetArgs['items'] | undefined
  /** Push mirrors, by keys of your own. Left out: no mirror is managed. */
  remoteMirrors?: RemoteMirrorSetArgs['items'] | undefined
  /**
   * Whether what no item declares is removed, of all sets that are given, or of some of them: `{ labels: true }`.
   * It has to be seen by a refresh before, which shows it as items `#<id>`. Default false.
   */
  exclusive?: Input<boolean> | ProjectExclusive | undefined
  /**
   * Whether objects are kept on the service after their items are removed, for all sets or for some of them:
   * `{ triggerTokens: true }`. Objects that `exclusive` finds are still deleted. This does not apply when a whole set
   * is removed, because its key or its project was removed: use Pulumi's `retainOnDelete` for that. Default false.
   */
  retainOnRemove?: Input<boolean> | ProjectRetainOnRemove | undefined
  /** What to do with objects that exist already, as for single ones. Default `"fail"`. */
  onConflict?: LabelSetArgs['onConflict']
}

/**
 * The settings of one project: up to five sets, each below this component.
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
 * A key that is left out manages nothing; `labels: {}` manages a set of no labels. Taking a key out later deletes what
 * its set had made.
 */
export class ProjectSettings extends ComponentResource {
  /** The project, as it was given. */
  readonly project: Output<number | string>
  /** The labels; undefined where none are given. */
  readonly labels: LabelSet | undefined
  /** The freeze periods; undefined where none are given. */
  readonly freezePeriods: FreezePeriodSet | undefined
  /** The protected environments; undefined where none are given. */
  readonly protectedEnvironments: ProtectedEnvironmentSet | undefined
  /** The trigger tokens; undefined where none are given. */
  readonly triggerTokens: TriggerTokenSet | undefined
  /** The mirrors; undefined where none are given. */
  readonly remoteMirrors: RemoteMirrorSet | undefined
  /** The trigger tokens themselves, by key: a secret. Empty where none are given. */
  readonly tokens: Output<Record<string, string>>

  constructor(name: string, args: ProjectSettingsArgs, options?: ComponentResourceOptions) {
    refuseUnknown(args)
    super('trueup:index:ProjectSettings', name, {}, options)
    const { project, onConflict } = args
    const formerNames = namesAmong(options?.aliases)
    const made = <Args, Made>(Set: SetOf<Args, Made>, kind: SetName): Made | undefined => {
      // Null, as programs made of data write it, is as good as leaving the key out.
      if (args[kind] == null) return undefined
      const exclusive = choiceOf(args.exclusive, kind)
      const retainOnRemove = choiceOf(args.retainOnRemove, kind)
      const given = { project, items: args[kind], exclusive, retainOnRemove, onConflict }
      const aliases = formerNames.map((former) => ({ name: `${former}-${kebab(kind)}` }))
      return new Set(`${name}-${kebab(kind)}`, given as Args, { parent: this, ...(aliases.length > 0 && { aliases }) })
    }
    this.project = output(project)
    this.labels = made(LabelSet, 'labels')
    this.freezePeriods = made(FreezePeriodSet, 'freezePeriods')
    this.protectedEnvironments = made(ProtectedEnvironmentSet, 'protectedEnvironments')
    this.triggerTokens = made(TriggerTokenSet, 'triggerTokens')
    this.remoteMirrors = made(RemoteMirrorSet, 'remoteMirrors')
    this.tokens = secret(this.triggerTokens?.tokens ?? {})
    this.registerOutputs({ project: this.project, tokens: this.tokens })
  }
}

type SetOf<Args, Made> = new (name: string, args: Args, options: CustomResourceOptions) => Made

/**
 * The names that aliases give. The engine lets children share an alias of their parent, but only in the update that
 * finds the parent by it: when that one fails before it comes to a set, the next would make the set anew.
 */
function namesAmong(aliases: ComponentResourceOptions['aliases'] = []): string[] {
  return aliases.flatMap((alias) => {
    if (typeof alias !== 'object' || Object.keys(alias).join() !== 'name') return []
    const { name } = alias as Alias
    return typeof name === 'string' ? [name] : []
  })
}

/** Rejects misspelled keys, which would otherwise be ignored silently in programs without types. */
function refuseUnknown({ project: _, ...rest }: ProjectSettingsArgs): void {
  for (const name of Object.keys(rest)) {
    if (settingNames.includes(name)) continue
    throw new TypeError(
      `${name} is not an argument of ProjectSettings: ${didYouMean(name, ['project', ...settingNames])}`,
    )
  }
  for (const choice of choiceNames) {
    const said = rest[choice]
    for (const name of isPerKind(said) ? Object.keys(said) : []) {
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
