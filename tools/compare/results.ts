import type { Tier } from '../../emulator'
import { type Difference, differences } from '../../emulator/test/truth/compare'
import { reasonFor } from '../../emulator/test/truth/reasons'
import type { RecordedRequest, RecordedResponse, Scenario } from '../../emulator/test/truth/recordings'
import { fieldAt, type Fields } from './fields'
import type { Decision, Played } from './play'
import { isResponse, nameless } from './rehearse'
import type { Skip } from './skips'

/** A place where a server's response differs from the recorded one. */
export interface Found extends Difference {
  /** Why it would, on any server other than the recorded one. */
  why?: string
  /** Whether it is a field that no response of the recorded release has. */
  isNew?: true
}

/** A response that differs from the recorded one. */
export interface Differing {
  noun: string
  scenario: string
  /** Index in the scenario. */
  exchange: number
  request: RecordedRequest
  recorded: RecordedResponse
  given: RecordedResponse
  found: Found[]
}

/** Numbers of exchanges. */
export interface Figures {
  exchanges: number
  compared: number
  statusAgrees: number
  wholeAgrees: number
  /** Those whose response agrees, or has new fields and does not differ otherwise. */
  agreesBesidesNew: number
}

const none = (): Figures => ({ exchanges: 0, compared: 0, statusAgrees: 0, wholeAgrees: 0, agreesBesidesNew: 0 })

export class Results {
  readonly total = none()
  readonly byNoun = new Map<string, Figures>()
  /** How many of the exchanges were recorded on which tier. */
  readonly recordedOn = new Map<Tier, number>()
  /** Places of responses that depend on the world, and were not compared. */
  leftOut = 0
  readonly skipped = new Map<Skip, number>()
  readonly differing: Differing[] = []

  constructor(private readonly fields: Fields) {}

  add(scenario: Scenario, recordedOn: Tier, decisions: readonly Decision[], played: readonly Played[]): void {
    for (const [index, recorded] of scenario.responses[recordedOn]!.entries()) {
      this.#count(scenario, 'exchanges')
      this.recordedOn.set(recordedOn, (this.recordedOn.get(recordedOn) ?? 0) + 1)
      const decision = decisions[index]!
      const response = played[index]!
      const skip = 'skip' in decision ? decision.skip : isResponse(response) ? decision.unlike : response
      if (skip !== undefined) this.skipped.set(skip, (this.skipped.get(skip) ?? 0) + 1)
      else
        this.#compare(
          scenario,
          index,
          recorded,
          response as RecordedResponse,
          (decision as { leaveOut: Set<string> }).leaveOut,
        )
    }
  }

  /** Differences that are neither new fields nor have a reason in the recorded server. */
  get unexplained(): Found[] {
    return this.differing.flatMap(({ found }) => found.filter(({ why, isNew }) => why === undefined && !isNew))
  }

  #compare(
    scenario: Scenario,
    exchange: number,
    recorded: RecordedResponse,
    given: RecordedResponse,
    leaveOut: Set<string>,
  ): void {
    const { noun, name, requests } = scenario
    const request = requests[exchange]!
    const all = differences(nameless(recorded), given)
    const some = all.filter(({ at }) => ![...leaveOut].some((place) => at === place || at.startsWith(`${place}.`)))
    const found = some.map((difference): Found => {
      const reason = reasonFor(noun, request, difference)
      const why = reason?.ofRecording ? reason.why : undefined
      const isNew = !why && recorded.status === given.status && given.status < 300 && this.#isNew(request, difference)
      return { ...difference, ...(why && { why }), ...(isNew && { isNew }) }
    })
    this.leftOut += leaveOut.size
    this.#count(scenario, 'compared')
    if (found.every(({ at }) => at !== 'status')) this.#count(scenario, 'statusAgrees')
    if (found.length === 0) this.#count(scenario, 'wholeAgrees')
    if (found.every(({ isNew }) => isNew)) this.#count(scenario, 'agreesBesidesNew')
    if (found.length > 0) this.differing.push({ noun, scenario: name, exchange, request, recorded, given, found })
  }

  #isNew(request: RecordedRequest, { at, recorded }: Difference): boolean {
    return recorded === 'absent' && /^body(?!\.\$headers)/.test(at) && !this.fields.has(request, fieldAt(at))
  }

  #count({ noun }: Scenario, name: keyof Figures): void {
    const figures = this.byNoun.get(noun) ?? none()
    this.byNoun.set(noun, figures)
    this.total[name]++
    figures[name]++
  }
}
