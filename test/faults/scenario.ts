import { isDeepStrictEqual } from 'node:util'
import type { EmulatorState, RequestRecord } from '../../emulator'
import type { Json } from '../../provider/core/schema/plain'
import { type TestEmulator, testNow } from '../support/emulator'
import { Engine, type State } from '../support/engine'
import type { Declared, Operation, Sample } from './kinds'
import { type Collections, collectionsOf, liveSecrets, worldOf } from './service-state'

const dayMs = 24 * 60 * 60 * 1000

/** An operation that is ready to be disturbed, and what comes of it when nothing goes wrong. */
export interface Rehearsal {
  /** What the service and the stack had before. */
  readonly world: EmulatorState
  readonly state: State | undefined
  /** The requests that it takes. */
  readonly requests: readonly RequestRecord[]
  /** What the service has then, and what the stack. */
  readonly outcome: readonly string[]
  readonly outputs: Json | undefined
}

/** What goes wrong, until it is calm again. */
export interface Disturbance {
  begin(): void
  calm(): void | Promise<void>
}

/** What is not as it would be had nothing gone wrong, and what the user was told. */
export interface Verdict {
  problems: string[]
  warnings: string[]
}

/** Puts one kind of resource on one service through its operations. */
export class Trials {
  /** Whether time passes with each request. */
  private isLively = false

  constructor(
    private readonly emulator: TestEmulator,
    private readonly sample: Sample,
    private readonly url = () => emulator.url,
  ) {}

  /** To be called after each request to the service. */
  tick(): void {
    if (this.isLively) this.emulator.advanceClock(1)
  }

  /** Runs an operation undisturbed, on a service that nobody has used yet. */
  async rehearse(operation: Operation): Promise<Rehearsal> {
    const { emulator, sample } = this
    this.pass(0)
    const make = async (requests: Sample['others'], as: string) => {
      for (const [path, body] of requests) {
        const { status } = await emulator.post(path, body, { as })
        if (status !== 201) throw new Error(`${path} answers ${status}`)
      }
    }
    await make(sample.others, sample.othersAs ?? 'owner')
    await make(sample.twins ?? [], sample.as)
    const stack = this.engine()
    for (const declared of operation.past) await this.declare(stack, operation, declared)
    const { state } = stack
    const world = emulator.state()
    emulator.clearRequests()
    await this.perform(stack, operation)
    const requests = emulator.requests()
    return { world, state, requests, outcome: worldOf(collectionsOf(emulator)), outputs: stack.state?.outputs }
  }

  /** Where an operation begins. */
  begin({ world, state }: Rehearsal): Engine {
    this.emulator.setState(world)
    this.emulator.clearRequests()
    const stack = this.engine()
    stack.state = state
    return stack
  }

  /**
   * Runs an operation while something goes wrong, and once more, undisturbed, if it fails: that has to be enough.
   */
  async run(operation: Operation, rehearsal: Rehearsal, disturbance: Disturbance): Promise<Verdict> {
    const stack = this.begin(rehearsal)
    const problems: string[] = []
    disturbance.begin()
    const failed = await this.perform(stack, operation).then(
      () => false,
      () => true,
    )
    await disturbance.calm()
    if (failed) {
      // What took the place of another is in the state, and that is yet to be deleted.
      const left = rehearsal.state && stack.state?.id !== rehearsal.state.id ? rehearsal.state : undefined
      await this.perform(stack, operation, left).catch((error: Error) => {
        problems.push(`it fails again: ${error.message}`)
      })
    }
    problems.push(...this.blindWrites(), ...(await this.judge(operation, rehearsal, stack)))
    return { problems, warnings: stack.warnings }
  }

  /** What is not as it is after a rehearsal. */
  async judge(operation: Operation, rehearsal: Rehearsal, stack: Engine): Promise<string[]> {
    const collections = collectionsOf(this.emulator)
    return [
      ...differences('the service', rehearsal.outcome, worldOf(collections)),
      ...differences('the state', shapeOf(rehearsal.outputs), shapeOf(stack.state?.outputs)),
      ...lostSecrets(rehearsal, collections, stack.state),
      ...(stack.state && operation.now !== 'destroy' ? await this.unrest(stack, operation) : []),
    ]
  }

  /** Lets the time of an operation come, and the service do what it does as time passes. */
  async settle({ now, lively }: Operation): Promise<void> {
    if (typeof now !== 'string') this.pass(now.day)
    this.isLively = lively === true
    for (let requests = lively ? 10 : 1; requests > 0; requests--) await this.emulator.get('/projects/1/pipelines')
    this.isLively = false
  }

