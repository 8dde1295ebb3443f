import type { ApiError, Group, Project } from '../../../sdk'
import type { Outputs } from './computed'
import type { Fields, PlainOf } from './field'
import type { Json } from './json'
import type { Page } from './page'

/** What can contain an object. */
export interface Parents {
  project: Project
  group: Group
}

export type Operation = 'diff' | 'create' | 'read' | 'update' | 'delete'

/** What every kind of resource declares. */
export interface Kind<I extends Fields = Fields, O extends Outputs = Outputs, P extends keyof Parents = keyof Parents> {
  /** The noun, in kebab case: the name of the resource's files. State contains it, so it never changes. */
  readonly kind: string
  /** The plural, for messages and headings: `freeze periods`. */
  readonly plural: string
  readonly page: Page
  readonly identity: Identity<I, O, P>
  readonly input: I
  readonly output: O
  /** Arguments whose change replaces the resource. */
  readonly replaceOn: readonly (keyof I & string)[]
  /** Whether a replacement deletes the old object before it creates the new one. */
  readonly deleteBeforeReplace?: boolean
  readonly rotation?: Schedule<I>
  readonly access: Access
  readonly hints?: Hints
  /**
   * Returns the problems of arguments that are each valid. Arguments that are not known yet are missing. `written`
   * contains the names of the arguments to which the program gives a value.
   */
  check?(inputs: Partial<PlainOf<I>>, written: ReadonlySet<string>): { property: keyof I & string; reason: string }[]
  /** Validates the arguments as a whole, in place of the `check` of the engine. */
  validate?(olds: Json, news: Json, now: () => Date): { inputs: Json; failures: { property: string; reason: string }[] }
}

/** How objects of a kind are distinguished from each other. */
export interface Identity<
  I extends Fields = Fields,
  O extends Outputs = Outputs,
  P extends keyof Parents = keyof Parents,
> {
  /**
   * What contains the object, if anything, or what the object is, if it is a project or group. Also the name of the argument
   * that refers to it.
   */
  readonly parent?: P
  /** Integer arguments that select the collection within the parent. They are part of the Pulumi id. */
  readonly within?: readonly (keyof I & string)[]
  /**
   * The output or argument that identifies the object in its collection: the last part of the Pulumi id. If it takes
   * several arguments, the part contains their values, and only the last one can contain `~`.
   */
  readonly key: (keyof (I & O) & string) | readonly (keyof I & string)[]
  /** Arguments that identify an object for people. They are unique in the parent unless the kind allows duplicates. */
  readonly naturalKey?: readonly (keyof I & string)[]
  /**
   * Whether the service accepts several objects of a parent with the same natural key. With `on some services`, each
   * service decides: objects that exist may be alike, and the creation of another one can be refused.
   */
  readonly allowsDuplicates?: boolean | 'on some services'
  /**
   * Whether the parent has at most one object like the declared one, which the service can also have created. It is
   * adopted although the program does not say so with `onConflict`.
   */
  isSingle?(inputs: PlainOf<I>): boolean
  /** The argument that messages use as a name, if it is not the natural key. */
  readonly title?: keyof I & string
  /** Whether a program can adopt existing objects. Default: if there is a natural key. */
  readonly adoption?: 'single' | 'set' | 'never'
}

/** The arguments that depend on the current time. */
export interface Schedule<I extends Fields = Fields> {
  /** Returns these arguments. `olds` are the former values, if any. */
  schedule?(inputs: PlainOf<I>, olds: Partial<PlainOf<I>>, now: Date): Partial<PlainOf<I>>
}

/** A role in a project or group, `none` if it is enough to see it, or an administrator of the service. */
export type Role = 'none' | keyof typeof memberLevels | 'administrator'

/**
 * The access levels of the roles that a member can have. Only newer services have `security_manager`, which has the rights
 * of a Reporter, and some about vulnerabilities.
 */
export const memberLevels = {
  guest: 10,
  planner: 15,
  reporter: 20,
  security_manager: 25,
  developer: 30,
  maintainer: 40,
  owner: 50,
} as const

/** The access levels of roles in the API. */
export const accessLevels: Readonly<Record<Role, number>> = { none: 0, ...memberLevels, administrator: 60 }

/** A feature of a project that can be disabled. */
export type Feature = 'builds' | 'issues' | 'repository'

/** What a user and a project need for the objects of a kind. */
export interface Access {
  /** The lowest role that can read the objects. */
  readonly read: Role
  /** The lowest role that can create, update and delete the objects. */
  readonly write: Role
  /** The lowest role that could do so in older releases of the service, if it is a different one. */
  readonly formerWrite?: Role
  /** What is needed in addition to the role, or instead of it, for the documentation: `the key of the endpoint`. */
  readonly condition?: string
  /** What is not possible if the project is archived. Default: everything is possible. */
  readonly unarchived?: 'changed' | 'read or changed'
  /** Whether that is only the case in projects with Premium or Ultimate. */
  readonly unarchivedWithLicense?: true
  /** Features that must be enabled to read or change the objects. */
  readonly features?: readonly Feature[]
  /** The tiers that have the kind, if not all. The Community Edition has no endpoint for it. */
  readonly tier?: 'Premium or Ultimate' | 'Ultimate'
  /** Another condition about tiers or installations, for the documentation. */
  readonly tierCondition?: string
  /** Whether the Enterprise Edition without a license stores the objects but does not enforce them. */
  readonly storedWithout?: true
}

/** Likely causes of errors, with their remedies. */
export interface Hints {
  /** By HTTP status. */
  readonly byStatus?: Readonly<Record<number, string>>
  /** A more specific cause, based on the service's message or the declared values. Takes precedence over `byStatus`. */
  byError?(error: ApiError, values: Json): string | undefined
  /** Why the service may not have applied an argument, by its name. */
  readonly byArgument?: Readonly<Record<string, string>>
}

/** The output that contains the id of what an argument refers to: `projectId`. */
export const idOf = (name: string) => `${name}Id`

/** The arguments that are a user. */
export const usersOf = ({ input }: Kind) => Object.keys(input).filter((name) => input[name]?.isUser)

/** The arguments that refer to a project or group, including the parent. */
export const referencesOf = ({ input }: Kind) => Object.keys(input).filter((name) => input[name]?.refers)
