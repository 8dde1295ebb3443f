import { accessLevels } from '../../provider/command-line/service'

/** The name of the role with an access level, such as `Security Manager`; the number if there is no such role. */
export function roleName(level: number): string {
  const role = Object.entries(accessLevels).find(([, one]) => one === level)?.[0]
  return role === undefined ? String(level) : role.split('_').map(capitalized).join(' ')
}

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
