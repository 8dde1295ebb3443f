import type { Resource } from '@pulumi/pulumi'
import * as state from '@pulumi/pulumi/runtime/state'
import { info } from '@pulumi/pulumi/log'
import { isDryRun } from '@pulumi/pulumi/runtime/settings'
import { type AdoptedAs, Ledger } from './ledger'

/** Pulumi's settings of one run of a program. It has no public way to ask for the engine's address. */
interface Store {
  readonly settings: { readonly options: { engineAddr?: string; stack?: string; project?: string } }
}
const { getStore } = state as unknown as { getStore(): Store }

/** The ledger of each run of a program in this process, with the address of its engine. */
const ledgers = new WeakMap<object, { address: string; ledger: Ledger }>()

/**
 * The ledger of the operation that the program runs in; undefined under mocks. To be asked for in a constructor: one
 * process may run several programs, each in a context of its own.
 *
 * @throws Error where it cannot be written.
 */
export function ledgerOfProgram(): Ledger | undefined {
  const store = getStore()
  const { engineAddr: address, stack, project } = store.settings.options
  if (!address) return undefined
  const known = ledgers.get(store)
  if (known?.address === address) return known.ledger
  const urn = `urn:pulumi:${stack}::${project}::pulumi:pulumi:Stack::${project}-${stack}`
  const ledger = Ledger.begin(address, urn, isDryRun())
  ledgers.set(store, { address, ledger })
  return ledger
}

/** How many resources of each run are not registered yet. */
const pending = new WeakMap<Ledger, number>()

/** Tells what was taken over, or would be, when all resources that the program has declared so far are registered. */
export function tellAdoptions(resource: Resource, ledger: Ledger): void {
  pending.set(ledger, (pending.get(ledger) ?? 0) + 1)
  resource.urn.apply(() => {
    const left = (pending.get(ledger) ?? 1) - 1
    pending.set(ledger, left)
    const summary = left === 0 ? summaryOf(ledger) : undefined
    if (summary !== undefined) void info(summary)
  })
}

/** `12 labels and 1 freeze period exist already and would be adopted: 11 unchanged, 2 changed.` */
function summaryOf(ledger: Ledger): string | undefined {
  const adoptions = [...ledger.takeAdoptions()].sort(([one], [other]) => (one < other ? -1 : 1))
  const count = (change: AdoptedAs) => adoptions.reduce((sum, [, counts]) => sum + (counts.get(change) ?? 0), 0)
  const [unchanged, changed, refused] = [count('none'), count('some'), count('refused')]
  if (unchanged + changed + refused === 0) return undefined
  const nouns = adoptions.map(([noun, counts]) => {
    const number = [...counts.values()].reduce((sum, one) => sum + one, 0)
    return `${number} ${noun}${number === 1 ? '' : 's'}`
  })
  const how = [
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(', ')
  const list = nouns.length > 1 ? `${nouns.slice(0, -1).join(', ')} and ${nouns.at(-1) ?? ''}` : nouns.join()
  return ledger.isPreview ? `${list} that exist already would be adopted: ${how}.` : `Adopted ${list}: ${how}.`
}

/** A resource's type, after those of its parents, and name: what its URN says of it beside the stack. */
export function nameOf(type: string, name: string, parent: Resource | undefined): string {
  const types = [type]
  for (let above = parent; above; above = parentOf(above)) {
    const { __pulumiType: outer } = above as Resource & { __pulumiType?: string }
    if (outer !== undefined && outer !== 'pulumi:pulumi:Stack') types.unshift(outer)
  }
  return `${types.map(shortened).join('$')}::${name}`
}

/** The same, of a URN. */
export function nameOfUrn(urn: string): string {
  const [, , types = '', ...name] = urn.split('::')
  return `${types.split('$').map(shortened).join('$')}::${name.join('::')}`
}

const parentOf = (resource: Resource): Resource | undefined =>
  (resource as Resource & { __parentResource?: Resource }).__parentResource

/** Every type of dynamic resource has the same beginning. */
const shortened = (type: string): string => type.replace(/^pulumi-nodejs:dynamic\//, '')
