import { all, Output, secret } from '@pulumi/pulumi/output'
import { CustomResource, type CustomResourceOptions, mergeOptions } from '@pulumi/pulumi/resource'
import type { Input } from '@pulumi/pulumi'
import type { OnConflict } from './check'
import type { ComputedOf, Outputs } from './computed'
import type { Definition } from './define'
import type { Fields, OutputsOf, PlainOf } from './field'
import type { Kind, Parents } from './kind'
import type { Json } from './plain'
import { type SetKind, setOf } from './set'
import { refuseTwin } from './twins'
import { warnOfPlainToken } from './plain-token'

/** What a resource can be told whose objects have names of their own. */
export interface AdoptableByName {
  /**
   * What to do when the object exists already. `"fail"` (the default) is an error that names it; `"adopt"` takes it
   * over and changes what differs, each change shown; `"adopt-if-equal"` takes it over only if nothing differs.
   * Counts when the resource is created; changing it later makes no difference.
   */
  onConflict?: Input<OnConflict> | undefined
}

/** What a resource can be told of which there may be several alike. */
export interface AdoptableById {
  /**
   * Id of an object to take over instead of creating one; what differs is changed, each change shown.
   * Counts when the resource is created; changing it later makes no difference.
   */
  adoptId?: Input<number> | undefined
}

/** What every resource has beside its own outputs. */
export interface CommonOutputs {
  /** Base URL of the service it lives on. */
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

const pascal = (kind: string) => kind.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The Pulumi type of a kind. */
export const typeOf = (kind: string) => `pulumi-nodejs:dynamic/trueup:${pascal(kind)}`

/**
 * The text that Pulumi stores with each resource, and evaluates in the program's folder to find its provider.
 * State written by this release holds it for ever.
 */
export const providerText = (kind: string) => `exports.handler=()=>require("trueup/runtime").provider("${kind}")`

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
  } & (O extends { token: unknown } ? Tokens : unknown) & { readonly [K in P]: Output<number | string> } & ParentId<P> &
    CommonOutputs
}

/** What identifies an object: a number that the service gives, or else its name. */
type Id<O extends Outputs> = { [K in keyof O]: K extends `${string}Id` ? number : never }[keyof O] extends never
  ? string
  : number

/** What sets of tokens have. */
interface Tokens {
  /** The tokens themselves, by key. Stored encrypted. */
  readonly tokens: Output<Record<string, string>>
}

/** The Pulumi resource class of a kind's sets: `resourceSet<LabelSetArgs>()(label)`. */
export const resourceSet =
  <Args>() =>
  <I extends Fields, O extends Outputs, P extends keyof Parents>(kind: Kind<I, O, P>): SetClass<I, O, P, Args> =>
    classOf(setOf(kind as unknown as Definition)) as unknown as SetClass<I, O, P, Args>

/** The Pulumi resource class of a kind: `resource<LabelArgs>()(label)`. */
export const resource =
  <Args>() =>
  <I extends Fields, O extends Outputs, P extends keyof Parents>(kind: Kind<I, O, P>): ResourceClass<I, O, P, Args> =>
    classOf(kind as unknown as Kind) as ResourceClass<I, O, P, Args>

