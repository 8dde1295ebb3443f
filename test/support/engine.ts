import { createRequire } from 'node:module'
import type { dynamic } from '@pulumi/pulumi'
import { diff } from 'deep-diff'
import { refreshedSince } from '../../provider/core/engine/declaration'
import { load } from '../../provider/core/engine/load'
import type { Json } from '../../provider/core/schema/json'
import { Connection } from '../../provider/core/service/connection'
import { EngineOperation } from '../../provider/core/service/engine-operation'
import { settings } from '../../provider/core/service/settings'
import { provider } from '../../provider/runtime'
import { defaultFront, type Front } from './front'
import type { NativeHost } from './native-host'
import { plain } from './plain'

export interface State {
  id: string
  inputs: Json
  outputs: Json
  /** An operation failed partly: the next one updates, whatever `diff` returns. */
  unfinished?: boolean
}

export type Step = 'create' | 'same' | 'update' | 'replace'

/** The step of an operation, and the inputs that differ. */
export interface Outcome {
  step: Step
  changed: string[]
}

let engines = 0

/** Loaded on demand: it is a quarter of what a file of tests loads, and few files use both fronts. */
let native: typeof import('./native-host') | undefined
const requireHere = createRequire(__filename)
const loadNative = () => (native ??= requireHere('./native-host') as typeof import('./native-host'))

const isNative = (host: object): host is NativeHost => native !== undefined && host instanceof native.NativeHost

// Chaos runs use this module outside of Jest.
if (typeof afterAll === 'function') afterAll(() => native?.endPlugins())

/** Where an engine's provider connects to; by default as the maintainer. */
export interface EngineOptions {
  url: string
  token?: string
  config?: Record<string, unknown>
  /** Whether the provider is called as a dynamic provider or through the protocol of the plugin. */
  front?: Front
}

/**
 * Calls the provider of one resource in the order and with the values of Pulumi's engine, a fresh provider process for
 * each operation. The end-to-end tests run the real engine; this one lets thousands of cases run in their place.
 */
export class Engine {
  state: State | undefined
  readonly warnings: string[] = []
  private readonly connections = new WeakMap<object, { made: Connection; operation: EngineOperation }>()
  /** The name of the resource in the program. Each engine has another one. */
  name = `Resource::${++engines}`
  readonly statuses: string[] = []

  constructor(
    private readonly kind: string,
    private readonly options: EngineOptions,
  ) {}

  warn(text: string): void {
    this.warnings.push(text)
  }

  status(text: string): void {
    this.statuses.push(text)
  }

  /** An engine with the same state and another connection. */
  as(options: Partial<EngineOptions>): Engine {
    const other = new Engine(this.kind, { ...this.options, ...options })
    other.state = this.state
    other.name = this.name
    return other
  }

  /** The provider of a new process. Resources of one process share its ownership and look-ups. */
  process(): dynamic.ResourceProvider<Json, Json> {
    const config: Record<string, unknown> = {
      'trueup:baseUrl': this.options.url,
      'trueup:token': this.options.token ?? 'emulator-maintainer',
      ...this.options.config,
    }
    const operation = new EngineOperation()
    const waits = { retryDelayMs: 0, pollDelayMs: 0 }
    const made = new Connection(settings({ get: (key) => config[key] }, {}), this, waits, operation)
    const front = this.options.front ?? defaultFront
    const host =
      front === 'native'
        ? loadNative().NativeHost.start(this.kind, () => made, operation)
        : provider(this.kind, () => made, operation)
    this.connections.set(host, { made, operation })
    return host
  }

  /** Another kind's provider in the same process. */
  sharing(host: dynamic.ResourceProvider<Json, Json>, kind: string): dynamic.ResourceProvider<Json, Json> {
    const connection = this.connections.get(host)
    if (!connection) throw new Error('the provider is not of this engine')
    if (isNative(host)) return host.ofKind(kind)
    return provider(kind, () => connection.made, connection.operation)
  }

  async preview(args: Json, host = this.process()): Promise<Outcome> {
    const { outcome } = await this.plan(args, host)
    return outcome
  }

