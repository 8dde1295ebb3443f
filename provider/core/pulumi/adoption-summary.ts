import type { Resource } from '@pulumi/pulumi'
import { info } from '@pulumi/pulumi/log'
import type { Ledger } from '../service/ledger'
import type { AdoptedAs } from '../service/ledger-entries'

/** How many resources of each run are not registered yet. */
const pending = new WeakMap<Ledger, number>()

/** Tells what was taken over, or would be, when all resources that the program has declared so far are registered. */
export function reportAdoptions(resource: Resource, ledger: Ledger): void {
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
