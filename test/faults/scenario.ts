import { isDeepStrictEqual } from 'node:util'
import type { EmulatorState, RequestRecord } from '../../emulator'
import type { Json } from '../../provider/core/schema/json'
import { type TestEmulator, testNow } from '../support/emulator'
import { Engine, type State } from '../support/engine'
import type { Declared, Operation, Subject } from './kinds'
import { type Collections, collectionsOf, comparableRecords, liveSecrets, secretFields } from './service-state'

const dayMs = 24 * 60 * 60 * 1000

/** An operation and its result without faults. */
export interface Baseline {
  /** The contents of the service and the state of the stack before the operation. */
  readonly world: EmulatorState
  readonly state: State | undefined
  /** The requests of the operation. */
  readonly requests: readonly RequestRecord[]
  /** The records of the service after the operation, and the outputs of the resource. */
  readonly outcome: readonly string[]
  readonly outputs: Json | undefined
}

/** Faults that can be started and stopped. */
export interface Disruption {
  start(): void
  stop(): void | Promise<void>
}

/** The differences from the baseline, and the warnings. */
export interface Result {
  problems: string[]
  warnings: string[]
}

/** Runs the operations of one kind of resource on one service. */
export class Scenarios {
  /** Whether time passes with each request. */
  private timePasses = false

  constructor(
    private readonly emulator: TestEmulator,
    private readonly subject: Subject,
    private readonly url = () => emulator.url,
  ) {}

  /** Call this after each request to the service. */
  tick(): void {
    if (this.timePasses) this.emulator.advanceClock(1)
  }

  /** Runs an operation without faults on a fresh service. */
  async recordBaseline(operation: Operation): Promise<Baseline> {
    const { emulator, subject } = this
    this.pass(0)
    const create = async (requests: Subject['others'], as: string) => {
      for (const [path, body] of requests) {
        const { status } = await emulator.post(path, body, { as })
        if (status !== 201) throw new Error(`POST ${path}: ${status}`)
      }
    }
    await create(subject.others, subject.othersAs ?? 'owner')
    await create(subject.duplicates ?? [], subject.as)
    const stack = this.engine()
    for (const declared of operation.past) await this.declare(stack, operation, declared)
    const { state } = stack
    const world = emulator.state()
    emulator.clearRequests()
    await this.perform(stack, operation)
    const requests = emulator.requests()
    return {
      world,
      state,
      requests,
      outcome: comparableRecords(collectionsOf(emulator)),
      outputs: stack.state?.outputs,
    }
  }

  /** Restores the service and the stack to the time before the operation. */
  restore({ world, state }: Baseline): Engine {
    this.emulator.setState(world)
    this.emulator.clearRequests()
    const stack = this.engine()
    stack.state = state
    return stack
  }

  /**
   * Runs an operation with faults. If it fails, runs it once more without faults, which must be enough.
   */
  async run(operation: Operation, baseline: Baseline, disruption: Disruption): Promise<Result> {
    const stack = this.restore(baseline)
    const problems: string[] = []
    disruption.start()
    const failed = await this.perform(stack, operation).then(
      () => false,
      () => true,
    )
    await disruption.stop()
    if (failed) {
      // The replacement is in the state already, and the replaced object must still be deleted.
      const left = baseline.state && stack.state?.id !== baseline.state.id ? baseline.state : undefined
      await this.perform(stack, operation, left).catch((error: Error) => {
        problems.push(`it fails again: ${error.message}`)
      })
    }
    problems.push(...this.blindWrites(), ...(await this.differencesFrom(operation, baseline, stack)))
    return { problems, warnings: stack.warnings }
  }

  /** The differences from the baseline. */
  async differencesFrom(operation: Operation, baseline: Baseline, stack: Engine): Promise<string[]> {
    const collections = collectionsOf(this.emulator)
    return [
      ...differences('the service', baseline.outcome, comparableRecords(collections)),
      ...differences('the state', shapeOf(baseline.outputs), shapeOf(stack.state?.outputs)),
      ...lostSecrets(baseline, collections, stack.state),
      ...(stack.state && operation.now !== 'destroy' ? await this.remainingChanges(stack, operation) : []),
    ]
  }

  /** Sets the clocks to the time of an operation, and lets the service finish what takes time. */
  async settle({ now, timePasses }: Operation): Promise<void> {
    if (typeof now !== 'string') this.pass(now.day)
    this.timePasses = timePasses === true
    for (let requests = timePasses ? 10 : 1; requests > 0; requests--) await this.emulator.get('/projects/1/pipelines')
    this.timePasses = false
  }

  private engine(): Engine {
    const stack = new Engine(this.subject.kind, { token: `emulator-${this.subject.as}`, url: this.url() })
    // Each engine is for the same resource.
    stack.name = 'Resource::tested'
    return stack
  }

  /** Does what Pulumi does: runs the operation, then deletes the object that a failed replacement has left. */
  async perform(stack: Engine, operation: Operation, left?: State): Promise<void> {
    const { now } = operation
    if (now === 'destroy') return stack.destroy()
    if (now === 'refresh') return void (await stack.refresh())
    const host = await this.declare(stack, operation, now)
    if (!left) return
    const old = stack.as({})
    old.state = left
    await old.destroy(host)
  }

  /** The arguments after an operation. */
  argsOf({ now, past }: Operation): Json {
    const declared = typeof now === 'string' ? past.at(-1) : now
    const args = JSON.parse(JSON.stringify(declared?.args).replaceAll('<url>', this.url())) as Json
    return this.subject.duplicates ? { onConflict: 'create', ...args } : args
  }

