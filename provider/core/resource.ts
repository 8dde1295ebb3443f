import { all, type Output, secret } from '@pulumi/pulumi/output'
import { CustomResource, type CustomResourceOptions, mergeOptions } from '@pulumi/pulumi/resource'
import type { Input } from '@pulumi/pulumi'
import type { OnConflict } from './check'
import type { ComputedOf, Definition, Outputs, Parents } from './define'
import type { Fields, OutputsOf } from './field'
import type { Json } from './plain'
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

/** The Pulumi resource class of a definition: `resource<LabelArgs>()(label)`. */
export const resource =
  <Args>() =>
  <I extends Fields, O extends Outputs, P extends keyof Parents>(
    definition: Definition<I, O, object, object, P, string>,
  ): ResourceClass<I, O, P, Args> =>
    classOf(definition) as ResourceClass<I, O, P, Args>

function classOf(definition: Definition): unknown {
  const type = typeOf(definition.kind)
  const outputs = [...Object.keys(definition.output), `${definition.parent}Id`, 'instance', 'adopted']
  const secretInputs = Object.keys(definition.input).filter((name) => definition.input[name]?.secret)
  const secretOutputs = Object.keys(definition.output).filter((name) => definition.output[name]?.secret)

  class Kind extends CustomResource {
    constructor(name: string, args: Json, options?: CustomResourceOptions) {
      warnOfPlainToken()
      const props: Json = { ...args, __provider: providerText(definition.kind) }
      // An output has to be named, though not known, for Pulumi to give it a property.
      for (const output of outputs) props[output] = undefined
      for (const input of secretInputs) if (props[input] !== undefined) props[input] = secret(props[input])
      const made: { resource?: Kind } = {}
      const key = definition.naturalKey && [definition.parent, ...definition.naturalKey]
      if (key && !options?.id) {
        // A property of its own, which `check` drops: it fails the registration, and makes no known value unknown.
        props.__declaredOnce = all(key.map((part) => props[part])).apply((values) => {
          if (made.resource) refuseTwin(definition, made.resource, name, key, values)
        })
      }
      super(type, name, props, mergeOptions(options, { additionalSecretOutputs: secretOutputs }))
      made.resource = this
    }
  }
  Object.defineProperty(Kind, 'name', { value: pascal(definition.kind) })
  return Kind
}
