import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { type Dispatcher, Pool } from 'undici'
import type { Json } from '../../provider/core/schema/json'
import { Connection } from '../../provider/core/service/connection'
import { EngineOperation } from '../../provider/core/service/engine-operation'
import type { Machine } from '../../provider/core/service/machine'
import { beginLedger } from '../../provider/core/service/ownership/find-ledger'
import type { Ledger } from '../../provider/core/service/ownership/ledger'
import { findLedgerFiles } from '../../provider/core/service/ownership/ledger-files'
import { settings } from '../../provider/core/service/settings'
import { ResourceProvider } from '../../provider/native/resource-provider'
import { provider } from '../../provider/runtime'
import { Connections } from '../../sdk/http/connections'
import type { Front } from '../support/front'
import { type Declared, enter, fullName, kindOf } from '../support/program-engine'

/*
 * The processes of an operation, all of them in this one. Everything that knows how processes share a ledger is in this
 * file: how a program begins it, how a provider process joins it, and what another process can observe of one that was
 * killed.
 */

const stack = 'urn:pulumi:dev::test::pulumi:pulumi:Stack::test-dev'

/** Higher than the process ids of this machine. */
const FIRST_PID = 5_000_000
let lastPid = FIRST_PID
const alive = new Set<number>()

/** The start of the address of each operation in this process. */
const addressPrefix = `ownership-${randomUUID()}`
let operations = 0
export const newAddress = (): string => `${addressPrefix}-${++operations}:1`

/** The process whose code is running. */
const running = new AsyncLocalStorage<Process>()

/** A program or a provider process. */
export class Process {
  readonly pid = ++lastPid
  private die: (error: Error) => void = () => {}
  private readonly death = new Promise<never>((_, reject) => (this.die = reject))

  constructor(
    readonly name: string,
    /** Called before each act that another process or the service can observe. */
    private readonly observer: Observer,
  ) {
    alive.add(this.pid)
    this.death.catch(() => {})
  }

  get isDead(): boolean {
    return !alive.has(this.pid)
  }

  /** Ends the process like SIGKILL: its calls fail, and it does nothing more. */
  kill(): void {
    alive.delete(this.pid)
    this.die(new Error(`${this.name} was killed`))
  }

  /** Runs code in the process. */
  async run<T>(work: () => Promise<T> | T): Promise<T> {
    if (this.isDead) throw new Error(`${this.name} is not running`)
    return Promise.race([running.run(this, async () => work()), this.death])
  }

  /** Records an act of the process. Returns false if the process does not live to do it. */
  acts(what: string): boolean {
    if (!this.isDead) this.observer.acts(this, what)
    return !this.isDead
  }

  /** What a write to the ledger does. */
  appends(line: string): 'all' | 'part' | 'nothing' {
    return this.observer.appends(line)
  }
}

export interface Observer {
  acts(process: Process, what: string): void
  /** Called before a line is written to the ledger. Returns how much of it is written. */
  appends(line: string): 'all' | 'part' | 'nothing'
}

/** The verbs of a resource in a provider process. */
export interface Verbs {
  check(olds: Json, news: Json): Promise<{ inputs: Json; failures: string[] }>
  diff(id: string, olds: Json, news: Json, oldInputs: Json): Promise<{ changes?: boolean; replaces?: string[] }>
  create(inputs: Json): Promise<{ id: string; outs: Json }>
  read(id: string, props: Json, inputs: Json): Promise<{ id?: string; props: Json; inputs: Json }>
  update(id: string, olds: Json, news: Json, oldInputs: Json): Promise<{ outs: Json }>
  delete(id: string, props: Json): Promise<void>
}

/** A command of the CLI: its arguments, and what distinguishes it from others. */
export interface Command {
  readonly cli: string
  readonly args: readonly string[]
}

let sockets = 0

/** What the processes of an operation see of each other. */
const machineOf = ({ cli, args }: Command): Machine => {
  const engine = { socket: `socket ${++sockets}`, process: cli }
  return {
    engineAt: () => engine,
    isRunning: () => undefined,
    hasProcess: (pid) => alive.has(pid),
    commandLine: () => args,
    openFiles: () =>
      [...descriptors].flatMap(([descriptor, { path, process: owner }]) =>
        owner.isDead ? [] : [{ path, readable: `/proc/self/fd/${descriptor}` }],
      ),
  }
}

/** The processes of an operation of the engine. */
export class Processes {
  private readonly providers = new Map<1 | 2, { process: Process; verbs: (name: string, type: string) => Verbs }>()
  private program: { process: Process; ledger?: Ledger } | undefined
  private readonly machine: Machine
  private readonly operations: EngineOperation[] = []

  constructor(
    private readonly front: Front,
    private readonly address: string,
    private readonly config: Readonly<Record<string, unknown>>,
    private readonly observer: Observer,
    command: Command,
  ) {
    this.machine = machineOf(command)
  }

