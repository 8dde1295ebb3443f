import { byText } from '../shared/by-text'
import { grouped } from '../shared/grouped'
import { isSecretChange, type Property, secretChange } from '../shared/property'
import { listedUpTo } from '../shared/words'
import type { Difference, Finding } from './finding'
import { differences, sidesOf, valueOf } from './wording'

/** Findings about objects of the same name that have the same difference and the same live values. */
export interface Fold {
  findings: readonly [Finding, ...Finding[]]
  /** What differs in each of them. */
  properties: FoldedProperty[]
  /** The projects and groups, each once. */
  places: Pick<Finding, 'parent' | 'parentKind'>[]
  /** Whether the declared values are also the same, so that the fold says everything about each finding. */
  isComplete: boolean
}

interface FoldedProperty extends Property {
  /** Whether the declared values differ. Then there is no declared value. */
  isVarious: boolean
}

/** Groups equal findings. Deleted objects are first, and what most projects have. */
export function folded(findings: readonly Finding[]): Fold[] {
  const folds = [...grouped(findings, keyOf).values()].map((group): Fold => {
    const all = group as [Finding, ...Finding[]]
    const properties = all[0].properties.map(({ path, declared, live }, at): FoldedProperty => {
      const isVarious = all.some(({ properties }) => textOf(properties[at]?.declared) !== textOf(declared))
      return { path, live, ...(!isVarious && { declared }), isVarious }
    })
    const places = grouped(all, ({ parentKind, parent }) => JSON.stringify([parentKind, parent]))
    return {
      findings: all,
      properties,
      places: [...places.values()].map(([one]) => one!),
      isComplete: !properties.some(({ isVarious }) => isVarious),
    }
  })
  return folds.sort(inOrder)
}

/** Whether a fold is about several projects or groups. */
export const isWide = ({ places }: Fold): boolean => places.length > 1

const textOf = (value: unknown): string | undefined => JSON.stringify(value)

function keyOf({ difference, kind, subject, facts, properties, message, remedy }: Finding): string {
  const live = properties.map((property) => [property.path, property.live])
  // The message of a change contains the declared values.
  return JSON.stringify([
    difference,
    kind,
    subject,
    facts,
    live,
    difference === 'changed' && live.length > 0 ? '' : message,
    remedy,
  ])
}

function inOrder({ findings: [one], places }: Fold, { findings: [other], places: others }: Fold): number {
  return (
    differences.indexOf(one.difference) - differences.indexOf(other.difference) ||
    others.length - places.length ||
    byText(one.kind, other.kind) ||
    byText(one.subject, other.subject)
  )
}

/** A folded property, as `path: from → to`. Without a declared value if these differ. */
export function foldedArrowOf(difference: Difference, property: FoldedProperty): string {
  if (isSecretChange(property)) return `${property.path}: ${secretChange}`
  const [from, to] = sidesOf(difference).map((side) =>
    side === 'declared' && property.isVarious ? 'various values' : valueOf(property[side], property.path),
  )
  return `${property.path}: ${from} → ${to}`
}

/** The projects and groups of a fold. After the first `most`, the others are counted. */
export function placesText({ places }: Fold, most: number, nameOf: (name: string) => string): string {
  const names = places.map(({ parent }) => (parent === '' ? 'no project or group' : nameOf(parent)))
  return listedUpTo(most, names)
}

/** How many projects and groups a fold is about: `73 projects`. */
export function placesCount({ places }: Fold): string {
  const [kind, ...others] = new Set(places.map(({ parentKind }) => parentKind))
  const noun = others.length > 0 || kind === 'none' ? 'projects and groups' : `${kind}s`
  return `${places.length} ${noun}`
}
