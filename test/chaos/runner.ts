import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmulator } from '../../emulator'
import { testNow } from '../support/emulator'
import { plugins } from '../support/plugin'
import { PulumiStack } from '../support/pulumi'
import { FaultProxy } from './fault-proxy'
import type { Front } from './front'
import { secrets } from './program'
import { programText } from './program-text'
import { type Result, Run, type Setup } from './run'
import type { Scenario } from './scenario'
import { type Flavor, initialState } from './service'

/** Runs scenarios, one after the other. */
export class Runner {
  private readonly setups = new Map<string, Setup>()

  async close(): Promise<void> {
    for (const [key, { emulator, proxy, reference, stack }] of this.setups) {
      this.setups.delete(key)
      await Promise.all([proxy.close(), emulator.close(), reference.close(), stack.close()])
    }
  }

  async run(scenario: Scenario, front: Front): Promise<Result> {
    const key = `${scenario.flavor} ${front}`
    const setup = this.setups.get(key) ?? (await open(scenario.flavor, front))
    this.setups.set(key, setup)
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

async function open(flavor: Flavor, front: Front): Promise<Setup> {
  const base = await initialState(flavor)
  // Time passes on the service with each request, so that pipelines and moves finish.
  const emulator = await startEmulator({ flavor, now: testNow, onRequest: () => emulator.advanceClock(1) })
  const reference = await startEmulator({ flavor, now: testNow, onRequest: () => reference.advanceClock(1) })
  const proxy = await new FaultProxy(emulator).open()
  const stack = await PulumiStack.create({
    program: programText(front),
    ...(front === 'yaml' && { language: front }),
    ...(front !== 'dynamic' && { plugins }),
    config: { 'trueup:baseUrl': proxy.url },
    secretConfig: { 'trueup:token': secrets.token },
    checkpoints: true,
  })
  const [state, empty] = statesOf(stack)
  await cp(state, empty, { recursive: true })
  return { front, emulator, reference, base, proxy, stack }
}
