import { fillIn, type Got, look, needed } from '../../test/truth/fill-in'
import type { Answer, Scenario } from '../../test/truth/recordings'
import { type Connection, Failed } from './connection'
import type { Skip } from './skips'
import { type Place, transplant, transplantBack } from './transplant'

/** What is known of an exchange before it is played: why it is not, or which places of its answer are not compared. */
export type Decision = { skip: Skip } | { leaveOut: Set<string>; unlike?: Skip }

export type Played = Got | Skip

/** Sends what is decided on. Answers are as the recorded server would have given them. */
export async function play(
  connection: Connection,
  { requests }: Scenario,
  recorded: readonly Answer[],
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
    const answer = await connection.send(transplant(fillIn(request, sent), place), signal).catch((error) => {
      signal?.throwIfAborted()
      if (error instanceof Failed) return undefined
      throw error
    })
    if (!answer) {
      // Nobody knows what it did: nothing after it would tell anything.
      for (let left = index; left < requests.length; left++) played.push('lost')
      return played
    }
    // Later requests need the ids that are there.
    sent.push(answer)
    played.push(transplantBack(answer, place))
  }
  return played
}

/** Why a value that is needed is not there, although it was when the scenario was recorded. */
function cause(
  needs: ReturnType<typeof needed>,
  recorded: readonly Answer[],
  played: readonly Played[],
): Skip | undefined {
  for (const { at, path } of needs) {
    const answer = played[at]
    if (answer === undefined || typeof answer === 'string') return 'follows'
    if (path !== '$etag' && look([recorded[at]], '0', path) !== 0 && look([answer], '0', path) === 0) return 'differs'
  }
  return undefined
}
