import type { Choices, SettingValue } from './choices'
import type { Item, Removal } from './items'
import type { Place } from './problems'
import type { ParentKind, SetName, SingleName } from './settings'

/** The keys of the sections of a file. */
export const sectionNames = ['defaults', 'groups', 'projects', 'groupSettings'] as const
export type SectionName = (typeof sectionNames)[number]

/** An earlier path of a project or group, without leading and trailing slashes. */
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
  /** What the settings belong to: projects, or the group itself. */
  readonly parentKind: ParentKind
  /** Path of the group or project; empty for all projects. */
  readonly path: string
  readonly at: Place
  readonly kinds: ReadonlyMap<SetName, Items | Removal>
  /** The arguments of objects that each project or group has once. */
  readonly singles: ReadonlyMap<SingleName, Item | Removal>
  readonly choices: Choices
  readonly onConflict: SettingValue | Removal | undefined
  /** The earlier paths of a project or group that was renamed. */
  readonly formerly: readonly FormerPath[]
}

/** All sections, with groups and projects by their canonical paths. */
export interface Sections {
  readonly defaults: Section | undefined
  /** Settings of all projects in a group. */
  readonly groups: ReadonlyMap<string, Section>
  readonly projects: ReadonlyMap<string, Section>
  /** Settings of groups themselves. */
  readonly groupSettings: ReadonlyMap<string, Section>
}
