import { Ledger } from './ledger'
import { rootResource } from './log'
import { ResourceError } from './resource-error'

/** The operation of the engine that a provider process works for, and its ledger. */
export class EngineOperation {
  private ledger = Ledger.ofProcess()
  private joined: Promise<void> | undefined
  private missing = false

  /**
   * `engine` is the engine's address. Without it, no other process takes part in the operation. `stackOf` asks the
   * engine for the URN of the stack whose program is running.
   */
  constructor(
    private readonly engine?: string | undefined,
    private readonly stackOf = rootResource,
  ) {}

  /** Joins the operation of a program: what the program passes along with its resources proves that it runs now. */
  join(nonce: string): void {
    if (this.ledger.nonce === nonce || this.engine === undefined) return
    const found = Ledger.find(this.engine, { nonce })
    this.missing = found === undefined
    this.ledger = found ?? this.ledger
    this.joined = Promise.resolve()
  }

  /** What this process knows by now. */
  get known(): Ledger {
    return this.ledger
  }

  /**
   * What is known to the operation. A process that only deletes has heard of no program: the engine says whether one
   * runs. A ledger at the same address that an earlier operation left is not believed without that.
   */
  async everything(): Promise<Ledger> {
    this.joined ??= this.lookForProgram().catch((error: unknown) => {
      this.joined = undefined
      throw error
    })
    await this.joined
    if (this.missing) {
      throw new ResourceError(
        'What the program declares cannot be read by this provider process, so nothing is deleted: the program and ' +
          'the Pulumi CLI have to run on one machine, as one user.',
      )
    }
    return this.ledger
  }

  private async lookForProgram(): Promise<void> {
    if (this.engine === undefined) return
    const stack = await this.stackOf().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new ResourceError(
        `Pulumi's engine could not be asked whether a program runs, so nothing is deleted: ${reason}`,
      )
    })
    const found = stack === undefined ? undefined : Ledger.find(this.engine, { stack })
    this.ledger = found ?? this.ledger
  }
}
