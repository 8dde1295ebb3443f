import { setTimeout as sleep } from 'node:timers/promises'
import { rootResource } from './log'
import { type Machine, thisMachine } from './machine'
import { beginLedger, findEarlierLedger, findLedger } from './ownership/find-ledger'
import { Ledger } from './ownership/ledger'
import { isPreviewOnly, mayReplaceResources, omitsResources, replacesResource } from './targets'

/** Why a process cannot know which objects other resources own, and the remedy. */
export interface Unknown {
  readonly reason: string
  readonly remedy: string
  /** Whether only a part of the program runs, as the user has requested. */
  readonly isRequested?: boolean
}

/** How long to wait for a process that is writing a line: at most 10 times 10 milliseconds. */
const [WAIT_MS, MAX_WAITS] = [10, 10]

/** The operation of Pulumi's engine that a provider process belongs to, and its ledger. */
export class EngineOperation {
  private ledger = Ledger.ofProcess()
  private earlierLedger: Ledger | undefined
  private looked: Promise<void> | undefined
  private unreadable = false
  private maybeReplaces: boolean | undefined
  private omits: boolean | undefined
  private onlyPreviews: boolean | undefined
  private stack: string | undefined
  /** When the engine passed the last declared resource. */
  private passedAt = 0

  /**
   * @param engine The engine's address. Without it, no other process takes part in the operation.
   * @param stackOf Asks the engine for the URN of the stack whose program is running.
   */
  constructor(
    private readonly engine?: string | undefined,
    private readonly stackOf = rootResource,
    private readonly machine: Machine = thisMachine,
  ) {}

  /**
   * Joins the operation of a program. The program passes the nonce with its resources, which proves that it is running.
   */
  join(nonce: string): void {
    const { engine, machine } = this
    this.passedAt = performance.now()
    this.ledger.keep()
    if (nonce === '' || this.ledger.nonce === nonce || this.unreadable) return
    const found = engine === undefined ? undefined : findLedger(engine, { nonce }, machine)
    if (found) this.ledger = found
    else this.reportUnreadable()
  }

  /** Sets the URN of the stack, which the engine does not report for programs in every language. */
  belongsTo(stack: string): void {
    this.stack = stack
  }

  /**
   * Joins the operation of a program that has no ledger, because it is written in another language. The first provider
   * process that the program needs begins the ledger.
   *
   * @throws ResourceError if the ledger cannot be written.
   */
  joinOrBegin(): void {
    const { engine, stack, machine } = this
    this.passedAt = performance.now()
    if (engine === undefined || stack === undefined) return
    if (this.ledger.isShared) return this.ledger.keep()
    this.ledger = findLedger(engine, { stack }, machine) ?? beginLedger(engine, stack, false, 'provider', machine)
    this.earlierLedger = findEarlierLedger(engine, stack, machine)
  }

  /** The ledger that this process knows so far. */
  get known(): Ledger {
    return this.ledger
  }

  /**
   * The ledger of the preview before this update, if the program has none of its own. It contains the resources that
   * the engine has not passed to the plugin yet. It only serves to keep objects.
   */
  get earlier(): Ledger | undefined {
    return this.ledger.isOfProgram ? undefined : this.earlierLedger
  }

  /** Whether all resources are known that the program declares, and not only those that the engine has passed so far. */
  get knowsProgram(): boolean {
    return !this.ledger.isShared || this.ledger.isOfProgram || this.earlier !== undefined
  }

  /** Waits until the engine has passed no resource of the program for this time, in milliseconds. */
  async waitForProgram(quietMs: number): Promise<void> {
    if (!this.ledger.isShared) return
    const remaining = () => this.passedAt + quietMs - performance.now()
    while (remaining() > 0) await sleep(remaining())
  }

  /**
   * Whether the operation is known to change nothing. The program tells it, if it passes the nonce of its ledger. Pulumi
   * does not tell a plugin when it checks arguments, so that for other programs only the arguments of the CLI do.
   */
  isPreview(nonce: string | undefined): boolean {
    const { engine, machine, ledger } = this
    if (ledger.isOfProgram) return ledger.nonce === nonce && ledger.isPreview
    return (this.onlyPreviews ??= engine !== undefined && isPreviewOnly(machine.commandLine(engine)))
  }