  private engine(): Engine {
    const stack = new Engine(this.sample.kind, { token: `emulator-${this.sample.as}`, url: this.url() })
    // The program always means the same resource.
    stack.name = 'Resource::tried'
    return stack
  }

  /** What Pulumi does: brings about what is declared, then deletes what a replacement that failed has left. */
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

  /** The arguments with which an operation ends. */
  argsOf({ now, past }: Operation): Json {
    const declared = typeof now === 'string' ? past.at(-1) : now
    const args = JSON.parse(JSON.stringify(declared?.args).replaceAll('<url>', this.url())) as Json
    return this.sample.twins ? { onConflict: 'create', ...args } : args
  }

  private async declare(stack: Engine, operation: Operation, declared: Declared) {
    this.pass(declared.day)
    this.isLively = operation.lively === true
    try {
      const host = stack.process()
      await stack.up(this.argsOf({ ...operation, now: declared }), host)
      return host
    } finally {
      this.isLively = false
    }
  }

  private pass(days: number): void {
    const now = new Date(Date.parse(testNow) + days * dayMs).toISOString()
    process.env.TRUEUP_TEST_NOW = now
    this.emulator.setClock(now)
  }

  /** Writes that were sent again although the first may have been carried out, without a look in between. */
  private blindWrites(): string[] {
    const [harmless] = this.sample.blind ?? []
    let before: RequestRecord | undefined
    return this.emulator.requests().flatMap((request) => {
      const { method, path, body } = request
      const again = before && isDeepStrictEqual([method, path, body], [before.method, before.path, before.body])
      const sure = before?.status === 429
      before = method === 'GET' ? undefined : request
      const adds = method === 'POST' || (method === 'PUT' && /protected_environments/.test(path))
      return again && !sure && adds && !harmless?.test(path) ? [`${method} ${path} is sent again blindly`] : []
    })
  }

  /** What a later preview or refresh finds, where there is nothing left to do. */
  private async unrest(stack: Engine, operation: Operation): Promise<string[]> {
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

/** Tokens that work, but that nobody holds, and held secrets that do not work. */
function lostSecrets({ world }: Rehearsal, collections: Collections, state: State | undefined): string[] {
  const { tokenId, previousTokenId, triggerId, token, mirrorId, publicKey, ids, tokens } = state?.outputs ?? {}
  const known = new Set(
    ['access_tokens', 'triggers'].flatMap(
      (name) => world.collections[name]?.records.map(({ id }) => `${name} ${id}`) ?? [],
    ),
  )
  const held = [
    `access_tokens ${String(tokenId)}`,
    `access_tokens ${String(previousTokenId)}`,
    `triggers ${String(triggerId)}`,
    // Those of a set, of which only trigger tokens are secrets.
    ...Object.values((tokens ? ids : undefined) ?? {}).map((id) => `triggers ${String(id)}`),
  ]
  const secrets = liveSecrets(collections)
  const mirror = collections.remote_mirrors?.find(({ id }) => id === mirrorId)
  return [
    ...secrets.filter(({ name }) => !known.has(name) && !held.includes(name)).map(({ name }) => `nobody holds ${name}`),
    ...(token !== undefined && !secrets.some(({ name, secret }) => held.includes(name) && secret === token)
      ? ['the token in the state does not work']
      : []),
    ...Object.values((tokens ?? {}) as Json).flatMap((one) =>
      secrets.some(({ secret }) => secret === one) ? [] : ['a token in the state does not work'],
    ),
    // The service adds a comment with its host name.
    ...(mirror && mirror.public_key !== ((publicKey as string | null)?.replace(/ git@\S+$/, '') ?? null)
      ? ["the public key in the state is not the mirror's"]
      : []),
  ]
}

/** What one list of lines has that the other has not. */
function differences(what: string, wanted: readonly string[], seen: readonly string[]): string[] {
  const missing = [...wanted]
  const more = seen.filter((line) => {
    const at = missing.indexOf(line)
    if (at >= 0) missing.splice(at, 1)
    return at < 0
  })
  return [...missing.map((line) => `${what} lacks ${line}`), ...more.map((line) => `${what} has, too, ${line}`)]
}

/** Outputs without what no two runs have alike. */
function shapeOf(outputs: Json = {}): string[] {
  return Object.entries(outputs).map(([name, value]) => {
    if (/^(token|publicKey|webUrl|iid|__trueup)$|Id$/.test(name))
      return `${name}: ${value === null ? 'null' : typeof value}`
    if (/^(ids|tokens)$|Ids$/.test(name))
      return `${name}: ${Object.keys(value as Json)
        .sort()
        .join(', ')}`
    // Items come in the order in which they were done.
    const entries = name === 'items' ? Object.entries(value as Json).sort() : value
    return `${name}: ${JSON.stringify(entries)}`
  })
}
