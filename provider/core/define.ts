import type { Client, Group, List, Project } from '../../sdk'
import type { Fields, PlainOf } from './field'
import type { Json } from './plain'

/** What can hold a resource. */
export interface Parents {
  project: Project
  group: Group
}

/** A value that the service computes. */
export interface Computed<T = unknown> {
  /** Name in the service's JSON, where it is not the name in snake case. */
  readonly wire?: string
  /** Stored encrypted. */
  readonly secret?: boolean
  /** Shown by writes alone, or masked later: reading never changes what the state has. */
  readonly once?: boolean
  /** Works the value out where it is not simply a field of the service's JSON; undefined where it is not shown. */
  read?(live: Json): unknown
  /** Only the type `T`, for the outputs of the class. */
  readonly example?: T
}

type ComputedTraits = Omit<Computed, 'example'>

export type Outputs = Readonly<Record<string, Computed>>
export type ComputedOf<O extends Outputs> = { [K in keyof O]: O[K] extends Computed<infer T> ? T : never }

/** A computed whole number; `wire` names it in the service's JSON. */
export const number = (wire?: string): Computed<number> => (wire ? { wire } : {})
/** A computed text. */
export const string = (wire?: string): Computed<string> => (wire ? { wire } : {})
/** A computed yes or no. */
export const boolean = (wire?: string): Computed<boolean> => (wire ? { wire } : {})
/** A computed value of any other type: `computed<string | null>({ once: true })`. */
export const computed = <T>(traits: ComputedTraits = {}): Computed<T> => traits

/** Where an object is: the ids of its parent and of itself. */
export type Address<
  P extends keyof Parents = keyof Parents,
  Key extends string = string,
  K extends number | string = number | string,
> = { readonly [name in P | Key]: name extends P ? number : K }

/** What tells one object of a kind from another: an output (a number) or an argument (a text). */
type KeyOf<O, Key> = string extends Key ? number | string : Key extends keyof O ? number : string

export type Operation = 'diff' | 'create' | 'read' | 'update' | 'delete'

/** An update under way. */
export interface Change<I extends Fields, Live extends object> {
  /** What is declared. */
  readonly want: PlainOf<I>
  /** The arguments that differ. */
  readonly changed: ReadonlySet<string>
  /** The object as it was just read; with `fetchFirst` alone. */
  readonly live: Live
}

/** What a state that no longer has its object of old may still be about. */
export interface Heir<Live extends object> {
  readonly live: Live
  /** State's outputs that say so. */
  readonly outputs: Json
}

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
  /** The output or argument that, with the parent's id, identifies it: the last part of the Pulumi id. */
  readonly key: Key & keyof (I & O)
  /** The object may get another key during its life: calls use the state's, while the Pulumi id stays. */
  readonly rekeyed?: boolean
  readonly input: I
  readonly output: O
  /** Arguments of which a change makes another object necessary. */
  readonly replaceOn: readonly (keyof I & string)[]
  /** The service refuses the new object while the old one exists. */
  readonly deleteBeforeReplace?: boolean
  /** Arguments no two objects of a parent share; kinds that allow twins have none. */
  readonly naturalKey?: readonly (keyof I & string)[]
  /** The argument that names an object of a kind without natural key in messages. */
  readonly title?: keyof I & string
  /** What is wrong with arguments that are right one by one; those that are not known yet are missing. */
  check?(inputs: Partial<PlainOf<I>>): { property: keyof I & string; reason: string }[]
  /** Arguments to send along with those that changed. */
  sendWith?(operation: 'create' | 'update', changed: ReadonlySet<string>): readonly (keyof I & string)[]
  /** Whether a live object is the parent's own, and not merely shown there. */
  ours?(live: Live): boolean
  /** What to say of an object that is no longer the parent's own. */
  readonly lost?: string
  /** Look before each write: calls by key may reach another object, or the update needs to see what is there. */
  readonly fetchFirst?: boolean
  /** Why an empty list of this parent's proves nothing. */
  hidden?(parent: Parents[P]): string | undefined
  /** Whether the object, if it cannot be found, ended on the day that was declared. */
  expired?(state: PlainOf<I>, now: Date): boolean
  /** Whether an object that is still shown has ended all the same. */
  ended?(live: Live): boolean
  /** Which of the collection's objects has taken the place of the state's, which ended. */
  heir?(state: Json, collection: Live[]): Heir<Live> | undefined
  /** Whether the state itself says that an update is due, though no argument differs. */
  stale?(state: Json): boolean
  /** Likely causes, with their remedies, by status. */
  readonly causes?: Readonly<Record<number, string>>
  /** Why the service may not have taken an argument, by its name. */
  readonly reasons?: Readonly<Partial<Record<keyof I, string>>>

  // Methods, not properties: the engine handles all kinds alike, and only methods let it forget their types.
  list(api: Client, at: Record<P, number>): List<Live>
  read(api: Client, at: Address<P, Key, KeyOf<O, Key>>): Promise<Live>
  create(api: Client, at: Record<P, number>, body: Body, want: PlainOf<I>): Promise<Live>
  update(
    api: Client,
    at: Address<P, Key, KeyOf<O, Key>>,
    body: Partial<Body>,
    change: Change<I, Live>,
  ): Promise<Partial<Live>>
  delete(api: Client, at: Address<P, Key, KeyOf<O, Key>>): Promise<unknown>
  /** More of an object that was just written, by further calls. */
  details?(api: Client, at: Address<P, Key, KeyOf<O, Key>>, want: PlainOf<I>): Promise<Json>
  /** State's outputs while nobody knows what the service showed once; they make `stale` true. */
  readonly concealed?: Json
  /** Makes the service show anew what it shows once, for an object whose answer was lost. */
  reveal?(api: Client, at: Address<P, Key, KeyOf<O, Key>>, want: PlainOf<I>): Promise<Live>
}

/** Declares a kind of resource. The two type arguments are the service's JSON: what it answers and what it takes. */
export const define =
  <Live extends object, Body extends object>() =>
  <I extends Fields, O extends Outputs, P extends keyof Parents, Key extends string>(
    definition: Definition<I, O, Live, Body, P, Key>,
  ): Definition<I, O, Live, Body, P, Key> =>
    definition
