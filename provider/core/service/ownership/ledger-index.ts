import type { Engine } from '../machine'
import { type Holder, isSame } from './holder'
import type { AdoptedAs, Claim, Entry, Intent, Operation } from './ledger-entries'

/** The entries of a ledger, indexed for its queries. */
export abstract class LedgerIndex {
  private readonly declared = new Map<number, { declared: Intent; keys: ReadonlySet<string> }>()
  private readonly numbersByName = new Map<string, number>()
  private readonly byIdentity = new Map<string, Set<number>>()
  /** By the parent's form, kind and natural key. */
  private readonly byForm = new Map<string, Set<number>>()
  private readonly formerNames = new Map<string, ReadonlySet<string>>()
  private readonly retained = new Set<string>()
  private readonly deletedFirst = new Set<string>()
  private readonly services = new Map<string, Set<string>>()
  /** The base URLs of all intents and claims. */
  private readonly known = new Set<string>()
  private readonly webUrls = new Map<string, string>()
  private readonly claims = new Map<string, (Claim & { service: string })[]>()
  private readonly ownedByKey = new Map<string, string>()
  private readonly replaced = new Map<string, Holder>()
  private readonly deleted = new Set<string>()
  private readonly adoptions = new Map<string, Map<AdoptedAs, number>>()
  private seenEngine: Engine | undefined
  private firstNumber = 0
  private lastNumber = 0

  /** Applies entries that other processes have added. */
  protected abstract catchUp(): void

  /** The valid claim to an object: the first one that has not ended. */
  claimTo(service: string, object: string): Claim | undefined {
    this.catchUp()
    return this.claims.get(object)?.find((claim) => this.isOneService(claim.service, service))
  }

  /** The valid claims to an object with this id under other base URLs, which can belong to the same service. */
  claimsElsewhere(service: string, object: string): (Claim & { service: string })[] {
    this.catchUp()
    return this.claims.get(object)?.filter((claim) => !this.isOneService(claim.service, service)) ?? []
  }

  /** Whether another base URL has intents or claims. */
  hasOtherServices(service: string): boolean {
    this.catchUp()
    return [...this.known].some((one) => !this.isOneService(one, service))
  }

  /** The hash of the web address that a service reports, if its provider has read it. */
  webUrlOf(service: string): string | undefined {
    this.catchUp()
    return this.webUrls.get(service)
  }