  /** Runs the constructors of a program's resources. A program in YAML has none, and does not begin a ledger. */
  async startProgram(program: Readonly<Record<string, Declared>>): Promise<void> {
    if (this.front === 'native') return
    const process = new Process('the program', this.observer)
    this.program = { process }
    const { address } = this
    const entries = Object.entries(program)
    if (entries.length === 0) return
    await process.run(() => {
      const ledger = beginLedger(address, stack, false, 'program', this.machine)
      for (const [name, declared] of entries) enter(ledger, name, declared)
      this.program = { process, ledger }
    })
  }

  /** The provider process with this number. Starts it if necessary. */
  provider(number: 1 | 2): Process {
    return this.start(number).process
  }

  verbs(number: 1 | 2, name: string, { type }: Declared): Verbs {
    return this.start(number).verbs(name, type)
  }

  /** Removes the files of the ledgers of this operation. Returns whether there were any. */
  vanish(): boolean {
    return removeLedgers(this.address) > 0
  }

  /** Ends all processes. */
  end(): void {
    this.program?.process.kill()
    this.program?.ledger?.close()
    for (const { process } of this.providers.values()) process.kill()
    for (const operation of this.operations) operation.end()
  }

  private start(number: 1 | 2) {
    const known = this.providers.get(number)
    if (known) return known
    const process = new Process(`provider ${number}`, this.observer)
    const verbs = running.run(process, () => (this.front === 'native' ? this.native() : this.dynamic()))
    const started = { process, verbs }
    this.providers.set(number, started)
    return started
  }

  private connection(operation: EngineOperation): Connection {
    const configured = settings({ get: (key) => this.config[key] }, {})
    const silent = { warn: () => {}, inform: () => {}, status: () => {} }
    return new Connection(configured, silent, { retryDelayMs: 0, pollDelayMs: 0 }, operation)
  }

  /** A process with dynamic resources. The program passes the nonce of its ledger with each resource. */
  private dynamic(): (name: string, type: string) => Verbs {
    const operation = new EngineOperation(this.address, () => Promise.resolve(this.program && stack), this.machine)
    this.operations.push(operation)
    const connection = this.connection(operation)
    const hosts = new Map<string, ReturnType<typeof provider>>()
    return (name, type) => {
      const kind = kindOf(type)
      const host = hosts.get(kind) ?? provider(kind, () => connection, operation)
      hosts.set(kind, host)
      return {
        check: async (olds, news) => {
          const intent = { name: fullName(name, { type }), ledger: this.program?.ledger?.nonce ?? '' }
          const { inputs = {}, failures = [] } = await host.check!(olds, { ...news, __declaration: intent })
          return { inputs, failures: failures.map(({ reason }) => reason) }
        },
        diff: async (id, olds, news) => host.diff!(id, olds, news),
        create: async (inputs) => {
          const { id, outs = {} } = await host.create(inputs)
          return { id, outs }
        },
        read: async (id, state) => {
          const { id: found, props = {}, inputs = {} } = await host.read!(id, state)
          return { ...(found !== undefined && { id: found }), props, inputs }
        },
        update: async (id, olds, news) => ({ outs: (await host.update!(id, olds, news)).outs ?? {} }),
        delete: async (id, props) => host.delete!(id, props),
      }
    }
  }

  /** A process of the plugin for a program in YAML: without a nonce, and the engine reports no root resource. */
  private native(): (name: string, type: string) => Verbs {
    const operation = new EngineOperation(this.address, () => Promise.resolve(undefined), this.machine)
    this.operations.push(operation)
    const connection = this.connection(operation)
    const host = new ResourceProvider(() => connection, operation)
    host.configure('default', {})
    return (name, type) => {
      const urn = `urn:pulumi:dev::test::trueup:index:${type}::${name}`
      return {
        check: async (olds, news) => host.check(urn, olds, news),
        diff: async (id, olds, news, oldInputs) => host.diff(urn, id, olds, news, oldInputs),
        create: (inputs) => host.create(urn, inputs, false),
        read: async (id, state, inputs) => {
          const found = await host.read(urn, id, state, inputs)
          return found ? { id: found.id, props: found.outs, inputs: found.inputs } : { props: {}, inputs: {} }
        },
        update: async (id, olds, news, oldInputs) => ({
          outs: await host.update(urn, id, olds, news, false, oldInputs),
        }),
        delete: (id, props) => host.delete(urn, id, props),
      }
    }
  }
}

/** Removes the files of all ledgers at an address. Returns their number. */
export function removeLedgers(address: string): number {
  const files = findLedgerFiles(address)
  for (const file of files) fs.unlinkSync(file)
  return files.length
}

/** The open ledgers of processes, by descriptor. */
const descriptors = new Map<number, { path: string; process: Process }>()

