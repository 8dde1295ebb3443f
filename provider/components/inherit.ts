import { didYouMean } from '../core/schema/did-you-mean'
import { type Choices, emptyChoices, mergeChoices, type SettingValue } from './choices'
import { isRemoval, type Item, type Removal } from './items'
import { canonicalPath } from './names'
import type { Place, Problems } from './problems'
import type { Items, Section, Sections } from './section'
import { type SetName, setNames, type SingleName, singleNames } from './settings'

/** The items of one kind that apply to a project or group. */
export interface ResolvedItems {
  readonly at: Place
  readonly items: ReadonlyMap<string, Item>
}

/** The settings that apply to a project or group. */
export interface Settings {
  readonly kinds: ReadonlyMap<SetName, ResolvedItems>
  /** The objects that a project or group has once. */
  readonly singles: ReadonlyMap<SingleName, Item>
  readonly choices: Choices
  readonly onConflict: SettingValue | undefined
}

const noSettings: Settings = { kinds: new Map(), singles: new Map(), choices: emptyChoices, onConflict: undefined }

/**
 * Merges the settings of each project: the defaults, then its groups from the outermost to the nearest, then its own.
 */
export class Inheritance {
  private readonly groups = new Map<string, Settings>()
  private readonly used = new Set<Section>()
  /** Nulls that removed nothing, with the message to report, and nulls that removed something from a section. */
  private readonly uselessNulls = new Map<Place, string>()
  private readonly effectiveNulls = new Set<Place>()
  private readonly defaults: Settings

  constructor(
    private readonly sections: Sections,
    private readonly problems: Problems,
  ) {
    this.defaults = sections.defaults ? this.override(noSettings, sections.defaults) : noSettings
    // Groups without projects are also validated.
    for (const path of sections.groups.keys()) this.ofGroup(path)
  }

  of(project: Section): Settings {
    const group = this.nearestGroup(project.path, true)
    return this.override(group === undefined ? this.defaults : this.ofGroup(group), project)
  }

  /**
   * Reports nulls that removed nothing from any section that `of` was called for. An alias can put one null into
   * several sections. Reports nothing unless all files could be read, because a null may apply to an unreadable file.
   */
  reportUselessNulls(isWhole: boolean): void {
    for (const [at, reason] of isWhole ? this.uselessNulls : [])
      if (!this.effectiveNulls.has(at)) this.problems.add(at, reason)
  }

  /** The settings of a group itself, which inherits nothing. */
  ofGroupItself(group: Section): Settings {
    return this.override(noSettings, group)
  }

  /** The groups that contain no project for which `of` was called. */
  unused(): Section[] {
    return [...this.sections.groups.values()].filter((section) => !this.used.has(section))
  }

  private ofGroup(path: string): Settings {
    let settings = this.groups.get(path)
    if (!settings) {
      const above = this.nearestGroup(path, false)
      const section = this.sections.groups.get(path) as Section
      settings = this.override(above === undefined ? this.defaults : this.ofGroup(above), section)
      this.groups.set(path, settings)
    }
    return settings
  }

  /** The nearest group above a path, by its key. */
  private nearestGroup(path: string, markUsed: boolean): string | undefined {
    const names = canonicalPath(path).split('/').slice(0, -1)
    let found: string | undefined
    for (; names.length > 0; names.pop()) {
      const group = names.join('/')
      const section = this.sections.groups.get(group)
      if (!section) continue
      found ??= group
      if (!markUsed) break
      this.used.add(section)
    }
    return found
  }

  private override(outer: Settings, section: Section): Settings {
    const { parentKind, kinds, singles, choices, onConflict } = section
    const choice = onConflict ?? outer.onConflict
    return {
      kinds: new Map(
        setNames(parentKind).flatMap((kind) => {
          const items = this.items(outer.kinds.get(kind), kinds.get(kind))
          return items ? [[kind, items] as const] : []
        }),
      ),
      singles: new Map(
        singleNames(parentKind).flatMap((name) => {
          const single = this.single(name, outer.singles.get(name), singles.get(name))
          return single ? [[name, single] as const] : []
        }),
      ),
      choices: mergeChoices(outer.choices, choices),
      onConflict: choice && isRemoval(choice) ? undefined : choice,
    }
  }

  private items(outer: ResolvedItems | undefined, inner: Items | Removal | undefined): ResolvedItems | undefined {
    if (!inner) return outer
    if (isRemoval(inner)) {
      this.noteNull(inner, outer ? undefined : 'null has no effect, because the set is not inherited: delete the line')
      return undefined
    }
    const items = new Map(outer?.items)
    for (const [key, item] of inner.items) {
      const inherited = items.get(key)
      if (!isRemoval(item)) items.set(key, inherited ? mergeItems(inherited, item) : item)
      else this.noteNull(item, items.delete(key) ? undefined : notInherited(key, [...(outer?.items.keys() ?? [])]))
    }
    return { at: inner.at, items }
  }

  /** Each argument has the value of the nearest section that contains it. */
  private single(name: SingleName, outer: Item | undefined, inner: Item | Removal | undefined): Item | undefined {
    if (!inner) return outer
    if (!isRemoval(inner)) return outer ? mergeItems(outer, inner) : inner
    this.noteNull(inner, outer ? undefined : `null has no effect, because ${name} is not inherited: delete the line`)
    return undefined
  }

  /** Remembers whether a null removed something. `reason` is the message to report if it did not. */
  private noteNull({ at, ofMerge }: Removal, reason: string | undefined): void {
    if (reason === undefined || ofMerge) this.effectiveNulls.add(at)
    else this.uselessNulls.set(at, reason)
  }
}

const notInherited = (key: string, known: string[]): string =>
  `null has no effect, because this key is not inherited: ${known.length > 0 ? didYouMean(key, known) : 'delete the line'}`

const mergeItems = (outer: Item, inner: Item): Item => ({
  at: inner.at,
  fields: new Map([...outer.fields, ...inner.fields]),
})
