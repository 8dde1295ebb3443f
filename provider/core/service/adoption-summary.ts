import { counted, isPlural } from '../schema/counted'
import type { Ledger } from './ownership/ledger'
import type { AdoptedAs } from './ownership/ledger-entries'

/**
 * Returns and resets the number of adopted objects: `12 labels and 1 freeze period that already exist would be adopted:
 * 11 unchanged, 2 changed.` Undefined if there are none.
 */
export function takeAdoptionSummary(ledger: Ledger, isPreview = ledger.isPreview): string | undefined {
  const adoptions = [...ledger.takeAdoptions()].sort(([a], [b]) => (a < b ? -1 : 1))
  const count = (change: AdoptedAs) => adoptions.reduce((sum, [, counts]) => sum + (counts.get(change) ?? 0), 0)
  const [unchanged, changed, refused] = [count('none'), count('some'), count('refused')]
  if (unchanged + changed + refused === 0) return undefined
  const nouns = adoptions.map(([noun, counts]) => {
    const number = [...counts.values()].reduce((sum, n) => sum + n, 0)
    return counted(number, noun)
  })
  const how = [
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(', ')
  const list = nouns.length > 1 ? `${nouns.slice(0, -1).join(', ')} and ${nouns.at(-1) ?? ''}` : nouns.join()
  const isOne = unchanged + changed + refused === 1
  const exist = isOne && !isPlural(adoptions[0]?.[0] ?? '') ? 'exists' : 'exist'
  return isPreview ? `${list} that already ${exist} would be adopted: ${how}.` : `Adopted ${list}: ${how}.`
}
