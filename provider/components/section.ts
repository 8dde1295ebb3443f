import type { Choices, SettingValue } from './choices'
import type { Item, Removal } from './items'
import type { Place } from './problems'
import type { SetName } from './settings'

/** An earlier path of a project, without leading and trailing slashes. */
export interface FormerPath {
  readonly path: string
  readonly at: Place
}

/** The items of one kind. */
export interface Items {
  readonly at: Place
  readonly items: ReadonlyMap<string, Item | Removal>
}

/** The settings of one section: the defaults, a group or a project. */
export interface Section {
  /** Path of the group or project; empty for all projects. */
  readonly path: string
  readonly at: Place
  readonly kinds: ReadonlyMap<SetName, Items | Removal>
  readonly choices: Choices
  readonly onConflict: SettingValue | Removal | undefined
  /** The earlier paths of a project that was renamed. */
  readonly formerly: readonly FormerPath[]
}

/** All sections, with groups and projects by their canonical paths. */
export interface Sections {
  readonly defaults: Section | undefined
  readonly groups: ReadonlyMap<string, Section>
  readonly projects: ReadonlyMap<string, Section>
}
