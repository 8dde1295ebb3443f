import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../../emulator'
import type { Front } from '../../chaos/front'
import { type Program, secrets } from '../../chaos/program'
import { programText, writeProgram } from '../../chaos/program-text'
import { initialState } from '../../chaos/service'
import { testNow } from '../../support/emulator'
import { plugins } from '../../support/plugin'
import { PulumiStack } from '../../support/pulumi'

/** What an operation does to each resource that it does not leave as it is, with the paths that differ. */
export type Steps = Record<string, string[]>

interface Event {
  op: string
  urn: string
  detailedDiff?: Record<string, unknown> | null
}

/** The output of a preview contains only one step for each replacement. */
const partsOfReplacement = /^(create-replacement|delete-replaced)$/

function stepsOf(events: readonly Event[]): Steps {
  const steps: Steps = {}
  for (const { op, urn, detailedDiff } of events) {
    if (op === 'same' || partsOfReplacement.test(op) || urn.includes('pulumi:pulumi:Stack')) continue
    const name = urn.split('::')[3] ?? urn
    const paths = Object.keys(detailedDiff ?? {}).filter((path) => path !== '__provider')
    steps[name] = [...(steps[name] ?? []), [op, ...paths.sort()].join(' ')].sort()
  }
  return steps
}

/** What a preview and the update after it say. */
export interface Outcome {
  readonly shown: Steps
  readonly done: Steps
  /** The warnings of the preview, and the errors of the update. */
  readonly warnings: string
  readonly errors: string
}

/** A service of all stacks of a file, one after another, with a process of the plugin that their engines attach to. */
export class PreviewService {
  #plugin: { process: ChildProcess; port: string; now: string } | undefined

  private constructor(
    readonly emulator: Emulator,
    private readonly base: ReturnType<Emulator['state']>,
  ) {}

  static async start(): Promise<PreviewService> {
    return new PreviewService(await startEmulator({ flavor: 'gitlab', now: testNow }), await initialState('gitlab'))
  }

  /** Forgets all stacks. */
  reset(): void {
    this.emulator.setClock(testNow)
    this.emulator.setState(this.base)
  }

  get #now(): string {
    return this.emulator.now().toISOString()
  }

  get env(): Record<string, string> {
    return {
      TRUEUP_BASE_URL: this.emulator.url,
      TRUEUP_TOKEN: secrets.token,
      CHAOS_TOKEN: secrets.token,
      TRUEUP_TEST_NOW: this.#now,
    }
  }

  /** The port of a plugin that has the time of the service. */
  async plugin(): Promise<string> {
    const now = this.#now
    if (this.#plugin && this.#plugin.now !== now) await this.#stopPlugin()
    if (!this.#plugin) {
      const started = spawn(join(plugins.trueup, 'pulumi-resource-trueup'), {
        env: { ...process.env, ...this.env },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const [port] = (await once(started.stdout, 'data')) as [Buffer]
      this.#plugin = { process: started, port: port.toString().trim(), now }
    }
    return this.#plugin.port
  }

  /** A request of another user. */
  async write(method: string, path: string, body?: object): Promise<void> {
    const { status } = await fetch(`${this.emulator.url}/api/v4${path}`, {
      method,
      headers: { 'private-token': 'emulator-owner', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (status >= 300) throw new Error(`${method} ${path}: ${status}`)
  }

  async #stopPlugin(): Promise<void> {
    if (!this.#plugin) return
    const closed = once(this.#plugin.process, 'close')
    this.#plugin.process.kill()
    this.#plugin = undefined
    await closed
  }

  async close(): Promise<void> {
    await this.#stopPlugin()
    await this.emulator.close()
  }
}

/** A stack whose updates are compared with their previews. */
export class PreviewStack {
  private constructor(
    private readonly front: Front,
    private readonly service: PreviewService,
    private readonly stack: PulumiStack,
    private readonly attaches: boolean,
  ) {}

  /** With `attaches`, engines use the plugin of the service: faster. A program with several providers cannot. */
  static async create(front: Front, service: PreviewService, attaches: boolean): Promise<PreviewStack> {
    const stack = await PulumiStack.create({
      program: programText(front),
      ...(front === 'yaml' ? { language: 'yaml' } : {}),
      ...(front === 'dynamic' ? {} : { plugins }),
    })
    return new PreviewStack(front, service, stack, attaches && front !== 'dynamic')
  }

  /** Previews and updates. An update whose resource fails goes on with the others. */
  async update(program: Program, between: () => Promise<void>): Promise<Outcome> {
    await writeProgram(this.stack, this.front, program, { url: this.service.emulator.url, reads: false })
    const preview = await this.#run('preview', '--json')
    const shown = preview.json as unknown as { steps?: Event[]; diagnostics?: { message: string }[] }
    await between()
    const up = await this.#run('up', '--yes', '--skip-preview', '--continue-on-error', '--json')
    const events = up.stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map(
        (line) =>
          JSON.parse(line) as {
            resourcePreEvent?: { metadata: Event }
            diagnosticEvent?: { severity: string; message: string }
          },
      )
    const errors = events.flatMap(({ diagnosticEvent: one }) => (one?.severity === 'error' ? [one.message] : []))
    return {
      shown: stepsOf(shown.steps ?? []),
      done: stepsOf(events.flatMap(({ resourcePreEvent }) => (resourcePreEvent ? [resourcePreEvent.metadata] : []))),
      warnings: (shown.diagnostics ?? []).map(({ message }) => message).join('\n'),
      errors: up.code === 0 ? '' : errors.join('\n'),
    }
  }

  async #run(...args: string[]) {
    const { service, stack, attaches } = this
    stack.setEnv({
      ...service.env,
      ...(attaches && { PULUMI_DEBUG_PROVIDERS: `trueup:${await service.plugin()}` }),
    })
    return stack.run(...args)
  }

  close(): Promise<void> {
    return this.stack.close()
  }
}
