import type { Input, Output } from '@pulumi/pulumi'
import { RunError } from '@pulumi/pulumi/errors'
import { warn } from '@pulumi/pulumi/log'
import {
  type Alias,
  CustomResource,
  type CustomResourceOptions,
  mergeOptions,
  type Resource,
} from '@pulumi/pulumi/resource'
import { isDryRun } from '@pulumi/pulumi/runtime/settings'
import type { OnConflict, OnDuplicate, SecretOnAdopt } from '../schema/adoption-fields'
import type { ComputedOf, Outputs } from '../schema/computed'
import type { Definition } from '../schema/define'
import type { Fields, OutputsOf, PlainOf } from '../schema/field'
import { importProblem } from '../schema/import-problem'
import type { Json } from '../schema/json'
import type { Kind, Parents } from '../schema/kind'
import { classNameOf, nativeTypeOf, providerText, typeOf } from '../schema/provider-text'
import { outputsThatRepeat } from '../schema/repeated-outputs'
import { type SetKind, setOf } from '../schema/set'
import { warningsOfPaths } from '../schema/unknown-paths'
import { fullNameOf } from '../service/resource-names'
import { keepKnownOutputs, watchUpdate, whenHookIsKnown, withHookOfPreview } from './known-outputs'
import { lastTransformation } from './last-transformation'
import { rejectMisspelledSettings } from './misspelled-settings'
import { hasPending } from './pending'
import { warnOfPlainToken } from './plain-token'
import { ledgerOfProgram, recording } from './program'
import { INTENT, type IntentProperty } from './program-resources'
import { recordIntent } from './record-intent'
import { rejectMissingNode } from './reject-missing-node'
import { reportAdoptions } from './report-adoptions'
import { isRetained, rememberRetention } from './retention'
import { secretPathsOf, withSecrets } from './secret-inputs'

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

/** How the resources of a program reach their provider. */
interface Front {
  typeOf(kind: string): string
  /** A type of the provider's package. A parent returns the provider that its children of this type inherit. */
  readonly anyType: string
  /** Properties of each resource that are not arguments. */
  propertiesOf(kind: string): Json
  /** Whether the resource option `import` works. */
  readonly imports: boolean
  /** The types of states that each resource takes over. */
  aliasesOf(kind: string): Alias[]
}

/** Dynamic resources: the program contains the provider. */
const dynamic: Front = {
  typeOf,
  anyType: 'pulumi-nodejs:dynamic:Resource',
  propertiesOf: (kind) => ({ __provider: providerText(kind) }),
  imports: false,
  aliasesOf: () => [],
}

/** Resources of the plugin `trueup`. */
const native: Front = {
  typeOf: nativeTypeOf,
  anyType: nativeTypeOf('label'),
  propertiesOf: () => ({}),
  imports: true,
  aliasesOf: (kind) => [{ type: typeOf(kind) }],
}

/** The kinds of the resource classes. */
const kinds = new WeakMap<object, Kind | SetKind>()

/** The resource class of the plugin `trueup` with the arguments and outputs of a class of dynamic resources. */
export const nativeClassOf = <C extends object>(dynamicClass: C): C => {
  const kind = kinds.get(dynamicClass) ?? kinds.get(Object.getPrototypeOf(dynamicClass) as object)
  if (!kind) throw new TypeError('not a resource class of this package')
  return classOf(kind, native) as C
}

