import { didYouMean } from '../core/schema/did-you-mean'
import { type Choices, noChoices, overriding, type Said } from './choices'
import { isTakenOut, type Item, type TakenOut } from './items'
import { canonicalPath } from './names'
import type { Place, Problems } from './problems'
import type { Items, Section, Sections } from './sections'
import { type SetName, setNames } from './settings'

/** The items of one kind that a project ends up with. */
export interface Resolved {
  readonly at: Place
  readonly items: ReadonlyMap<string, Item>
}

/** The settings that a project ends up with. */
export interface Settings {
  readonly kinds: ReadonlyMap<SetName, Resolved>
  readonly choices: Choices
  readonly onConflict: Said | undefined
}

const nothing: Settings = { kinds: new Map(), choices: noChoices, onConflict: undefined }

/**
 * The settings of each project: the defaults, overridden by the groups above it from the outermost to the nearest, by its own.
 */
export class Inheritance {
  private readonly groups = new Map<string, Settings>()
  private readonly used = new Set<Section>()
  /** Nulls that removed nothing, with the message to report, and nulls that removed something from a section. */
  private readonly idle = new Map<Place, string>()
  private readonly busy = new Set<Place>()
  private readonly defaults: Settings

  constructor(
    private readonly sections: Sections,
    private readonly problems: Problems,
  ) {
    this.defaults = sections.defaults ? this.over(nothing, sections.defaults) : nothing
    // Those that no project is in are judged as well.
    for (const path of sections.groups.keys()) this.ofGroup(path)
  }

  of(project: Section): Settings {
    const group = this.nearest(project.path, true)
    return this.over(group === undefined ? this.defaults : this.ofGroup(group), project)
  }

  /**
   * Reports nulls that removed nothing from any section that `of` was called for. An alias can put one null into
   * several sections. Reports nothing unless all files could be read, since a null may apply to an unreadable file.
   */
  judgeNulls(isWhole: boolean): void {
    for (const [at, reason] of isWhole ? this.idle : []) if (!this.busy.has(at)) this.problems.add(at, reason)
  }

  /** Groups that no project was in which `of` was asked for. */
  unused(): Section[] {
    return [...this.sections.groups.values()].filter((section) => !this.used.has(section))
  }

  private ofGroup(path: string): Settings {
    let settings = this.groups.get(path)
    if (!settings) {
      const above = this.nearest(path, false)
      const section = this.sections.groups.get(path) as Section
      settings = this.over(above === undefined ? this.defaults : this.ofGroup(above), section)
      this.groups.set(path, settings)
    }
    return settings
  }

  /** The group next above a path, by its key. */
  private nearest(path: string, marks: boolean): string | undefined {
    const names = canonicalPath(path).split('/').slice(0, -1)
    let found: string | undefined
    for (; names.length > 0; names.pop()) {
      const group = names.join('/')
      const section = this.sections.groups.get(group)
      if (!section) continue
      found ??= group
      if (!marks) break
      this.used.add(section)
    }
    return found
  }

  private over(outer: Settings, section: Section): Settings {
    const { kinds, choices, onConflict } = section
    const choice = onConflict ?? outer.onConflict
    return {
      kinds: new Map(
        setNames.flatMap((kind) => {
          const items = this.items(outer.kinds.get(kind), kinds.get(kind))
          return items ? [[kind, items] as const] : []
        }),
      ),
      choices: overriding(outer.choices, choices),
      onConflict: choice && isTakenOut(choice) ? undefined : choice,
    }
  }

  private items(outer: Resolved | undefined, inner: Items | TakenOut | undefined): Resolved | undefined {
    if (!inner) return outer
    if (isTakenOut(inner)) {
      this.note(inner, outer ? undefined : 'null has no effect, since no such set is inherited: delete the line')
      return undefined
    }
    const items = new Map(outer?.items)
    for (const [key, item] of inner.items) {
      const inherited = items.get(key)
      if (!isTakenOut(item)) items.set(key, inherited ? merged(inherited, item) : item)
      else this.note(item, items.delete(key) ? undefined : nothingOf(key, [...(outer?.items.keys() ?? [])]))
    }
    return { at: inner.at, items }
  }

  /** Remembers whether a null removed something. `reason` is the message to report if it did not. */
  private note({ at, ofMerge }: TakenOut, reason: string | undefined): void {
    if (reason === undefined || ofMerge) this.busy.add(at)
    else this.idle.set(at, reason)
  }
}

const nothingOf = (key: string, known: string[]): string =>
  `null has no effect, since this key is not inherited: ${known.length > 0 ? didYouMean(key, known) : 'delete the line'}`

const merged = (outer: Item, inner: Item): Item => ({
  at: inner.at,
  fields: new Map([...outer.fields, ...inner.fields]),
})
