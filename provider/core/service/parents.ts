import { ApiError, type Client } from '../../../sdk'
import { InvalidResponse } from '../schema/invalid-response'
import { isKey } from '../schema/identity'
import type { Parents } from '../schema/kind'
import { suffix } from './scheduled-deletion'

export type Reference = number | string

/** Projects and groups by the way they are written; each is looked up once in a process. */
export class ParentResolver {
  private readonly found = new Map<string, Promise<Parents[keyof Parents]>>()

  constructor(
    private readonly api: Client,
    private readonly warn: (text: string) => void,
  ) {}

  /** The parent itself. */
  get<P extends keyof Parents>(parent: P, reference: Reference): Promise<Parents[P]> {
    const key = keyOf(parent, reference)
    let found = this.found.get(key)
    if (!found) {
      found = this.fetch(parent, reference)
      this.found.set(key, found)
      // What the service said stands for this process; a lost connection may come back.
      found.catch((error) => ApiError.is(error) || this.found.delete(key))
    }
    return found as Promise<Parents[P]>
  }

  /** The parent, where the process has asked for it. */
  known<P extends keyof Parents>(parent: P, reference: Reference): Promise<Parents[P]> | undefined {
    return this.found.get(keyOf(parent, reference)) as Promise<Parents[P]> | undefined
  }

  /** The parent's numeric id; a number needs no look-up. */
  async id(parent: keyof Parents, reference: Reference): Promise<number> {
    return typeof reference === 'number' ? reference : (await this.get(parent, reference)).id
  }

  private async fetch(parent: keyof Parents, reference: Reference): Promise<Parents[keyof Parents]> {
    if (parent === 'group') return shown(await this.api.groups.get(reference))
    const project = shown(await this.api.projects.get(reference))
    const path: unknown = project.path_with_namespace
    if (typeof path !== 'string') throw new InvalidResponse()
    // The path of what was deleted is not one to write in a program.
    const isDeleted = path.includes(suffix)
    if (typeof reference === 'string' && path.toLowerCase() !== reference.toLowerCase() && !isDeleted) {
      this.warn(
        `project ${reference} has moved to ${path}: write the new path in the program. The old one works until someone else takes it.`,
      )
    }
    return project
  }
}

const keyOf = (parent: keyof Parents, reference: Reference): string => `${parent} ${reference}`

/** What was asked for, unless something in between has answered in the service's place. */
function shown<T extends Parents[keyof Parents]>(found: T): T {
  if (typeof found.id !== 'number' || !isKey(found.id)) throw new InvalidResponse()
  return found
}