  /** Whether the user may have told the engine to replace resources, of which it does not tell their providers. */
  get mayReplace(): boolean {
    return (this.maybeReplaces ??= mayReplaceResources(this.commandLine))
  }

  /** Whether the user has told the engine to replace resources. False if the machine does not show it. */
  get isReplacing(): boolean {
    return this.mayReplace && mayReplaceResources(this.commandLine ?? [])
  }

  /** Whether the user has told the engine to replace the resource with this name. False if the machine does not show it. */
  replaces(name: string): boolean {
    return replacesResource(this.commandLine ?? [], name)
  }

  /** Whether the user has restricted the operation to some resources. False if the machine does not show it. */
  get omitsResources(): boolean {
    return (this.omits ??= omitsResources(this.commandLine))
  }

  /** The arguments of the CLI, if the machine shows them. */
  private get commandLine(): readonly string[] | undefined {
    const { engine, machine } = this
    return engine === undefined ? undefined : machine.commandLine(engine)
  }

  /** Closes the ledgers. Only a process that serves several operations needs this. */
  end(): void {
    this.ledger.close()
    this.earlierLedger?.close()
  }

  /** Restores the ledger if its file was deleted. @throws ResourceError if that is not possible. */
  keepLedger(): void {
    this.ledger.keep()
  }

  /**
   * Looks for the ledger of the operation. A process that only deletes resources has no nonce of a program. Returns why
   * this process cannot know which objects other resources own, if it cannot.
   */
  async whyUnknown(): Promise<Unknown | undefined> {
    const failure = await this.look()
    if (failure !== undefined) {
      return { reason: `Pulumi's engine did not report whether a program is running: ${failure}`, remedy: again }
    }
    if (this.unreadable) {
      return {
        reason: 'this provider process cannot read which objects the program declares',
        remedy: 'Run the program and the Pulumi CLI on the same machine, as the same user.',
      }
    }
    for (let wait = 0; this.ledger.hasPartialLine && wait < MAX_WAITS; wait++) await sleep(WAIT_MS)
    const { problem, isOfProgram } = this.ledger
    if (problem !== undefined) return { reason: problem, remedy: `Free some disk space. ${again}` }
    // Pulumi does not call the plugin for resources that are not targets, except if the program itself declares them.
    const { engine, stack, machine } = this
    if (engine === undefined || stack === undefined || isOfProgram) return undefined
    if (!omitsResources(machine.commandLine(engine))) return undefined
    return {
      reason: 'with --target or --exclude, Pulumi does not pass all resources of the program to the plugin',
      remedy: 'Run "pulumi up" without these options.',
      isRequested: true,
    }
  }

  /** Looks for the ledger of the operation, once. Returns why that is not possible. */
  private async look(): Promise<string | undefined> {
    const { engine } = this
    if (engine === undefined || this.ledger.isShared || this.unreadable) return undefined
    this.looked ??= this.find(engine)
    try {
      await this.looked
      return undefined
    } catch (error) {
      this.looked = undefined
      return error instanceof Error ? error.message : String(error)
    }
  }

  private async find(engine: string): Promise<void> {
    const root = await this.stackOf()
    const known = { stack: root ?? this.stack, isProgramReported: root !== undefined }
    const found = findLedger(engine, known, this.machine)
    // Without a ledger, no resource of the program is one of this package, or no program is running.
    if (found && !this.ledger.isShared) this.ledger = found
  }

  /** Tells the other processes that this one cannot read the ledger of the program. */
  private reportUnreadable(): void {
    this.unreadable = true
    if (this.engine === undefined) return
    try {
      beginLedger(this.engine, this.stack ?? '', false, 'provider', this.machine).markIncomplete()
    } catch {
      // At least this process deletes nothing.
    }
  }
}

const again = 'Run "pulumi up" again.'
