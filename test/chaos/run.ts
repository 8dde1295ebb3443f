import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json } from '../../provider/core/schema/plain'
import { type Collections } from '../faults/service-state'
import { testNow } from '../support/emulator'
import { Engine } from '../support/engine'
import { changesHands, madeAnew, type Moment } from './hand-over'
import { exportHeld, withImported } from './import'
import { collectionsIn, differencesTo, hollow, hollowSets, matters, secretsIn, touched } from './invariants'
import { urnAt, withoutComponents } from './objects'
import { type Ended, operate } from './operation'
import { deleteNamed, namesExisting, repairFiles } from './manual-repairs'
import { here, type Program, secrets } from './program'
import type { Site } from './runner'
import type { Round, Scenario } from './scenario'
import { readState, type StackState } from './state'
import { heldTwice, isRecord, judgeRecords, straysOf } from './leftovers'
import { changeList, moveProject } from './service'

/** What came of a run. */
export interface Verdict {
  violations: string[]
  /** Everything that the CLI printed, for whoever looks for the cause. */
  transcript: string
  tally: Tally
}

/** What is counted, by name. */
export type Tally = Record<string, number>

/** One run of a scenario. */
export class Run {
  private readonly violations: string[] = []
  private readonly ended: Ended[] = []
  private readonly tally: Tally = { runs: 1 }
  /** What the service noted of the requests. */
  private log = ''
  private kills = 0
  /** Creations of which the CLI said that they failed although the service may have carried them out. */
  private doubts = 0

  constructor(
    private scenario: Scenario,
    private readonly site: Site,
  ) {}

  async verdict(): Promise<Verdict> {
    const { before, rounds, adopts } = this.scenario
    const { emulator, front, stack } = this.site
    front.lost.length = 0
    const at = await this.goUp(before)
    await this.import(at.state)
    const { after } = this.scenario
    this.goOn()
    await this.declare(after)
    stack.setEnv({ TRUEUP_ON_CONFLICT: adopts ? 'adopt' : '' })
    for (const round of rounds) await this.endure(round)
    this.takeStock()
    const state = await this.comeToRest()
    const now = { state, live: collectionsIn(emulator.state()) }
    this.blame(await this.judge(at, now))
    this.blame(await this.judgeSecrets(now.live))
    const transcript = this.ended
      .map(({ command, code, output }) => `$ ${command}\n${output}\n=> ${String(code)}`)
      .join('\n')
    return { violations: this.violations, transcript, tally: this.tally }
  }

  private async endure({ weather, command, reads, target }: Round): Promise<void> {
    const { emulator } = this.site
    const powers = { moveProject: () => moveProject(emulator), changeList: () => changeList(emulator) }
    const env = reads ? { CHAOS_READS: '1' } : {}
    const urn = target === undefined ? undefined : urnAt(this.scenario.after, target)
    const args = [...this.argsOf(command), ...(urn === undefined ? [] : ['--target', urn])]
    const { struck, output } = await this.pulumi(args, env, { weather, powers })
    this.doubts += (output.split('\nDiagnostics:')[1]?.match(doubt) ?? []).length
    if (!weather.kill || !struck) return
    this.kills++
    this.count(`${weather.kill.signal} of the ${weather.kill.victim}`)
    // It leaves the stack locked, too.
    if (/cli|group/.test(weather.kill.victim)) {
      this.count('empty files that a killed CLI left, put right by hand', await repairFiles(this.site.stack))
      await this.pulumi(['cancel', '--yes'])
    }
  }

  private async judge(at: Moment, now: Moment): Promise<string[]> {
    const { before, after, rounds } = this.scenario
    const { live, state } = now
    const base = collectionsIn(this.site.base)
    const strays = straysOf(base, live, state.held)
    const records = strays.filter(isRecord)
    if (records.length > 0) this.count('records of what was done more than once', records.length)
    const declared = Object.keys(withoutComponents(after))
    const missing = declared.filter((name) => !state.held.some((held) => held.name === name))
    return [
      ...state.unfinished,
      ...differencesTo(await this.wanted(withoutComponents(after)), live, strays),
      ...touched(base, live),
      ...hollow(live, state.held),
      ...hollowSets(live, state.held),
      ...matters(live, after),
      ...strays.filter((stray) => !isRecord(stray)).map(({ collection, id }) => `nobody holds ${collection} ${id}`),
      ...heldTwice(state.held),
      ...judgeRecords(strays, { scenario: this.scenario, kills: this.kills, doubts: this.doubts }),
      ...missing.map((name) => `${name} is not in the state`),
      ...(rounds.some(({ command }) => command === 'destroy') ? [] : madeAnew(before, at, after, now)),
    ]
  }