function classOf(kind: Kind | SetKind): unknown {
  const type = typeOf(kind.kind)
  const outputs = [...Object.keys(kind.output), ...(kind.parent ? [`${kind.parent}Id`] : []), 'instance']
  const secretInputs = Object.keys(kind.input).filter((name) => kind.input[name]?.secret)
  const secretOutputs = Object.keys(kind.output).filter((name) => kind.output[name]?.secret)

  class OfKind extends CustomResource {
    constructor(name: string, args: Json, options?: CustomResourceOptions) {
      warnOfPlainToken()
      const props: Json = { ...args, __provider: providerText(kind.kind) }
      // An output has to be named, though not known, for Pulumi to give it a property.
      for (const output of outputs) props[output] = undefined
      for (const input of secretInputs) if (props[input] !== undefined) props[input] = secret(props[input])
      if ('of' in kind) props.items = withSecrets(kind.of, props.items)
      const made: { resource?: OfKind } = {}
      // A property of its own, which `check` drops: it fails the registration, and makes no known value unknown.
      if (!options?.id) {
        props.__declaredOnce = declaredOnce(kind, props, (of, key, values) => {
          if (made.resource) refuseTwin(of, made.resource, name, key, values)
        })
      }
      // Pulumi takes down a stack for each of some fifty promises, which takes longer than all else that is done here.
      const { stackTraceLimit } = Error
      if (!wantsStacks) Error.stackTraceLimit = 0
      try {
        super(type, name, props, mergeOptions(options, { additionalSecretOutputs: secretOutputs }))
      } catch (error) {
        Error.stackTraceLimit = stackTraceLimit
        if (error instanceof Error && !error.stack?.includes('\n    at ')) Error.captureStackTrace(error)
        throw error
      } finally {
        Error.stackTraceLimit = stackTraceLimit
      }
      made.resource = this
    }
  }
  Object.defineProperty(OfKind, 'name', { value: pascal(kind.kind) })
  return OfKind
}

/** Whether somebody looks for promises that never end, by these stacks. */
const wantsStacks = Boolean(process.env.PULUMI_DEBUG_PROMISE_LEAKS)

/** Fails when something that a resource declares is refused. An output is made only for what is not known yet. */
function declaredOnce(
  kind: Kind | SetKind,
  props: Json,
  refuse: (of: Kind, key: string[], values: readonly unknown[]) => void,
): unknown {
  const declared = declarations(kind, props)
  const later = declared.filter(({ values }) => !values.every(isKnown))
  const now = declared.filter(({ values }) => values.every(isKnown))
  // After the constructor, when there is a resource to speak of.
  const known = Promise.resolve().then(() => now.forEach(({ of, key, values }) => refuse(of, key, values)))
  if (later.length === 0) return known
  return all([known, ...later.map(({ of, key, values }) => all(values).apply((found) => refuse(of, key, found)))])
}

const isKnown = (value: unknown): boolean => !Output.isInstance(value) && !(value instanceof Promise)

/** What a resource declares that no other may: its natural key, or those of a set's items. */
function declarations(kind: Kind | SetKind, props: Json): { of: Kind; key: string[]; values: unknown[] }[] {
  const of = 'of' in kind ? kind.of : kind
  if (!of.naturalKey) return []
  const parents = of.parent ? [of.parent] : []
  const key = [...parents, ...of.naturalKey]
  if (!('of' in kind)) return [{ of, key, values: key.map((part) => props[part]) }]
  return entriesOf(props.items).map(([name, item]) => {
    const names = of.naturalKey?.map((part) => item[part] ?? name) ?? []
    return { of, key, values: [...parents.map((part) => props[part]), ...names] }
  })
}

/** The items of a set that can be looked into before all of them are known. */
const entriesOf = (items: unknown): [string, Json][] =>
  isPlain(items) ? Object.entries(items).filter((entry): entry is [string, Json] => isPlain(entry[1])) : []

const isPlain = (value: unknown): value is Json =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !Output.isInstance(value) &&
  !(value instanceof Promise)

/** Wraps the secrets of a set's items; where they cannot be told from the rest yet, all of it. */
function withSecrets({ input }: Kind, items: unknown): unknown {
  const secrets = Object.keys(input).filter((name) => input[name]?.secret)
  if (secrets.length === 0) return items
  if (!isPlain(items)) return secret(items)
  const wrapped = Object.entries(items).map(([key, item]) => {
    if (!isPlain(item)) return [key, secret(item)]
    const own = secrets.filter((name) => item[name] != null).map((name) => [name, secret(item[name])])
    return [key, { ...item, ...(Object.fromEntries(own) as Json) }]
  })
  return Object.fromEntries(wrapped)
}
