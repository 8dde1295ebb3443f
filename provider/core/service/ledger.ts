import { createHash, randomUUID } from 'node:crypto'
import { type Holder, isSame } from './holder'
import { type AdoptedAs, type Declaration, type Entry, type Hold, parseEntry, storedHolder } from './ledger-entries'
import { findLedgerFiles, makeLedgerFile, SharedLines } from './ledger-files'

/**
 * What the program of one operation of the engine declares, and which objects its provider processes hold. All of them
 * share it by a file that each appends to; the order of the lines says who was first. Without a file, as under mocks
 * or in an operation without a program, it is the process's own.
 *
 * It holds no secret: natural keys and objects are hashes, with a salt of the operation's own.
 */
export class Ledger {
  private readonly declared = new Map<number, { declared: Declaration; keys: ReadonlySet<string> }>()
  private readonly numbersByName = new Map<string, number>()
  private readonly declarers = new Map<string, Set<number>>()
  private readonly formerNames = new Map<string, ReadonlySet<string>>()
  private readonly services = new Map<string, Set<string>>()
  private readonly held = new Map<string, (Hold & { service: string })[]>()
  private readonly holdings = new Map<string, string>()
  private readonly replaced = new Map<string, Holder>()
  private readonly deleted = new Set<string>()
  private readonly adoptions = new Map<string, Map<AdoptedAs, number>>()
  private numbers = 0

  private constructor(
    /** Tells this operation's ledger from that of another one at the same address. */
    readonly nonce: string,
    private readonly lines?: SharedLines,
    /** Whether the operation changes nothing. */
    readonly isPreview = false,
  ) {}

  /** A ledger that no other process sees. */
  static ofProcess(): Ledger {
    return new Ledger(randomUUID())
  }

  /** Begins the ledger of an operation. @throws Error where it cannot be written. */
  static begin(address: string, stack: string, isPreview = false): Ledger {
    const nonce = randomUUID()
    const ledger = new Ledger(nonce, new SharedLines(makeLedgerFile(address, nonce)), isPreview)
    ledger.record({ is: 'operation', nonce, stack, isPreview })
    return ledger
  }

  /** The ledger of the operation at an address with this nonce, or else the latest of this stack. */
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

  /** What stands for a value here. */
  hash(value: unknown): string {
    return createHash('sha256')
      .update(`${this.nonce} ${JSON.stringify(value)}`)
      .digest('base64url')
      .slice(0, 22)
  }

  /** Records the declaration of a resource. Returns its number, which can be passed to replace the declaration. */
  declare(declared: Omit<Declaration, 'n'>, n = ++this.numbers): number {
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
  unite(urls: readonly string[]): void {
    const [first] = urls
    if (urls.length > 1 && !urls.every((url) => this.isOneService(url, first ?? '')))
      this.record({ is: 'service', urls })
  }

  /** Claims an object; answers who has it then: the holder itself, or one that was faster. */
  hold(service: string, object: string, holder: Holder, key?: string, deleting = false): Holder {
    const known = this.holderOf(service, object)
    const repeats = known && isSame(known.holder, holder) && known.key === key && known.deleting === deleting
    if (!repeats) this.record({ is: 'held', service, object, holder: storedHolder(holder), key, deleting })
    return this.holderOf(service, object)?.holder ?? holder
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

  /** How many objects were taken over since this was asked last, by noun and change. */
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

  /** The claim to an object that counts: the first that was not given up. */
  holderOf(service: string, object: string): Hold | undefined {
    this.catchUp()
    return this.held.get(object)?.find((hold) => this.isOneService(hold.service, service))
  }

  /** Whether a resource has deleted the object. Lists that were fetched before may still contain it. */
  isDeleted(object: string): boolean {
    this.catchUp()
    return this.deleted.has(object)
  }

  /** Who will give the object up for another one. */
  replacerOf(object: string): Holder | undefined {
    this.catchUp()
    return this.replaced.get(object)
  }

  /** What others than this resource declare of a kind, as far as it is about this natural key or not known yet. */
  declarationsOf(kind: string, key: string | undefined, holder: Holder): Declaration[] {
    this.catchUp()
    const found: Declaration[] = []
    for (const { declared, keys } of this.declared.values()) {
      if (declared.kind !== kind || !(declared.open || key === undefined || keys.has(key))) continue
      if (!this.isNamed(declared.name, holder.name)) found.push(declared)
    }
    return found
  }

  /** The object that a resource is known to hold under a natural key. */
  objectHeldBy(name: string, key: string): string | undefined {
    this.catchUp()
    return this.holdings.get(JSON.stringify([name, key]))
  }

  /** Whether two base URLs are those of one service, as far as anybody has said so. */
  isOneService(one: string, other: string): boolean {
    return one === other || (this.services.get(one)?.has(other) ?? false)
  }

  /** Whether a resource of the program has this name, or had it before. */
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
    this.numbers = Math.max(this.numbers, entry.n)
    for (const identity of entry.identities) {
      const declarers = this.declarers.get(identity) ?? new Set()
      this.declarers.set(identity, declarers.add(entry.n))
    }
  }

  /** The first one has it. A resource that claims again what it has says more of it. */
  private applyHold(entry: Hold & { service: string; object: string }): void {
    const holds = this.held.get(entry.object) ?? []
    this.deleted.delete(entry.object)
    this.held.set(entry.object, holds)
    const rival = holds.find(({ service }) => this.isOneService(service, entry.service))
    if (!rival) holds.push(entry)
    else if (isSame(rival.holder, entry.holder)) holds[holds.indexOf(rival)] = entry
    else return
    if (entry.holder.name !== undefined && entry.key !== undefined && !entry.deleting) {
      this.holdings.set(JSON.stringify([entry.holder.name, entry.key]), entry.object)
    }
  }

  private drop({ service, object, holder }: { service: string; object: string; holder: Holder }): void {
    const rest = this.held
      .get(object)
      ?.filter((hold) => !(this.isOneService(hold.service, service) && isSame(hold.holder, holder)))
    if (rest) this.held.set(object, rest)
  }
}
