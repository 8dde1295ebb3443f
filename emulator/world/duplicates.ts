import type { World } from './declaration'
import type { Problems } from './problems'

/** Adds a problem for each id and each token that a world declares twice. The text does not contain the token. */
export function findDuplicates(world: World, problems: Problems): void {
  const { users = {}, groups = {}, projects = {} } = world
  for (const [kind, declared] of Object.entries({ users, groups, projects })) {
    const holders = new Map<number, string>()
    for (const [name, one] of Object.entries(declared)) {
      if (one?.id === undefined) continue
      const other = holders.get(one.id)
      if (other !== undefined) problems.add([kind, name, 'id'], `is also the id of ${JSON.stringify(other)}`)
      holders.set(one.id, name)
    }
  }
  const texts = new Set<string>()
  for (const [username, user] of Object.entries(users)) {
    const first = { path: ['users', username, 'token'], token: user?.token ?? `emulator-${username}` }
    const others = (user?.tokens ?? []).map(({ token }, at) => ({ path: ['users', username, 'tokens', at], token }))
    for (const { path, token } of [first, ...others]) {
      if (texts.has(token)) problems.add(path, 'is the same as another token')
      texts.add(token)
    }
  }
}
