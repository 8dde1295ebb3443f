import { ApiError, type Client } from '../../../sdk'
import { isKey } from '../schema/identity'
import { ABOUT_ANOTHER, InvalidResponse } from '../schema/invalid-response'
import type { Parents } from '../schema/kind'
import { suffix } from './scheduled-deletion'

export type Reference = number | string

/** Resolves references to projects and groups. Reads each of them once in a process. */
export class ParentResolver {
  private readonly found = new Map<string, Promise<Parents[keyof Parents]>>()
  private address: string | undefined

  constructor(
    private readonly api: Client,
    private readonly warn: (text: string) => void,
  ) {}

  /** The project or group. */
  get<P extends keyof Parents>(parent: P, reference: Reference): Promise<Parents[P]> {
    const key = keyOf(parent, reference)
    let found = this.found.get(key)
    if (!found) {
      found = this.fetch(parent, reference)
      this.found.set(key, found)
      // Responses of the service are final for this process. Lost connections are not.
      found.catch((error) => ApiError.is(error) || this.found.delete(key))
    }
    return found as Promise<Parents[P]>
  }

  /** The address of the service's pages, which is the same for all names of the service. Undefined before the first read. */
  get webUrl(): string | undefined {
    return this.address
  }

  /** The project or group, if the process has read it. */
  known<P extends keyof Parents>(parent: P, reference: Reference): Promise<Parents[P]> | undefined {
    return this.found.get(keyOf(parent, reference)) as Promise<Parents[P]> | undefined
  }

  /** Uses a project or group that was just created. */
  remember<P extends keyof Parents>(parent: P, reference: Reference, created: Parents[P]): void {
    this.found.set(keyOf(parent, reference), Promise.resolve(verified(created)))
  }

  /** Reads the project or group again, because it may have been created or moved. */
  forget(parent: keyof Parents, reference: Reference): void {
    this.found.delete(keyOf(parent, reference))
  }

  /** The numeric id. Sends no request if the reference is a number. */
  async id(parent: keyof Parents, reference: Reference): Promise<number> {
    return typeof reference === 'number' ? reference : (await this.get(parent, reference)).id
  }

  private async fetch(parent: keyof Parents, reference: Reference): Promise<Parents[keyof Parents]> {
    if (parent === 'group') {
      const group = verified(await this.api.groups.get(reference), reference)
      this.address ??= before(group.web_url, `/groups/${group.full_path}`)
      return group
    }
    const project = verified(await this.api.projects.get(reference), reference)
    const path: unknown = project.path_with_namespace
    if (typeof path !== 'string') throw new InvalidResponse()
    this.address ??= before(project.web_url, `/${path}`)
    // Programs should not contain the temporary path of a deleted project.
    const isDeleted = path.includes(suffix)
    if (typeof reference === 'string' && path.toLowerCase() !== reference.toLowerCase() && !isDeleted) {
      this.warn(
        `project ${reference} has moved to ${path}: write the new path in the program. The old one works until another project uses it.`,
      )
    }
    return project
  }
}

/** The start of a URL with this end. */
const before = (url: unknown, end: string): string | undefined =>
  typeof url === 'string' && url.endsWith(end) ? url.slice(0, -end.length) : undefined

const keyOf = (parent: keyof Parents, reference: Reference): string => `${parent} ${reference}`

/** @throws InvalidResponse if a response has no id, or another one than was asked for: a proxy may have sent it. */
function verified<T extends Parents[keyof Parents]>(found: T, asked?: Reference): T {
  if (typeof found.id !== 'number' || !isKey(found.id)) throw new InvalidResponse()
  if (typeof asked === 'number' && found.id !== asked) throw new InvalidResponse(ABOUT_ANOTHER)
  return found
}
