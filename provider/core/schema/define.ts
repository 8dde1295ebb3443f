import type { Client } from '../../../sdk'
import type { Outputs } from './computed'
import type { Fields, Plain, PlainOf } from './field'
import type { Kind, Parents } from './kind'
import type { Json } from './plain'

/** Where a collection is: the id of its parent, and whatever else says which of the parent's collections it is. */
export type CollectionParams<P extends string = string> = { readonly [name in P]: number }

/** Where an object is: its collection and its own key. */
export type ObjectParams<
  P extends string = string,
  Key extends string = string,
  K extends number | string = number | string,
> = { readonly [name in P | Key]: string extends P ? number | string : name extends P ? number : K }

/** What tells one object of a kind from another: an output (a number) or an argument. */
type KeyOf<I extends Fields, O, Key> = string extends Key
  ? number | string
  : Key extends keyof O
    ? number
    : Key extends keyof I
      ? Plain<I[Key]> & (number | string)
      : never

/** A collection of the service: all of it, and page by page where it comes in pages. */
export interface Collection<Live> {
  all(): Promise<Live[]>
  page?(page: number): Promise<{ items: Live[]; total?: number; totalPages?: number; nextPage?: number }>
}

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

/** How an object is followed by another one, while it goes on beside that for some time. */
export interface Succession<I extends Fields = Fields> {
  /** The output that holds the key of the one that was followed, as long as it goes on. */
  readonly predecessor: string
  /** Whether an update of these arguments makes a successor, rather than changing the object. */
  begins(want: PlainOf<I>, changed: ReadonlySet<string>, state: Json): boolean
  /** Whether the time of the predecessor is over. */
  isOver(want: PlainOf<I>): boolean
}

/** A kind of object that a program owns: what identifies it, what becomes of it, and how the verbs call the API. */
export interface Definition<
  I extends Fields = Fields,
  O extends Outputs = Outputs,
  Live extends object = object,
  Body extends object = object,
  P extends keyof Parents = keyof Parents,
  Within extends string = string,
  Key extends string = string,
> extends Kind<I, O, P> {
  readonly parent: P
  readonly within?: readonly (Within & keyof I & string)[]
  readonly key: Key & keyof (I & O) & string
  /** The object may get another key during its life: calls use the state's, while the Pulumi id stays. */
  readonly rekeyed?: boolean
  /** Arguments to send along with those that changed. */
  sendWith?(operation: 'create' | 'update', changed: ReadonlySet<string>): readonly (keyof I & string)[]
  /** Whether a live object is the parent's own, and not merely shown there. */
  ours?(live: Live): boolean
  /** What to say of an object that is no longer the parent's own. */
  readonly estranged?: { reason: string; remedy?: string }
  /** Look before each write: calls by key may reach another object, or the update needs to see what is there. */
  readonly fetchFirst?: boolean
  /** Why an empty list of this parent's proves nothing. */
  hidden?(parent: Parents[P]): string | undefined
  /** Whether the object, if it cannot be found, ended on the day that was declared. */
  expired?(state: PlainOf<I>, now: Date): boolean
  /** Whether an object that is still shown has ended all the same. */
  ended?(live: Live): boolean
  /** Whether an object cannot be used any more, so that another one may have its natural key. */
  spent?(live: Live): boolean
  /** Which of the collection's objects has taken the place of the state's, which ended. */
  heir?(state: Json, collection: Live[]): Heir<Live> | undefined
  /** The other objects of the collection that requests at the same moment made in place of one. */
  doubles?(live: Live, collection: Live[]): Live[]
  /** Whether the state itself says that an update is due, though no argument differs. */
  stale?(state: Json): boolean
  /** Whether there is a resource for a whole set of them: `LabelSet`. */
  readonly inSets?: true
  /** Whether an object is another user's, who alone may judge whether it is needed. */
  isForeign?(live: Live, username: string): boolean
  readonly succession?: Succession<I>
  /** Why the service may not have taken an argument, by its name. */
  readonly reasons?: Readonly<Partial<Record<keyof I, string>>>

  // Methods, not properties: the engine handles all kinds alike, and only methods let it forget their types.
  list(api: Client, at: CollectionParams<P | Within>): Collection<Live>
  /** One object; kinds without such an endpoint are found in their list. */
  read?(api: Client, at: ObjectParams<P | Within, Key, KeyOf<I, O, Key>>): Promise<Live>
  /** Undefined where the answer does not show the object: it is then looked up by its natural key. */
  create(api: Client, at: CollectionParams<P | Within>, body: Body, want: PlainOf<I>): Promise<Live | undefined>
  /** Absent where every change makes another object. */
  update?(
    api: Client,
    at: ObjectParams<P | Within, Key, KeyOf<I, O, Key>>,
    body: Partial<Body>,
    change: Change<I, Live>,
  ): Promise<Partial<Live>>
  /** Absent where the service has no way to delete it. */
  delete?(api: Client, at: ObjectParams<P | Within, Key, KeyOf<I, O, Key>>): Promise<unknown>
  /** More of an object that was just written, by further calls. */
  details?(api: Client, at: ObjectParams<P | Within, Key, KeyOf<I, O, Key>>, want: PlainOf<I>): Promise<Json>
  /** What else the token has to see for a list that lacks the object to prove that it is gone. */
  witness?(api: Client, state: Json): Promise<unknown>
  /** State's outputs while nobody knows what the service showed once; they make `stale` true. */
  readonly concealed?: Json
  /** Makes the service show anew what it shows once, for an object whose answer was lost. */
  reveal?(api: Client, at: ObjectParams<P | Within, Key, KeyOf<I, O, Key>>, want: PlainOf<I>): Promise<Live>
}

/** Declares a kind of object. The two type arguments are the service's JSON: what it answers and what it takes. */
export const define =
  <Live extends object, Body extends object>() =>
  <I extends Fields, O extends Outputs, P extends keyof Parents, Key extends string, Within extends string = never>(
    definition: Definition<I, O, Live, Body, P, Within, Key>,
  ): Definition<I, O, Live, Body, P, Within, Key> =>
    definition
