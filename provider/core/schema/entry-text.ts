import { isPlainObject } from '../../../sdk/http/json'
import { clipped, show } from './display'
import type { Json } from './json'

const roles: Readonly<Record<number, string>> = {
  0: 'no one',
  20: 'Reporters',
  30: 'Developers',
  40: 'Maintainers',
  60: 'Admins',
}

/** The roles of members and of bot users. */
const memberRoles: Readonly<Record<number, string>> = {
  5: 'Minimal Access',
  10: 'Guest',
  15: 'Planner',
  20: 'Reporter',
  30: 'Developer',
  40: 'Maintainer',
  50: 'Owner',
}

const subjects = { userId: 'user', user: 'user', groupId: 'group', group: 'group', deployKeyId: 'deploy key' } as const

/**
 * Access entries in words: `Developers, user alice (2 approvals)`. Undefined for any other value, such as an entry with an
 * unknown property.
 */
export function entriesText(value: unknown): string | undefined {
  const entries: unknown[] = Array.isArray(value) ? value : [value]
  const texts = entries.map(entryText)
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join(', ') : undefined
}

/**
 * The value of an argument in words: a role, or access entries. Undefined for any other value. `path` ends with the name of
 * the argument: `items.alice.accessLevel`.
 */
export const argumentText = (value: unknown, path: string): string | undefined =>
  typeof value === 'number' && /(?:^|\.)accessLevel$/.test(path) ? memberRoles[value] : entriesText(value)

/** The value of an argument in messages for people: in words, and others as JSON. */
export function showArgument(value: unknown, name = ''): string {
  const text = argumentText(value, name)
  return text === undefined ? show(value) : clipped(text)
}

function entryText(entry: unknown): string | undefined {
  if (!isPlainObject(entry)) return undefined
  const { accessLevel, requiredApprovals = 1, groupInheritanceType = 0, ...rest } = entry as Json
  const names = Object.keys(rest)
  const [name = ''] = names
  const who =
    accessLevel === undefined
      ? names.length === 1 &&
        Object.hasOwn(subjects, name) &&
        `${subjects[name as keyof typeof subjects]} ${String(rest[name])}`
      : names.length === 0 && roles[Number(accessLevel)]
  if (!who) return undefined
  const more = [
    ...(groupInheritanceType === 0 ? [] : ['with inherited members']),
    ...(requiredApprovals === 1 ? [] : [`${String(requiredApprovals)} approvals`]),
  ]
  return more.length === 0 ? who : `${who} (${more.join(', ')})`
}
