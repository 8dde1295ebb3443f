import type { Input, Output } from '@pulumi/pulumi'
import { RunError } from '@pulumi/pulumi/errors'
import { CustomResource, type CustomResourceOptions, mergeOptions } from '@pulumi/pulumi/resource'
import type { OnConflict, OnDuplicate, SecretOnAdopt } from '../schema/check'
import type { ComputedOf, Outputs } from '../schema/computed'
import type { Definition } from '../schema/define'
import type { Fields, OutputsOf, PlainOf } from '../schema/field'
import { importProblem } from '../schema/import-problem'
import type { Kind, Parents } from '../schema/kind'
import type { Json } from '../schema/plain'
import { classNameOf, providerText, typeOf } from '../schema/provider-text'
import type { SecretPath } from '../schema/secret-paths'
import { type SetKind, setOf } from '../schema/set'
import { fullNameOf } from '../service/resource-names'
import { reportAdoptions } from './adoption-summary'
import { declare } from './declare'
import { DECLARATION, type DeclarationProperty } from './declarers'
import { lastly } from './last-transformation'
import { refuseMisspelled } from './misspelled-settings'
import { warnOfPlainToken } from './plain-token'
import { ledgerOfProgram } from './program'
import { secretPathsOf, withSecrets } from './secret-inputs'

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
export interface AdoptableDuplicate {
  /**
   * What to do when one that is alike exists already. `"fail"` (the default) is an error that names it; `"adopt"` takes
   * it over and changes what differs, each change shown; `"adopt-if-equal"` takes it over only if nothing differs;
   * `"create"` makes another one, as long as fewer exist than the program declares.
   * Counts when the resource is created; changing it later makes no difference.
   */
  onConflict?: Input<OnDuplicate> | undefined
  /**
   * Id of an object to take over instead of creating one; what differs is changed, each change shown.
   * Counts when the resource is created; changing it later makes no difference.
   */
  adoptId?: Input<number> | undefined
}

/** What a token can be told beside that. */
export interface AdoptableSecret {
  /**
   * What to do when the token that is taken over does not show its secret. `"rotate"` makes a new secret, which ends
   * the old one at once; `"omit"` leaves the old one in force and the output `token` empty. Default: an error.
   * Counts when the resource is created; changing it later makes no difference.
   */
  secretOnAdopt?: Input<SecretOnAdopt> | undefined
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

/** A type of this package, to ask a parent for the provider that its children inherit. */
const providerModule = 'pulumi-nodejs:dynamic:Resource'

function classOf(kind: Kind | SetKind): unknown {
  const type = typeOf(kind.kind)
  const inputs = Object.keys(kind.input)
  const outputs = [
    ...Object.keys(kind.output),
    ...(kind.identity.parent ? [`${kind.identity.parent}Id`] : []),
    'instance',
  ]
  const secretOutputs = Object.keys(kind.output).filter((name) => kind.output[name]?.secret)

  class OfKind extends CustomResource {
    constructor(name: string, args: Json, options?: CustomResourceOptions) {
      warnOfPlainToken()
      if (!(options?.provider ?? options?.parent?.getProvider(providerModule))) refuseMisspelled()
      const props: Json = { ...args, __provider: providerText(kind.kind) }
      // Pulumi creates properties only for names in `props`, including outputs and omitted arguments.
      for (const output of outputs) props[output] = undefined
      for (const input of inputs) if (!Object.hasOwn(props, input)) props[input] = undefined
      const ledger = ledgerOfProgram()
      const fullName = fullNameOf(type, name, options?.parent)
      let declared: Json | undefined
      const last = lastly(({ props: given, opts }) => {
        const { id, import: importId } = opts as CustomResourceOptions
        if (importId !== undefined) throw new RunError(importProblem(kind, name, importId))
        const additionalSecretOutputs = [...((opts as CustomResourceOptions).additionalSecretOutputs ?? [])]
        const secrets = secretPathsOf(kind, given as Json)?.then((paths) => {
          // Pulumi reads these names after all arguments are resolved.
          additionalSecretOutputs.push(...outputsThatShow(kind, paths))
          return paths
        })
        declared = id === undefined ? (given as Json) : undefined
        const declaration = ledger && declared && { name: fullName, ledger: ledger.nonce, ...(secrets && { secrets }) }
        const told = declaration && { [DECLARATION]: declaration satisfies Pending<DeclarationProperty> }
        return { props: { ...withSecrets(kind, given as Json), ...told }, opts: { ...opts, additionalSecretOutputs } }
      })
      // Pulumi takes down a stack for each of some fifty promises, which takes longer than all else that is done here.
      const { stackTraceLimit } = Error
      if (!wantsStacks) Error.stackTraceLimit = 0
      try {
        const own = { additionalSecretOutputs: secretOutputs, transformations: [last] }
        super(type, name, props, mergeOptions(options, own))
      } catch (error) {
        Error.stackTraceLimit = stackTraceLimit
        if (error instanceof Error && !error.stack?.includes('\n    at ')) Error.captureStackTrace(error)
        throw error
      } finally {
        Error.stackTraceLimit = stackTraceLimit
      }
      if (declared) declare(kind, declared, this, fullName)
      if (ledger) reportAdoptions(this, ledger)
    }
  }
  Object.defineProperty(OfKind, 'name', { value: classNameOf(kind.kind) })
  return OfKind
}

/** An object whose values may be outputs. */
type Pending<T> = { [K in keyof T]: Input<T[K]> }

/** Whether somebody looks for promises that never end, by these stacks. */
const wantsStacks = Boolean(process.env.PULUMI_DEBUG_PROMISE_LEAKS)

/** The outputs that repeat an argument that the program marks as secret. */
const outputsThatShow = ({ output }: Kind, secrets: readonly SecretPath[]): string[] =>
  Object.keys(output).filter((name) => secrets.some((path) => path.length === 1 && path[0] === output[name]?.shows))
