import type { Release } from '../../emulator'
import { load, nouns, type RecordedRequest } from '../../emulator/test/truth/recordings'
import type { Endpoints } from './endpoints'

/** The fields that responses of a recorded release have, on any tier. */
export class Fields {
  #known: Map<string, Set<string>> | undefined

  constructor(
    private readonly release: Release,
    private readonly endpoints: Endpoints,
  ) {}

  /** Whether a recorded response with the same objects has a field. */
  has(request: RecordedRequest, field: string): boolean {
    // Most comparisons need it for no response, and it takes half a second.
    this.#known ??= this.#read()
    return this.#known.get(this.endpoints.listOf(request))?.has(field) ?? false
  }

  #read(): Map<string, Set<string>> {
    const known = new Map<string, Set<string>>()
    for (const { requests, responses } of nouns.flatMap((noun) => load(noun, this.release))) {
      for (const list of Object.values(responses)) {
        for (const [index, { status, body }] of list.entries()) {
          if (status >= 300) continue
          const key = this.endpoints.listOf(requests[index]!)
          const fields = known.get(key) ?? new Set()
          known.set(key, fields)
          collect(body, '', fields)
        }
      }
    }
    return known
  }
}

/** The field at a place of a body, such as `deploy_access_levels[].id` at `body[].deploy_access_levels[].id`. */
export const fieldAt = (at: string): string => at.replace(/^body(?:\.\$body)?(?:\[\])*\.?/, '')

function collect(value: unknown, at: string, fields: Set<string>): void {
  if (Array.isArray(value)) {
    for (const one of value) collect(one, at && `${at}[]`, fields)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      if (key === '$body') {
        collect(one, at, fields)
      } else {
        const field = at ? `${at}.${key}` : key
        fields.add(field)
        collect(one, field, fields)
      }
    }
  }
}
