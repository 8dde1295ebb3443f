import type { Input, Output } from '@pulumi/pulumi'
import { all, output, secret, unknown } from '@pulumi/pulumi/output'
import { DependencyResource } from '@pulumi/pulumi/resource'
import type { Json } from '../core/schema/json'
import { isSecret } from '../core/schema/secret-value'
import { unknowns } from './values'

/** The URNs of the resources that an argument depends on, by argument. */
export type DependenciesOf = (name: string) => readonly string[]

/**
 * The arguments of a component as a program passes them: secrets, unknown values and values of other resources are
 * outputs. Lists and objects are plain, so that the component can read their keys.
 */
export function componentArguments(values: Json, dependenciesOf: DependenciesOf): Json {
  const entries = Object.entries(values).map(([name, value]) => {
    const urns = dependenciesOf(name).map((urn) => new DependencyResource(urn).urn)
    return [name, argument(value, urns)] as const
  })
  return Object.fromEntries(entries)
}

function argument(value: unknown, urns: Output<string>[]): unknown {
  if (unknowns.has(value)) return dependent(unknown, urns)
  if (typeof value !== 'object' || value === null) return urns.length > 0 ? dependent(value, urns) : value
  if (Array.isArray(value)) return value.map((entry) => argument(entry, urns))
  if (isSecret(value)) return secret(argument(value.value, urns))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, argument(one, urns)]))
}

/** An output that depends on resources. */
const dependent = (value: unknown, urns: Output<string>[]): Input<unknown> =>
  urns.length > 0 ? all(urns).apply(() => value) : output(value)
