import { copyFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json } from '../../provider/core/plain'
import { type Collections } from '../faults/world'
import { testNow } from '../support/emulator'
import { Engine } from '../support/engine'
import { collectionsIn, differencesTo, hollow, hollowSets, matters, secretsIn, touched } from './judge'
import { type Ended, operate } from './operation'
import { here, type Program, secrets, unchanged } from './program'
import type { Site } from './runner'
import type { Scenario } from './scenario'
import { readState, type StackState } from './state'
import { isRecord, judgeRecords, judgeStrays, straysOf } from './strays'
import { changeList, moveProject } from './world'

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
    private readonly scenario: Scenario,
    private readonly site: Site,
  ) {}

  async verdict(): Promise<Verdict> {
    const { before, after, rounds } = this.scenario
    const { emulator, front, base } = this.site
    front.lost.length = 0
    const at = Object.keys(before).length > 0 ? await this.goUp(before) : { held: [], unfinished: [] }
    this.goOn()
    await this.declare(after)
    const disturbed = this.ended.length
    for (const round of rounds) {
      const { weather, command, reads } = round
      const powers = { moveProject: () => moveProject(emulator), changeList: () => changeList(emulator) }
      const env = reads ? { CHAOS_READS: '1' } : {}
      const { struck, output } = await this.pulumi(this.argsOf(command), env, { weather, powers })
      this.doubts += (output.split('\nDiagnostics:')[1]?.match(doubt) ?? []).length
      if (weather.kill && struck) {
        this.kills++
        this.count(`${weather.kill.signal} of the ${weather.kill.victim}`)
        if (/cli|group/.test(weather.kill.victim)) await this.recover()
      }
    }
    this.takeStock()
    const state = await this.comeToRest()
    const live = collectionsIn(emulator.state())
    const strays = straysOf(collectionsIn(base), live, state.held)
    const wanted = await this.wanted(after)
    const told = this.ended.slice(disturbed).map(({ output }) => output)
    const course = { scenario: this.scenario, told: told.join('\n'), kills: this.kills, doubts: this.doubts }
    for (const stray of strays) {
      this.count(isRecord(stray) ? 'records of what was done more than once' : 'objects without a holder, all named')
    }
    this.blame([
      ...state.unfinished,
      ...differencesTo(wanted, live, strays),
      ...touched(collectionsIn(base), live),
      ...hollow(live, state.held),
      ...hollowSets(live, state.held),
      ...matters(live, after),
      ...judgeStrays(strays, course),
      ...judgeRecords(strays, course),
      ...this.judgeIdentity(at, state),
      ...(await this.judgeSecrets(live)),
    ])
    const missing = Object.keys(after).filter((name) => !state.held.some((held) => held.name === name))
    this.blame(missing.map((name) => `${name} is not in the state`))
    const transcript = this.ended
      .map(({ command, code, output }) => `$ ${command}\n${output}\n=> ${String(code)}`)
      .join('\n')
    return { violations: this.violations, transcript, tally: this.tally }
  }

  /** Brings the first program up, with nothing in the way. */
  private async goUp(program: Program): Promise<StackState> {
    await this.declare(program)
    const up = await this.pulumi(this.argsOf('up'))
    if (up.code !== 0) throw new Error(`what should have gone up did not:\n${up.output}`)
    return this.state()
  }

  /** Lets days pass. */
  private goOn(): void {
    const { days, skewHours } = this.scenario
    const now = Date.parse(testNow) + days * 86_400_000
    this.site.stack.setEnv({ TRUEUP_TEST_NOW: new Date(now).toISOString() })
    this.site.emulator.setClock(new Date(now + skewHours * 3_600_000).toISOString())
  }

  /** What a person does whose CLI was killed: it leaves the stack locked, and may leave a file that it had just begun. */
  private async recover(): Promise<void> {
    const folder = join(this.site.stack.folder, '.state', '.pulumi', 'stacks', 'test')
    for (const name of await readdir(folder)) {
      const file = join(folder, name)
      if ((await readFile(file, 'utf8')) !== '') continue
      this.count('empty files that a killed CLI left, put right by hand')
      if (name.endsWith('.attrs')) await rm(file)
      else await copyFile(`${file}.bak`, file)
    }
    await this.pulumi(['cancel', '--yes'])
  }

  /** Two updates have to be enough, and after them nothing is left to do. */
  private async comeToRest(): Promise<StackState> {
    const { rounds } = this.scenario
    // What was refreshed or taken down half-way, a state knows of only when it looks.
    const refresh = rounds.some(({ command }) => command !== 'up' && command !== 'preview') ? ['--refresh'] : []
    const first = await this.pulumi([...this.argsOf('up'), ...refresh])
    if (first.code !== 0) {
      this.count('updates that a second one had to complete')
      if (!this.isExcused(first.output)) this.blame([`the first update fails: ${errorsIn(first.output)}`])
      // What a person does who reads that an object exists already.
      const second = await this.pulumi([...this.argsOf('up'), ...refresh], { TRUEUP_ON_CONFLICT: 'adopt' })
      if (second.code !== 0) this.blame([`the second update fails: ${errorsIn(second.output)}`])
    }
    this.log = JSON.stringify(this.site.emulator.requests())
    this.site.emulator.clearRequests()
    const preview = await this.pulumi(['preview', '--refresh', '--expect-no-changes', '--diff'])
    if (preview.code !== 0) this.blame([`there is more to do: ${preview.output}`])
    const writes = this.site.emulator.requests().filter(({ method }) => method !== 'GET')
    this.blame(writes.map(({ method, path }) => `a preview sends ${method} ${path}`))
    return this.state()
  }

  /** Whether an update may fail this once: what a kill or lost answers left without a holder is named. */
  private isExcused(output: string): boolean {
    return (this.kills > 0 || this.doubts > 0) && /exists already \(id|already attached/.test(output)
  }

  /** What is declared as before is the very object of before. */
  private judgeIdentity(at: StackState, state: StackState): string[] {
    const { before, after, rounds } = this.scenario
    if (rounds.some(({ command }) => command === 'destroy')) return []
    const idOf = ({ held }: StackState, name: string) => held.find((one) => one.name === name)?.id
    return unchanged(before, after)
      .filter((name) => before[name]?.args.rotation === undefined && name !== 'subscription')
      .filter((name) => idOf(at, name) !== idOf(state, name))
      .map((name) => `${name} was made anew: it was ${idOf(at, name)} and is ${idOf(state, name)}`)
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
    await this.site.stack.write('program.json', JSON.stringify(program).replaceAll(here, this.site.front.url))
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

/** What an error says of an object that may be there. */
const doubt = /may have (?:been (?:created|carried out)|begun)/g

const kindOf = (type: string) => type.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

/** What an output says went wrong, in short. */
const errorsIn = (output: string) =>
  output
    .split('\n')
    .filter((line) => /error/.test(line))
    .join('\n') || output
