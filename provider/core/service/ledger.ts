import { createHash, randomUUID } from 'node:crypto'
import { type Holder, isSame } from './holder'
import {
  type AdoptedAs,
  type Declaration,
  type Entry,
  type Operation,
  parseEntry,
  storedHolder,
} from './ledger-entries'
import { createLedgerFile, findLedgerFiles, SharedLines } from './ledger-files'
import { LedgerIndex } from './ledger-index'

/**
 * Records what the program of an operation declares, and which resource owns each object. The program and its provider
 * processes share it in a file, to which each of them appends lines. The order of the lines decides which claim was
 * first. Under mocks, or in an operation without a program, there is no file, and the process has its own ledger.
 *
 * It contains no secrets: natural keys and objects are hashes with a salt for each operation.
 */
export class Ledger extends LedgerIndex {
  private constructor(
    /** Distinguishes this operation from others at the same address. */
    readonly nonce: string,
    private readonly lines?: SharedLines,
    private readonly operation?: Operation,
  ) {
    super()
  }

  /** Whether the operation changes nothing. */
  get isPreview(): boolean {
    return this.operation?.isPreview ?? false
  }

  /** Whether the program reports the number of adopted objects. */
  get isOfProgram(): boolean {
    return this.operation?.begunBy === 'program'
  }

  /** A ledger that no other process sees. */
  static ofProcess(): Ledger {
    return new Ledger(randomUUID())
  }

  /** Begins the ledger of an operation. @throws Error if its file cannot be written. */
  static begin(address: string, stack: string, isPreview = false, begunBy: Operation['begunBy'] = 'program'): Ledger {
    const nonce = randomUUID()
    const operation: Operation = { stack, isPreview, begunBy, pid: process.pid }
    const ledger = new Ledger(nonce, new SharedLines(createLedgerFile(address, nonce)), operation)
    ledger.record({ is: 'operation', nonce, ...operation })
    return ledger
  }

  /** Returns the ledger of the operation at an address with this nonce, or else the latest one of this stack. */
  static find(address: string, known: { nonce?: string; stack?: string; isRunning?: boolean }): Ledger | undefined {
    for (const file of findLedgerFiles(address, known.nonce)) {
      const lines = new SharedLines(file)
      const added = lines.added()
      const first = parseEntry(added[0] ?? '')
      if (first?.is !== 'operation' || (known.stack !== undefined && first.stack !== known.stack)) continue
      if (known.isRunning && !isRunning(first.pid)) continue
      const ledger = new Ledger(first.nonce, lines, first)
      added.forEach((line) => ledger.apply(parseEntry(line)))
      return ledger
    }
    return undefined
  }

  /** Hashes a value with the salt of the operation. */
  hash(value: unknown): string {
    return createHash('sha256')
      .update(`${this.nonce} ${JSON.stringify(value)}`)
      .digest('base64url')
      .slice(0, 22)
  }

  /** Records the declaration of a resource. Returns its number, which can be passed to replace the declaration. */
  declare(declared: Omit<Declaration, 'n'>, n = this.nextNumber('program')): number {
    this.record({ is: 'declared', n, ...declared })
    return n
  }

  /**
   * Records the declaration of a resource that its provider has checked. Returns, for each object, all checked
   * resources that declare it, including this one, in the order of the program.
   */
  check(declared: Omit<Declaration, 'n' | 'checked'>): ReadonlyMap<string, readonly Declaration[]> {
    this.catchUp()
    this.declare({ ...declared, checked: true }, this.numberOf(declared.name) ?? this.nextNumber('provider'))
    return new Map(declared.identities.map((identity) => [identity, this.checkedDeclarationsOf(identity)]))
  }

  /** Records the former names of a resource. */
  rename(name: string, former: readonly string[]): void {
    if (former.length > 0) this.record({ is: 'alias', name, former })
  }

  /** Records base URLs of one service. */
  addUrls(urls: readonly string[]): void {
    const [first] = urls
    if (urls.length > 1 && !urls.every((url) => this.isOneService(url, first ?? '')))
      this.record({ is: 'service', urls })
  }

  /** Claims an object. Returns its owner: this holder, or the one whose claim was first. */
  claim(service: string, object: string, holder: Holder, key?: string, deleting = false): Holder {
    const known = this.claimTo(service, object)
    const repeats = known && isSame(known.holder, holder) && known.key === key && known.deleting === deleting
    if (!repeats) this.record({ is: 'held', service, object, holder: storedHolder(holder), key, deleting })
    return this.claimTo(service, object)?.holder ?? holder
  }

  /** Ends a claim to an object that still exists. */
  giveUp(service: string, object: string, holder: Holder): void {
    this.record({ is: 'given-up', service, object, holder: storedHolder(holder) })
  }

  /** Records that an object no longer exists, so that another object can use its name. */
  gone(service: string, object: string, holder: Holder): void {
    this.record({ is: 'gone', service, object, holder: storedHolder(holder) })
  }

  /** Records that an object was or would be adopted. Returns whether their number is reported. */
  adopted(noun: string, change: AdoptedAs): boolean {
    if (this.isOfProgram) this.record({ is: 'adopted', noun, change })
    // Each provider process reports its own adoptions.
    else this.apply({ is: 'adopted', noun, change })
    return this.lines !== undefined
  }

  /** Records that a resource will be replaced. It will delete the object and must not adopt it in the meantime. */
  replace(service: string, object: string, holder: Holder): void {
    this.record({ is: 'replaced', service, object, holder: storedHolder(holder) })
  }

  private record(entry: Entry): void {
    if (!this.lines) return this.apply(entry)
    this.lines.append(JSON.stringify(entry))
    this.catchUp()
  }

  protected catchUp(): void {
    this.lines?.added().forEach((line) => this.apply(parseEntry(line)))
  }
}

/** Whether a process on this machine is running. Without permission to signal it, it is running. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
