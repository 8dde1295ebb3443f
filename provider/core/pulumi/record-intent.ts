import type { CustomResource, Input, Resource } from '@pulumi/pulumi'
import { all, output } from '@pulumi/pulumi/output'
import { getConfig } from '@pulumi/pulumi/runtime/config'
import { normalizeBaseUrl } from '../../../sdk/http/options'
import type { Json } from '../schema/json'
import type { Kind } from '../schema/kind'
import type { SetKind } from '../schema/set'
import { fullNameOfUrn } from '../service/resource-names'
import { settings } from '../service/settings'
import { recordContainerPlan } from './container-plan'
import { declaredObjects, recordOf } from './declared-objects'
import { dependsOnResources, isObject, isPending, whenKnown } from './pending'
import { ledgerOfProgram, recording } from './program'
import { configurationOf } from './provider'

/**
 * Records the intent of a resource in the ledger of the operation. Records known values now and others as soon as
 * they are known. The provider records the intent again when it checks the resource.
 */
export function recordIntent(
  kind: Kind | SetKind,
  props: Json,
  resource: CustomResource,
  fullName: string,
  anyType: string,
): void {
  const of = 'of' in kind ? kind.of : kind
  const ledger = ledgerOfProgram()
  if (!of.identity.naturalKey || !ledger) return
  const provider = resource.getProvider(anyType)
  const configured = configurationOf(provider)
  const declared = declaredObjects(kind, props)
  let service = provider && !configured ? null : serviceOf(configured)
  const isLate = Object.values(configured ?? {}).some(dependsOnResources)
  let number: number | undefined
  const write = () => {
    const parent = isKnown(declared.parent) ? declared.parent : null
    const objects = declared.objects.filter(isKnown)
    const open = declared.isOpen || objects.length < declared.objects.length
    const recorded = recordOf(kind, { parent, objects, isOpen: open }, ledger)
    number = recording(() =>
      ledger.declare({ name: fullName, service, ...recorded, ...(isLate && { late: true }) }, number),
    )
  }
  write()
  recording(() => recordContainerPlan(kind, props, ledger))
  let written: Promise<void> | undefined
  /** Many items can become known at the same time, such as when their project does. They are written together. */
  const writeSoon = () =>
    (written ??= Promise.resolve().then(() => {
      written = undefined
      write()
    }))
  writeFormerNames(resource, fullName)
  const url = configured?.['trueup:baseUrl']
  if (isPending(url)) {
    whenKnown(output(url), (baseUrl) => {
      service = serviceOf({ ...configured, 'trueup:baseUrl': baseUrl })
      return writeSoon()
    })
  }
  if (!isKnown(declared.parent)) {
    whenKnown(output(declared.parent), (parent, isSecret) => {
      declared.parent = isSecret ? undefined : parent
      return writeSoon()
    })
  }
  declared.objects.forEach((values, index) => {
    if (isKnown(values)) return
    whenKnown(output(values), (known) => {
      declared.objects[index] = known
      return writeSoon()
    })
  })
}

/** The base URL of a provider's service. Null if it is not known yet or not set. */
function serviceOf(configured: Json | undefined): string | null {
  if (isPending(configured?.['trueup:baseUrl'])) return null
  const known = (value: unknown) => (isPending(value) ? undefined : value)
  try {
    const { baseUrl } = settings({ get: (key) => (configured ? known(configured[key]) : getConfig(key)) }, process.env)
    return normalizeBaseUrl(baseUrl)
  } catch {
    return null
  }
}

/** Records former names of a resource, which the state can contain. */
function writeFormerNames(resource: Resource, fullName: string): void {
  const { __aliases: aliases = [] } = resource as Resource & { __aliases?: Input<string>[] }
  if (aliases.length === 0) return
  const ledger = ledgerOfProgram()
  void all(aliases).apply((urns) => ledger?.rename(fullName, urns.map(fullNameOfUrn)))
}

const isKnown = (value: unknown): boolean =>
  value !== undefined && !isPending(value) && !(isObject(value) && Object.values(value).some(isPending))