  async up(args: Json, process = this.process()): Promise<Outcome> {
    const host = this.own(process)
    const { outcome, inputs, deleteBeforeReplace } = await this.plan(args, host)
    const old = this.state
    if (outcome.step === 'same' && old) this.state = { ...old, inputs }
    else if (outcome.step === 'update' && old) {
      const result = await this.keepPartialState(inputs, () => host.update!(old.id, plain(old.outputs), plain(inputs)))
      this.state = { id: old.id, inputs, outputs: plain(result.outs ?? {}) }
    } else {
      if (old && deleteBeforeReplace) {
        await host.delete!(old.id, plain(old.outputs))
        this.state = undefined
      }
      const again = old ? await this.checked({}, args, host) : inputs
      const { id, outs } = await this.keepPartialState(again, () => host.create(plain(again)))
      this.state = { id, inputs: again, outputs: plain(outs ?? {}) }
      if (old && !deleteBeforeReplace) await host.delete!(old.id, plain(old.outputs))
    }
    return outcome
  }

  /** Replaces the resource like `pulumi up --replace`, which does not pass the state to the provider before. */
  async replace(args: Json, { deleteBeforeReplace = false } = {}): Promise<void> {
    const host = this.own(this.process())
    const old = this.need()
    await this.checked({}, args, host)
    if (deleteBeforeReplace) await host.delete!(old.id, plain(old.outputs))
    const inputs = await this.checked({}, args, host)
    const { id, outs } = await host.create(plain(inputs))
    this.state = { id, inputs, outputs: plain(outs ?? {}) }
    if (!deleteBeforeReplace) await host.delete!(old.id, plain(old.outputs))
  }

  /** Reads the live values into the state. Returns the inputs that drifted, or that the object was deleted. */
  async refresh(process = this.process()): Promise<{ gone: boolean; drifted: string[] }> {
    const host = this.own(process)
    const old = this.need()
    const found = await host.read!(old.id, plain(old.outputs))
    if (!found.id) {
      this.state = undefined
      return { gone: true, drifted: [] }
    }
    this.state = { id: found.id, inputs: plain(found.inputs ?? {}), outputs: plain(found.props ?? {}) }
    const told = await host.diff!(found.id, plain(this.state.outputs), plain(old.inputs))
    return { gone: false, drifted: told.changes === false ? [] : changedKeys(this.state.inputs, old.inputs) }
  }

  /** The arguments that a refresh has changed in the state since the program declared them. */
  refreshedSince(): string[] | undefined {
    const { inputs, outputs } = this.need()
    return refreshedSince(load(this.kind), inputs, outputs, [])
  }

  async destroy(host = this.process()): Promise<void> {
    const old = this.need()
    await this.own(host).delete!(old.id, plain(old.outputs))
    this.state = undefined
  }

  async checked(olds: Json, args: Json, host = this.process()): Promise<Json> {
    const intent = { name: this.name, ledger: '' }
    const { inputs, failures } = await this.own(host).check!(plain(olds), {
      ...plain(args),
      __declaration: intent,
    })
    if (failures?.length) throw new Error(failures.map(({ reason }) => reason).join('\n'))
    return plain(inputs ?? {})
  }

  private async plan(args: Json, host: dynamic.ResourceProvider<Json, Json>) {
    const old = this.state
    const inputs = await this.checked(old?.inputs ?? {}, args, host)
    if (!old) return { outcome: { step: 'create' as Step, changed: [] }, inputs, deleteBeforeReplace: false }
    const told = await this.own(host).diff!(old.id, plain(old.outputs), plain(inputs))
    // Without a response of the provider, the engine compares the inputs itself.
    const changed = told.changes === false ? [] : changedKeys(old.inputs, inputs)
    const due = changed.length > 0 || told.changes === true || old.unfinished
    const step: Step = !due ? 'same' : told.replaces?.length ? 'replace' : 'update'
    return { outcome: { step, changed }, inputs, deleteBeforeReplace: told.deleteBeforeReplace ?? false }
  }

  private async keepPartialState<T>(inputs: Json, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const { id, properties } = error as { id?: string; properties?: Json }
      if (id && properties) this.state = { id, inputs, outputs: plain(properties), unfinished: true }
      throw error
    }
  }

  /** The provider in a process. The protocol of the plugin passes the name of the resource with each call. */
  private own(host: dynamic.ResourceProvider<Json, Json>): dynamic.ResourceProvider<Json, Json> {
    return isNative(host) ? host.named(this.name.replace(/^.*::/, '')) : host
  }

  private need(): State {
    if (!this.state) throw new Error('there is no resource: call up first')
    return this.state
  }
}

function changedKeys(olds: Json, news: Json): string[] {
  return [...new Set((diff(olds, news) ?? []).map((difference) => String(difference.path?.[0])))].sort()
}
