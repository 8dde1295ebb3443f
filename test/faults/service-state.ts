import type { Emulator } from '../../emulator'
import type { Json } from '../../provider/core/schema/json'

/** Fields that differ between runs with the same result: ids, secrets, times and positions in unordered lists. */
const incidental =
  /^(id|iid|events|place|token|username|public_key|(previous|pipeline|protected_environment|protected_tag|protected_branch|vulnerability)_id)$|_at$/

/** The collections whose records have entries in other collections, by the field with their id. */
export const containers = {
  protected_environment_id: 'protected_environments',
  protected_tag_id: 'protected_tags',
  protected_branch_id: 'protected_branches',
}

/** Collections of objects with a secret: its field and output, and the output with the id. Those of access tokens can end. */
export const secretFields: Readonly<Record<string, { field: string; output: string; id: string }>> = {
  triggers: { field: 'token', output: 'token', id: 'triggerId' },
}

/** All records of the service, by collection. */
export type Collections = Record<string, Json[]>

export function collectionsOf(emulator: Emulator): Collections {
  return Object.fromEntries(
    Object.entries(emulator.state().collections).map(([name, { records }]) => [name, records as unknown as Json[]]),
  )
}

/** The records without incidental fields, one sorted line of text each. */
export function comparableRecords({ access_tokens, ...others }: Collections): string[] {
  const active = (access_tokens ?? []).filter(({ revoked }) => !revoked)
  const bots = (others.users ?? []).filter(({ bot }) => bot)
  const nameOf = new Map(bots.map(({ id, name }) => [id, String(name)]))
  const containerOf = (record: Json) => {
    const [field = '', collection = ''] = Object.entries(containers).find(([name]) => name in record) ?? []
    return others[collection]?.find(({ id }) => id === record[field])?.name
  }
  // Leave out the users of revoked tokens.
  const ended = new Set(bots.map(({ id }) => id).filter((id) => !active.some(({ user_id }) => user_id === id)))
  return Object.entries({ ...others, access_tokens: active })
    .flatMap(([collection, records]) =>
      records
        .filter((record) => !ended.has(collection === 'users' ? record.id : record.user_id))
        .map((record) => {
          const kept = Object.entries(record)
            .filter(([name]) => !incidental.test(name) && name !== secretFields[collection]?.field)
            // Only an update sets it to false.
            .map(([name, value]) => [name, name === 'keep_divergent_refs' ? value === true : value] as const)
          const { user_id, vulnerability_id } = record
          return [
            collection,
            JSON.stringify({
              ...Object.fromEntries(kept),
              ...(nameOf.has(user_id) && { user_id: `bot ${nameOf.get(user_id)}` }),
              ...(vulnerability_id !== undefined && { attached: vulnerability_id !== null }),
              of: containerOf(record),
            }),
          ].join(' ')
        }),
    )
    .sort()
}

/** The secrets of active tokens. */
export function liveSecrets({ access_tokens = [], ...others }: Collections): { name: string; secret: unknown }[] {
  return [
    ...access_tokens
      .filter(({ revoked, group_id, project_id }) => !revoked && (group_id ?? project_id ?? null) !== null)
      .map(({ id, token }) => ({ name: `access_tokens ${String(id)}`, secret: token })),
    ...Object.entries(secretFields).flatMap(([name, { field }]) =>
      (others[name] ?? []).map((record) => ({ name: `${name} ${String(record.id)}`, secret: record[field] })),
    ),
  ]
}
