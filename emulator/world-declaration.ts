/** What an emulator begins with, in the place of the seed world. Names lead to what they name. */
export interface World {
  /**
   * Users by username. An administrator `root` with the token `emulator-root` is there without being declared, as user 1
   * unless that number is taken.
   */
  users?: Record<string, WorldUser | null>
  /** Groups by full path. A subgroup needs the groups above it. */
  groups?: Record<string, WorldGroup | null>
  /** Projects by full path, in a declared group or in the namespace of a declared user. */
  projects?: Record<string, WorldProject | null>
}

/** A user of a `World`. */
export interface WorldUser {
  /** Number; default the next one. */
  id?: number
  /** Full name; default the username. */
  name?: string
  /** Address; default `<username>@example.com`. */
  email?: string
  /** Whether they may do everything; default false. */
  admin?: boolean
  /** Whether they may not do anything; default false. */
  blocked?: boolean
  /** Whether they are outside the organization, and make neither groups nor projects; default false. */
  external?: boolean
  /** Token with the scope `api`, which never ends; default `emulator-<username>`. */
  token?: string
  /** Further tokens. */
  tokens?: WorldToken[]
}

/** A personal access token of a `WorldUser`. */
export interface WorldToken {
  /** The token itself. */
  token: string
  /** Name; default the token's number. */
  name?: string
  /** What it may be used for; default `api`. */
  scopes?: string[]
  /** Day as which begins it ends, `YYYY-MM-DD`; default never. */
  expiresAt?: string
  /** Whether it was revoked; default false. */
  revoked?: boolean
}

/** A group of a `World`. */
export interface WorldGroup {
  /** Number; default the next one. */
  id?: number
  /** Name; default the last part of the path. */
  name?: string
  /** Description; default none. */
  description?: string
  /** Who sees it; default `private`. */
  visibility?: 'private' | 'internal' | 'public'
  /** Roles by username. */
  members?: Record<string, WorldRole | WorldMember>
  /** Groups that it is shared with, by full path, and the highest role of their members here. */
  sharedWith?: Record<string, WorldRole | WorldMember>
  /** Labels of the group, by name. */
  labels?: Record<string, string | WorldLabel>
}

/** A project of a `World`. */
export interface WorldProject {
  /** Number; default the next one. */
  id?: number
  /** Name; default the last part of the path. */
  name?: string
  /** Description; default none. */
  description?: string
  /** Who sees it; default `private`. */
  visibility?: 'private' | 'internal' | 'public'
  /** Whether it can only be read; default false. */
  archived?: boolean
  /** Words by which it is found; default none. */
  topics?: string[]
  /** Paths that it had before, which lead to it. */
  formerPaths?: string[]
  /** Default branch; default `main`. */
  defaultBranch?: string
  /** Branches; default the default branch, which is always among them. An empty list is an empty repository. */
  branches?: string[]
  /** Tags; default none. */
  tags?: string[]
  /** Roles by username, besides those in its group. */
  members?: Record<string, WorldRole | WorldMember>
  /** Groups that it is shared with, by full path, and the highest role of their members here. */
  sharedWith?: Record<string, WorldRole | WorldMember>
  /** Environments: names, or more. */
  environments?: (string | WorldEnvironment)[]
  /** Labels by name: colors, or more. */
  labels?: Record<string, string | WorldLabel>
  /** Issues in the order of their numbers: titles, or more. */
  issues?: (string | WorldIssue)[]
}

/** A role by name. `minimal` is for groups at the top alone. */
export type WorldRole = 'minimal' | 'guest' | 'planner' | 'reporter' | 'developer' | 'maintainer' | 'owner'

/** A role in a group or project of a `World`. */
export interface WorldMember {
  /** The role. */
  role: WorldRole
  /** Last day, `YYYY-MM-DD`; default never. */
  expiresAt?: string
}

/** An environment of a `WorldProject`. */
export interface WorldEnvironment {
  /** Name. */
  name: string
  /** Tier; default what the name suggests. */
  tier?: 'production' | 'staging' | 'testing' | 'development' | 'other'
  /** Address of what is deployed; default none. */
  externalUrl?: string
  /** Description; default none. */
  description?: string
}

/** A label of a `WorldGroup` or `WorldProject`. */
export interface WorldLabel {
  /** Color: a name of CSS or `#RRGGBB`. */
  color?: string
  /** Description; default none. */
  description?: string
  /** Rank in a project; default none. */
  priority?: number
}

/** An issue of a `WorldProject`. */
export interface WorldIssue {
  /** Title. */
  title: string
  /** Description; default none. */
  description?: string
  /** Whether it is closed; default false. */
  closed?: boolean
  /** Whether few may see it; default false. */
  confidential?: boolean
  /** Username of who wrote it; default the owner of the namespace, or the first user. */
  author?: string
  /** Names of labels of the project. */
  labels?: string[]
}
