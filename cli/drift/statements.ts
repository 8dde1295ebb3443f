import type { Comparison } from '../../provider/command-line/objects'
import { isSecretChange, type Property, secretChange } from '../shared/property'
import type { Difference } from './finding'
import { valueOf } from './wording'

/** What to do about each difference. */
export const remedies: Record<Difference, string> = {
  changed: 'Run "pulumi up --refresh" to restore the declared values, or declare the live values to keep them.',
  deleted: 'Run "pulumi up --refresh" to recreate it, or remove it from the program.',
  refreshed: 'Run "pulumi preview", and "pulumi up" to restore what the program declares.',
  disabled: 'Enable it again.',
  due: 'Run "pulumi up".',
  unmanaged:
    'Declare it and adopt it with onConflict or adoptId ("trueup export" writes a program that imports it), or delete it.',
}

/** What a finding says about its object, as a sentence without its subject. */
export function statementOf(
  difference: Difference,
  properties: readonly Property[],
  previousToken?: Comparison['previousToken'],
): string {
  if (difference === 'deleted') return 'is gone.'
  if (difference === 'unmanaged') return 'exists, but no stack declares it.'
  if (difference === 'changed') return `${properties.map(worded).join(', ') || 'differs from its declaration'}.`
  if (previousToken === undefined) return 'is due to be rotated.'
  const { id } = previousToken
  return `has a previous token${id == null ? '' : ` (id ${valueOf(id, 'id')})`} that is due to be revoked.`
}

const shown = (value: unknown, path: string): string => {
  const text = valueOf(value, path)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}

const worded = ({ path, declared, live }: Property): string =>
  isSecretChange({ declared, live })
    ? `${path} has ${secretChange}`
    : `${path} is ${shown(live, path)}, declared ${shown(declared, path)}`
