import type { CustomResource, CustomResourceOptions, Input, Output } from '@pulumi/pulumi'
import type { OnConflict, OnDuplicate, SecretOnAdopt } from '../schema/adoption-fields'
import type { ComputedOf, Outputs } from '../schema/computed'
import type { Definition } from '../schema/define'
import type { Fields, OutputsOf, PlainOf } from '../schema/field'
import type { Json } from '../schema/json'
import type { Kind, Parents } from '../schema/kind'
import { classNameOf } from '../schema/provider-text'
import { type SetKind, setOf } from '../schema/set'
import { dynamic, type Front, native } from './front'
import { extendLate, LateBase } from './late-base'

/** Arguments of resources whose objects have unique names. */
export interface AdoptableByName {
  /**
   * What to do if the object already exists. `"fail"` (default): fails with an error that contains its id. `"adopt"`:
   * adopts the object, changes the properties that differ, and reports each change. `"adopt-if-equal"`: adopts the
   * object only if no property differs. Only used when the resource is created; changing it later has no effect.
   */
  onConflict?: Input<OnConflict> | undefined
}

/** Arguments of resources that can have duplicates on the service. */
export interface AdoptableDuplicate {
  /**
   * What to do if an equal object already exists. `"fail"` (default): fails with an error that contains its id.
   * `"adopt"`: adopts the object, changes the properties that differ, and reports each change. `"adopt-if-equal"`:
   * adopts the object only if no property differs. `"create"`: creates another object while fewer exist than the
   * program declares; then adopts one if the provider's `onConflict` allows it, and fails otherwise. Only used when the
   * resource is created; changing it later has no effect.
   */
  onConflict?: Input<OnDuplicate> | undefined
  /**
   * Id of an object to adopt instead of creating one. Properties that differ are changed and reported. Only used when
   * the resource is created; changing it later has no effect.
   */
  adoptId?: Input<number> | undefined
}

/** Arguments of tokens. */
export interface AdoptableSecret {
  /**
   * What to do if the service does not return the secret of an adopted token. `"rotate"`: creates a new secret, and the
   * old one stops working immediately. `"omit"`: keeps the old secret, and the output `token` is empty. Default: an
   * error. Only used when the resource is created; changing it later has no effect.
   */
  secretOnAdopt?: Input<SecretOnAdopt> | undefined
}

/** Outputs of every resource. */
export interface CommonOutputs {
  /** Base URL of the service. */
  readonly instance: Output<string>
}

type ParentId<P extends keyof Parents> = { readonly [K in `${P}Id`]: Output<number> }

/** The class of a kind's resources. */
export interface ResourceClass<I extends Fields, O extends Outputs, P extends keyof Parents, Args> {
  new (
    name: string,
    args: Args,
    options?: CustomResourceOptions,
  ): CustomResource &
    OutputsOf<I> & { readonly [K in keyof ComputedOf<O>]: Output<ComputedOf<O>[K]> } & ParentId<P> &
    CommonOutputs
}

/** The class of a kind's sets. */
export interface SetClass<I extends Fields, O extends Outputs, P extends keyof Parents, Args> {
  new (
    name: string,
    args: Args,
    options?: CustomResourceOptions,
  ): CustomResource & {
    /** The objects as declared, by key. */
    readonly items: Output<Record<string, Omit<PlainOf<I>, P>>>
    /** The objects' ids on the service, by key. */
    readonly ids: Output<Record<string, Id<O>>>
  } & (O extends { token: unknown } ? Tokens : unknown) &
    (O extends { subjectIds: unknown } ? SubjectIdsOfItems : unknown) & {
      readonly [K in P]: Output<number | string>
    } & ParentId<P> &
    CommonOutputs
}

/** The type of an object's id: a number, or the name if the service assigns no number. */
type Id<O extends Outputs> = { [K in keyof O]: K extends `${string}Id` ? number : never }[keyof O] extends never
  ? string
  : number

/** Outputs of sets of tokens. */
interface Tokens {
  /** The secrets of the tokens by key. Encrypted in the state. */
  readonly tokens: Output<Record<string, string>>
}

/** Outputs of sets whose items can name users and groups. */
interface SubjectIdsOfItems {
  /** Ids of the users and groups that items name, by key, such as `{ "user alice": 3 }`. Undefined if no item names any. */
  readonly subjectIds: Output<Record<string, Record<string, number>> | undefined>
}

/** The Pulumi resource class of a kind's sets: `resourceSet<LabelSetArgs>()(label)`. */
export const resourceSet =
  <Args>() =>
  <I extends Fields, O extends Outputs, P extends keyof Parents>(kind: Kind<I, O, P>): SetClass<I, O, P, Args> =>
    classOf(setOf(kind as unknown as Definition), dynamic) as SetClass<I, O, P, Args>

/** The Pulumi resource class of a kind: `resource<LabelArgs>()(label)`. */
export const resource =
  <Args>() =>
  <I extends Fields, O extends Outputs, P extends keyof Parents>(kind: Kind<I, O, P>): ResourceClass<I, O, P, Args> =>
    classOf(kind as unknown as Kind, dynamic) as ResourceClass<I, O, P, Args>

/** The kinds of the resource classes. */
const kinds = new WeakMap<object, Kind | SetKind>()

/** The resource class of the plugin `trueup` with the arguments and outputs of a class of dynamic resources. */
export const nativeClassOf = <C extends object>(dynamicClass: C): C => {
  const kind = kinds.get(dynamicClass) ?? kinds.get(Object.getPrototypeOf(dynamicClass) as object)
  if (!kind) throw new TypeError('not a resource class of this package')
  return classOf(kind, native) as C
}

type Declare = ReturnType<typeof import('./declare-resource').declaring>

function classOf(kind: Kind | SetKind, front: Front): unknown {
  const type = front.typeOf(kind.kind)
  let declare: Declare | undefined

  class OfKind extends LateBase {
    constructor(name: string, args: Json, options?: CustomResourceOptions) {
      // Loaded on demand, with Pulumi's runtime.
      declare ??= (require('./declare-resource') as typeof import('./declare-resource')).declaring(kind, front)
      const { props, options: all, declared } = declare(name, args, options)
      // Pulumi captures a stack trace for each of about fifty promises, which takes longer than the rest of the
      // constructor.
      const { stackTraceLimit } = Error
      if (!keepStackTraces) Error.stackTraceLimit = 0
      try {
        super(type, name, props, all)
      } catch (error) {
        Error.stackTraceLimit = stackTraceLimit
        if (error instanceof Error && !error.stack?.includes('\n    at ')) Error.captureStackTrace(error)
        throw error
      } finally {
        Error.stackTraceLimit = stackTraceLimit
      }
      declared(this)
    }
  }
  Object.defineProperty(OfKind, 'name', { value: classNameOf(kind.kind) })
  extendLate(OfKind)
  kinds.set(OfKind, kind)
  return OfKind
}

/** Whether the stack traces are needed to find promises that never resolve. */
const keepStackTraces = Boolean(process.env.PULUMI_DEBUG_PROMISE_LEAKS)
