import { own } from '../../provider/command-line/basics'
import { inAddress, type KindDefinition } from '../../provider/command-line/objects'
import { trimSlashes } from '../../provider/command-line/service'
import { withoutSecrets } from '../shared/property'
import type { Json, StackResource } from '../stacks/stack'
import type { Finding } from './finding'

/**
 * Adds the page of the object to a finding. `instance` is the base URL of the service. `values` are arguments and outputs
 * of the object, without secrets.
 */
export function withWebUrl(finding: Finding, instance: string, { page }: KindDefinition, values: Json): Finding {
  const base = baseOf(instance)
  const { parent, parentKind } = finding
  if (base === undefined || typeof page === 'string' || parent === '') return finding
  // The service redirects this page, but no page below it. Groups only have one in newer releases.
  if (/^\d+$/.test(parent)) {
    return parentKind === 'project' ? { ...finding, webUrl: `${base}/projects/${parent}` } : finding
  }
  const path = parent.split('/').map(inAddress).join('/')
  return { ...finding, webUrl: `${base}/${parentKind === 'group' ? 'groups/' : ''}${path}/${page(values)}` }
}

/** The values of the object of a finding: the live ones, if it exists. Without those that the program marks as secrets. */
export function valuesOf({ item }: Finding, resource: StackResource, live: Json = {}): Json {
  const { inputs, outputs, secretInputs } = resource
  if (item === undefined) return withoutSecrets({ ...outputs, ...inputs, ...live }, secretInputs)
  if (secretInputs.has('items') || secretInputs.has(`items.${item}`)) return {}
  const [declared, found] = [inputs.items, live.items].map((items = {}) => own(items as Record<string, Json>, item))
  return withoutSecrets({ ...declared, ...found }, secretInputs, `items.${item}.`)
}

/** The web address of a service, without credentials. */
function baseOf(instance: string): string | undefined {
  if (!URL.canParse(instance)) return undefined
  const { protocol, host, pathname } = new URL(instance)
  const path = trimSlashes(pathname)
  return /^https?:$/.test(protocol) ? `${protocol}//${host}${path === '' ? '' : `/${path}`}` : undefined
}
