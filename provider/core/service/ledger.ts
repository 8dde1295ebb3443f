import { createHash, randomUUID } from 'node:crypto'
import { type Holder, isSame } from './holder'
import { type AdoptedAs, type Claim, type Declaration, type Entry, parseEntry, storedHolder } from './ledger-entries'
import { createLedgerFile, findLedgerFiles, SharedLines } from './ledger-files'

/**
 * Records what the program of an operation declares, and which resource owns each object. The program and its provider
 * processes share it in a file, to which each of them appends lines. The order of the lines decides which claim was
 * first. Under mocks, or in an operation without a program, there is no file, and the process has its own ledger.
 *
 * It contains no secrets: natural keys and objects are hashes with a salt for each operation.
 */
export class Ledger {
  private readonly declared = new Map<number, { declared: Declaration; keys: ReadonlySet<string> }>()
  private readonly numbersByName = new Map<string, number>()
  private readonly declarers = new Map<string, Set<number>>()
  private readonly formerNames = new Map<string, ReadonlySet<string>>()
  private readonly services = new Map<string, Set<string>>()
  private readonly claims = new Map<string, (Claim & { service: string })[]>()
  private readonly ownedByKey = new Map<string, string>()
  private readonly replaced = new Map<string, Holder>()
  private readonly deleted = new Set<string>()
  private readonly adoptions = new Map<string, Map<AdoptedAs, number>>()
  private lastNumber = 0

  private constructor(
    /** Distinguishes this operation from others at the same address. */
    readonly nonce: string,
    private readonly lines?: SharedLines,
    /** Whether the operation changes nothing. */
    readonly isPreview = false,
  ) {}

  /** A ledger that no other process sees. */
  static ofProcess(): Ledger {
    return new Ledger(randomUUID())
  }

  /** Starts the ledger of an operation. @throws Error if its file cannot be written. */
  static begin(address: string, stack: string, isPreview = false): Ledger {
    const nonce = randomUUID()
    const ledger = new Ledger(nonce, new SharedLines(createLedgerFile(address, nonce)), isPreview)
    ledger.record({ is: 'operation', nonce, stack, isPreview })
    return ledger
  }

