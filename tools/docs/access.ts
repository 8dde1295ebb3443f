import type { Access, Role } from '../../provider/core/schema/kind'

/** The tiers and installations that have a kind of resource. */
export const tierOf = ({ tier, storedWithout, tierCondition }: Access): string => {
  const stored = storedWithout
    ? 'the Enterprise Edition without a license stores it and does not enforce it'
    : undefined
  return [tier ?? 'all', stored, tierCondition].filter((part) => part !== undefined).join('; ')
}

const roleNames: Readonly<Record<Role, string>> = {
  none: 'any',
  guest: 'Guest',
  planner: 'Planner or Reporter',
  reporter: 'Reporter',
  security_manager: 'Security Manager or Developer',
  developer: 'Developer',
  maintainer: 'Maintainer',
  owner: 'Owner',
  administrator: 'administrator',
}

/** The lowest role that can change the objects of a kind. */
export function roleOf({ write, formerWrite, condition }: Access): string {
  const former = formerWrite ? ` (${roleNames[formerWrite]} in older releases)` : ''
  if (write === 'none' && condition !== undefined) return condition
  if (condition === undefined) return `${roleNames[write]}${former}`
  return `${roleNames[write]}${former}${condition.startsWith('in ') ? '' : ';'} ${condition}`
}