/**
 * Lets the code of processes see its own process id and the processes that were killed, and lets the observer see what
 * processes write and send. All clients share connections, because connecting takes longer than a request.
 */
export function useProcesses(): void {
  const restore: (() => void)[] = []
  let pool: Pool | undefined

  /** Replaces a function. The mocks of Jest would store all arguments. */
  const replace = <T extends object, K extends keyof T>(object: T, name: K, by: (original: T[K]) => T[K]) => {
    const original = object[name]
    object[name] = by(original)
    restore.push(() => (object[name] = original))
  }

  beforeAll(() => {
    const { pid } = process
    Object.defineProperty(process, 'pid', { configurable: true, get: () => running.getStore()?.pid ?? pid })
    restore.push(() => Object.defineProperty(process, 'pid', { configurable: true, value: pid }))
    replace(process, 'kill', (kill) => (id, signal) => {
      if (id <= FIRST_PID) return kill.call(process, id, signal)
      if (alive.has(id)) return true
      throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' })
    })
    replace(fs, 'openSync', (open) => (path, ...rest) => {
      const descriptor = open(path, ...rest)
      const owner = running.getStore()
      if (owner && /\.(jsonl|incomplete)$/.test(String(path))) {
        descriptors.set(descriptor, { path: String(path), process: owner })
      }
      return descriptor
    })
    replace(fs, 'closeSync', (close) => (descriptor) => {
      descriptors.delete(descriptor)
      close(descriptor)
    })
    // Ledgers of other programs on this machine would take most of the time.
    replace(
      fs,
      'readdirSync',
      (list) =>
        ((...args: [string]) => {
          const names = list(...args)
          return running.getStore() ? names.filter((name) => name.startsWith(addressPrefix)) : names
        }) as typeof list,
    )
    replace(
      fs,
      'writeSync',
      (write) =>
        ((descriptor: number, buffer: Uint8Array, ...rest: []) => {
          const writer = running.getStore()
          if (!writer || !descriptors.has(descriptor)) return write(descriptor, buffer, ...rest)
          const line = describeLine(Buffer.from(buffer).toString())
          if (!writer.acts(`records ${line}`)) throw new Error('killed')
          const appended = writer.appends(line)
          if (appended === 'all') return write(descriptor, buffer, ...rest)
          if (appended === 'part') return write(descriptor, buffer.subarray(0, buffer.length / 2))
          throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
        }) as typeof write,
    )
    // The first line of a ledger.
    replace(fs, 'writeFileSync', (write) => (path, content, ...rest) => {
      const writer = running.getStore()
      if (writer && String(path).endsWith('.part')) {
        const line = describeLine(String(content))
        if (!writer.acts(`records ${line}`)) throw new Error('killed')
        if (writer.appends(line) !== 'all') {
          throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
        }
      }
      write(path, content, ...rest)
    })
    replace(Connections.prototype, 'to', () => (origin) => observed((pool ??= new Pool(origin, { connections: 10 }))))
  })

  afterAll(async () => {
    for (const undo of restore) undo()
    await pool?.close()
  })
}

/** What a line of a ledger records, and about which resource: `held label-a`. */
function describeLine(line: string): string {
  const [is] = /(?<="is":")[\w-]+/.exec(line) ?? []
  const [name] = /(?<="name":"[^"]*::)[^"]+/.exec(line) ?? []
  return [is, name].join(' ').trim()
}

const interrupted = new Error('killed')

/** Sends requests of the running process, until it is killed. */
function observed(pool: Pool): Dispatcher {
  const dispatch = (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean => {
    const sender = running.getStore()
    if (!sender) return pool.dispatch(options, handler)
    const { method, path, body } = options
    const isWrite = method !== 'GET'
    const what =
      `${method} ${path.replace(/^\/api\/v4\/projects\/\d+/, '')} ${typeof body === 'string' ? body : ''}`.trim()
    if (isWrite ? !sender.acts(`sends ${what}`) : sender.isDead) {
      setImmediate(() => handler.onResponseError?.(undefined as never, interrupted))
      return true
    }
    let isLost = false
    return pool.dispatch(options, {
      onRequestStart: (...args) => handler.onRequestStart?.(...args),
      onResponseStart: (controller, ...args) => {
        if (isWrite) sender.acts(`receives the response to ${what}`)
        isLost = sender.isDead
        if (isLost) handler.onResponseError?.(controller, interrupted)
        else handler.onResponseStart?.(controller, ...args)
      },
      onResponseData: (...args) => void (isLost || handler.onResponseData?.(...args)),
      onResponseEnd: (...args) => void (isLost || handler.onResponseEnd?.(...args)),
      onResponseError: (...args) => void (isLost || handler.onResponseError?.(...args)),
    })
  }
  return { dispatch } as Dispatcher
}
