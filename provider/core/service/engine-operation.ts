import { Ledger } from './ledger'
import { rootResource } from './log'
import { ResourceError } from './resource-error'

/** The operation of Pulumi's engine that a provider process belongs to, and its ledger. */
export class EngineOperation {
  private ledger = Ledger.ofProcess()
  private joined: Promise<void> | undefined
  private isMissing = false
  private stack: string | undefined

  /**
   * @param engine The engine's address. Without it, no other process takes part in the operation.
   * @param stackOf Asks the engine for the URN of the stack whose program is running.
   */
  constructor(
    private readonly engine?: string | undefined,
    private readonly stackOf = rootResource,
  ) {}

  /**
   * Joins the operation of a program. The program passes the nonce with its resources, which proves that it is running.
   */
  join(nonce: string): void {
    if (this.ledger.nonce === nonce || this.engine === undefined) return
    const found = Ledger.find(this.engine, { nonce })
    this.isMissing = found === undefined
    this.ledger = found ?? this.ledger
    this.joined = Promise.resolve()
  }

  /** Sets the URN of the stack, which the engine does not report for programs in every language. */
  belongsTo(stack: string): void {
    this.stack = stack
  }

  /**
   * Joins the operation of a program that has no ledger, because it is written in another language. The first provider
   * process that the program needs begins the ledger.
   *
   * @throws Error if the ledger cannot be written.
   */
  joinOrBegin(): void {
    const { engine, stack } = this
    if (this.joined || engine === undefined || stack === undefined) return
    this.ledger = Ledger.find(engine, { stack, isRunning: true }) ?? Ledger.begin(engine, stack, false, 'provider')
    this.joined = Promise.resolve()
  }

  /** The ledger that this process knows so far. */
  get known(): Ledger {
    return this.ledger
  }

  /**
   * The ledger of the operation. A process that only deletes resources has no nonce of a program, so it asks the engine
   * whether one is running. A ledger at the same address could be that of an earlier operation.
   */
  async resolved(): Promise<Ledger> {
    this.joined ??= this.lookForProgram().catch((error: unknown) => {
      this.joined = undefined
      throw error
    })
    await this.joined
    if (this.isMissing) {
      throw new ResourceError(
        'This provider process cannot read which objects the program declares, so nothing is deleted: run the program ' +
          'and the Pulumi CLI on the same machine, as the same user.',
      )
    }
    return this.ledger
  }

  private async lookForProgram(): Promise<void> {
    if (this.engine === undefined) return
    const root = await this.stackOf().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new ResourceError(
        `Pulumi's engine did not report whether a program is running, so nothing is deleted: ${reason}`,
      )
    })
    const stack = root ?? this.stack
    // Without a report of the engine, a ledger at this address could be that of an earlier operation.
    const found = stack === undefined ? undefined : Ledger.find(this.engine, { stack, isRunning: root === undefined })
    this.ledger = found ?? this.ledger
  }
}
