import { ResourceError } from '@pulumi/pulumi/errors'
import type { CustomResource, ProviderResource } from '@pulumi/pulumi'
import { getStackResource } from '@pulumi/pulumi/runtime/stack'
import type { Definition } from './define'
import { subject } from './errors'

/** The resources of each stack in this process, by provider and natural key. */
const declared = new WeakMap<object, Map<string, Declaration>>()
type Declaration = { resource: CustomResource; name: string }
const providers = new WeakMap<ProviderResource, number>()
let providerCount = 0

/**
 * Refuses two resources of one program that declare one object: they would take turns at changing it.
 * `values` are the first part of the natural key, the parent, and the key's other parts.
 */
export function refuseTwin(definition: Definition, resource: CustomResource, name: string, values: unknown[]): void {
  const stack = getStackResource() ?? declared
  let known = declared.get(stack)
  if (!known) declared.set(stack, (known = new Map<string, Declaration>()))
  const [first, parent, ...others] = definition.naturalKey ? fields(definition) : []
  const plain = [first, parent, ...others].map((name, index) => canonical(definition, name, values[index]))
  const key = JSON.stringify([definition.kind, providerNumber(resource.getProvider('pulumi-nodejs:dynamic')), ...plain])
  const other = known.get(key)
  if (!other) known.set(key, { resource, name })
  if (!other || other.resource === resource) return
  const named = Object.fromEntries([first, parent, ...others].map((name, index) => [name, plain[index]]))
  const error = new ResourceError(
    `${subject(definition, named)} is declared twice, by the resources "${other.name}" and "${name}": keep one of them.`,
    resource,
    true,
  )
  // Pulumi formats stacks with source maps, which takes many seconds for frames inside its own modules.
  error.stack = ''
  throw error
}

function fields(definition: Definition): string[] {
  const [first = '', ...others] = definition.naturalKey ?? []
  return [first, definition.parent, ...others]
}

function canonical(definition: Definition, name: string | undefined, value: unknown): unknown {
  const field = definition.input[name ?? '']
  try {
    return field?.canonical(value) ?? value
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