  /** Brings the first program up, with nothing in the way. */
  private async goUp(program: Program): Promise<Moment> {
    this.site.stack.setEnv({ TRUEUP_ON_CONFLICT: '', CHAOS_TOKEN: secrets.token })
    let state: StackState = { held: [], unfinished: [] }
    if (Object.keys(program).length > 0) {
      await this.declare(program)
      const up = await this.pulumi(this.argsOf('up'))
      if (up.code !== 0) throw new Error(`what should have gone up did not:\n${up.output}`)
      state = await this.state()
    }
    return { state, live: collectionsIn(this.site.emulator.state()) }
  }

  /** Imports what the stack holds as further resources, which the next program declares or not. */
  private async import({ held }: StackState): Promise<void> {
    const { imports, after } = this.scenario
    if (!imports || held.length === 0) return
    const { front, stack } = this.site
    const imported = await exportHeld(stack, front.url, imports, held)
    if (imported.length === 0) return
    this.count('stacks with imported resources')
    const file = ['--file', 'import.json', '--generate-code=false', '--protect=false']
    const { code, output } = await this.pulumi(['import', ...file, '--yes', '--skip-preview'])
    if (code !== 0) throw new Error(`the import failed:\n${output}`)
    if (imports.kept) this.scenario = { ...this.scenario, after: withImported(after, imported) }
  }

  /** Lets days pass. */
  private goOn(): void {
    const { days, skewHours } = this.scenario
    const now = Date.parse(testNow) + days * 86_400_000
    this.site.stack.setEnv({ TRUEUP_TEST_NOW: new Date(now).toISOString() })
    this.site.emulator.setClock(new Date(now + skewHours * 3_600_000).toISOString())
  }

  /** Two updates have to be enough, and after them nothing is left to do. */
  private async comeToRest(): Promise<StackState> {
    const { before, after, rounds } = this.scenario
    const isHandOver = changesHands(before, after)
    if (isHandOver) this.count(rounds.some(isDisturbed) ? 'disturbed hand-overs' : 'hand-overs')
    const isExclusive = JSON.stringify(after).includes('"exclusive"')
    // What was refreshed or taken down half-way, a state knows of only when it looks. So does an exclusive set of others.
    const hasToLook = isExclusive || rounds.some(({ command }) => command !== 'up' && command !== 'preview')
    const refresh = hasToLook ? ['--refresh'] : []
    const up = (env = {}) => this.pulumi([...this.argsOf('up'), ...refresh], env)
    const first = await up()
    if (first.code !== 0) {
      this.count('updates that a second one had to complete')
      if (!this.isExcused(first.output)) this.blame([`the first update fails: ${errorsIn(first.output)}`])
      // What a person does who reads that an object exists already.
      const deleted = deleteNamed(first.output, this.site.emulator, await this.state())
      this.count('objects without a holder, all named, and deleted by hand', deleted)
      const second = await up({ TRUEUP_ON_CONFLICT: 'adopt' })
      if (second.code !== 0) this.blame([`the second update fails: ${errorsIn(second.output)}`])
    }
    this.log = JSON.stringify(this.site.emulator.requests())
    this.site.emulator.clearRequests()
    const look = () => this.pulumi(['preview', '--refresh', '--expect-no-changes', '--diff'])
    let preview = await look()
    const writes = this.site.emulator.requests().filter(({ method }) => method !== 'GET')
    this.blame(writes.map(({ method, path }) => `a preview sends ${method} ${path}`))
    // What was taken over may have to be changed by an update of its own, as a token that is to be rotated. A new set
    // that is exclusive sees others only now.
    if (preview.code !== 0 && (isExclusive || (isHandOver && first.code === 0))) {
      this.count('hand-overs and exclusive sets that took two updates')
      const second = await up()
      if (second.code !== 0) this.blame([`the second update fails: ${errorsIn(second.output)}`])
      preview = await look()
    }
    if (preview.code !== 0) this.blame([`there is more to do: ${preview.output}`])
    return this.state()
  }

