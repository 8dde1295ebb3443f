import type { CustomResource, ProviderResource } from '@pulumi/pulumi'
import { ResourceError } from '@pulumi/pulumi/errors'
import { getStackResource } from '@pulumi/pulumi/runtime/stack'
import { visible } from './characters'
import { subject } from './errors'
import type { Kind } from './kind'
import { meaningOf } from './natural-key'
import type { Json } from './plain'

interface Declaring {
  readonly resource: CustomResource
  readonly name: string
}

/** The resources of each stack's program in this process, by the objects that they declare. */
const declaring = new WeakMap<object, Map<string, Declaring>>()
const outsideOfStacks = {}

/**
 * Fails where another resource of the program declares the same object, since they would take turns at changing it.
 * `service` is the base URL, or a number that stands for one that is not known yet.
 */
export function refuseTwin(
  kind: Kind,
  { resource, name }: Declaring,
  service: number | string,
  parent: unknown,
  values: Json,
): void {
  const stack = getStackResource() ?? outsideOfStacks
  const known = declaring.get(stack) ?? new Map<string, Declaring>()
  declaring.set(stack, known)
  const names = kind.naturalKey ?? []
  const where = meaningOf(kind, kind.parent ?? '', parent)
  const parts = names.map((part) => meaningOf(kind, part, values[part]))
  const identity = JSON.stringify([kind.kind, service, where, ...parts])
  const other = known.get(identity)
  if (!other) known.set(identity, { resource, name })
  if (!other || other.resource === resource) return
  const named = Object.fromEntries([[kind.parent, where], ...names.map((part, index) => [part, parts[index]])]) as Json
  const error = new ResourceError(
    visible(
      `${subject(kind, named)} is declared twice, by the resources "${other.name}" and "${name}": keep one of them.`,
    ),
    resource,
    true,
  )
  // Pulumi formats stacks with source maps, which takes many seconds for frames inside its own modules.
  error.stack = ''
  throw error
}

const numbers = new WeakMap<ProviderResource, number>()
let count = 0

/** A number that stands for a provider's service. */
export function numberOf(provider: ProviderResource | undefined): number {
  if (!provider) return 0
  let number = numbers.get(provider)
  if (number === undefined) numbers.set(provider, (number = ++count))
  return number
}
