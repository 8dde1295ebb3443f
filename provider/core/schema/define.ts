import type { Client, RequestOptions } from '../../../sdk'
import type { Caller } from './caller'
import type { Outputs } from './computed'
import type { Container } from './container'
import type { Existence } from './existence'
import type { Fields, PlainOf } from './field'
import type { Json } from './json'
import type { Hints, Identity, Kind, Parents } from './kind'
import type { OtherTools } from './other-tools'
import type { CollectionParams, KeyOf, ObjectParams } from './params'
import type { PreviewContext } from './preview-context'
import type { Recreation } from './recreation'
import type { Refusal } from './refusal'
import type { RequiredRole } from './required-role'
import type { RotationStrategy } from './rotation'

/** A collection of the service. Has `page` if the service returns it in pages. */
export interface Collection<Live> {
  all(): Promise<Live[]>
  page?(page: number): Promise<{ items: Live[]; total?: number; totalPages?: number; nextPage?: number }>
}

/** An update of an object. */
export interface Change<I extends Fields, Live extends object> {
  /** The declared arguments. */
  readonly inputs: PlainOf<I>
  /** The arguments that differ. */
  readonly changed: ReadonlySet<string>
  /** The object as it was just read, if the definition has `fetchFirst`. */
  readonly live: Live
}

/**
 * The body of a request that creates an object. Required arguments are always part of it. Arguments that have their
 * default are not, unless `sendWith` names them.
 */
export type CreateBody<I extends Fields, Body extends object> = Partial<Body> & {
  [K in keyof I as I[K] extends { optional: true } ? never : Extract<SnakeCase<K>, keyof Body>]: Body[Extract<
    SnakeCase<K>,
    keyof Body
  >]
}

type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

/** How objects are read and changed. Requests are methods of the client. */
export interface Api<
  I extends Fields = Fields,
  O extends Outputs = Outputs,
  Live extends object = object,
  Body extends object = object,
  P extends keyof Parents = keyof Parents,
  Within extends string = string,
  Key extends string = string,
> {
  /**
   * Read the object before each write: a request by key may reach another object, or the update needs the current
   * values.
   */
  readonly fetchFirst?: boolean
  /** Arguments to send in addition to the changed ones. */
  sendWith?(
    operation: 'create' | 'update',
    changed: ReadonlySet<string>,
    inputs: PlainOf<I>,
  ): readonly (keyof I & string)[]

  /** Whether objects in a list lack properties of a resource with these values, so that a refresh reads it on its own. */
  listOmits?(values: Partial<PlainOf<I>>): boolean
  /** Returns why the service would refuse an update, with the remedy. It is called before anything is sent. */
  problemOfUpdate?(former: PlainOf<I>, inputs: PlainOf<I>): string | undefined

  /**
   * Returns what an update of the changed arguments would also change on the service, for previews:
   * `sharedRunnersSetting, which also applies to the 4 projects of the group`. Only reads.
   */
  effects?(api: Client, live: Live, body: Partial<Body>): Promise<string[]>

  /**
   * Returns why an update of the changed arguments would fail, for previews: other settings of the live object do not fit.
   * Only reads.
   */
  refusals?(api: Client, live: Live, body: Partial<Body>, inputs: PlainOf<I>): Promise<Refusal[]>

  /**
   * Returns why the service would not accept the changed arguments of an object that is created or updated, for previews:
   * an approver who is not a member. Only reads. `inputs` contain the ids of the users and groups that they name.
   */
  refusalsOfInputs?(
    api: Client,
    at: CollectionParams<P | Within>,
    inputs: PlainOf<I>,
    changed: ReadonlySet<string>,
    context: PreviewContext<P>,
  ): Promise<Refusal[]>

  /**
   * Returns why the service may refuse the replacement of an object, even after its deletion, because of the others of the
   * collection, with the remedy: `10 mirrors are enabled: disable one first`.
   */
  refusalBeside?(others: readonly Live[], inputs: PlainOf<I>): string | undefined
  /** What is not done between the deletion of an object and the creation of its replacement: `nothing is pushed`. */
  readonly meanwhile?: string

  /**
   * Returns what an object has on the service that its replacement with these arguments will not have, with the remedy:
   * `its host keys: declare hostKeys`.
   */
  lostByReplacement?(live: Live, inputs: PlainOf<I>): string | undefined

  // Methods, not properties: the engine handles all kinds in the same way, and only methods can be assigned to less specific types.
  list(api: Client, at: CollectionParams<P | Within>): Collection<Live>
  /** Reads one object. Objects of kinds without such an endpoint are found in their list. */
  read?(api: Client, at: ObjectParams<P | Within, Key, KeyOf<I, O, Key>>): Promise<Live>
  /**
   * Returns undefined if the response does not contain the object, which is then found by its natural key. Missing if each
   * parent has one object, which resources adopt.
   */
  create?(
    api: Client,
    at: CollectionParams<P | Within>,
    body: CreateBody<I, Body>,
    inputs: PlainOf<I>,
  ): Promise<Live | undefined>
  /**
   * Missing if the API can change all objects. The key must be an argument whose change replaces the resource, so that the
   * new object has the key of the old one.
   */
  readonly recreate?: Recreation<I, Live, P, Within>
  /** Missing if every change replaces the object, or recreates it. */
  update?(
    api: Client,
    at: ObjectParams<P | Within, Key, KeyOf<I, O, Key>>,
    body: Partial<Body>,
    change: Change<I, Live>,
    caller: Caller,
  ): Promise<Partial<Live>>
  /**
   * Missing if the service cannot delete the object. `state` is that of the resource.
   *
   * @throws Kept if the service keeps the object, so that the resource only gives it up.
   */
  delete?(
    api: Client,
    at: ObjectParams<P | Within, Key, KeyOf<I, O, Key>>,
    state: Json,
    caller: Caller,
  ): Promise<unknown>
  /** Returns more properties of an object that was just written, from further requests. */
  details?(api: Client, at: ObjectParams<P | Within, Key, KeyOf<I, O, Key>>, inputs: PlainOf<I>): Promise<Json>
}

