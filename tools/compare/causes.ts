import type { Endpoints } from './endpoints'
import { fieldAt } from './fields'
import type { Redaction } from './redact'
import type { Differing, Found } from './results'
import { fromDifference, shapeOf, wordingsOf } from './wordings'

/** The kinds of causes, in the order in which a report lists them. */
const kinds = ['status', 'error', 'list', 'missing', 'extra', 'value', 'header', 'explained', 'new'] as const

/** Why responses differ. One cause can change many places of many responses. */
export interface Cause {
  kind: (typeof kinds)[number]
  what: string
  responses: number
  nouns: Set<string>
  examples: Example[]
}

export interface Example {
  of: Differing
  found: Found
}

/** The most examples of a cause, each from another scenario. */
const mostExamples = 2

const pageHeader = /^(?:x-(?:total|page|per-page|next-page|prev-page|total-pages)|link)$/

/** The causes by kind, the most frequent first, and the cause of each difference. */
export class Causes {
  readonly all: Cause[]
  readonly of = new Map<Found, Cause>()

  constructor(
    differing: readonly Differing[],
    private readonly endpoints: Endpoints,
    private readonly redaction: Redaction,
  ) {
    const causes = new Map<string, Cause>()
    for (const one of differing) {
      const ofThis = new Map<Cause, Found>()
      for (const found of one.found) {
        const [kind, what] = this.#nameOf(found, one)
        const key = `${kind} ${what}`
        const cause = causes.get(key) ?? { kind, what, responses: 0, nouns: new Set(), examples: [] }
        causes.set(key, cause)
        this.of.set(found, cause)
        if (!ofThis.has(cause)) ofThis.set(cause, found)
      }
      for (const [cause, found] of ofThis) count(cause, one, found)
    }
    this.all = [...causes.values()].sort(
      (a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || b.responses - a.responses,
    )
  }

  #nameOf(found: Found, one: Differing): [Cause['kind'], string] {
    const { at, recorded, given, why, isNew } = found
    if (why !== undefined) return ['explained', why]
    const field = this.redaction.text(fieldAt(at))
    if (isNew) return ['new', lastOf(field)]
    const endpoint = this.endpoints.nameOf(one.request)
    const { status } = one.given
    // With another status, everything else is another response.
    if (status !== one.recorded.status)
      return ['status', `status ${status} instead of ${one.recorded.status}: ${endpoint}`]
    if (at.startsWith('body') && status >= 400 && !at.startsWith('body.$headers.'))
      return ['error', `${this.#wordings(one)}: ${endpoint}`]
    const list = listWithOtherLength(at, one.found)
    if (list !== undefined) {
      const name = fieldAt(list)
      return ['list', `${name ? `the list \`${name}\`` : 'the list'} has another length: ${endpoint}`]
    }
    const header = /^(?:header |body\.\$headers\.)(.+)/.exec(at)?.[1]
    if (header !== undefined) {
      return ['header', pageHeader.test(header) ? 'the headers of pages differ' : `the header \`${header}\` differs`]
    }
    if (given === 'absent') return ['missing', `the field \`${lastOf(field)}\` is missing`]
    if (recorded === 'absent')
      return ['extra', `the field \`${lastOf(field)}\` is in responses that were recorded without it`]
    return ['value', field ? `the field \`${field}\` differs` : `the body differs: ${endpoint}`]
  }

  /** The recorded and the given wording of an error. */
  #wordings({ recorded, given }: Differing): string {
    const error = `the error with status ${given.status}`
    const [saidBefore, saidHere] = wordingsOf(recorded, given)
    const [before, here] = [shapeOf(saidBefore), shapeOf(this.redaction.text(saidHere))]
    if (before === here) return `${error} has another body`
    const [was, is] = fromDifference(before, here)
    return `${error} says "${is}" instead of "${was}"`
  }
}

function count(cause: Cause, one: Differing, found: Found): void {
  cause.responses++
  cause.nouns.add(one.noun)
  const { examples } = cause
  if (examples.length >= mostExamples) return
  if (examples.some(({ of }) => of.noun === one.noun && of.scenario === one.scenario)) return
  examples.push({ of: one, found })
}

/** The list of another length that a place is in or is due to. */
function listWithOtherLength(at: string, found: readonly Found[]): string | undefined {
  const lists = found.flatMap((one) => (one.at.endsWith('.length') ? [one.at.slice(0, -'.length'.length)] : []))
  // Its items are compared with those that had the same place, and headers count them.
  return lists.find(
    (list) =>
      at === `${list}.length` ||
      at.startsWith(`${list}[]`) ||
      (list === 'body' && at.startsWith('header ') && pageHeader.test(at.slice('header '.length))),
  )
}

const lastOf = (field: string): string => field.slice(field.lastIndexOf('.') + 1)
