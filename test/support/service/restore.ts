import type { Connection } from '../../../tools/compare/connection'
import { Settled } from './settled'

/** Collections whose objects are not deleted by `id`. */
const keys: Record<string, string> = {
  protected_branches: 'name',
  protected_environments: 'name',
  protected_tags: 'name',
  variables: 'key',
  links: 'issue_link_id',
}

/** Remembers what a test has changed in the scratch world, and repairs it. */
export class Restore {
  readonly #collections = new Set<string>()
  readonly #shares = new Set<string>()
  readonly #settled = new Settled()

  /** Takes a write that will be sent, with its path on the service. */
  async before(connection: Connection, path: string, places: readonly string[]): Promise<void> {
    await this.#settled.read(connection, path.replace(/^\/api\/v4/, ''), places)
  }

  /** Takes a write that succeeded, with its path on the service. */
  note(method: string, path: string): void {
    const [plain = ''] = path.replace(/^\/api\/v4/, '').split('?')
    const [, share] = /^(.*\/share)\/\d+$/.exec(plain) ?? []
    if (method === 'DELETE' && share) this.#shares.add(plain)
    const [collection] = /^\/\w+\/[^/]+\/(?:issues\/\d+\/links|\w+)(?=\/|$)/.exec(plain) ?? []
    if (this.#settled.note(plain)) return
    if (collection && ['POST', 'PUT', 'PATCH'].includes(method) && !share) this.#collections.add(collection)
  }

  /** Deletes the objects of all collections that changed, and adds the removed shares. The seed world has no objects. */
  async run(connection: Connection, groups: readonly number[]): Promise<void> {
    const collections = [...this.#collections]
    // A promoted label belongs to a group.
    const ofGroups = collections.some((path) => path.endsWith('/labels'))
      ? groups.map((group) => `/groups/${group}/labels`)
      : []
    const shares = [...this.#shares]
    this.#collections.clear()
    this.#shares.clear()
    for (const collection of [...collections, ...ofGroups]) {
      const name = collection.split('/').at(-1)!
      const only =
        name === 'access_tokens' ? '&state=active' : ofGroups.includes(collection) ? '&only_group_labels=true' : ''
      await this.#empty(connection, `${collection}?per_page=100${only}`, collection, keys[name] ?? 'id')
    }
    for (const share of shares) {
      const [, path = '', group] = /^(.*)\/(\d+)$/.exec(share) ?? []
      await connection.attempt('POST', path, { group_id: Number(group), group_access: 30 })
    }
    await this.#settled.restore(connection)
  }

  async #empty(connection: Connection, list: string, collection: string, key: string): Promise<void> {
    // Lists have pages, and an object that cannot be deleted stays in its list.
    for (let rounds = 20; rounds > 0; rounds--) {
      const { status, body } = await connection.attempt('GET', list)
      if (status !== 200 || !Array.isArray(body)) return
      for (const item of body as Record<string, string | number>[]) {
        const scope = item.environment_scope
        const filter = scope === undefined ? '' : `?filter[environment_scope]=${encodeURIComponent(scope)}`
        await connection.attempt('DELETE', `${collection}/${encodeURIComponent(item[key]!)}${filter}`)
      }
      if (body.length < 100) return
    }
  }
}
