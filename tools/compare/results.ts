import type { Tier } from '../../emulator'
import { type Difference, differences } from '../../test/truth/compare'
import { reasonFor } from '../../test/truth/reasons'
import type { RecordedRequest, RecordedResponse, Scenario } from '../../test/truth/recordings'
import type { Decision, Played } from './play'
import { isResponse, nameless } from './rehearse'
import type { Skip } from './skips'

/** A place where a server's response differs from the recorded one. */
export interface Found extends Difference {
  scenario: string
  /** Index in the scenario. */
  exchange: number
  request: RecordedRequest
  /** Why it would, on any server other than the recorded one. */
  why?: string
}

export class Results {
  exchanges = 0
  compared = 0
  statusAgrees = 0
  wholeAgrees = 0
  /** Places of responses that depend on the world, and were not compared. */
  leftOut = 0
  readonly skipped = new Map<Skip, number>()
  readonly found: Found[] = []

  add(scenario: Scenario, recordedOn: Tier, decisions: readonly Decision[], played: readonly Played[]): void {
    for (const [index, recorded] of scenario.responses[recordedOn]!.entries()) {
      this.exchanges++
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

  /** Differences without a reason in the recorded server. */
  get unexplained(): Found[] {
    return this.found.filter(({ why }) => why === undefined)
  }

  #compare(
    { noun, name, requests }: Scenario,
    exchange: number,
    recorded: RecordedResponse,
    given: RecordedResponse,
    leaveOut: Set<string>,
  ) {
    const request = requests[exchange]!
    const all = differences(nameless(recorded), given)
    const found = all.filter(({ at }) => ![...leaveOut].some((place) => at === place || at.startsWith(`${place}.`)))
    this.compared++
    this.leftOut += leaveOut.size
    if (found.every(({ at }) => at !== 'status')) this.statusAgrees++
    if (found.length === 0) this.wholeAgrees++
    for (const difference of found) {
      const reason = reasonFor(noun, request, difference)
      const why = reason?.ofRecording ? reason.why : undefined
      this.found.push({ ...difference, scenario: `${noun} ${name}`, exchange, request, ...(why && { why }) })
    }
  }
}
