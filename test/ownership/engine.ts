import { isDeepStrictEqual } from 'node:util'
import type { Front } from '../support/front'
import { plain } from '../support/plain'
import { type Declared, type Held, keepHalfDone, type Updated } from '../support/program-engine'
import {
  type Command,
  newAddress,
  type Observer,
  type Process,
  Processes,
  removeLedgers,
  type Verbs,
} from './processes'

/** What happens during an update. Points are counted from 0. */
export type Disturbance =
  | { readonly is: 'nothing' | 'conflicts fail' | 'address reused' }
  /** A provider process is killed before something that others can observe. */
  | { readonly is: 'process killed'; readonly process: 1 | 2; readonly at: number }
  /** The ledger's file is removed before a call of the engine. */
  | { readonly is: 'ledger vanished'; readonly at: number }
  /** Nothing more can be written to the ledger, or only a part of one line. */
  | { readonly is: 'disk full' | 'line torn'; readonly at: number }
  | { readonly is: '--target' | '--exclude'; readonly resource: string }

export type Kind = Disturbance['is']

/** A disturbance as a part of a command. */
export function describeDisturbance(disturbance: Disturbance, { disturbedAt }: Log): string {
  const at = disturbedAt === undefined ? 'never' : `before: ${disturbedAt}`
  switch (disturbance.is) {
    case 'nothing':
      return ''
    case 'process killed':
      return `, while provider ${disturbance.process} is killed ${at}`
    case '--target':
    case '--exclude':
      return ` ${disturbance.is} ${disturbance.resource}`
    case 'conflicts fail':
      return ' with onConflict fail'
    case 'address reused':
      return ' at the address of the first update'
    case 'ledger vanished':
      return `, while the ledger vanishes ${at}`
    case 'disk full':
      return `, while the disk is full ${at}`
    case 'line torn':
      return `, while the line is torn ${at}`
  }
}

/** All disturbances of an update that was undisturbed, by kind. */
export function disturbancesOf(log: Log, names: readonly string[]): ReadonlyMap<Kind, readonly Disturbance[]> {
  const points = (list: readonly unknown[]) => list.map((_, at) => at)
  const killed = ([1, 2] as const).flatMap((process) =>
    points(log.acts[process]).map((at): Disturbance => ({ is: 'process killed', process, at })),
  )
  return new Map<Kind, readonly Disturbance[]>([
    ['process killed', killed],
    ['ledger vanished', points(log.calls).map((at) => ({ is: 'ledger vanished', at }))],
    ['disk full', points(log.lines).map((at) => ({ is: 'disk full', at }))],
    ['line torn', points(log.lines).map((at) => ({ is: 'line torn', at }))],
    ['--target', names.map((resource) => ({ is: '--target', resource }))],
    ['--exclude', names.map((resource) => ({ is: '--exclude', resource }))],
    ['conflicts fail', [{ is: 'conflicts fail' }]],
    ['address reused', [{ is: 'address reused' }]],
  ])
}

/** What happened in an update. */
export interface Log {
  /** The acts of each provider process that others can observe. */
  readonly acts: Readonly<Record<1 | 2, string[]>>
  /** The calls of the engine. */
  readonly calls: string[]
  /** The resources that their providers have checked. */
  readonly checked: string[]
  /** The lines that were written to the ledger. */
  readonly lines: string[]
  /** The point at which the disturbance happened. */
  disturbedAt?: string
}

export interface Result extends Updated {
  readonly log: Log
}

export interface Options {
  readonly refresh?: boolean
  readonly disturbance?: Disturbance
  readonly onConflict?: 'adopt' | 'fail'
}

/** The number of commands that were run. */
let commands = 0

const numberOf = ({ explicitProvider }: Declared): 1 | 2 => (explicitProvider ? 2 : 1)