  /** The engine, as far as a provider process has recorded it. */
  protected get engine(): Engine | undefined {
    return this.seenEngine
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
   * The intents of other resources of a kind that have this natural key, or whose natural keys are not all known.
   */
  intentsOf(kind: string, key: string | undefined, holder: Holder): Intent[] {
    this.catchUp()
    const found: Intent[] = []
    for (const { declared, keys } of this.declared.values()) {
      if (declared.kind !== kind || !(declared.open || key === undefined || keys.has(key))) continue
      if (!this.isNamed(declared.name, holder.name)) found.push(declared)
    }
    return found
  }

  /**
   * The checked intents of other resources of a kind that have this natural key, and write their parent as a path if this
   * parent is an id, or the reverse.
   */
  intentsInOtherForm(kind: string, key: string, parent: number | string, holder: Holder): Intent[] {
    this.catchUp()
    const numbers = [...(this.byForm.get(formOf(kind, key, !isId(parent))) ?? [])]
    return numbers
      .flatMap((n) => this.declared.get(n)?.declared ?? [])
      .filter(({ checked, name }) => checked && !this.isNamed(name, holder.name))
  }

  /** The intent of the resource with this name. */
  intentNamed(name: string): Intent | undefined {
    this.catchUp()
    const n = this.numbersByName.get(name)
    return n === undefined ? undefined : this.declared.get(n)?.declared
  }

  /** Whether a resource with this name is declared. */
  isDeclared(name: string): boolean {
    this.catchUp()
    return this.numbersByName.has(name)
  }

  /** Whether the resource with this name has the resource option `retainOnDelete`, as far as the program has recorded it. */
  isRetained(name: string): boolean {
    this.catchUp()
    return this.retained.has(name)
  }

  /** Whether the resource has the resource option `deleteBeforeReplace`, as far as the program has recorded it. */
  isDeletedFirst(name: string): boolean {
    this.catchUp()
    return this.deletedFirst.has(name)
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

  /** Returns and resets the number of adopted objects, by noun and change. */
  takeAdoptions(): ReadonlyMap<string, ReadonlyMap<AdoptedAs, number>> {
    this.catchUp()
    const counted = new Map([...this.adoptions])
    this.adoptions.clear()
    return counted
  }

  /** The number of the intent of a resource. */
  protected numberOf(name: string): number | undefined {
    return this.numbersByName.get(name)
  }

  /** The number of a new intent. Programs and providers count in opposite directions, so that they never collide. */
  protected nextNumber(by: Operation['begunBy']): number {
    return by === 'program' ? ++this.lastNumber : --this.firstNumber
  }

  /** The checked resources that declare an object, in the order of the program. */
  protected checkedDeclarationsOf(identity: string): Intent[] {
    return [...(this.byIdentity.get(identity) ?? [])]
      .sort((one, other) => Math.abs(one) - Math.abs(other))
      .flatMap((n) => this.declared.get(n)?.declared ?? [])
      .filter(({ checked }) => checked)
  }

  protected apply(entry: Entry | undefined): void {
    switch (entry?.is) {
      case 'declared':
        this.applyDeclaration(entry)
        break
      case 'alias':
        this.formerNames.set(entry.name, new Set(entry.former))
        break
      case 'retained':
        this.retained.add(entry.name)
        break
      case 'deleted-first':
        this.deletedFirst.add(entry.name)
        break
      case 'service': {
        const all = new Set(entry.urls.flatMap((url) => [url, ...(this.services.get(url) ?? [])]))
        for (const url of all) this.services.set(url, all)
        break
      }
      case 'engine':
        this.seenEngine = { socket: entry.socket, process: entry.process }
        break
      case 'web-url':
        this.webUrls.set(entry.service, entry.hash)
        break
      case 'held':
        this.applyClaim(entry)
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
        break
      // Entries of `PlanLedger`, the first line of a file, and entries of later releases.
      case 'new-parent':
      case 'archival':
      case 'created':
      case 'moved':
      case 'unread':
      case 'unchecked':
      case 'operation':
      case undefined:
    }
  }

  private applyDeclaration(entry: Intent): void {
    if (entry.service !== null) this.known.add(entry.service)
    const former = this.declared.get(entry.n)?.declared
    for (const identity of former?.identities ?? []) this.byIdentity.get(identity)?.delete(entry.n)
    for (const form of former ? formsOf(former) : []) this.byForm.get(form)?.delete(entry.n)
    this.declared.set(entry.n, { declared: entry, keys: new Set(entry.keys) })
    this.numbersByName.set(entry.name, entry.n)
    this.lastNumber = Math.max(this.lastNumber, entry.n)
    this.firstNumber = Math.min(this.firstNumber, entry.n)
    for (const identity of entry.identities) {
      const numbers = this.byIdentity.get(identity) ?? new Set()
      this.byIdentity.set(identity, numbers.add(entry.n))
    }
    for (const form of formsOf(entry)) this.byForm.set(form, (this.byForm.get(form) ?? new Set()).add(entry.n))
  }

  /** The first claim is valid. Another claim of the same resource updates it. */
  private applyClaim(entry: Claim & { service: string; object: string }): void {
    const claims = this.claims.get(entry.object) ?? []
    this.known.add(entry.service)
    this.deleted.delete(entry.object)
    this.claims.set(entry.object, claims)
    const rival = claims.find(({ service }) => this.isOneService(service, entry.service))
    if (!rival) claims.push(entry)
    else if (isSame(rival.holder, entry.holder)) claims[claims.indexOf(rival)] = entry
    else return
    if (entry.holder.name !== undefined && entry.key !== undefined && !entry.deleting) {
      this.ownedByKey.set(JSON.stringify([entry.holder.name, entry.key]), entry.object)
    }
  }

  private drop({ service, object, holder }: { service: string; object: string; holder: Holder }): void {
    const rest = this.claims
      .get(object)
      ?.filter((claim) => !(this.isOneService(claim.service, service) && isSame(claim.holder, holder)))
    if (rest) this.claims.set(object, rest)
  }
}

/** Whether a program writes a project or group as its id. */
export const isId = (parent: number | string): boolean => /^\d+$/.test(String(parent))

const formOf = (kind: string, key: string, byId: boolean): string => `${kind} ${byId ? 'id' : 'path'} ${key}`

const formsOf = ({ kind, parent, keys }: Intent): string[] =>
  parent === null ? [] : keys.map((key) => formOf(kind, key, isId(parent)))