function classOf(kind: Kind | SetKind, front: Front): unknown {
  const type = front.typeOf(kind.kind)
  const inputs = Object.keys(kind.input)
  const outputs = [
    ...Object.keys(kind.output),
    ...(kind.identity.parent ? [`${kind.identity.parent}Id`] : []),
    'instance',
  ]
  // Reads return secret arguments, too.
  const secretOutputs = [kind.input, kind.output].flatMap((fields: Readonly<Record<string, { secret?: boolean }>>) =>
    Object.keys(fields).filter((name) => fields[name]?.secret),
  )

  class OfKind extends CustomResource {
    constructor(name: string, args: Json, options?: CustomResourceOptions) {
      rejectMissingNode()
      warnOfPlainToken()
      if (!(options?.provider ?? options?.parent?.getProvider(front.anyType))) rejectMisspelledSettings()
      const props: Json = { ...args, ...front.propertiesOf(kind.kind) }
      // Pulumi creates properties only for names in `props`, including outputs and omitted arguments.
      // An argument with the name of an output is an error of `check`.
      for (const output of outputs) if (props[output] == null) props[output] = undefined
      for (const input of inputs) if (!Object.hasOwn(props, input)) props[input] = undefined
      const ledger = ledgerOfProgram()
      const fullName = fullNameOf(type, name, options?.parent)
      let declared: Json | undefined
      let retained = false
      let deletedFirst = false
      let misnamed: readonly string[] = []
      let hidden: readonly string[] = []
      const last = lastTransformation(({ props: transformed, opts }) => {
        const { id, import: importId } = opts as CustomResourceOptions
        if (importId !== undefined && !front.imports) throw new RunError(importProblem(kind, name, importId))
        const additionalSecretOutputs = [...((opts as CustomResourceOptions).additionalSecretOutputs ?? [])]
        hidden = additionalSecretOutputs
        const secrets = secretPathsOf(kind, transformed)?.then((paths) => {
          // Pulumi reads these names after all arguments are resolved.
          additionalSecretOutputs.push(...outputsThatRepeat(kind, paths))
          return paths
        })
        declared = id === undefined ? transformed : undefined
        retained = isRetained(opts)
        deletedFirst = (opts as CustomResourceOptions).deleteBeforeReplace === true
        misnamed = warningsOfPaths(kind, `${classNameOf(kind.kind)} ${JSON.stringify(name)}`, opts)
        const nonce = ledger && (whenHookIsKnown()?.then(() => ledger.nonce) ?? ledger.nonce)
        const hooks = ledger ? withHookOfPreview(opts.hooks) : opts.hooks
        const intent = nonce &&
          declared && { name: fullName, ledger: nonce, ...(secrets && { secrets }), ...independence(declared, opts) }
        const property = intent && { [INTENT]: intent satisfies Pending<IntentProperty> }
        return {
          props: { ...withSecrets(kind, transformed), ...property },
          opts: { ...opts, additionalSecretOutputs, ...(hooks && { hooks }) },
        }
      })
      // Pulumi captures a stack trace for each of about fifty promises, which takes longer than the rest of the
      // constructor.
      const { stackTraceLimit } = Error
      if (!keepStackTraces) Error.stackTraceLimit = 0
      try {
        const aliases = front.aliasesOf(kind.kind)
        const own = { additionalSecretOutputs: secretOutputs, transformations: [last], aliases }
        super(type, name, props, mergeOptions(options, own))
      } catch (error) {
        Error.stackTraceLimit = stackTraceLimit
        if (error instanceof Error && !error.stack?.includes('\n    at ')) Error.captureStackTrace(error)
        throw error
      } finally {
        Error.stackTraceLimit = stackTraceLimit
      }
      if (ledger) watchUpdate(this)
      if (ledger && front === dynamic) keepKnownOutputs(this, kind, outputs, hidden, ledger)
      rememberRetention(this, retained)
      for (const warning of misnamed) void warn(warning)
      if (declared) recordIntent(kind, declared, this, fullName, front.anyType)
      if (declared && retained && ledger) recording(() => ledger.retain(fullName))
      if (declared && deletedFirst && ledger && isDryRun()) recording(() => ledger.deleteFirst(fullName))
      if (ledger) reportAdoptions(this, ledger)
    }
  }
  Object.defineProperty(OfKind, 'name', { value: classNameOf(kind.kind) })
  kinds.set(OfKind, kind)
  return OfKind
}

/** Tells the provider in a preview that Pulumi registers a resource without waiting for another one. */
const independence = (props: Json, { dependsOn, parent }: CustomResourceOptions): Partial<IntentProperty> =>
  isDryRun() && dependsOn === undefined && isOfStack(parent) && !hasPending(props) ? { isIndependent: true } : {}

const isOfStack = (parent: Resource | undefined): boolean =>
  parent === undefined || (parent as { __pulumiType?: string }).__pulumiType === 'pulumi:pulumi:Stack'

/** An object whose values can be outputs. */
type Pending<T> = { [K in keyof T]: Input<T[K]> }

/** Whether the stack traces are needed to find promises that never resolve. */
const keepStackTraces = Boolean(process.env.PULUMI_DEBUG_PROMISE_LEAKS)
