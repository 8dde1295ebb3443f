import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Connection, Failed } from './connection'

export interface Group {
  id: number
  name: string
  full_path: string
  full_name: string
  web_url: string
  marked_for_deletion_on?: string | null
}

/** Of all groups and projects that are made. */
export const hidden = { visibility: 'private' }

/** A group below the one that the user named: whatever a program makes is in it. */
export class ScratchGroup {
  private constructor(
    private readonly connection: Connection,
    readonly group: Group,
  ) {}

  /** Creates `<prefix><random>` below the parent. @throws Failed if the group cannot be used, with the reason. */
  static async make(
    connection: Connection,
    parent: string,
    prefix: string,
    signal?: AbortSignal,
  ): Promise<ScratchGroup> {
    const where = `/groups/${encodeURIComponent(parent)}`
    const above = await connection.call<Group>('GET', `${where}?with_projects=false`, undefined, signal)
    const labels = await connection.call<unknown[]>(
      'GET',
      `${where}/labels?include_ancestor_groups=true&per_page=1`,
      undefined,
      signal,
    )
    if (labels.length > 0) {
      throw new Failed(
        'The group, or one above it, has labels. Labels of groups can be changed through their projects, and those are ' +
          'not to be touched: name a group without labels.',
      )
    }
    const path = prefix + randomBytes(4).toString('hex')
    const fields = { ...hidden, name: path, path, parent_id: above.id }
    const group = await connection.call<Group>('POST', '/groups', fields).catch(async (error: Error) => {
      // The group may have been created although the response was lost.
      const lost = await connection.attempt('GET', `/groups/${encodeURIComponent(`${above.full_path}/${path}`)}`)
      if (lost.status === 200) return lost.body as Group
      throw error
    })
    return new ScratchGroup(connection, group)
  }

  /** Where the server believes itself to be: proxies may call it otherwise. */
  get externalUrl(): string {
    const { web_url, full_path } = this.group
    const end = `/groups/${full_path}`
    return web_url.endsWith(end) ? web_url.slice(0, -end.length) : this.connection.url
  }

  /** A project to look at. */
  async probe(): Promise<number> {
    const fields = { ...hidden, name: 'probe', path: 'probe', namespace_id: this.group.id }
    return (await this.connection.call<{ id: number }>('POST', '/projects', fields)).id
  }

  /** Deletes all of it, for good where the server lets an owner. Gives what is left, in a sentence. */
  async remove(patienceMs = 30_000): Promise<string | undefined> {
    const path = `/groups/${this.group.id}`
    const { status } = await this.connection.attempt('DELETE', path)
    let refusal = ''
    let group = await this.#read()
    if (group?.marked_for_deletion_on) {
      const query = `permanently_remove=true&full_path=${encodeURIComponent(group.full_path)}`
      const response = await this.connection.attempt('DELETE', `${path}?${query}`)
      if (response.status >= 300) refusal = `: ${JSON.stringify(response.body ?? '').slice(0, 200)}`
    }
    // A server deletes later, with a job.
    const end = Date.now() + (refusal || status >= 300 ? 0 : patienceMs)
    while ((group = await this.#read()) && Date.now() < end) await wait(1000)
    if (!group) return undefined
    const later = group.marked_for_deletion_on
      ? `is marked for deletion since ${group.marked_for_deletion_on}, and goes when the server's days are over`
      : 'is still there, being deleted or not: look after it'
    return `${group.full_path} (${group.id}) ${later}${refusal}`
  }

  async #read(): Promise<Group | undefined> {
    const { status, body } = await this.connection.attempt('GET', `/groups/${this.group.id}?with_projects=false`)
    return status === 404 ? undefined : status < 300 ? (body as Group) : this.group
  }
}
