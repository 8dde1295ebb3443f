import { type Emulator, type EmulatorState, startEmulator } from '../../emulator'
import { testNow } from '../support/emulator'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PulumiStack } from '../support/pulumi'
import { Front } from './fault-proxy'
import { secrets } from './program'
import { programText } from './program-text'
import { Run, type Verdict } from './run'
import type { Scenario } from './scenario'
import { beforeAll, type Flavor } from './service'

/** A service of one flavor, and what stands before it. */
export interface Site {
  emulator: Emulator
  front: Front
  /** Where programs go up undisturbed, to see what they come to. */
  calm: Emulator
  /** What it holds before anything is declared. */
  base: EmulatorState
  stack: PulumiStack
}

/** Runs scenarios, one after the other. */
export class Runner {
  private readonly sites = new Map<Flavor, Site>()

  async close(): Promise<void> {
    for (const { emulator, front, calm, stack } of this.sites.values()) {
      await Promise.all([front.close(), emulator.close(), calm.close(), stack.close()])
    }
  }

  async run(scenario: Scenario): Promise<Verdict> {
    const site = this.sites.get(scenario.flavor) ?? (await open(scenario.flavor))
    this.sites.set(scenario.flavor, site)
    const { emulator, base, stack } = site
    emulator.setState(base)
    emulator.setClock(testNow)
    emulator.clearRequests()
    const [state, empty] = statesOf(stack)
    await rm(state, { recursive: true })
    await cp(empty, state, { recursive: true })
    stack.setEnv({ TRUEUP_TEST_NOW: testNow })
    return new Run(scenario, site).verdict()
  }
}

/** Where the CLI keeps the state of a stack, and a copy of what that was before anything went up. */
const statesOf = ({ folder }: PulumiStack) => ['.state', '.empty'].map((name) => join(folder, name)) as [string, string]

async function open(flavor: Flavor): Promise<Site> {
  const base = await beforeAll(flavor)
  // Time passes on the service, so that pipelines and moves come to their end.
  const emulator = await startEmulator({ flavor, now: testNow, onRequest: () => emulator.advanceClock(1) })
  const calm = await startEmulator({ flavor, now: testNow, onRequest: () => calm.advanceClock(1) })
  const front = await new Front(emulator).open()
  const stack = await PulumiStack.create({
    program: programText,
    config: { 'trueup:baseUrl': front.url },
    secretConfig: { 'trueup:token': secrets.token },
    checkpoints: true,
  })
  const [state, empty] = statesOf(stack)
  await cp(state, empty, { recursive: true })
  return { emulator, calm, base, front, stack }
}
