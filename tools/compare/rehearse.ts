import { type Emulator, type Release, startEmulator, type Tier } from '../../emulator'
import { type Difference, differences, likeRecorded } from '../../emulator/test/truth/compare'
import type { RecordedRequest, RecordedResponse, Scenario } from '../../emulator/test/truth/recordings'
import { replay } from '../../emulator/test/truth/replay'
import { Connection } from './connection'
import { withoutPeople } from './people'
import { type Decision, play, type Played } from './play'
import { Scratch } from './scratch'
import type { Skip } from './skips'
import { obstacle, type Place } from './transplant'

/** Ids on other servers are larger than the recorded ones. */
const further = 7_000_000

/**
 * Plays scenarios on the emulator twice: as they were recorded, and in a scratch group with one token. The scratch
 * group causes the differences, so a difference in the same place on another server is not reported.
 */
export class Rehearsal {
  private constructor(
    private readonly emulator: Emulator,
    private readonly connection: Connection,
    private readonly scratch: Scratch,
    private readonly days: number,
  ) {}

  static async start(release: Release, tier: Tier, now: Date, days: number): Promise<Rehearsal> {
    const world = { users: { me: { name: 'Me' } }, groups: { base: { members: { me: 'owner' as const } } } }
    const emulator = await startEmulator({ flavor: 'gitlab', release, tier, world })
    emulator.advanceClock((now.getTime() - Date.now()) / 1000)
    const state = emulator.state()
    for (const collection of Object.values(state.collections)) collection.next += further
    emulator.setState(state)
    const connection = new Connection(emulator.url, 'emulator-me')
    const user = await connection.call<{ id: number }>('GET', '/user')
    return new Rehearsal(emulator, connection, await Scratch.make(connection, 'base', user.id), days)
  }

  /** What is played, and what of its responses is compared. */
  async decide(scenario: Scenario, recordedOn: Tier): Promise<Decision[]> {
    const { requests } = scenario
    const recorded = scenario.responses[recordedOn]!
    const decisions = requests.map((request, index): Decision => {
      const skip = obstacle(request, recorded[index]!)
      return skip ? { skip } : { leaveOut: new Set() }
    })
    const original = (await replay(scenario, recordedOn)).map((response, index) =>
      nameless({ ...response, body: likeRecorded(recorded[index]!.body, response) }),
    )
    // What was refused when it was recorded must not be done here: the rest of the scenario would meet another world.
    for (let again = true; again;) {
      again = false
      const { place, issues } = await this.#world(scenario)
      const given = await play(this.connection, scenario, recorded, decisions, place)
      for (const [index, response] of given.entries()) {
        if (typeof response === 'string') {
          decisions[index] = { skip: response === 'differs' ? reasonFor(requests[index]!) : response }
          continue
        }
        const found = differences(original[index]!, response)
        const request = requests[index]!
        const otherwise = found.some(({ at }) => at === 'status')
        if (otherwise && (reads(request) || recorded[index]!.status >= 300 || isRefused(found))) {
          decisions[index] = { skip: !issues && /\/issues/.test(request.path) ? 'issues' : reasonFor(request) }
          again = true
        } else {
          const leaveOut = new Set(found.map(({ at }) => at))
          decisions[index] = { leaveOut, ...(otherwise && { unlike: reasonFor(request) }) }
        }
      }
    }
    return decisions
  }

  #world(scenario: Scenario): Promise<{ place: Place; issues: boolean }> {
    return this.scratch.world(scenario, this.days)
  }

  async close(): Promise<void> {
    await this.connection.close()
    await this.emulator.close()
  }
}

/** Both sides without names of people. */
export const nameless = (response: RecordedResponse): RecordedResponse => ({
  ...response,
  body: withoutPeople(response.body),
})

export const isResponse = (played: Played): played is Exclude<Played, Skip> => typeof played !== 'string'

const reads = ({ method }: RecordedRequest): boolean => method === 'GET' || method === 'HEAD'

const isRefused = (found: Difference[]): boolean =>
  found.some(({ at, given }) => at === 'status' && typeof given === 'number' && given >= 300)

function reasonFor({ who, path }: RecordedRequest): Skip {
  if (/\/(?:pipelines|pipeline|vulnerabilit|alert)|v1\.0\.0|test_report/.test(path)) return 'pipelines'
  if (who === 'root') return 'administrator'
  if (who === 'maintainer' || who === 'developer') return 'users'
  return /\/\d+/.test(path.replace(/^\/api\/v4\/\w+\/\d+/, '')) ? 'paths' : 'world'
}
