import { isDeepStrictEqual } from 'node:util'
import type { Connection } from '../../../tools/compare/connection'

/** A member, as far as a run restores it. */
interface Member {
  id: number
  access_level: number
  expires_at: string | null
}

type Settings = Record<string, unknown>

/**
 * What the scratch world has from the start, so that it cannot be repaired by deleting what is new: the members of groups and
 * projects, and the settings of approvals. It is read before the first write to it, and restored after each test that wrote
 * to it.
 */
export class Settled {
  #members: Promise<(readonly [place: string, members: readonly Member[]])[]> | undefined
  readonly #settings = new Map<string, Promise<Settings | undefined>>()
  #hasChangedMembers = false
  readonly #changedSettings = new Set<string>()

  /** @param places The groups and projects of the scratch world: `/groups/10`. */
  async read(connection: Connection, path: string, places: readonly string[]): Promise<void> {
    // Tests send writes at the same time: each of them waits until everything is read.
    if (isOfMembers(path)) await (this.#members ??= membersOfAll(connection, places))
    const settings = settingsIn(path)
    if (settings === undefined) return
    if (!this.#settings.has(settings)) this.#settings.set(settings, settingsOf(connection, settings))
    await this.#settings.get(settings)
  }

  /** Takes a write that succeeded. Returns whether it was to what is restored here. */
  note(path: string): boolean {
    const settings = settingsIn(path)
    if (settings !== undefined) this.#changedSettings.add(settings)
    if (isOfMembers(path)) this.#hasChangedMembers = true
    return settings !== undefined || isOfMembers(path)
  }

  async restore(connection: Connection): Promise<void> {
    // To remove a member of a group can also remove members of what it contains.
    const members = (this.#hasChangedMembers && (await this.#members)) || []
    const settings = [...this.#changedSettings]
    this.#hasChangedMembers = false
    this.#changedSettings.clear()
    for (const [place, former] of members) await restoreMembers(connection, place, former)
    for (const path of settings) await restoreSettings(connection, path, (await this.#settings.get(path)) ?? {})
  }
}

const isOfMembers = (path: string): boolean => /^\/(?:groups|projects)\/[^/]+\/members(?=[/?]|$)/.test(path)

const settingsIn = (path: string): string | undefined => /^\/projects\/[^/]+\/approvals(?=\?|$)/.exec(path)?.[0]

const membersOfAll = (connection: Connection, places: readonly string[]) =>
  Promise.all(places.map(async (place) => [place, await membersOf(connection, place)] as const))

async function settingsOf(connection: Connection, path: string): Promise<Settings | undefined> {
  const { status, body } = await connection.attempt('GET', path)
  return status === 200 ? (body as Settings) : undefined
}

async function membersOf(connection: Connection, place: string): Promise<Member[]> {
  const { body } = await connection.attempt('GET', `${place}/members?per_page=100`)
  return (Array.isArray(body) ? (body as Member[]) : []).map(({ id, access_level, expires_at }) => ({
    id,
    access_level,
    expires_at,
  }))
}

async function restoreMembers(connection: Connection, place: string, former: readonly Member[]): Promise<void> {
  const now = await membersOf(connection, place)
  const find = (all: readonly Member[], { id }: Member) => all.find((one) => one.id === id)
  // Others can only be removed while the former Owners are members.
  for (const member of former) {
    const { id, ...values } = member
    const current = find(now, member)
    if (!current) await connection.attempt('POST', `${place}/members`, { user_id: id, ...values })
    else if (!isDeepStrictEqual(current, member)) await connection.attempt('PUT', `${place}/members/${id}`, values)
  }
  for (const member of now.filter((one) => !find(former, one))) {
    await connection.attempt('DELETE', `${place}/members/${member.id}?skip_subresources=true`)
  }
}

async function restoreSettings(connection: Connection, path: string, former: Settings): Promise<void> {
  const { body } = await connection.attempt('GET', path)
  const changed = Object.entries(former).filter(
    ([name, value]) =>
      ['boolean', 'number'].includes(typeof value) && !isDeepStrictEqual((body as Settings)[name], value),
  )
  if (changed.length > 0) await connection.attempt('POST', path, Object.fromEntries(changed))
}
