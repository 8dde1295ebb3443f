import { fillIn, type Got, look, needed } from '../../emulator/test/truth/fill-in'
import type { RecordedResponse, Scenario } from '../../emulator/test/truth/recordings'
import { type Connection, Failed } from './connection'
import type { Skip } from './skips'
import { type Place, transplant, transplantBack } from './transplant'

/** What is known of an exchange before it is played: why it is not, or which places of its response are not compared. */
export type Decision = { skip: Skip } | { leaveOut: Set<string>; unlike?: Skip }

export type Played = Got | Skip

/** Sends the requests that are not skipped. Returns the responses in the form of the recorded server. */
export async function play(
  connection: Connection,
  { requests }: Scenario,
  recorded: readonly RecordedResponse[],
  decisions: readonly Decision[],
  place: Place,
  signal?: AbortSignal,
): Promise<Played[]> {
  const played: Played[] = []
  const sent: (Got | undefined)[] = []
  for (const [index, request] of requests.entries()) {
    const decision = decisions[index]!
    const why = 'skip' in decision ? decision.skip : cause(needed(request), recorded, played)
    if (why !== undefined) {
      played.push(why)
      sent.push(undefined)
      continue
    }
    const response = await connection.send(transplant(fillIn(request, sent), place), signal).catch((error) => {
      signal?.throwIfAborted()
      if (error instanceof Failed) return undefined
      throw error
    })
    if (!response) {
      // The effect of the request is unknown, so later responses prove nothing.
      for (let left = index; left < requests.length; left++) played.push('lost')
      return played
    }
    // Later requests need the ids that are there.
    sent.push(response)
    played.push(transplantBack(response, place))
  }
  return played
}

/** Why a value that is needed is not there, although it was when the scenario was recorded. */
function cause(
  needs: ReturnType<typeof needed>,
  recorded: readonly RecordedResponse[],
  played: readonly Played[],
): Skip | undefined {
  for (const { at, path } of needs) {
    const response = played[at]
    if (response === undefined || typeof response === 'string') return 'follows'
    if (path !== '$etag' && look([recorded[at]], '0', path) !== 0 && look([response], '0', path) === 0) return 'differs'
  }
  return undefined
}
