import { type TSchema, Type } from '@sinclair/typebox'
import type { Client, Group, List, Project } from '../../sdk'
import type { Fields } from './field'

/** What can hold a resource. */
export interface Parents {
  project: Project
  group: Group
}

/** A value that the service computes. */
export interface Computed<T = unknown> {
  readonly schema: TSchema
  /** Name in the service's JSON, where it is not the name in snake case. */
  readonly wire?: string
  /** Stored encrypted. */
  readonly secret?: boolean
  /** Only the type `T`, for the outputs of the class. */
  readonly example?: T
}

export type Outputs = Readonly<Record<string, Computed>>
export type ComputedOf<O extends Outputs> = { [K in keyof O]: O[K] extends Computed<infer T> ? T : never }

/** A computed whole number; `wire` names it in the service's JSON. */
export const number = (wire?: string): Computed<number> => ({ schema: Type.Integer(), ...(wire && { wire }) })
/** A computed text. */
export const string = (wire?: string): Computed<string> => ({ schema: Type.String(), ...(wire && { wire }) })

/** Where an object is: the ids of its parent and of itself. */
export type Address<P extends keyof Parents = keyof Parents, Key extends string = string> = Record<P | Key, number>

export type Operation = 'diff' | 'create' | 'read' | 'update' | 'delete'

/** A kind of resource: what you give, what you get, what identifies it, what replaces it, and how the verbs call the API. */
export interface Definition<
  I extends Fields = Fields,
  O extends Outputs = Outputs,
  Live extends object = object,
  Body extends object = object,
  P extends keyof Parents = keyof Parents,
  Key extends string = string,
> {
  /** The noun, in kebab case: the name of the resource's files. */
  readonly kind: string
  /** What holds it; also the name of the argument that says which. */
  readonly parent: P
  /** The output that, with the parent's id, identifies it: the last part of the Pulumi id. */
  readonly key: Key & keyof O
  readonly input: I
  readonly output: O
  /** Arguments of which a change makes another object necessary. */
  readonly replaceOn: readonly (keyof I & string)[]
  /** The service refuses the new object while the old one exists. */
  readonly deleteBeforeReplace?: boolean
  /** Arguments no two objects of a parent share; kinds that allow twins have none. */
  readonly naturalKey?: readonly (keyof I & string)[]
  /** Arguments to send along with those that changed. */
  sendWith?(operation: 'create' | 'update', changed: ReadonlySet<string>): readonly (keyof I & string)[]
  /** Whether a live object is the parent's own, and not merely shown there. */
  ours?(live: Live): boolean
  /** What to say of an object that is no longer the parent's own. */
  readonly lost?: string
  /** Calls by key may reach another object when the object is gone: look before each write. */
  readonly fetchFirst?: boolean
  /** Why an empty list of this parent's proves nothing. */
  hidden?(parent: Parents[P]): string | undefined
  /** Likely causes, with their remedies, by status. */
  readonly causes?: Readonly<Record<number, string>>

  // Methods, not properties: the engine handles all kinds alike, and only methods let it forget their types.
  list(api: Client, at: Record<P, number>): List<Live>
  read(api: Client, at: Address<P, Key>): Promise<Live>
  create(api: Client, at: Record<P, number>, body: Body): Promise<Live>
  update(api: Client, at: Address<P, Key>, body: Partial<Body>): Promise<Live>
  delete(api: Client, at: Address<P, Key>): Promise<unknown>
}

/** Declares a kind of resource. The two type arguments are the service's JSON: what it answers and what it takes. */
export const define =
  <Live extends object, Body extends object>() =>
  <I extends Fields, O extends Outputs, P extends keyof Parents, Key extends string>(
    definition: Definition<I, O, Live, Body, P, Key>,
  ): Definition<I, O, Live, Body, P, Key> =>
    definition