  /** Whether an update may fail this once: objects that a kill or lost answers left without a holder are named. */
  private isExcused(output: string): boolean {
    return (this.kills > 0 || this.doubts > 0) && namesExisting(output)
  }

  /** No secret is in what was printed, noted by the service, or stored: state, backups and history. */
  private async judgeSecrets(live: Collections): Promise<string[]> {
    const { base, stack } = this.site
    const folder = join(stack.folder, '.state')
    const stored = (await readdir(folder, { withFileTypes: true, recursive: true })).filter((entry) => entry.isFile())
    const files = stored.map(async ({ parentPath, name }) => [name, await readFile(join(parentPath, name), 'utf8')])
    const printed = this.ended.map(({ command, output }) => [command, output])
    const texts = [...printed, ['the log', this.log], ...(await Promise.all(files))] as [string, string][]
    return texts.flatMap(([place, text]) =>
      secretsIn(text, collectionsIn(base), live).map((secret) => `${place} shows ${secret}`),
    )
  }

  /** What the service would have, had only this been declared. */
  private async wanted(program: Program): Promise<Collections> {
    const { calm, base } = this.site
    calm.setState(base)
    calm.setClock(this.site.emulator.now())
    const now = Date.parse(testNow) + this.scenario.days * 86_400_000
    process.env.TRUEUP_TEST_NOW = new Date(now).toISOString()
    const ids: Record<string, string> = {}
    for (const [name, { type, args }] of Object.entries(program)) {
      const engine = new Engine(kindOf(type), { url: calm.url, token: secrets.token })
      const text = JSON.stringify(args, (_key, value: Json | null) =>
        value?.$id === undefined ? (value?.$secret ?? value) : ids[String(value.$id)],
      )
      await engine.up(JSON.parse(text.replaceAll(here, calm.url)) as Json)
      ids[name] = engine.state?.id ?? ''
    }
    return collectionsIn(calm.state())
  }

  private async declare(program: Program): Promise<void> {
    const text = JSON.stringify({ url: here, program }).replaceAll(here, this.site.front.url)
    await this.site.stack.write('program.json', text)
  }

  private async state(): Promise<StackState> {
    const { output, code } = await operate(this.site.stack, this.site.front, ['stack', 'export', '--show-secrets'])
    if (code !== 0) throw new Error(output)
    return readState(output.slice(output.indexOf('{')))
  }

  private argsOf(command: string): string[] {
    const more = command === 'preview' ? [] : ['--yes', '--skip-preview']
    return [command, ...more, '--parallel', String(this.scenario.parallel)]
  }

  private async pulumi(args: string[], env = {}, disturbed?: Parameters<typeof operate>[4]): Promise<Ended> {
    const ended = await operate(this.site.stack, this.site.front, args, env, disturbed)
    this.ended.push(ended)
    return ended
  }

  private takeStock(): void {
    const { happened, lost } = this.site.front
    for (const [mishap, times] of happened) this.count(mishap, times)
    happened.clear()
    this.count('writes whose answers were lost', lost.length)
  }

  private count(what: string, times = 1): void {
    this.tally[what] = (this.tally[what] ?? 0) + times
  }

  private blame(violations: readonly string[]): void {
    this.violations.push(...violations)
  }
}

const isDisturbed = ({ weather }: Round) => weather.blows.length > 0 || weather.kill !== undefined

/** What an error says of an object that may be there. */
const doubt = /may have (?:been (?:created|carried out)|begun)/g

const kindOf = (type: string) => type.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

/** What an output says went wrong, in short. */
const errorsIn = (output: string) =>
  output
    .split('\n')
    .filter((line) => /error/.test(line))
    .join('\n') || output