/**
 * A kind of object that a program owns: how it is identified, when it exists, and which requests read and change it.
 */
export interface Definition<
  I extends Fields = Fields,
  O extends Outputs = Outputs,
  Live extends object = object,
  Body extends object = object,
  P extends keyof Parents = keyof Parents,
  Within extends string = string,
  Key extends string = string,
> extends Kind<I, O, P> {
  readonly identity: Identity<I, O, P> & {
    readonly parent: P
    readonly within?: readonly (Within & keyof I & string)[]
    readonly key: (Key & keyof (I & O) & string) | readonly (Key & keyof I & string)[]
  }
  readonly api: Api<I, O, Live, Body, P, Within, Key>
  /** If the objects are projects or groups. */
  readonly container?: Container<I, P>
  readonly existence?: Existence<I, Live, P>
  readonly rotation?: RotationStrategy<I, O, Live, P, Within, Key>
  readonly hints?: Hints & {
    /** Why the service may not have applied an argument that was sent. */
    readonly byArgument?: Readonly<Partial<Record<keyof I, string>>>
    /** Why GitLab Community Edition does not apply it. */
    readonly onCommunity?: Readonly<Partial<Record<keyof I, string>>>
  }
  /**
   * Returns what users should know about an object that was written or read: `applies only to branch x.` `values` are its
   * arguments, and after a read also its outputs.
   */
  warnings?(live: Live, values: Json): string[]
  /**
   * Returns what is probably a mistake in the arguments, although the service accepts it, for previews:
   * `is never called, because no event is enabled.` Arguments that are not known yet are undefined. `changed` contains the
   * names of those that differ from the state, or from the defaults.
   */
  likelyMistakes?(inputs: Partial<PlainOf<I>>, changed: ReadonlySet<string>): string[]
  readonly namesakes?: Namesakes<Live, P, Within>
  readonly requiredRole?: RequiredRole<I, Live>
  /** Whether there is a resource for a set of these objects, such as `LabelSet`, and the words for them. */
  readonly sets?: true | SetWords
  /** How components, files and exports write the object, if each parent has exactly one. Not together with `sets`. */
  readonly single?: Single<I, Live, P>
  readonly otherTools: OtherTools
  /** Whether `trueup export` and `trueup drift --unmanaged` list the objects: a project or group consists of them. */
  readonly exported?: true
  /**
   * Returns what a reviewer needs to know about an object that no program declares, besides its name: the role of a member.
   * No part of it is secret. The values are those of its arguments and outputs that are known; unknown facts are undefined.
   */
  facts?(values: Json): Json
  /**
   * Returns the name that `trueup export` gives to an object without a unique one, such as the host of a mirror, if it
   * looks like a name. No part of it is secret.
   */
  exportName?(inputs: Json): unknown
}

