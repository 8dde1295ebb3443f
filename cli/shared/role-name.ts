import { accessLevels } from '../../provider/command-line/service'

/** The name of the role with an access level, such as `Maintainer`; the number if there is no such role. */
export function roleName(level: number): string {
  const role = Object.entries(accessLevels).find(([, one]) => one === level)?.[0]
  return role === undefined ? String(level) : role.slice(0, 1).toUpperCase() + role.slice(1)
}
