import type { Alias } from '@pulumi/pulumi'
import type { Json } from '../schema/json'
import { nativeTypeOf, providerText, typeOf } from '../schema/provider-text'

/** How the resources of a program reach their provider. */
export interface Front {
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
export const dynamic: Front = {
  typeOf,
  anyType: 'pulumi-nodejs:dynamic:Resource',
  propertiesOf: (kind) => ({ __provider: providerText(kind) }),
  imports: false,
  aliasesOf: () => [],
}

/** Resources of the plugin `trueup`. */
export const native: Front = {
  typeOf: nativeTypeOf,
  anyType: nativeTypeOf('label'),
  propertiesOf: () => ({}),
  imports: true,
  aliasesOf: (kind) => [{ type: typeOf(kind) }],
}
