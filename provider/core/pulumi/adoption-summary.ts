import type { Resource } from '@pulumi/pulumi'
import { info } from '@pulumi/pulumi/log'
import type { Ledger } from '../service/ledger'
import type { AdoptedAs } from '../service/ledger-entries'

/** The number of resources of each run that are not registered yet. */
const pending = new WeakMap<Ledger, number>()

/** Reports the adopted objects after all resources that the program has declared so far are registered. */
export function reportAdoptions(resource: Resource, ledger: Ledger): void {
  pending.set(ledger, (pending.get(ledger) ?? 0) + 1)
  resource.urn.apply(() => {
    const left = (pending.get(ledger) ?? 1) - 1
    pending.set(ledger, left)
    const summary = left === 0 ? summaryOf(ledger) : undefined
    if (summary !== undefined) void info(summary)
  })
}

/** Such as `12 labels and 1 freeze period that already exist would be adopted: 11 unchanged, 2 changed.` */
function summaryOf(ledger: Ledger): string | undefined {
  const adoptions = [...ledger.takeAdoptions()].sort(([a], [b]) => (a < b ? -1 : 1))
  const count = (change: AdoptedAs) => adoptions.reduce((sum, [, counts]) => sum + (counts.get(change) ?? 0), 0)
  const [unchanged, changed, refused] = [count('none'), count('some'), count('refused')]
  if (unchanged + changed + refused === 0) return undefined
  const nouns = adoptions.map(([noun, counts]) => {
    const number = [...counts.values()].reduce((sum, n) => sum + n, 0)
    return `${number} ${noun}${number === 1 ? '' : 's'}`
  })
  const how = [
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(', ')
  const list = nouns.length > 1 ? `${nouns.slice(0, -1).join(', ')} and ${nouns.at(-1) ?? ''}` : nouns.join()
  return ledger.isPreview ? `${list} that already exist would be adopted: ${how}.` : `Adopted ${list}: ${how}.`
}
