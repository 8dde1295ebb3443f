import type { Kind } from './kind'

/** What a create does if the object already exists. All kinds with a natural key have this argument. */
export const conflictChoices = ['fail', 'adopt', 'adopt-if-equal'] as const
export type OnConflict = (typeof conflictChoices)[number]

/** The choices of kinds for which the service accepts several objects with the same natural key. */
export const duplicateChoices = [...conflictChoices, 'create'] as const
export type OnDuplicate = (typeof duplicateChoices)[number]

/** What adoption does with a secret that the service does not return again. */
export const secretChoices = ['rotate', 'omit'] as const
export type SecretOnAdopt = (typeof secretChoices)[number]

/** Arguments that control how a resource is created, and that do not describe its object. */
export const adoptionFields = {
  onConflict: { enum: duplicateChoices },
  adoptId: { type: 'integer', minimum: 1 },
  secretOnAdopt: { enum: secretChoices },
}

/** The schema of such an argument, of a kind that has it. */
export const adoptionSchema = (kind: Kind, argument: keyof typeof adoptionFields) =>
  argument === 'onConflict' && !kind.identity.allowsDuplicates ? { enum: conflictChoices } : adoptionFields[argument]

/** The arguments with which a program can say which existing objects to adopt. */
export function adoptionArguments({ identity, output }: Kind): ('onConflict' | 'adoptId' | 'secretOnAdopt')[] {
  const { adoption = identity.naturalKey ? 'single' : 'never' } = identity
  if (adoption === 'never') return []
  if (adoption === 'set') return ['onConflict']
  const hasSecret = Object.values(output).some(({ secret }) => secret)
  return [
    'onConflict',
    ...(identity.allowsDuplicates ? (['adoptId'] as const) : []),
    ...(hasSecret ? (['secretOnAdopt'] as const) : []),
  ]
}