/**
 * Objects in what the parent contains, which the service accepts beside an object with the same natural key, but which
 * users can confuse with it. They are searched for when an object is created or renamed.
 */
export interface Namesakes<
  Live extends object = object,
  P extends keyof Parents = keyof Parents,
  Within extends string = string,
> {
  /** The objects of the parent and of what it contains. With `search`, at least those whose natural key contains it. */
  list(
    api: Client,
    at: CollectionParams<P | Within>,
    params: { search?: string },
    options: RequestOptions,
  ): Collection<Live>
  /** Describes them, after the name of the object: `has the name of 2 labels of projects.` */
  describe(count: number): string
}

/** An object that each parent has exactly once, such as its approval settings. */
export interface Single<
  I extends Fields = Fields,
  Live extends object = object,
  P extends keyof Parents = keyof Parents,
> {
  /** The argument of `ProjectSettings` or `GroupSettings` for the arguments of the object: `approvalSettings`. */
  readonly argument: string
  /** The object in the documentation of that argument, at the start of a sentence: `The approval settings`. */
  readonly title: string
  /**
   * Returns the values of a new project or group, which `trueup export` omits. It writes all other values that are not
   * null. `readParent` can send a request, once in a process.
   */
  initialValues(live: Live, readParent: () => Promise<Parents[P]>): Promise<Partial<PlainOf<I>>> | Partial<PlainOf<I>>
}

/** Words in the documentation of `ProjectSettings`, if they differ from the plural of the kind. */
export interface SetWords {
  /** The objects: `mirrors`. */
  readonly objects?: string
  /** The objects at the start of a sentence: `Push mirrors`. */
  readonly title?: string
  /** How objects are removed: `unprotect environments`. */
  readonly remove?: string
  /** What stays on the service if an item is removed: `protections`. */
  readonly keep?: string
}

/** Declares a kind of object. The two type arguments are the JSON of the service's responses and of request bodies. */
export const define =
  <Live extends object, Body extends object>() =>
  <I extends Fields, O extends Outputs, P extends keyof Parents, Key extends string, Within extends string = never>(
    // Functions that several kinds share only know some of the arguments.
    definition: Definition<NoInfer<I>, O, Live, Body, P, Within, Key> & { readonly input: I },
  ): Definition<I, O, Live, Body, P, Within, Key> =>
    definition

/** The definition of projects or of groups. */
export type ContainerDefinition = Definition & { readonly container: Container }

type Given<D, I extends Fields, P extends keyof Parents> = Omit<
  D,
  'container' | 'identity' | 'input' | 'kind' | 'replaceOn'
> & {
  readonly kind: P
  readonly input: I
  readonly container: Container<NoInfer<I>, P>
}

/**
 * Declares a kind of project or group, which its id identifies. The argument with the name of the kind refers to it: there is
 * nothing else to adopt, and another project or group replaces the resource.
 */
export const defineContainer =
  <Live extends object, Body extends object>() =>
  <I extends Fields, O extends Outputs, P extends keyof Parents>(
    definition: Given<Definition<NoInfer<I>, O, Live, Body, P, never, `${P}Id`>, I, P>,
  ): Definition<I, O, Live, Body, P, never, `${P}Id`> => {
    const { kind } = definition
    const identity: Identity = {
      parent: kind,
      key: `${kind}Id`,
      naturalKey: [],
      adoption: 'never',
      isSingle: () => true,
    }
    return { ...definition, identity, replaceOn: [kind] } as unknown as Definition<I, O, Live, Body, P, never, `${P}Id`>
  }
