import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Emulator, EmulatorState } from '../../emulator'
import type { Json } from '../../provider/core/schema/json'
import type { Collections } from '../faults/service-state'
import { testNow } from '../support/emulator'
import { Engine } from '../support/engine'
import type { PulumiStack } from '../support/pulumi'
import type { FaultProxy } from './fault-proxy'
import type { Front } from './front'
import { changesHands, keepingProviders, recreated, type Snapshot } from './hand-over'
import { exportHeld, withImported } from './import'
import {
  changesToOthers,
  collectionsIn,
  deadReferences,
  deadSetTokens,
  differencesFrom,
  secretsIn,
  wrongAlertsAndMoves,
} from './invariants'
import { checkRecords, heldTwice, isRecord, leftoversOf } from './leftovers'
import { deleteNamed, namesExisting, repairFiles } from './manual-repairs'
import { urnAt, withoutComponents } from './objects'
import { type CommandResult, runCommand } from './operation'
import { here, type Program, secrets } from './program'
import { writeProgram } from './program-text'
import type { Round, Scenario } from './scenario'
import { changeList, moveProject } from './service'
import { leavingSingles, singlesIn, wrongSingles } from './singles'
import { readState, type StackState } from './state'

/** A service of one flavor, the proxy in front of it, and a stack with programs of one front. */
export interface Setup {
  front: Front
  emulator: Emulator
  proxy: FaultProxy
  /** A second service, on which programs are deployed without faults to find the expected contents. */
  reference: Emulator
  /** The contents of the service before a program runs. */
  base: EmulatorState
  stack: PulumiStack
}

/** The result of a run. */
export interface Result {
  violations: string[]
  /** The whole output of the CLI, to find the cause of a violation. */
  transcript: string
  tally: Tally
}

/** Counts of events, by name. */
export type Tally = Record<string, number>

/** One run of a scenario. */
export class Run {
  private readonly violations: string[] = []
  private readonly ended: CommandResult[] = []
  private readonly tally: Tally
  /** The service's log of the requests. */
  private log = ''
  private kills = 0
  /** Failed creates that the service may have carried out, according to the CLI. */
  private uncertainCreates = 0

  constructor(
    private scenario: Scenario,
    private readonly setup: Setup,
  ) {
    this.tally = { runs: 1, [`runs with front ${setup.front}`]: 1 }
  }

  async result(): Promise<Result> {
    const { before, rounds, adopts } = this.scenario
    const { emulator, proxy, stack } = this.setup
    proxy.lostWrites.length = 0
    const at = await this.deploy(before)
    const imported = await this.import(at.state)
    if (rounds.some(({ target }) => target !== undefined)) {
      this.scenario = { ...this.scenario, after: keepingProviders(before, this.scenario.after, imported) }
    }
    const { after } = this.scenario
    this.passDays()
    await this.declare(after)
    stack.setEnv({ TRUEUP_ON_CONFLICT: adopts ? 'adopt' : '' })
    for (const round of rounds) await this.runRound(round)
    this.countFaults()
    const state = await this.settle()
    const now = { state, live: collectionsIn(emulator.state()) }
    this.addViolations(await this.violationsOf(at, now))
    this.addViolations(await this.leakedSecrets(now.live))
    const transcript = this.ended
      .map(({ command, code, output }) => `$ ${command}\n${output}\n=> ${String(code)}`)
      .join('\n')
    return { violations: this.violations, transcript, tally: this.tally }
  }

  private async runRound({ faults, command, reads, target }: Round): Promise<void> {
    const { emulator, front } = this.setup
    const actions = { moveProject: () => moveProject(emulator), changeList: () => changeList(emulator) }
    const urn = target === undefined ? undefined : urnAt(this.scenario.after, target, front)
    const args = [...this.argsOf(command), ...(urn === undefined ? [] : ['--target', urn])]
    if (reads) await this.declare(this.scenario.after, true)
    const { killed, output } = await this.pulumi(args, {}, { faults, actions })
    if (reads) await this.declare(this.scenario.after)
    this.uncertainCreates += (output.split('\nDiagnostics:')[1]?.match(mayHaveHappened) ?? []).length
    if (!faults.kill || !killed) return
    this.kills++
    this.count(`${faults.kill.signal} of the ${killed}`)
    // A killed CLI leaves the stack locked.
    if (killed === 'cli' || killed === 'group') {
      this.count('empty files that a killed CLI left, repaired by hand', await repairFiles(this.setup.stack))
      await this.pulumi(['cancel', '--yes'])
    }
  }