  /** Returns the ledger of the operation at an address with this nonce, or else the latest one of this stack. */
  static find(address: string, known: { nonce?: string; stack?: string }): Ledger | undefined {
    for (const file of findLedgerFiles(address, known.nonce)) {
      const lines = new SharedLines(file)
      const added = lines.added()
      const first = parseEntry(added[0] ?? '')
      if (first?.is !== 'operation' || (known.stack !== undefined && first.stack !== known.stack)) continue
      const ledger = new Ledger(first.nonce, lines, first.isPreview)
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
  declare(declared: Omit<Declaration, 'n'>, n = ++this.lastNumber): number {
    this.record({ is: 'declared', n, ...declared })
    return n
  }

  /**
   * Records the declaration of a resource that its provider has checked. Returns, for each object, all checked
   * resources that declare it, including this one, in the order of the program.
   */
  check(declared: Omit<Declaration, 'n' | 'checked'>): ReadonlyMap<string, readonly Declaration[]> {
    this.catchUp()
    this.declare({ ...declared, checked: true }, this.numbersByName.get(declared.name))
    const declarationsOf = (identity: string) =>
      [...(this.declarers.get(identity) ?? [])]
        .sort((one, other) => one - other)
        .flatMap((n) => this.declared.get(n)?.declared ?? [])
        .filter(({ checked }) => checked)
    return new Map(declared.identities.map((identity) => [identity, declarationsOf(identity)]))
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

  /** Records that an object was or would be adopted. Returns whether the program reports their number. */
  adopted(noun: string, change: AdoptedAs): boolean {
    if (this.lines) this.record({ is: 'adopted', noun, change })
    return this.lines !== undefined
  }

  /** Returns and resets the number of adopted objects, by noun and change. */
  takeAdoptions(): ReadonlyMap<string, ReadonlyMap<AdoptedAs, number>> {
    this.catchUp()
    const counted = new Map([...this.adoptions])
    this.adoptions.clear()
    return counted
  }

  /** Records that a resource will be replaced. It will delete the object and must not adopt it in the meantime. */
  replace(service: string, object: string, holder: Holder): void {
    this.record({ is: 'replaced', service, object, holder: storedHolder(holder) })
  }

  /** The valid claim to an object: the first one that has not ended. */
  claimTo(service: string, object: string): Claim | undefined {
    this.catchUp()
    return this.claims.get(object)?.find((hold) => this.isOneService(hold.service, service))
  }

  /** Whether a resource has deleted the object. Lists that were fetched before may still contain it. */
  isDeleted(object: string): boolean {
    this.catchUp()
    return this.deleted.has(object)
  }

  /** The resource that will replace the object by another one. */
  replacerOf(object: string): Holder | undefined {
    this.catchUp()
    return this.replaced.get(object)
  }

  /**
   * The declarations of other resources of a kind that have this natural key, or whose natural keys are not all known.
   */
  declarationsOf(kind: string, key: string | undefined, holder: Holder): Declaration[] {
    this.catchUp()
    const found: Declaration[] = []
    for (const { declared, keys } of this.declared.values()) {
      if (declared.kind !== kind || !(declared.open || key === undefined || keys.has(key))) continue
      if (!this.isNamed(declared.name, holder.name)) found.push(declared)
    }
    return found
  }

  /** The object that a resource owns under a natural key, if known. */
  objectOwnedBy(name: string, key: string): string | undefined {
    this.catchUp()
    return this.ownedByKey.get(JSON.stringify([name, key]))
  }

  /** Whether two base URLs are known to belong to the same service. */
  isOneService(one: string, other: string): boolean {
    return one === other || (this.services.get(one)?.has(other) ?? false)
  }

  /** Whether a resource of the program has or had this name. */
  private isNamed(name: string, wanted: string | undefined): boolean {
    return wanted !== undefined && (name === wanted || (this.formerNames.get(name)?.has(wanted) ?? false))
  }

  private record(entry: Entry): void {
    if (!this.lines) return this.apply(entry)
    this.lines.append(JSON.stringify(entry))
    this.catchUp()
  }

  private catchUp(): void {
    this.lines?.added().forEach((line) => this.apply(parseEntry(line)))
  }

  private apply(entry: Entry | undefined): void {
    switch (entry?.is) {
      case 'declared':
        this.applyDeclaration(entry)
        break
      case 'alias':
        this.formerNames.set(entry.name, new Set(entry.former))
        break
      case 'service': {
        const all = new Set(entry.urls.flatMap((url) => [url, ...(this.services.get(url) ?? [])]))
        for (const url of all) this.services.set(url, all)
        break
      }
      case 'held':
        this.applyHold(entry)
        break
      case 'adopted': {
        const counts = this.adoptions.get(entry.noun) ?? new Map<AdoptedAs, number>()
        this.adoptions.set(entry.noun, counts.set(entry.change, (counts.get(entry.change) ?? 0) + 1))
        break
      }
      case 'replaced':
        this.replaced.set(entry.object, entry.holder)
        this.drop(entry)
        break
      case 'gone':
        this.replaced.delete(entry.object)
        this.deleted.add(entry.object)
        this.drop(entry)
        break
      case 'given-up':
        this.drop(entry)
    }
  }

  private applyDeclaration(entry: Declaration): void {
    for (const identity of this.declared.get(entry.n)?.declared.identities ?? []) {
      this.declarers.get(identity)?.delete(entry.n)
    }
    this.declared.set(entry.n, { declared: entry, keys: new Set(entry.keys) })
    this.numbersByName.set(entry.name, entry.n)
    this.lastNumber = Math.max(this.lastNumber, entry.n)
    for (const identity of entry.identities) {
      const declarers = this.declarers.get(identity) ?? new Set()
      this.declarers.set(identity, declarers.add(entry.n))
    }
  }

  /** The first claim is valid. Another claim of the same resource updates it. */
  private applyHold(entry: Claim & { service: string; object: string }): void {
    const holds = this.claims.get(entry.object) ?? []
    this.deleted.delete(entry.object)
    this.claims.set(entry.object, holds)
    const rival = holds.find(({ service }) => this.isOneService(service, entry.service))
    if (!rival) holds.push(entry)
    else if (isSame(rival.holder, entry.holder)) holds[holds.indexOf(rival)] = entry
    else return
    if (entry.holder.name !== undefined && entry.key !== undefined && !entry.deleting) {
      this.ownedByKey.set(JSON.stringify([entry.holder.name, entry.key]), entry.object)
    }
  }

  private drop({ service, object, holder }: { service: string; object: string; holder: Holder }): void {
    const rest = this.claims
      .get(object)
      ?.filter((hold) => !(this.isOneService(hold.service, service) && isSame(hold.holder, holder)))
    if (rest) this.claims.set(object, rest)
  }
}
