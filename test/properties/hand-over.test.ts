import fc from 'fast-check'
import { type Emulator, type EmulatorState, startEmulator } from '../../emulator'
import { changesHands, keepingFixed, recreated, type Snapshot, withoutMirrorCredentials } from '../chaos/hand-over'
import { changesToOthers, collectionsIn, deadReferences, deadSetTokens } from '../chaos/invariants'
import { applyLayout, layouts } from '../chaos/layout'
import { heldTwice, isRecord, leftoversOf } from '../chaos/leftovers'
import { canMove, withoutComponents } from '../chaos/objects'
import { type Program, programs, secrets } from '../chaos/program'
import { initialState } from '../chaos/service'
import { times } from '../shared/test-run'
import { testNow } from '../support/emulator'
import { ProgramEngine } from '../support/program-engine'
import { useTestNow } from '../support/test-now'

/*
 * Property: objects that two programs declare are not recreated when other resources declare them: single resources,
 * items of sets, other keys or other providers. This also holds if a write fails or one resource is updated before the
 * others. The chaos runs test this with the real engine and more faults.
 *
 * A failure shows a seed and a path. To run the case again:
 *
 *     TRUEUP_TEST_PATH=PATH npx jest test/properties/hand-over.test.ts --seed=SEED -t 'flavor spec'
 */

const runs = times(8, 500)
const [seed, path] = [jest.getSeed(), process.env.TRUEUP_TEST_PATH]

/** Keeps resources whose objects can be adopted. Replaces components, which the engine does not support. */
const movable = (program: Program): Program =>
  withoutMirrorCredentials(
    Object.fromEntries(Object.entries(withoutComponents(program)).filter(([, { type }]) => canMove(type))),
  )

const fault = fc.record({
  method: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'),
  skip: fc.nat(4),
  status: fc.constantFrom(400, 403, 409, 500),
  times: fc.constantFrom(1, 3),
})

const cases = fc
  .record({
    both: programs,
    layouts,
    /** A write that fails during the first update. */
    fault: fc.option(fault, { nil: undefined, freq: 2 }),
    /** The index of the resource that is updated first. */
    target: fc.option(fc.nat(30), { nil: undefined, freq: 2 }),
    refresh: fc.boolean(),
  })
  .map(({ both, layouts: [first, then], ...rest }) => ({
    ...rest,
    before: movable(applyLayout(both[0], first)),
    after: movable(applyLayout(keepingFixed(both[0], both[1]), then)),
  }))
  .filter(({ before, after }) => changesHands(before, after))

describe.each(['spec', 'gitlab'] as const)('objects that move to other resources on flavor %s', (flavor) => {
  useTestNow()
  let emulator: Emulator
  /** The contents of the service before each case. */
  let base: EmulatorState
  beforeAll(async () => {
    emulator = await startEmulator({ flavor, now: testNow })
    base = await initialState(flavor)
  })
  afterAll(() => emulator.close())

  const holds = async ({
    before,
    after,
    fault: failure,
    target,
    refresh,
  }: typeof cases extends fc.Arbitrary<infer Case> ? Case : never) => {
    emulator.setState(base)
    const config: Record<string, string> = { 'trueup:baseUrl': emulator.url, 'trueup:token': secrets.token }
    const engine = new ProgramEngine(config)
    const moment = (): Snapshot => ({
      state: { held: [...engine.held.values()], unfinished: [] },
      live: collectionsIn(emulator.state()),
    })
    expect((await engine.up(before)).errors).toEqual([])
    const at = moment()
    config['trueup:onConflict'] = 'adopt'
    const names = Object.keys(after)
    if (target !== undefined) await engine.up(after, { target: names[target % names.length]! })
    if (failure) emulator.fault(failure)
    await engine.up(after, { refresh })
    emulator.clearFaults()
    const hasFaults = failure !== undefined || target !== undefined
    const first = await engine.up(after, { refresh: true })
    if (!hasFaults) expect(first.errors).toEqual([])
    const second = await engine.up(after, { refresh: true })
    expect(second.errors).toEqual([])
    expect(await engine.refresh()).toEqual([])
    emulator.clearRequests()
    expect(await engine.up(after)).toEqual({ steps: {}, errors: [] })
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])

    const now = moment()
    const { held } = now.state
    const leftovers = leftoversOf(collectionsIn(base), now.live, held).filter((leftover) => !isRecord(leftover))
    expect({
      names: held.map(({ name }) => name).sort(),
      recreated: recreated(before, at, after, now),
      heldTwice: heldTwice(held),
      hollow: [...deadReferences(now.live, held), ...deadSetTokens(now.live, held)],
      touched: changesToOthers(collectionsIn(base), now.live, [before, after]),
      leftovers,
    }).toEqual({ names: names.sort(), recreated: [], heldTwice: [], hollow: [], touched: [], leftovers: [] })
  }

  it(
    `does not recreate objects that move to other resources: ${runs} cases of seed ${seed}`,
    // Without shrinking, which takes minutes.
    () => fc.assert(fc.asyncProperty(cases, holds), { seed, numRuns: runs, endOnFailure: true, ...(path && { path }) }),
    runs * 10_000,
  )
})