  private async violationsOf(at: Snapshot, now: Snapshot): Promise<string[]> {
    const { before, after, rounds } = this.scenario
    const { live, state } = now
    const base = collectionsIn(this.setup.base)
    const leftovers = leftoversOf(base, live, state.held)
    const records = leftovers.filter(isRecord)
    if (records.length > 0) this.count('records of actions that were carried out more than once', records.length)
    const declared = Object.keys(withoutComponents(after))
    const expected = await this.expected(before, withoutComponents(after))
    const missing = declared.filter((name) => !state.held.some((held) => held.name === name))
    return [
      ...state.unfinished,
      ...differencesFrom(expected, live, leftovers),
      ...wrongSingles({ base, expected, live }, { before, after, destroys: countOf(rounds, 'destroy') }),
      ...changesToOthers(base, live, [before, after]),
      ...deadReferences(live, state.held),
      ...deadSetTokens(live, state.held),
      ...wrongAlertsAndMoves(live, after),
      ...leftovers
        .filter((leftover) => !isRecord(leftover))
        .map(({ collection, id }) => `no resource holds ${collection} ${id}`),
      ...heldTwice(state.held),
      ...checkRecords(leftovers, {
        before,
        rounds,
        kills: this.kills,
        uncertainCreates: this.uncertainCreates,
      }),
      ...missing.map((name) => `${name} is not in the state`),
      ...(countOf(rounds, 'destroy') > 0 ? [] : recreated(before, at, after, now)),
    ]
  }

  /** Deploys the first program without faults. */
  private async deploy(program: Program): Promise<Snapshot> {
    this.setup.stack.setEnv({ TRUEUP_ON_CONFLICT: '', CHAOS_TOKEN: secrets.token })
    let state: StackState = { held: [], unfinished: [] }
    if (Object.keys(program).length > 0) {
      await this.declare(program)
      const up = await this.pulumi(this.argsOf('up'))
      if (up.code !== 0) throw new Error(`the first update failed:\n${up.output}`)
      state = await this.state()
    }
    return { state, live: collectionsIn(this.setup.emulator.state()) }
  }

  /**
   * Imports the objects of the stack as further resources and returns their names. The next program can declare them.
   */
  private async import({ held }: StackState): Promise<string[]> {
    const { imports, after } = this.scenario
    if (!imports || held.length === 0) return []
    const { front, proxy, stack } = this.setup
    const imported = await exportHeld(stack, proxy.url, imports, held, front)
    if (imported.length === 0) return []
    this.count('stacks with imported resources')
    const file = ['--file', 'import.json', '--generate-code=false', '--protect=false']
    const { code, output } = await this.pulumi(['import', ...file, '--yes', '--skip-preview'])
    if (code !== 0) throw new Error(`the import failed:\n${output}`)
    if (imports.kept) this.scenario = { ...this.scenario, after: withImported(after, imported) }
    return imported.map(({ name }) => name)
  }

  /** Advances the clocks of the program and the service. */
  private passDays(): void {
    const { days, skewHours } = this.scenario
    const now = Date.parse(testNow) + days * 86_400_000
    this.setup.stack.setEnv({ TRUEUP_TEST_NOW: new Date(now).toISOString() })
    this.setup.emulator.setClock(new Date(now + skewHours * 3_600_000).toISOString())
  }

  /** Runs at most two updates, after which a preview must show no changes. */
  private async settle(): Promise<StackState> {
    const { before, after, rounds } = this.scenario
    const isHandOver = changesHands(before, after)
    if (isHandOver) this.count(rounds.some(hasFaults) ? 'hand-overs with faults' : 'hand-overs')
    const isExclusive = JSON.stringify(after).includes('"exclusive"')
    // After an interrupted refresh or destroy, and for an exclusive set, only a refresh shows the objects of the
    // service.
    const needsRefresh = isExclusive || rounds.some(({ command }) => command !== 'up' && command !== 'preview')
    const refresh = needsRefresh ? ['--refresh'] : []
    const up = (env = {}) => this.pulumi([...this.argsOf('up'), ...refresh], env)
    const first = await up()
    if (first.code !== 0) {
      this.count('updates that a second one had to complete')
      if (!this.isExcused(first.output)) this.addViolations([`the first update fails: ${errorsIn(first.output)}`])
      // Do what a user does who reads that an object already exists.
      const deleted = deleteNamed(first.output, this.setup.emulator, await this.state())
      this.count('objects that errors named, and that were deleted by hand', deleted)
      const second = await up({ TRUEUP_ON_CONFLICT: 'adopt' })
      if (second.code !== 0) this.addViolations([`the second update fails: ${errorsIn(second.output)}`])
    }
    this.log = JSON.stringify(this.setup.emulator.requests())
    this.setup.emulator.clearRequests()
    const previewAll = () => this.pulumi(['preview', '--refresh', '--expect-no-changes', '--diff'])
    let preview = await previewAll()
    const writes = this.setup.emulator.requests().filter(({ method }) => method !== 'GET')
    this.addViolations(writes.map(({ method, path }) => `a preview sends ${method} ${path}`))
    // An adopted object can need another update, such as the rotation of a token. A new exclusive set finds unmanaged
    // objects only now.
    if (preview.code !== 0 && (isExclusive || (isHandOver && first.code === 0))) {
      this.count('hand-overs and exclusive sets that took two updates')
      const second = await up()
      if (second.code !== 0) this.addViolations([`the second update fails: ${errorsIn(second.output)}`])
      preview = await previewAll()
    }
    if (preview.code !== 0) this.addViolations([`there is more to do: ${preview.output}`])
    return this.state()
  }