/** Updates a stack in the order of Pulumi's engine. */
export class Engine {
  constructor(
    private readonly front: Front,
    private readonly config: Readonly<Record<string, unknown>>,
    public held: Map<string, Held> = new Map<string, Held>(),
    /** The address of all operations, or another one for each. */
    private readonly address?: string,
  ) {}

  async up(program: Readonly<Record<string, Declared>>, options: Options = {}): Promise<Result> {
    const { disturbance = { is: 'nothing' }, onConflict = 'adopt' } = options
    const address = this.address ?? newAddress()
    const update = new Update(this.held, program, disturbance)
    const config = { ...this.config, 'trueup:onConflict': onConflict }
    const target = 'resource' in disturbance ? [disturbance.is, disturbance.resource] : []
    const command: Command = { cli: `cli ${++commands}`, args: ['up', ...target] }
    const preview = await this.preview(program, config, disturbance, command)
    update.processes = new Processes(this.front, address, config, update, command)
    try {
      return await update.run(options.refresh ?? false)
    } finally {
      update.processes.end()
      preview?.vanish()
      if (this.address === undefined) update.processes.vanish()
    }
  }

  /** The preview that Pulumi shows before an update. Only programs in YAML need it. */
  private async preview(
    program: Readonly<Record<string, Declared>>,
    config: Readonly<Record<string, unknown>>,
    disturbance: Disturbance,
    command: Command,
  ): Promise<Processes | undefined> {
    if (this.front !== 'native') return undefined
    const undisturbed = 'resource' in disturbance ? disturbance : ({ is: 'nothing' } as const)
    const update = new Update(this.held, program, undisturbed)
    update.processes = new Processes(this.front, newAddress(), config, update, command)
    await update.preview()
    update.processes.end()
    return update.processes
  }

  /** Removes the ledgers of all operations at the address. */
  end(): void {
    if (this.address !== undefined) removeLedgers(this.address)
  }
}

/** One update. It stops registering resources after the first failure, and then deletes nothing. */
class Update implements Observer {
  processes!: Processes
  private readonly log: Log = { acts: { 1: [], 2: [] }, calls: [], checked: [], lines: [] }
  private readonly result: Result = { steps: {}, errors: [], log: this.log }

  constructor(
    private readonly held: Map<string, Held>,
    private readonly program: Readonly<Record<string, Declared>>,
    private readonly disturbance: Disturbance,
  ) {}

  async run(refresh: boolean): Promise<Result> {
    const { held, program, result } = this
    if (refresh) {
      const targets = [...held.values()].filter(({ name }) => this.isTarget(name))
      await Promise.all(targets.map((old) => this.attempt(old.name, () => this.refresh(old))))
      if (this.hasFailed) return result
    }
    await this.attempt('the program', () => this.processes.startProgram(program))
    const steps: Promise<void>[] = []
    for (const [name, declared] of Object.entries(program)) {
      if (this.hasFailed) break
      if (!this.isTarget(name)) continue
      await this.attempt(name, async () => {
        const step = await this.plan(name, declared)
        steps.push(this.attempt(name, step))
      })
    }
    await Promise.all(steps)
    if (this.hasFailed) return result
    const leaving = [...held.values()].filter(({ name }) => !Object.hasOwn(program, name) && this.isTarget(name))
    await Promise.all(leaving.map((old) => this.attempt(old.name, () => this.remove(old))))
    return result
  }

  /** Compares all resources, and changes nothing. */
  async preview(): Promise<void> {
    for (const [name, declared] of Object.entries(this.program)) {
      if (this.isTarget(name)) await this.attempt(name, () => this.plan(name, declared).then(() => {}))
    }
  }

  acts(process: Process, what: string): void {
    const { disturbance, log } = this
    const number = process.name === 'provider 1' ? 1 : process.name === 'provider 2' ? 2 : undefined
    if (number === undefined) return
    const { length } = log.acts[number]
    log.acts[number].push(what)
    if (disturbance.is !== 'process killed' || disturbance.process !== number || disturbance.at !== length) return
    log.disturbedAt = what
    process.kill()
  }

