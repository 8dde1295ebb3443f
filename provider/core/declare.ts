import type { CustomResource, Input, ProviderResource, Resource } from '@pulumi/pulumi'
import { ResourceError } from '@pulumi/pulumi/errors'
import { all, isSecret, Output, output } from '@pulumi/pulumi/output'
import { getConfig } from '@pulumi/pulumi/runtime/config'
import { getStackResource } from '@pulumi/pulumi/runtime/stack'
import { normaliseBaseUrl } from '../../sdk/options'
import { visible } from './characters'
import { subject } from './errors'
import type { Kind } from './kind'
import { meaningOf, naturalKeyOf } from './natural-key'
import type { Json } from './plain'
import { ledgerOfProgram, nameOfUrn } from './program'
import { configurationOf, Provider } from './provider'
import { nameArgumentOf, type SetKind } from './set'
import { settings } from './settings'

/** The objects that a resource declares, as far as the program has said so: their parent and their natural keys. */
interface Declared {
  parent: unknown
  /** The values that natural keys are made of; those of a set's items. */
  readonly objects: Json[]
  /** Whether there may be more of them, since the items of a set are not known yet. */
  readonly isOpen: boolean
}

/**
 * Enters what a resource declares into the ledger of the operation: now what is known, and the rest when it gets known.
 * Fails where another resource of the program declares the same object, since they would take turns at changing it.
 */
export function declare(
  kind: Kind | SetKind,
  props: Json,
  resource: CustomResource,
  name: string,
  fullName: string,
): Promise<void> | Output<unknown> {
  const of = 'of' in kind ? kind.of : kind
  if (!of.naturalKey) return Promise.resolve()
  const provider = resource.getProvider('pulumi-nodejs:dynamic:Resource')
  const configured = provider instanceof Provider ? configurationOf(provider) : undefined
  const declared = declaredBy(kind, of, props)
  let service = provider && !configured ? null : serviceOf(configured)
  const ledger = ledgerOfProgram()
  let number: number | undefined
  const write = () => {
    if (!ledger) return
    const keys = declared.objects.flatMap((values) => {
      const key = isKnown(values) ? naturalKeyOf(of, values) : undefined
      return key ? [ledger.hash(key)] : []
    })
    const parent = isKnown(declared.parent) ? (meaningOf(of, of.parent ?? '', declared.parent) as string | null) : null
    const open = declared.isOpen || keys.length < declared.objects.length
    number = ledger.declare({ name: fullName, kind: of.kind, service, parent, keys, open }, number)
  }
  write()
  writeFormerNames(resource, fullName)
  const refuse = (parent: unknown, values: Json) => {
    if (!of.allowsTwins) refuseTwin(of, resource, name, service ?? numberOf(provider), parent, values)
  }
  const later: Output<unknown>[] = []
  const url = configured?.['trueup:baseUrl']
  if (isPending(url)) {
    void (output(url) as Output<unknown>).apply((baseUrl) => {
      service = serviceOf({ ...configured, 'trueup:baseUrl': baseUrl })
      write()
    })
  }
  const known = declared.objects.filter((values) => isKnown(declared.parent) && isKnown(values))
  // After the constructor, when there is a resource to speak of.
  const now = Promise.resolve().then(() => known.forEach((values) => refuse(declared.parent, values)))
  declared.objects.forEach((values, index) => {
    if (known.includes(values)) return
    const parent = declared.parent as Input<unknown>
    later.push(
      all([output(values), parent, isSecret(output(parent))]).apply(([found, where, isHidden]) => {
        declared.objects[index] = found as Json
        declared.parent = isHidden ? undefined : where
        write()
        refuse(where, found as Json)
      }),
    )
  })
  return later.length === 0 ? now : all([now, ...later])
}

function declaredBy(kind: Kind | SetKind, of: Kind, props: Json): Declared {
  const names = (of.naturalKey ?? []).filter((name) => name !== of.parent)
  const parent = of.parent === undefined ? null : props[of.parent]
  const values = (from: Json, key?: string) =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? (name === nameArgumentOf(of) ? key : undefined)]))
  if (!('of' in kind)) return { parent, objects: [values(props)], isOpen: false }
  const { items } = props
  if (!isPlain(items)) return { parent, objects: [], isOpen: true }
  const entries = Object.entries(items)
  const plain = entries.filter((entry): entry is [string, Json] => isPlain(entry[1]))
  return { parent, objects: plain.map(([key, item]) => values(item, key)), isOpen: plain.length < entries.length }
}

/** The base URL of a provider's service; null where it is not known yet, or none. */
function serviceOf(configured: Json | undefined): string | null {
  if (isPending(configured?.['trueup:baseUrl'])) return null
  try {
    const { baseUrl } = settings({ get: (key) => (configured ? plain(configured[key]) : getConfig(key)) }, process.env)
    return normaliseBaseUrl(baseUrl)
  } catch {
    return null
  }
}

const plain = (value: unknown) => (isPending(value) ? undefined : value)

/** States may have the names that a resource had before. */
function writeFormerNames(resource: Resource, fullName: string): void {
  const { __aliases: aliases = [] } = resource as Resource & { __aliases?: Input<string>[] }
  if (aliases.length === 0) return
  const ledger = ledgerOfProgram()
  void all(aliases).apply((urns) => ledger?.rename(fullName, urns.map(nameOfUrn)))
}

/** The objects that each stack's program in this process declares. */
const known = new WeakMap<object, Map<string, { resource: CustomResource; name: string }>>()
const providers = new WeakMap<ProviderResource, number>()
let providerCount = 0

function refuseTwin(
  of: Kind,
  resource: CustomResource,
  name: string,
  service: number | string,
  parent: unknown,
  values: Json,
): void {
  const stack = getStackResource() ?? known
  let declared = known.get(stack)
  if (!declared) known.set(stack, (declared = new Map<string, { resource: CustomResource; name: string }>()))
  const names = of.naturalKey ?? []
  const where = meaningOf(of, of.parent ?? '', parent)
  const parts = names.map((part) => meaningOf(of, part, values[part]))
  const identity = JSON.stringify([of.kind, service, where, ...parts])
  const other = declared.get(identity)
  if (!other) declared.set(identity, { resource, name })
  if (!other || other.resource === resource) return
  const named = Object.fromEntries([[of.parent, where], ...names.map((part, index) => [part, parts[index]])]) as Json
  const error = new ResourceError(
    visible(
      `${subject(of, named)} is declared twice, by the resources "${other.name}" and "${name}": keep one of them.`,
    ),
    resource,
    true,
  )
  // Pulumi formats stacks with source maps, which takes many seconds for frames inside its own modules.
  error.stack = ''
  throw error
}

function numberOf(provider: ProviderResource | undefined): number {
  if (!provider) return 0
  let number = providers.get(provider)
  if (number === undefined) providers.set(provider, (number = ++providerCount))
  return number
}

const isPending = (value: unknown): boolean => Output.isInstance(value) || value instanceof Promise

const isKnown = (value: unknown): boolean =>
  value !== undefined && !isPending(value) && !(isPlain(value) && Object.values(value).some(isPending))

const isPlain = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isPending(value)
