/** The initial contents of an emulator, instead of the seed world. Objects refer to each other by name. */
export interface World {
  /**
   * Users by username. Unless you declare a user `root`, the emulator adds an administrator `root` with the token
   * `emulator-root`, and with the id 1 if it is free.
   */
  users?: Record<string, WorldUser | null>
  /** Groups by full path. The ancestors of a subgroup must also be declared. */
  groups?: Record<string, WorldGroup | null>
  /** Projects by full path, in a declared group or in the namespace of a declared user. */
  projects?: Record<string, WorldProject | null>
  /** Settings of the instance. */
  settings?: WorldSettings
}

/** Settings of the instance, in a `World` and for `Emulator.changeSettings`. */
export interface WorldSettings {
  /** Maintenance mode: writes are refused with 503 and this message, or GitLab's own if `true`. Default: false. */
  maintenanceMode?: boolean | string
  /** Whether the instance is a read-only copy, which refuses writes with 403. Default: false. */
  readOnly?: boolean
  /** Requests per minute for each token. 0 means no limit. Default: the option `rateLimit` of the emulator. */
  rateLimit?: number
  /** Requests for single projects per minute for each user. 0 means no limit. Default: 0. */
  projectApiLimit?: number
  /** Requests for lists of projects per 10 minutes for each user. 0 means no limit. Default: 0. */
  projectsApiLimit?: number
  /** Whether access tokens need an expiration date, at most 365 days ahead. Default: true. */
  requireTokenExpiry?: boolean
}

/** A user of a `World`. */
export interface WorldUser {
  /** Id. Default: the next free one. */
  id?: number
  /** Full name. Default: the username. */
  name?: string
  /** E-mail address. Default: `<username>@example.com`. */
  email?: string
  /** Whether the user is an administrator. Default: false. */
  admin?: boolean
  /** Whether the user is blocked. Default: false. */
  blocked?: boolean
  /**
   * State of the account: only an active user can use the API. Default: `blocked` if `blocked` is true, else `active`.
   */
  state?: 'active' | 'blocked' | 'banned' | 'deactivated'
  /** Whether the user is external, and cannot create groups and projects. Default: false. */
  external?: boolean
  /** Token with the scope `api` that never expires. Default: `emulator-<username>`. */
  token?: string
  /** Additional tokens. */
  tokens?: WorldToken[]
}

/** A personal access token of a `WorldUser`. */
export interface WorldToken {
  /** The token itself. */
  token: string
  /** Name. Default: `token` and the token's id. */
  name?: string
  /** Scopes. Default: `api`. */
  scopes?: string[]
  /** Date on which it expires, `YYYY-MM-DD`. Default: never. */
  expiresAt?: string
  /** Whether it was revoked. Default: false. */
  revoked?: boolean
}

/** A group of a `World`. */
export interface WorldGroup {
  /** Id. Default: the next free one. */
  id?: number
  /** Name. Default: the last segment of the path. */
  name?: string
  /** Description. Default: none. */
  description?: string
  /** Visibility. Default: `private`. */
  visibility?: 'private' | 'internal' | 'public'
  /** Roles by username. */
  members?: Record<string, WorldRole | WorldMember>
  /** Groups that it is shared with, by full path, and the maximum role of their members. */
  sharedWith?: Record<string, WorldRole | WorldMember>
  /** Labels by name: colors, or objects with further fields. */
  labels?: Record<string, string | WorldLabel>
  /** CI/CD variables. */
  variables?: WorldVariable[]
}

/** A project of a `World`. */
export interface WorldProject {
  /** Id. Default: the next free one. */
  id?: number
  /** Name. Default: the last segment of the path. */
  name?: string
  /** Description. Default: none. */
  description?: string
  /** Visibility. Default: `private`. */
  visibility?: 'private' | 'internal' | 'public'
  /** Whether it is archived, and therefore read-only. Default: false. */
  archived?: boolean
  /**
   * Access levels of features. Default: `enabled`. Without a repository, merge requests and builds are also disabled.
   */
  features?: Partial<Record<WorldFeature, 'disabled' | 'private' | 'enabled'>>
  /** Topics. Default: none. */
  topics?: string[]
  /** Former full paths, which redirect to the project. */
  formerPaths?: string[]
  /** Default branch. Default: `main`. */
  defaultBranch?: string
  /** Branches besides the default branch. An empty list means an empty repository. */
  branches?: string[]
  /** Tags. Default: none. */
  tags?: string[]
  /** Roles by username. The roles in its group also apply. */
  members?: Record<string, WorldRole | WorldMember>
  /** Groups that it is shared with, by full path, and the maximum role of their members. */
  sharedWith?: Record<string, WorldRole | WorldMember>
  /** Environments: names, or objects with further fields. */
  environments?: (string | WorldEnvironment)[]
  /** Labels by name: colors, or objects with further fields. */
  labels?: Record<string, string | WorldLabel>
  /** CI/CD variables. */
  variables?: WorldVariable[]
  /** Issues in the order of their numbers: titles, or objects with further fields. */
  issues?: (string | WorldIssue)[]
}

/** A feature of a `WorldProject`. `builds` means CI/CD. */
export type WorldFeature = 'issues' | 'mergeRequests' | 'repository' | 'builds' | 'environments'

/** The name of a role. `minimal` is only valid in top-level groups. */
export type WorldRole =
  'minimal' | 'guest' | 'planner' | 'reporter' | 'security_manager' | 'developer' | 'maintainer' | 'owner'

/** A role in a group or project of a `World`. */
export interface WorldMember {
  /** The role. */
  role: WorldRole
  /** Date on which it expires, `YYYY-MM-DD`. Default: never. */
  expiresAt?: string
  /** What keeps the member of a group up to date instead of its owners. Default: nothing. */
  synchronizedBy?: 'ldap' | 'saml'
}

/** An environment of a `WorldProject`. */
export interface WorldEnvironment {
  /** Name. */
  name: string
  /** Tier. Default: derived from the name. */
  tier?: 'production' | 'staging' | 'testing' | 'development' | 'other'
  /** URL of the deployment. Default: none. */
  externalUrl?: string
  /** Description. Default: none. */
  description?: string
}

/** A label of a `WorldGroup` or `WorldProject`. */
export interface WorldLabel {
  /** Color: a CSS color name or `#RRGGBB`. */
  color?: string
  /** Description. Default: none. */
  description?: string
  /** Priority in the project; labels of groups cannot have one. Default: none. */
  priority?: number
}

/** A CI/CD variable of a `WorldGroup` or `WorldProject`. */
export interface WorldVariable {
  /** Key. */
  key: string
  /** Value. */
  value: string
  /** Environment scope. Default: `*`. */
  environmentScope?: string
  /** Whether jobs get the path of a file with the value. Default: false. */
  file?: boolean
  /** Whether only pipelines of protected branches and tags get it. Default: false. */
  protected?: boolean
  /** Whether job logs do not show the value. Default: the value of `hidden`. */
  masked?: boolean
  /** Whether no response contains the value. Default: false. */
  hidden?: boolean
  /** Whether references to other variables are not expanded. Default: false. */
  raw?: boolean
  /** Description. Default: none. */
  description?: string
}

/** An issue of a `WorldProject`. */
export interface WorldIssue {
  /** Title. */
  title: string
  /** Description. Default: none. */
  description?: string
  /** Whether it is closed. Default: false. */
  closed?: boolean
  /** Whether it is confidential. Default: false. */
  confidential?: boolean
  /** Username of the author. Default: the owner of the namespace, or the first user. */
  author?: string
  /** Names of labels of the project. */
  labels?: string[]
}