  appends(line: string): 'all' | 'part' | 'nothing' {
    const { disturbance, log } = this
    const { length } = log.lines
    log.lines.push(line)
    if (disturbance.is !== 'disk full' && disturbance.is !== 'line torn') return 'all'
    if (length < disturbance.at) return 'all'
    if (length === disturbance.at) log.disturbedAt = line
    if (disturbance.is === 'disk full') return 'nothing'
    return length === disturbance.at ? 'part' : 'all'
  }

  private get hasFailed(): boolean {
    return this.result.errors.length > 0
  }

  private isTarget(name: string): boolean {
    const { disturbance } = this
    if (disturbance.is === '--target') return name === disturbance.resource
    return disturbance.is !== '--exclude' || name !== disturbance.resource
  }

  private async attempt(name: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => this.result.errors.push(`${name}: ${(error as Error).message}`))
  }

  /** Calls a provider process. The values cross the boundary of the process. */
  private async call<T>(verb: keyof Verbs, name: string, declared: Declared, work: (verbs: Verbs) => Promise<T>) {
    const { disturbance, log } = this
    const what = `${verb} of ${name}`
    if (disturbance.is === 'ledger vanished' && disturbance.at === log.calls.length && this.processes.vanish()) {
      log.disturbedAt = what
    }
    log.calls.push(what)
    const number = numberOf(declared)
    const process = this.processes.provider(number)
    process.acts(`begins ${what}`)
    return process.run(() => work(this.processes.verbs(number, name, declared)))
  }

  private async refresh(old: Held): Promise<void> {
    const { name, id } = old
    const found = await this.call('read', name, old, (verbs) => verbs.read(id, plain(old.outputs), plain(old.inputs)))
    if (found.id === undefined || found.id === '') this.held.delete(name)
    else this.held.set(name, { ...old, inputs: plain(found.inputs), outputs: plain(found.props) })
  }

  /** Checks a resource, and returns what the update does with it. */
  private async plan(name: string, declared: Declared): Promise<() => Promise<void>> {
    const { held, result } = this
    const old = held.get(name)
    const { inputs, failures } = await this.call('check', name, declared, (verbs) =>
      verbs.check(plain(old?.inputs ?? {}), plain(declared.args)),
    )
    this.log.checked.push(name)
    if (failures.length > 0) throw new Error(failures.join('\n'))
    const next = { ...declared, name, inputs: plain(inputs) }
    if (!old) {
      return async () => {
        result.steps[name] = 'create'
        const create = () => this.call('create', name, declared, (verbs) => verbs.create(plain(inputs)))
        const { id, outs } = await keepHalfDone(this.held, next, create)
        held.set(name, { ...next, id, outputs: plain(outs) })
      }
    }
    const told = await this.call('diff', name, declared, (verbs) =>
      verbs.diff(old.id, plain(old.outputs), plain(inputs), plain(old.inputs)),
    )
    if (told.replaces?.length) throw new Error(`${name} would be replaced`)
    const differs = told.changes ?? !isDeepStrictEqual(old.inputs, next.inputs)
    if (!differs && !old.unfinished) {
      return async () => void held.set(name, { ...old, ...next })
    }
    return async () => {
      result.steps[name] = 'update'
      const update = () =>
        this.call('update', name, declared, (verbs) =>
          verbs.update(old.id, plain(old.outputs), plain(inputs), plain(old.inputs)),
        )
      const { outs } = await keepHalfDone(this.held, next, update)
      held.set(name, { ...next, id: old.id, outputs: plain(outs) })
    }
  }

  private async remove(old: Held): Promise<void> {
    this.result.steps[old.name] = 'delete'
    await this.call('delete', old.name, old, (verbs) => verbs.delete(old.id, plain(old.outputs)))
    this.held.delete(old.name)
  }
}