  private async declare(stack: Engine, operation: Operation, declared: Declared) {
    this.pass(declared.day)
    this.timePasses = operation.timePasses === true
    try {
      const host = stack.process()
      await stack.up(this.argsOf({ ...operation, now: declared }), host)
      return host
    } finally {
      this.timePasses = false
    }
  }

  private pass(days: number): void {
    const now = new Date(Date.parse(testNow) + days * dayMs).toISOString()
    process.env.TRUEUP_TEST_NOW = now
    this.emulator.setClock(now)
  }

  /** Writes that were sent again, although the first can have been carried out, without a read in between. */
  private blindWrites(): string[] {
    const [harmless] = this.subject.repeatable ?? []
    let before: RequestRecord | undefined
    return this.emulator.requests().flatMap((request) => {
      const { method, path, body } = request
      const again = before && isDeepStrictEqual([method, path, body], [before.method, before.path, before.body])
      const sure = before?.status === 429
      before = method === 'GET' ? undefined : request
      const adds = method === 'POST' || /^(PUT|PATCH) .*\/protected_(environments|branches)\//.test(`${method} ${path}`)
      return again && !sure && adds && !harmless?.test(path) ? [`${method} ${path} is sent again blindly`] : []
    })
  }

  /** The changes that a later preview or refresh finds. There must be none. */
  private async remainingChanges(stack: Engine, operation: Operation): Promise<string[]> {
    const wanted = this.argsOf(operation)
    const previews = [await stack.preview(wanted), await stack.refresh(), await stack.preview(wanted)]
    const quiet = [
      { step: 'same', changed: [] },
      { gone: false, drifted: [] },
      { step: 'same', changed: [] },
    ]
    return isDeepStrictEqual(previews, quiet) ? [] : [`there is more to do: ${JSON.stringify(previews)}`]
  }
}

/** The outputs with secrets. If one is lost, its type differs from the baseline. */
const secretOutputs = new Set(['token', ...Object.values(secretFields).map(({ output }) => output)])

/** Tokens that work although no resource holds them, and secrets in the state that do not work. */
function lostSecrets({ world }: Baseline, collections: Collections, state: State | undefined): string[] {
  const outputs = state?.outputs ?? {}
  const { tokenId, previousTokenId, mirrorId, hookId, publicKey, ids, tokens } = outputs
  const withSecrets = Object.entries(secretFields)
  const known = new Set(
    ['access_tokens', ...Object.keys(secretFields)].flatMap(
      (name) => world.collections[name]?.records.map(({ id }) => `${name} ${id}`) ?? [],
    ),
  )
  const held = [
    `access_tokens ${String(tokenId)}`,
    `access_tokens ${String(previousTokenId)}`,
    ...withSecrets.map(([name, { id }]) => `${name} ${String(outputs[id])}`),
    // The tokens of a set.
    ...Object.values((tokens ? ids : undefined) ?? {}).flatMap((id) =>
      withSecrets.map(([name]) => `${name} ${String(id)}`),
    ),
  ]
  const secrets = liveSecrets(collections)
  const hook = collections.project_hooks?.find(({ id }) => id === hookId)
  const mirror = collections.remote_mirrors?.find(({ id }) => id === mirrorId)
  return [
    ...secrets
      .filter(({ name }) => !known.has(name) && !held.includes(name))
      .map(({ name }) => `no resource holds ${name}`),
    ...[...secretOutputs].flatMap((output) => {
      const value = outputs[output]
      if (value === (output === 'token' ? hook?.token : undefined)) return []
      if (value === null && outputs.secretOnAdopt === 'omit') return []
      const works = secrets.some(({ name, secret }) => held.includes(name) && secret === value)
      return works ? [] : [`the ${output} in the state does not work`]
    }),
    ...Object.values((tokens ?? {}) as Json).flatMap((one) =>
      secrets.some(({ secret }) => secret === one) ? [] : ['a token in the state does not work'],
    ),
    // The service adds a comment with its host name.
    ...(mirror && mirror.public_key !== ((publicKey as string | null)?.replace(/ git@\S+$/, '') ?? null)
      ? ["the public key in the state is not the mirror's"]
      : []),
  ]
}

/** The differences between two lists of lines. */
function differences(what: string, wanted: readonly string[], seen: readonly string[]): string[] {
  const missing = [...wanted]
  const more = seen.filter((line) => {
    const at = missing.indexOf(line)
    if (at >= 0) missing.splice(at, 1)
    return at < 0
  })
  return [...missing.map((line) => `${what} lacks ${line}`), ...more.map((line) => `${what} also has ${line}`)]
}

/** Outputs without the values that differ between runs. */
function shapeOf(outputs: Json = {}): string[] {
  return Object.entries(outputs).map(([name, value]) => {
    if (/^(publicKey|webUrl|iid|__trueup)$|Id$/.test(name) || secretOutputs.has(name))
      return `${name}: ${value === null ? 'null' : typeof value}`
    if (/^(ids|tokens)$|Ids$/.test(name))
      return `${name}: ${Object.keys(value as Json)
        .sort()
        .join(', ')}`
    // The order of items is the order in which they were created.
    const entries = name === 'items' ? Object.entries(value as Json).sort() : value
    return `${name}: ${JSON.stringify(entries)}`
  })
}
