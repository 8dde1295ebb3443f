import type { CustomResource, Input, Resource } from '@pulumi/pulumi'
import { all, isSecret, type Output, output } from '@pulumi/pulumi/output'
import { getConfig } from '@pulumi/pulumi/runtime/config'
import { normaliseBaseUrl } from '../../sdk/options'
import type { Kind } from './kind'
import { meaningOf, naturalKeyOf } from './natural-key'
import { isObject, isPending } from './pending'
import type { Json } from './plain'
import { ledgerOfProgram } from './program'
import { configurationOf, Provider } from './provider'
import { numberOf, refuseTwin } from './refuse-twins'
import { fullNameOfUrn } from './resource-names'
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
 * Records in the ledger of the operation what a resource declares: now what is known, and the rest when it gets known.
 * Fails where another resource of the program declares the same object.
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
  let written: Promise<void> | undefined
  /** Many items may get known at once, as when their project does: they are written together. */
  const writeSoon = () =>
    (written ??= Promise.resolve().then(() => {
      written = undefined
      write()
    }))
  writeFormerNames(resource, fullName)
  const refuse = (parent: unknown, values: Json) => {
    if (!of.allowsTwins) refuseTwin(of, { resource, name }, service ?? numberOf(provider), parent, values)
  }
  const url = configured?.['trueup:baseUrl']
  if (isPending(url)) {
    void (output(url) as Output<unknown>).apply((baseUrl) => {
      service = serviceOf({ ...configured, 'trueup:baseUrl': baseUrl })
      return writeSoon()
    })
  }
  const isParentKnown = isKnown(declared.parent)
  const known = declared.objects.filter((values) => isParentKnown && isKnown(values))
  // After the constructor, when there is a resource to speak of.
  const now = Promise.resolve().then(() => known.forEach((values) => refuse(declared.parent, values)))
  if (known.length === declared.objects.length) return now
  const parent = declared.parent as Input<unknown>
  const isHidden = isSecret(output(parent))
  const later = declared.objects.flatMap((values, index) => {
    if (isParentKnown && isKnown(values)) return []
    const found = all([output(values), parent, isHidden]).apply(([object, where, hidden]) => {
      declared.objects[index] = object as Json
      declared.parent = hidden ? undefined : where
      refuse(where, object as Json)
      return writeSoon()
    })
    return [found]
  })
  return all([now, ...later])
}

function declaredBy(kind: Kind | SetKind, of: Kind, props: Json): Declared {
  const names = (of.naturalKey ?? []).filter((name) => name !== of.parent)
  const parent = of.parent === undefined ? null : props[of.parent]
  const values = (from: Json, key?: string) =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? (name === nameArgumentOf(of) ? key : undefined)]))
  if (!('of' in kind)) return { parent, objects: [values(props)], isOpen: false }
  const { items } = props
  if (!isObject(items)) return { parent, objects: [], isOpen: true }
  const entries = Object.entries(items)
  const objects = entries.filter((entry): entry is [string, Json] => isObject(entry[1]))
  return { parent, objects: objects.map(([key, item]) => values(item, key)), isOpen: objects.length < entries.length }
}

/** The base URL of a provider's service; null where it is not known yet, or there is none. */
function serviceOf(configured: Json | undefined): string | null {
  if (isPending(configured?.['trueup:baseUrl'])) return null
  const known = (value: unknown) => (isPending(value) ? undefined : value)
  try {
    const { baseUrl } = settings({ get: (key) => (configured ? known(configured[key]) : getConfig(key)) }, process.env)
    return normaliseBaseUrl(baseUrl)
  } catch {
    return null
  }
}

/** States may have the names that a resource had before. */
function writeFormerNames(resource: Resource, fullName: string): void {
  const { __aliases: aliases = [] } = resource as Resource & { __aliases?: Input<string>[] }
  if (aliases.length === 0) return
  const ledger = ledgerOfProgram()
  void all(aliases).apply((urns) => ledger?.rename(fullName, urns.map(fullNameOfUrn)))
}

const isKnown = (value: unknown): boolean =>
  value !== undefined && !isPending(value) && !(isObject(value) && Object.values(value).some(isPending))
