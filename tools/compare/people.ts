/** What is shown of a person, in the place of whatever it is. Both sides of a comparison get it. */
const shown: Record<string, unknown> = {
  username: '{username}',
  name: '{name}',
  public_email: null,
  avatar_url: null,
  web_url: '{url}',
  email: '{email}',
  commit_email: '{email}',
}

/** The value without names and ids of users: the user of the run is not the recorded one. */
export function withoutPeople(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPeople)
  if (typeof value !== 'object' || value === null) return value
  const isPerson = 'username' in value && 'id' in value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, isPerson && key in shown ? shown[key] : withoutPeople(one)]),
  )
}
