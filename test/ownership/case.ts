import type { Emulator, EmulatorState } from '../../emulator'
import type { Front } from '../support/front'
import type { Held } from '../support/program-engine'
import { describeDisturbance, type Disturbance, Engine, type Log } from './engine'
import { deleted, deletedOfOthers, differences, heldTwice, type Labels, missing } from './invariants'
import { newAddress } from './processes'
import { type Change, declaredBy, describeChange, describeProgram, type Program, takesFormerName } from './programs'

/** A change of a program with a disturbance of its first update, which is then repeated without one. */
export interface Case {
  readonly front: Front
  readonly change: Change
  readonly refresh: boolean
  readonly disturbance: Disturbance
}

/** What was found in a case. */
export interface Verdict {
  readonly log: Log
  /** The errors of the disturbed update. */
  readonly errors: readonly string[]
  /** The rules that were violated. */
  readonly violations: readonly string[]
}

/** The maximum number of updates until nothing changes. The last one changes nothing. */
const MAX_UPDATES = 3

/** Runs cases on one service. */
export class Runner {
  private readonly base: EmulatorState
  private readonly deployed = new Map<string, { held: Map<string, Held>; service: EmulatorState }>()
  /** The violations after disturbed updates, by what they left behind. Many disturbances leave the same. */
  private readonly settled = new Map<string, readonly string[]>()

  constructor(
    private readonly emulator: Emulator,
    private readonly config: Readonly<Record<string, unknown>>,
  ) {
    this.base = emulator.state()
  }

  async run({ front, change, refresh, disturbance }: Case): Promise<Verdict> {
    const address = disturbance.is === 'address reused' ? newAddress() : undefined
    const engine = await this.deploy(front, change.before, address)
    const at = this.labels()
    try {
      const after = declaredBy(change.after)
      const onConflict = disturbance.is === 'conflicts fail' ? 'fail' : 'adopt'
      const { errors, log } = await engine.up(after, { refresh, disturbance, onConflict })
      const violations = this.lost(change, at, log)
      if (violations.length === 0 && errors.length === 0) {
        // An exclusive set can delete an object that is only in the state of a resource without an update.
        const updated = [...engine.held.values()].filter(({ name }) => log.checked.includes(name))
        const hollow = missing(updated, this.labels())
        violations.push(...hollow.map((one) => `the update succeeded, but ${one}`))
      }
      if (violations.length > 0) return { log, errors, violations }
      return { log, errors, violations: await this.settle(engine, front, change, at) }
    } finally {
      engine.end()
      this.emulator.clearRequests()
    }
  }

  /** Updates without a disturbance until nothing changes. Returns the violations. */
  private async settle(engine: Engine, front: Front, change: Change, at: Labels): Promise<readonly string[]> {
    const left = [front, describeProgram(change.before), describeProgram(change.after), [...engine.held.values()]]
    const key = withoutMarks(JSON.stringify([...left, [...this.labels()]]))
    const known = this.settled.get(key)
    if (known) return known
    const violations = await this.settleOnce(engine, change, at)
    this.settled.set(key, violations)
    return violations
  }

  private async settleOnce(engine: Engine, change: Change, at: Labels): Promise<string[]> {
    const after = declaredBy(change.after)
    for (let updates = 1; ; updates++) {
      const { steps, errors } = await engine.up(after, { refresh: updates === 1 })
      const violations = this.lost(change, at)
      if (violations.length > 0) return violations.map((one) => `in update ${updates} after the disturbance, ${one}`)
      const changed = Object.keys(steps)
      if (errors.length === 0 && changed.length === 0) break
      if (takesFormerName(change) && errors.some((error) => error.includes('is owned by two resources'))) return []
      if (updates === MAX_UPDATES) {
        return [
          `update ${updates} after the disturbance: ${[...changed.map((name) => `${steps[name]} ${name}`), ...errors].join('; ')}`,
        ]
      }
    }
    const held = [...engine.held.values()]
    const live = this.labels()
    return [...heldTwice(held), ...missing(held, live), ...differences(change.after, live)]
  }

  /** The violations that no later update can repair. */
  private lost(change: Change, at: Labels, log?: Log): string[] {
    const now = this.labels()
    return [...deleted(change, at, now, log?.checked), ...deletedOfOthers(change, now)]
  }

  /** Deploys a program on a new service. Most cases begin with a program that another case has deployed. */
  private async deploy(front: Front, program: Program, address: string | undefined): Promise<Engine> {
    const key = `${front} ${describeProgram(program)}`
    const known = address === undefined ? this.deployed.get(key) : undefined
    if (known) {
      this.emulator.setState(known.service)
      return new Engine(front, this.config, structuredClone(known.held), address)
    }
    this.emulator.setState(this.base)
    const engine = new Engine(front, this.config, undefined, address)
    const { errors } = await engine.up(declaredBy(program))
    if (errors.length > 0) throw new Error(`${describeProgram(program)} was not deployed: ${errors.join('; ')}`)
    if (address === undefined) {
      this.deployed.set(key, { held: structuredClone(engine.held), service: this.emulator.state() })
    }
    return engine
  }

  private labels(): Labels {
    const { labels } = this.emulator.state().collections
    const records = (labels?.records ?? []) as unknown as { id: number; title: string }[]
    return new Map(records.map(({ id, title }) => [title, id]))
  }
}

/** Replaces random marks with numbers in the order in which they appear. */
function withoutMarks(text: string): string {
  const marks = new Map<string, number>()
  return text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (mark) => {
    const number = marks.get(mark) ?? marks.size
    marks.set(mark, number)
    return `#${number}`
  })
}

/** A case and what was found, as a script that reproduces it. */
export function describeVerdict({ front, change, refresh, disturbance }: Case, verdict: Verdict): string {
  const { log, errors, violations } = verdict
  const lines = [
    `front ${front}, TRUEUP_TEST_CHANGE='${describeChange(change)}'`,
    `up: ${describeProgram(change.before)}`,
    `up${refresh ? ' --refresh' : ''}${describeDisturbance(disturbance, log)}: ${describeProgram(change.after)}`,
    ...errors.map((error) => `  error: ${error}`),
    `up until nothing changes`,
    ...violations.map((violation) => `→ ${violation}`),
  ]
  return lines.join('\n  ')
}
