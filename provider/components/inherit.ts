import { didYouMean } from '../core/did-you-mean'
import { isTakenOut, type Item, type TakenOut } from './items'
import { canonicalPath } from './names'
import type { Place, Problems } from './problems'
import type { Items, Said, Section, Sections } from './sections'
import { type KindName, kindNames } from './settings'

/** The items of one kind that a project ends up with. */
export interface Resolved {
  readonly at: Place
  readonly items: ReadonlyMap<string, Item>
}

/** The settings that a project ends up with. */
export interface Settings {
  readonly kinds: ReadonlyMap<KindName, Resolved>
  readonly exclusive: ReadonlyMap<KindName, Said>
  readonly onConflict: Said | undefined
}

const nothing: Settings = { kinds: new Map(), exclusive: new Map(), onConflict: undefined }

/**
 * The settings of each project: the defaults, overridden by the groups above it from the outermost to the nearest, by its own.
 */
export class Inheritance {
  private readonly groups = new Map<string, Settings>()
  private readonly used = new Set<Section>()
  private readonly defaults: Settings

  /** Unless `isWhole`, what seems to be missing may be in what could not be read. */
  constructor(
    private readonly sections: Sections,
    private readonly problems: Problems,
    private readonly isWhole: boolean,
  ) {
    this.defaults = sections.defaults ? this.over(nothing, sections.defaults) : nothing
    // Those that no project is in are judged as well.
    for (const path of sections.groups.keys()) this.ofGroup(path)
  }

  of(project: Section): Settings {
    const group = this.nearest(project.path, true)
    return this.over(group === undefined ? this.defaults : this.ofGroup(group), project)
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
    const { kinds, exclusive, onConflict } = section
    const choice = onConflict ?? outer.onConflict
    return {
      kinds: new Map(
        kindNames.flatMap((kind) => {
          const items = this.items(outer.kinds.get(kind), kinds.get(kind))
          return items ? [[kind, items] as const] : []
        }),
      ),
      exclusive: new Map([...outer.exclusive, ...exclusive]),
      onConflict: choice && isTakenOut(choice) ? undefined : choice,
    }
  }

  private items(outer: Resolved | undefined, inner: Items | TakenOut | undefined): Resolved | undefined {
    if (!inner) return outer
    if (isTakenOut(inner)) {
      if (!outer) this.refuseNull(inner, 'no such set is inherited, so that null takes nothing out: delete the line')
      return undefined
    }
    const items = new Map(outer?.items)
    for (const [key, item] of inner.items) {
      const inherited = items.get(key)
      if (!isTakenOut(item)) items.set(key, inherited ? merged(inherited, item) : item)
      else if (!items.delete(key)) {
        const known = [...(outer?.items.keys() ?? [])]
        const hint = known.length > 0 ? didYouMean(key, known) : 'delete the line'
        this.refuseNull(item, `nothing of this key is inherited, so that null takes nothing out: ${hint}`)
      }
    }
    return { at: inner.at, items }
  }

  private refuseNull({ at }: TakenOut, reason: string): void {
    if (this.isWhole) this.problems.add(at, reason)
  }
}

const merged = (outer: Item, inner: Item): Item => ({
  at: inner.at,
  fields: new Map([...outer.fields, ...inner.fields]),
})
