import { createHash, randomUUID } from 'node:crypto'
import { type Engine, isSameEngine, type Machine } from '../machine'
import { ResourceError } from '../resource-error'
import { SharedLines } from '../shared-lines'
import { type Holder, isSame } from './holder'
import { type AdoptedAs, type Entry, type Intent, type Operation, parseEntry, storedHolder } from './ledger-entries'
import { PlanLedger } from './plan-ledger'

/**
 * Records what the program of an operation declares, and which resource owns each object. The program and its provider
 * processes share it in a file, to which each of them appends lines. The order of the lines decides which claim was
 * first. Under mocks, or in an operation without a program, there is no file, and the process has its own ledger.
 *
 * It contains no secrets: natural keys and objects are hashes with a salt for each operation.
 */
export class Ledger extends PlanLedger {
  private isMalformed = false

  private constructor(
    /** Distinguishes this operation from others at the same address. */
    readonly nonce: string,
    private readonly lines?: SharedLines,
    /** What its first line tells. Undefined if that could not be written. */
    readonly operation?: Operation,
  ) {
    super()
  }

  /** Whether the operation changes nothing. */
  get isPreview(): boolean {
    return this.operation?.isPreview ?? false
  }

  /** Whether other processes see it. */
  get isShared(): boolean {
    return this.lines !== undefined
  }

  /** Whether the program has begun the ledger, so that it has declared all of its resources in it. */
  get isOfProgram(): boolean {
    return this.operation?.begunBy === 'program'
  }

  /** Whether another process is writing a line at this moment, or has written only a part of one. */
  get hasPartialLine(): boolean {
    this.catchUp()
    return this.lines?.hasPartialLine ?? false
  }

  /** Why the ledger can lack entries of other processes. Undefined if it does not. */
  get problem(): string | undefined {
    if (!this.lines) return undefined
    this.catchUp()
    if (this.lines.isIncomplete) return `a process could not write to ${this.lines.file}`
    return this.isMalformed ? `a line of ${this.lines.file} is malformed` : undefined
  }

  /** A ledger that no other process sees. */
  static ofProcess(): Ledger {
    return new Ledger(randomUUID())
  }

  /** Opens the ledger in a file. Undefined if there is none. */
  static open(file: string, machine: Machine): Ledger | undefined {
    let lines: SharedLines
    try {
      lines = new SharedLines(file, machine)
    } catch {
      // Another operation has removed it.
      return undefined
    }
    const added = lines.added()
    // Older releases create empty files that they do not use.
    if (added.length === 0 && !lines.isIncomplete) {
      lines.close()
      return undefined
    }
    const first = parseEntry(added[0] ?? '')
    const operation = first !== 'malformed' && first?.is === 'operation' ? first : undefined
    const ledger = new Ledger(operation?.nonce ?? '', lines, operation)
    ledger.isMalformed = !operation
    added.forEach((line) => ledger.applyLine(line))
    return ledger
  }

  /** What the processes of the operation know about its engine. */
  get knownEngine(): Partial<Engine> {
    return { ...this.operation?.engine, ...this.engine }
  }

  /** Records the engine for an inline program, which cannot see that the engine has started it. */
  completeEngine(engine: Engine): void {
    if (isSameEngine(this.knownEngine, engine) === undefined && Object.keys(engine).length > 0) {
      this.note({ is: 'engine', ...engine })
    }
  }

  /** Closes its file at the end of the operation. */
  close(): void {
    this.lines?.close()
  }

  /** Hashes a value with the salt of the operation. */
  hash(value: unknown): string {
    return createHash('sha256')
      .update(`${this.nonce} ${JSON.stringify(value)}`)
      .digest('base64url')
      .slice(0, 22)
  }

  /** Restores the file if it was deleted. @throws ResourceError if that is not possible. */
  keep(): void {
    try {
      this.lines?.keepName()
    } catch (error) {
      const failure = this.failure(error)
      this.markIncomplete(failure)
      throw failure
    }
  }

  /** Records the intent of a resource. Returns its number, which can be passed to replace the intent. */
  declare(declared: Omit<Intent, 'n'>, n = this.nextNumber('program')): number {
    this.record({ is: 'declared', n, ...declared })
    return n
  }

  /**
   * Records the intent of a resource that its provider has checked. Returns, for each object, all checked
   * resources that declare it, including this one, in the order of the program.
   */
  check(declared: Omit<Intent, 'n' | 'checked'>): ReadonlyMap<string, readonly Intent[]> {
    this.catchUp()
    this.declare({ ...declared, checked: true }, this.numberOf(declared.name) ?? this.nextNumber('provider'))
    return new Map(declared.identities.map((identity) => [identity, this.checkedDeclarationsOf(identity)]))
  }

