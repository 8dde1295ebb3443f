import { rmSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { dynamic } from '@pulumi/pulumi'
import { load } from '../../provider/core/engine/load'
import { declaredObjects, recordOf } from '../../provider/core/pulumi/declared-objects'
import type { Json } from '../../provider/core/schema/json'
import type { Kind } from '../../provider/core/schema/kind'
import type { SetKind } from '../../provider/core/schema/set'
import { Connection, type ConnectionOptions } from '../../provider/core/service/connection'
import { EngineOperation } from '../../provider/core/service/engine-operation'
import { beginLedger } from '../../provider/core/service/ownership/find-ledger'
import type { Ledger } from '../../provider/core/service/ownership/ledger'
import { findLedgerFiles } from '../../provider/core/service/ownership/ledger-files'
import { settings } from '../../provider/core/service/settings'
import { provider } from '../../provider/runtime'
import { newAddress } from './operation-address'
import { plain } from './plain'

/** A resource of a program: its class, its arguments, and whether it uses an explicit provider. */
export interface Declared {
  type: string
  args: Json
  explicitProvider?: boolean
}

/** A resource in the state. */
export interface Held extends Declared {
  name: string
  id: string
  inputs: Json
  outputs: Json
  /** Its creation or update was incomplete, so the next operation updates it, whatever `diff` returns. */
  unfinished?: boolean
}

export interface Update {
  /** Whether to refresh first. */
  refresh?: boolean
  /** The only resource to update. */
  target?: string
  /** What happens before the engine looks at a resource, by the names of resources. */
  before?: Readonly<Record<string, () => Promise<unknown>>>
}

/** The result of an update: the steps of the resources that changed, and the errors. */
export interface Updated {
  steps: Record<string, 'create' | 'update' | 'replace' | 'delete'>
  errors: string[]
}

const stack = 'urn:pulumi:dev::test::pulumi:pulumi:Stack::test-dev'

/**
 * Runs whole programs in the order of Pulumi's engine, with a ledger, and with a provider process for each provider and
 * operation: first all declarations, then creates and updates in parallel, then deletes unless a step has failed. The
 * tests under the CLI use the real engine. This one is fast enough for many cases.
 */
export class ProgramEngine {
  readonly warnings: string[] = []
  /** The resources in the state, by name. */
  held = new Map<string, Held>()
  /** Replaced resources that this update or the next one deletes. */
  private replaced: Held[] = []

  constructor(
    private readonly config: Readonly<Record<string, unknown>>,
    /** `deleteBeforeReplace` names resources with this option. */
    private readonly options: ConnectionOptions & { deleteBeforeReplace?: readonly string[] } = {},
  ) {}

  async up(
    program: Readonly<Record<string, Declared>>,
    { refresh, target, before = {} }: Update = {},
  ): Promise<Updated> {
    const operation = this.begin()
    try {
      if (refresh) await this.refresh(operation)
      const updated: Updated = { steps: {}, errors: [] }
      const attempt = async (name: string, work: () => Promise<void>) => {
        await work().catch((error: unknown) => updated.errors.push(`${name}: ${(error as Error).message}`))
      }
      const isTarget = (name: string) => target === undefined || name === target
      const ledger = operation.startProgram()
      for (const [name, declared] of Object.entries(program)) enter(ledger, name, declared)
      const targets = Object.entries(program).filter(([name]) => isTarget(name))
      await Promise.all(
        targets.map(([name, declared]) =>
          attempt(name, async () => {
            await before[name]?.()
            await this.step(operation, ledger, name, declared, updated)
          }),
        ),
      )
      if (updated.errors.length > 0) return updated
      const leaving = [...this.held.values()].filter(({ name }) => !Object.hasOwn(program, name) && isTarget(name))
      await Promise.all(
        [...this.replaced.splice(0), ...leaving].map((old) =>
          attempt(old.name, async () => {
            const isGone = leaving.includes(old)
            if (!isGone) this.replaced.push(old)
            await operation.host(old).delete!(old.id, plain(old.outputs))
            if (!isGone) this.replaced.splice(this.replaced.indexOf(old), 1)
            else {
              updated.steps[old.name] = 'delete'
              this.held.delete(old.name)
            }
          }),
        ),
      )
      return updated
    } finally {
      operation.end()
    }
  }

  /** Previews an update. Returns what the provider reports. */
  async preview(program: Readonly<Record<string, Declared>>, { refresh }: Pick<Update, 'refresh'> = {}) {
    const operation = this.begin()
    const reported = this.warnings.length
    const before = new Map(this.held)
    try {
      if (refresh) await this.refresh(operation)
      const ledger = operation.startProgram(true)
      for (const [name, declared] of Object.entries(program)) enter(ledger, name, declared)
      for (const [name, declared] of Object.entries(program)) {
        const host = operation.host(declared)
        const old = this.held.get(name)
        const inputs = await this.checked(host, ledger, name, declared, old?.inputs ?? {})
        const told = old && (await host.diff!(old.id, plain(old.outputs), plain(inputs)))
        if (told?.replaces?.length) await this.checked(host, ledger, name, declared, {})
      }
      return this.warnings.slice(reported)
    } finally {
      this.held = before
      operation.end()
    }
  }

  /** Reads the live values into the state. Returns the names of resources whose inputs changed. */
  async refresh(operation = this.begin()): Promise<string[]> {
    const changed: string[] = []
    await Promise.all(
      [...this.held.values()].map(async (old) => {
        const found = await operation.host(old).read!(old.id, plain(old.outputs))
        if (!found.id) this.held.delete(old.name)
        else {
          const [inputs, outputs] = [plain(found.inputs ?? {}), plain(found.props ?? {})]
          if (!isDeepStrictEqual(inputs, old.inputs)) changed.push(old.name)
          this.held.set(old.name, { ...old, inputs, outputs })
        }
      }),
    )
    return changed
  }

  private async step(
    operation: Operation,
    ledger: Ledger,
    name: string,
    declared: Declared,
    { steps }: Updated,
  ): Promise<void> {
    const host = operation.host(declared)
    const old = this.held.get(name)
    const checked = (olds: Json) => this.checked(host, ledger, name, declared, olds)
    const create = async (inputs: Json) => {
      const { id, outs } = await keepHalfDone(this.held, { ...declared, name, inputs }, () =>
        host.create(plain(inputs)),
      )
      this.held.set(name, { ...declared, name, id, inputs, outputs: plain(outs ?? {}) })
    }
    const inputs = await checked(old?.inputs ?? {})
    if (!old) {
      steps[name] = 'create'
      return create(inputs)
    }
    const told = await host.diff!(old.id, plain(old.outputs), plain(inputs))
    const differs = told.changes ?? !isDeepStrictEqual(old.inputs, inputs)
    if (!differs && !old.unfinished) {
      this.held.set(name, { ...old, ...declared, inputs })
      return
    }
    if (!told.replaces?.length) {
      steps[name] = 'update'
      const { outs } = await keepHalfDone(this.held, { ...declared, name, inputs }, () =>
        host.update!(old.id, plain(old.outputs), plain(inputs)),
      )
      this.held.set(name, { ...declared, name, id: old.id, inputs, outputs: plain(outs ?? {}) })
      return
    }
    steps[name] = 'replace'
    const deleteBeforeReplace = told.deleteBeforeReplace === true || this.options.deleteBeforeReplace?.includes(name)
    if (deleteBeforeReplace) {
      await host.delete!(old.id, plain(old.outputs))
      this.held.delete(name)
    }
    const news = await checked({})
    try {
      await create(news)
    } finally {
      // An incomplete new resource also replaces the old one.
      if (!deleteBeforeReplace && this.held.get(name) !== old) this.replaced.push(old)
    }
  }

  private async checked(
    host: dynamic.ResourceProvider<Json, Json>,
    ledger: Ledger,
    name: string,
    declared: Declared,
    olds: Json,
  ): Promise<Json> {
    const intent = { name: fullName(name, declared), ledger: ledger.nonce }
    const { inputs, failures } = await host.check!(plain(olds), { ...plain(declared.args), __declaration: intent })
    if (failures?.length) throw new Error(failures.map(({ reason }) => reason).join('\n'))
    return plain(inputs ?? {})
  }

  private begin(): Operation {
    const log = {
      warn: (text: string) => void this.warnings.push(text),
      inform: (text: string) => void this.warnings.push(text),
      status: () => {},
    }
    const { deleteBeforeReplace: _, ...options } = this.options
    return new Operation(this.config, log, options)
  }
}

/** An operation of the engine: its address, its ledger and its provider processes. */
class Operation {
  private readonly address = newAddress()
  private readonly processes = new Map<boolean, { operation: EngineOperation; connection: Connection }>()
  private program: Ledger | undefined

  constructor(
    private readonly config: Readonly<Record<string, unknown>>,
    private readonly log: { warn(text: string): void; inform(text: string): void; status(): void },
    private readonly options: ConnectionOptions,
  ) {}

  startProgram(isPreview = false): Ledger {
    return (this.program = beginLedger(this.address, stack, isPreview))
  }

  host({ type, explicitProvider = false }: Declared): dynamic.ResourceProvider<Json, Json> {
    let process = this.processes.get(explicitProvider)
    if (!process) {
      const operation = new EngineOperation(this.address, () => Promise.resolve(this.program && stack))
      const configured = settings({ get: (key) => this.config[key] }, {})
      const options = { retryDelayMs: 0, pollDelayMs: 0, ...this.options }
      process = { operation, connection: new Connection(configured, this.log, options, operation) }
      this.processes.set(explicitProvider, process)
    }
    const { operation, connection } = process
    return provider(kindOf(type), () => connection, operation)
  }

  end(): void {
    const { program } = this
    if (program) for (const file of findLedgerFiles(this.address, program.nonce)) rmSync(file, { force: true })
  }
}

/** Records the declaration of a resource, like its constructor. */
export function enter(ledger: Ledger, name: string, declared: Declared): void {
  const kind = load(kindOf(declared.type)) as Kind | SetKind
  if (!('of' in kind ? kind.of : kind).identity.naturalKey) return
  const recorded = recordOf(kind, declaredObjects(kind, declared.args), ledger)
  ledger.declare({ name: fullName(name, declared), service: null, ...recorded })
}

export const fullName = (name: string, { type }: Pick<Declared, 'type'>) => `trueup:${type}::${name}`

export const kindOf = (type: string) => type.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

/** Carries out a create or an update, and stores the state that an error contains. */
export async function keepHalfDone<T>(
  held: Map<string, Held>,
  next: Omit<Held, 'id' | 'outputs'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { id, properties } = error as { id?: string; properties?: Json }
    if (id && properties) held.set(next.name, { ...next, id, outputs: plain(properties), unfinished: true })
    throw error
  }
}
