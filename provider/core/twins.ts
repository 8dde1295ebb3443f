import { ResourceError } from '@pulumi/pulumi/errors'
import type { CustomResource, ProviderResource } from '@pulumi/pulumi'
import { getStackResource } from '@pulumi/pulumi/runtime/stack'
import { visible } from './characters'
import { subject } from './errors'
import type { Kind } from './kind'

/** The resources of each stack in this process, by provider and natural key. */
const declared = new WeakMap<object, Map<string, Declaration>>()
type Declaration = { resource: CustomResource; name: string }
const providers = new WeakMap<ProviderResource, number>()
let providerCount = 0

/**
 * Refuses two resources of one program that declare one object: they would take turns at changing it.
 * `key` names the parent and the parts of the natural key, `values` has them as the program wrote them.
 */
export function refuseTwin(
  kind: Kind,
  resource: CustomResource,
  name: string,
  key: readonly string[],
  values: readonly unknown[],
): void {
  const stack = getStackResource() ?? declared
  let known = declared.get(stack)
  if (!known) declared.set(stack, (known = new Map<string, Declaration>()))
  const plain = key.map((part, index) => written(kind, part, values[index]))
  const provider = providerNumber(resource.getProvider('pulumi-nodejs:dynamic:Resource'))
  const identity = JSON.stringify([kind.kind, provider, ...plain])
  const other = known.get(identity)
  if (!other) known.set(identity, { resource, name })
  if (!other || other.resource === resource) return
  const named = Object.fromEntries(key.map((part, index) => [part, plain[index]]))
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

function written(kind: Kind, name: string, value: unknown): unknown {
  try {
    return kind.input[name]?.canonical(value) ?? value
  } catch {
    // Not of the right shape: `check` will say so.
    return value
  }
}

function providerNumber(provider: ProviderResource | undefined): number {
  if (!provider) return 0
  let number = providers.get(provider)
  if (number === undefined) providers.set(provider, (number = ++providerCount))
  return number
}
