import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Emulator, type EmulatorState, startEmulator } from '../../emulator'
import { testNow } from '../support/emulator'
import { defaultFront } from '../support/front'
import { plugins } from '../support/plugin'
import { PulumiStack } from '../support/pulumi'
import { FaultProxy } from './fault-proxy'
import { secrets } from './program'
import { programText } from './program-text'
import { type Result, Run } from './run'
import type { Scenario } from './scenario'
import { type Flavor, initialState } from './service'

/** A service of one flavor, the proxy in front of it, and a stack. */
export interface Setup {
  emulator: Emulator
  proxy: FaultProxy
  /** A second service, on which programs are deployed without faults to find the expected contents. */
  reference: Emulator
  /** The contents of the service before a program runs. */
  base: EmulatorState
  stack: PulumiStack
}

/** Runs scenarios, one after the other. */
export class Runner {
  private readonly setups = new Map<Flavor, Setup>()

  async close(): Promise<void> {
    for (const { emulator, proxy, reference: reference, stack } of this.setups.values()) {
      await Promise.all([proxy.close(), emulator.close(), reference.close(), stack.close()])
    }
  }

  async run(scenario: Scenario): Promise<Result> {
    const setup = this.setups.get(scenario.flavor) ?? (await open(scenario.flavor))
    this.setups.set(scenario.flavor, setup)
    const { emulator, base, stack } = setup
    emulator.setState(base)
    emulator.setClock(testNow)
    emulator.clearRequests()
    const [state, empty] = statesOf(stack)
    await rm(state, { recursive: true })
    await cp(empty, state, { recursive: true })
    stack.setEnv({ TRUEUP_TEST_NOW: testNow })
    return new Run(scenario, setup).result()
  }
}

/** The folder of the state of a stack, and a copy of it from before the first update. */
const statesOf = ({ folder }: PulumiStack) => ['.state', '.empty'].map((name) => join(folder, name)) as [string, string]

async function open(flavor: Flavor): Promise<Setup> {
  const base = await initialState(flavor)
  // Time passes on the service with each request, so that pipelines and moves finish.
  const emulator = await startEmulator({ flavor, now: testNow, onRequest: () => emulator.advanceClock(1) })
  const reference = await startEmulator({ flavor, now: testNow, onRequest: () => reference.advanceClock(1) })
  const proxy = await new FaultProxy(emulator).open()
  const stack = await PulumiStack.create({
    program: programText,
    ...(defaultFront === 'native' && { plugins }),
    config: { 'trueup:baseUrl': proxy.url },
    secretConfig: { 'trueup:token': secrets.token },
    checkpoints: true,
  })
  const [state, empty] = statesOf(stack)
  await cp(state, empty, { recursive: true })
  return { emulator, reference: reference, base, proxy, stack }
}