  /** Whether the first update can fail because a kill or lost responses left objects that no resource holds. */
  private isExcused(output: string): boolean {
    return (this.kills > 0 || this.uncertainCreates > 0) && namesExisting(output)
  }

  /** Finds secrets in the output, in the log of the service and in the stored state, backups and history. */
  private async leakedSecrets(live: Collections): Promise<string[]> {
    const { base, stack } = this.setup
    const folder = join(stack.folder, '.state')
    const stored = (await readdir(folder, { withFileTypes: true, recursive: true })).filter((entry) => entry.isFile())
    const files = stored.map(async ({ parentPath, name }) => [name, await readFile(join(parentPath, name), 'utf8')])
    const printed = this.ended.map(({ command, output }) => [command, output])
    const texts = [...printed, ['the log', this.log], ...(await Promise.all(files))] as [string, string][]
    return texts.flatMap(([place, text]) =>
      secretsIn(text, collectionsIn(base), live).map((secret) => `${place} shows ${secret}`),
    )
  }

  /**
   * The contents of a service on which only this program was deployed, without faults. Settings that only the former
   * program declared keep their values.
   */
  private async expected(former: Program, program: Program): Promise<Collections> {
    const { reference, base } = this.setup
    reference.setState(base)
    reference.setClock(this.setup.emulator.now())
    const now = Date.parse(testNow) + this.scenario.days * 86_400_000
    process.env.TRUEUP_TEST_NOW = new Date(now).toISOString()
    const ids: Record<string, string> = {}
    const engines = new Map<string, Engine>()
    for (const [name, { type, args }] of [...singlesIn(former), ...Object.entries(program)]) {
      const options = { url: reference.url, token: secrets.token }
      // Also for other fronts: their engines start a server, which would keep the process running.
      const engine = engines.get(name) ?? new Engine(kindOf(type), { ...options, front: 'dynamic' })
      engines.set(name, engine)
      const text = JSON.stringify(args, (_key, value: Json | null) =>
        value?.$id === undefined ? (value?.$secret ?? value) : ids[String(value.$id)],
      )
      await engine.up(JSON.parse(text.replaceAll(here, reference.url)) as Json)
      ids[name] = engine.state?.id ?? ''
    }
    for (const name of leavingSingles(former, program)) await engines.get(name)?.destroy()
    return collectionsIn(reference.state())
  }

  private async declare(program: Program, reads = false): Promise<void> {
    const { front, proxy, stack } = this.setup
    await writeProgram(stack, front, program, { url: proxy.url, reads })
  }

  private async state(): Promise<StackState> {
    const { output, code } = await runCommand(this.setup.stack, this.setup.proxy, ['stack', 'export', '--show-secrets'])
    if (code !== 0) throw new Error(output)
    return readState(output.slice(output.indexOf('{')))
  }

  private argsOf(command: string): string[] {
    // In YAML, an update only knows from its preview which resources Pulumi has not passed to the plugin yet.
    const needsPreview = command === 'up' && this.setup.front === 'yaml'
    const more = command === 'preview' ? [] : needsPreview ? ['--yes'] : ['--yes', '--skip-preview']
    return [command, ...more, '--parallel', String(this.scenario.parallel)]
  }

  private async pulumi(
    args: string[],
    env = {},
    disruption?: Parameters<typeof runCommand>[4],
  ): Promise<CommandResult> {
    const ended = await runCommand(this.setup.stack, this.setup.proxy, args, env, disruption)
    this.ended.push(ended)
    return ended
  }

  private countFaults(): void {
    const { counts, lostWrites } = this.setup.proxy
    for (const [fault, times] of counts) this.count(fault, times)
    counts.clear()
    this.count('writes whose responses were lost', lostWrites.length)
  }

  private count(what: string, times = 1): void {
    this.tally[what] = (this.tally[what] ?? 0) + times
  }

  private addViolations(violations: readonly string[]): void {
    this.violations.push(...violations)
  }
}

const countOf = (rounds: readonly Round[], wanted: Round['command']) =>
  rounds.filter(({ command }) => command === wanted).length

const hasFaults = ({ faults }: Round) => faults.faults.length > 0 || faults.kill !== undefined

/** Errors that report an object that can exist. */
const mayHaveHappened = /may have been (?:created|carried out|started)/g

const kindOf = (type: string) => type.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

/** The lines of an output with errors. */
const errorsIn = (output: string) =>
  output
    .split('\n')
    .filter((line) => /error/.test(line))
    .join('\n') || output