  /** Records the former names of a resource. */
  rename(name: string, former: readonly string[]): void {
    if (former.length > 0) this.record({ is: 'alias', name, former })
  }

  /** Records that the engine keeps the objects of a resource: it has the resource option `retainOnDelete`. */
  retain(name: string): void {
    this.record({ is: 'retained', name })
  }

  /** Records that the engine deletes the objects of a resource before it replaces them: `deleteBeforeReplace`. */
  deleteFirst(name: string): void {
    this.record({ is: 'deleted-first', name })
  }

  /** Records base URLs of one service. */
  addUrls(urls: readonly string[]): void {
    const [first] = urls
    if (urls.length > 1 && !urls.every((url) => this.isOneService(url, first ?? '')))
      this.record({ is: 'service', urls })
  }

  /** Records the web address that a service reports, as a hash. */
  addWebUrl(service: string, url: string): void {
    const hash = this.hash(url)
    if (this.webUrlOf(service) !== hash) this.note({ is: 'web-url', service, hash })
  }

  /**
   * Claims an object. Returns its owner: this holder, or the one whose claim was first.
   *
   * @throws ResourceError if the claim cannot be written.
   */
  claim(service: string, object: string, holder: Holder, key?: string, deleting = false): Holder {
    const known = this.claimTo(service, object)
    const repeats = known && isSame(known.holder, holder) && known.key === key && known.deleting === deleting
    if (!repeats) this.record({ is: 'held', service, object, holder: storedHolder(holder), key, deleting })
    return this.claimTo(service, object)?.holder ?? holder
  }

  /** Claims an object that was just created, whether or not the claim can be written. */
  claimCreated(service: string, object: string, holder: Holder, key?: string): void {
    this.note({ is: 'held', service, object, holder: storedHolder(holder), key, deleting: false })
  }

  /** Ends a claim to an object that still exists. */
  giveUp(service: string, object: string, holder: Holder): void {
    this.note({ is: 'given-up', service, object, holder: storedHolder(holder) })
  }

  /** Records that an object no longer exists, so that another object can use its name. */
  gone(service: string, object: string, holder: Holder): void {
    this.note({ is: 'gone', service, object, holder: storedHolder(holder) })
  }

  /** Records that an object was or would be adopted. Returns whether their number is reported. */
  adopted(noun: string, change: AdoptedAs): boolean {
    if (this.isOfProgram) this.note({ is: 'adopted', noun, change })
    // Each provider process reports its own adoptions.
    else this.apply({ is: 'adopted', noun, change })
    return this.lines !== undefined
  }

  /** Records that a resource will be replaced. It will delete the object and must not adopt it in the meantime. */
  replace(service: string, object: string, holder: Holder): void {
    this.record({ is: 'replaced', service, object, holder: storedHolder(holder) })
  }

  /** @throws ResourceError if the entry cannot be written. */
  private record(entry: Entry): void {
    if (!this.lines) return this.apply(entry)
    try {
      this.lines.append(JSON.stringify(entry))
    } catch (error) {
      throw this.failure(error)
    }
    this.catchUp()
  }

  /**
   * Records what has already happened. If it cannot be written, no process of the operation deletes objects.
   *
   * @throws ResourceError if the other processes cannot be told.
   */
  protected note(entry: Entry): void {
    try {
      this.record(entry)
    } catch (error) {
      this.apply(entry)
      this.markIncomplete(error)
    }
  }

  /** Tells all processes that entries are missing. @throws ResourceError if that is not possible. */
  markIncomplete(cause?: unknown): void {
    try {
      this.lines?.markIncomplete()
    } catch (error) {
      throw cause instanceof ResourceError ? cause : this.failure(error)
    }
  }

  private failure(error: unknown): ResourceError {
    const reason = error instanceof Error ? error.message : String(error)
    return new ResourceError(
      `Trueup cannot record which resource owns which object in ${this.lines?.file ?? ''}: ${reason}. ` +
        'Free some disk space, and run "pulumi up" again.',
    )
  }

  private applyLine(line: string): void {
    const entry = parseEntry(line)
    if (entry === 'malformed') this.isMalformed = true
    else this.apply(entry)
  }

  protected catchUp(): void {
    this.lines?.added().forEach((line) => this.applyLine(line))
  }
}
