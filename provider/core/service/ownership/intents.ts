import { NotFound } from '../../../../sdk'
import { normalizeBaseUrl } from '../../../../sdk/http/options'
import type { Definition } from '../../schema/define'
import { type CollectionRef, objectName, type ObjectRef } from '../../schema/identity'
import type { Json } from '../../schema/json'
import { naturalKeyOf } from '../../schema/natural-key'
import type { EngineOperation } from '../engine-operation'
import type { ParentResolver } from '../parents'
import type { Settings } from '../settings'
import type { Holder } from './holder'
import type { Ledger } from './ledger'
import type { Intent } from './ledger-entries'
import { isId } from './ledger-index'
import { WaitingTasks } from './waiting-tasks'

/** What distinguishes a service from others: its base URLs, and the web address of its projects and groups. */
export interface ServiceIdentity {
  /** The normalized base URL. */
  readonly instance: string
  readonly settings: Pick<Settings, 'onConflict' | 'previousBaseUrls'>
  readonly parents: Pick<ParentResolver, 'get' | 'id' | 'webUrl'>
}

/** A resource that declares objects with one natural key. */
export interface Declarer {
  readonly name: string
  /** The number of these objects. */
  readonly count: number
  /** How many of them have `onConflict: "create"`. */
  readonly creates: number
  /** How many of them have `adoptId`. */
  readonly adoptsById: number
}

/** Which objects of a service the program of an operation declares. */
export class Intents {
  /** The base URL of the service and its earlier base URLs. */
  private readonly baseUrls: readonly string[]
  private readonly waitingTasks = new WaitingTasks()

  constructor(
    protected readonly service: ServiceIdentity,
    protected readonly operation: EngineOperation,
  ) {
    const { instance, settings } = service
    this.baseUrls = [instance, ...settings.previousBaseUrls.map((url) => normalizeBaseUrl(url))]
  }

  /** How many objects with this natural key the program declares in a parent. */
  async countDeclared(definition: Definition, collection: CollectionRef, values: Json): Promise<number> {
    const found = await this.declarersOf(definition, collection, values)
    return found.reduce((sum, { count }) => sum + count, 0)
  }

  /** The resources that declare objects with this natural key in a parent. */
  async declarersOf(definition: Definition, { parent }: CollectionRef, values: Json): Promise<Declarer[]> {
    const key = this.key(definition, values)
    const found = await this.matching(this.ledger(), definition, parent, values, {})
    const countIn = (keys: readonly string[]) => keys.filter((one) => one === key).length
    return found.map(({ name, keys, creates = [], adoptsById = [] }) => ({
      name,
      count: countIn(keys),
      creates: countIn(creates),
      adoptsById: countIn(adoptsById),
    }))
  }

  /** The other resources of the program that can adopt an object, and are not known to own another one instead. */
  async adoptersOf(definition: Definition, ref: ObjectRef, values: Json, holder: Holder): Promise<Intent[]> {
    const found = await this.intentsFor(definition, ref, values, holder)
    // With `onConflict: "create"`, a resource only adopts an object if the provider allows it.
    const { onConflict = 'fail' } = this.service.settings
    if (onConflict !== 'fail') return found
    const keys = [this.ledger(), this.operation.earlier].map((ledger) => ledger && this.key(definition, values, ledger))
    const createsBeside = (declared: Intent) =>
      keys.some((key) => key !== undefined && declared.keys.includes(key) && !mayAdopt(declared, key))
    return found.filter((declared) => !createsBeside(declared))
  }

  /** The other resources of the program that declare an object, and are not known to own another one instead. */
  async intentsFor(definition: Definition, ref: ObjectRef, values: Json, holder: Holder): Promise<Intent[]> {
    const current = this.ledger()
    const { earlier } = this.operation
    const found = await this.intentsIn(current, definition, ref, values, holder)
    if (!earlier) return found
    const before = await this.intentsIn(earlier, definition, ref, values, holder)
    return [...found, ...before.filter(({ name }) => !current.isDeclared(name))]
  }

  private intentsIn(
    ledger: Ledger,
    definition: Definition,
    ref: ObjectRef,
    values: Json,
    holder: Holder,
  ): Promise<Intent[]> {
    const key = this.key(definition, values, ledger)
    const object = this.object(definition, ref, ledger)
    const ownsAnother = ({ name }: Intent) => {
      const owned = key === undefined ? undefined : ledger.objectOwnedBy(name, key)
      return owned !== undefined && owned !== object
    }
    return this.matching(ledger, definition, ref.parent, values, holder, (declared) => !ownsAnother(declared))
  }

  /**
   * Another resource that certainly declares an object, is not known to own another one instead, and does not create one
   * beside it.
   */
  async rivalOf(definition: Definition, ref: ObjectRef, values: Json, holder: Holder): Promise<string | undefined> {
    const found = await this.intentsIn(this.ledger(), definition, ref, values, holder)
    const key = this.key(definition, values)
    return found.find(({ parent, ...declared }) => parent !== null && mayAdopt(declared, key))?.name
  }

  /** Another resource that declares the same object, with its project or group as an id in place of a path, or the reverse. */
  async declaredOtherwise(definition: Definition, values: Json, holder: Holder): Promise<Intent | undefined> {
    const { kind, input, identity } = definition
    const { naturalKey = [], parent, within } = identity
    // The natural key does not contain references.
    if (within || naturalKey.some((name) => input[name]?.refers)) return undefined
    const key = this.key(definition, values)
    const written = values[parent] as number | string
    const ledger = this.ledger()
    const { instance, parents } = this.service
    for (const declared of key === undefined ? [] : ledger.intentsInOtherForm(kind, key, written, holder)) {
      const { service, parent: other } = declared
      if (other === null || service === null || !ledger.isOneService(service, instance)) continue
      const [path, id] = isId(other) ? [written, other] : [other, written]
      // What cannot be read is reported by the preview of its own resource.
      const found = await parents.id(parent, path).catch(() => undefined)
      if (found === Number(id)) return declared
    }
    return undefined
  }

  /**
   * The other resources of the program that may own an object in a parent, although the ledger does not contain it yet:
   * the engine has not looked at them, has not compared their states, or is creating an object with this natural key.
   *
   * @param isPreview Whether nothing is created, so that a new resource owns no object. Resources that the preview may
   *   never reach are then omitted.
   */
  async unknownHolders(
    definition: Definition,
    { parent }: CollectionRef,
    values: Json,
    holder: Holder,
    isPreview = false,
  ): Promise<string[]> {
    const ledger = this.ledger()
    const key = isPreview ? undefined : this.key(definition, values)
    const found = new Set<string>()
    for (const declared of ledger.intentsOf(definition.kind, undefined, holder)) {
      const { name, service } = declared
      if (service !== null && !ledger.isOneService(service, this.service.instance)) continue
      if (!mayOwnMore(ledger, declared, key) || (isPreview && isUnreached(declared))) continue
      // A resource of the state can have an object in another project or group than it declares.
      const canBeHere = declared.stored === true || (isPreview && !declared.checked && !this.operation.omitsResources)
      if (canBeHere || (await this.mayReferTo(definition, declared.parent, parent, values))) found.add(name)
    }
    return [...found]
  }

  /** Whether other resources of a kind may own an object of which a preview may never know. */
  hasUnreached({ kind }: Definition, holder: Holder): boolean {
    const ledger = this.ledger()
    const isHere = ({ service }: Intent) => service === null || ledger.isOneService(service, this.service.instance)
    return ledger.intentsOf(kind, undefined, holder).some((declared) => isUnreached(declared) && isHere(declared))
  }

  /**
   * Runs a task after it is known which objects the resources with these names own. Does not run it if one of them
   * declares the natural key of these values and has no object yet, except if `isPreview` is true.
   */
  whenKnown(
    definition: Definition,
    names: readonly string[],
    values: Json,
    task: () => Promise<void>,
    isPreview = false,
  ): void {
    const isKnown = (name: string) => {
      const ledger = this.ledger()
      const declared = ledger.intentNamed(name)
      return !declared || !mayOwnMore(ledger, declared, isPreview ? undefined : this.key(definition, values))
    }
    this.waitingTasks.add(names, isKnown, task)
  }

  /** Records that the state of a resource was compared, so that the ledger contains all objects that it keeps. */
  noteCompared(name: string): void {
    const ledger = this.ledger()
    const declared = ledger.intentNamed(name)
    if (declared?.stored && mayOwnMore(ledger, declared, undefined)) {
      ledger.declare({ ...declared, stored: false }, declared.n)
    }
  }

  /** Runs the tasks of `whenKnown` that no longer need to wait. */
  runReadyTasks(): Promise<void> {
    return this.waitingTasks.runReady()
  }

  /** The intents of other resources that match these values or may match them. */
  private async matching(
    ledger: Ledger,
    definition: Definition,
    parent: number,
    values: Json,
    holder: Holder,
    concerns = (_: Intent) => true,
  ): Promise<Intent[]> {
    const { instance } = this.service
    const found: Intent[] = []
    for (const declared of ledger.intentsOf(definition.kind, this.key(definition, values, ledger), holder)) {
      const { service } = declared
      if (!concerns(declared)) continue
      const isHere = service === null || ledger.isOneService(service, instance)
      if (!isHere && !(await this.isSameService(service, definition, parent))) continue
      if (await this.mayReferTo(definition, declared.parent, parent, values)) found.push(declared)
    }
    return found
  }

  /**
   * Whether another base URL belongs to the same service: its provider has read the same web address as this one, each
   * with its own token. Undefined if it has read none.
   */
  protected async isSameService(other: string, definition: Definition, parent: number): Promise<boolean | undefined> {
    const ledger = this.ledger()
    const { instance } = this.service
    const theirs = ledger.webUrlOf(other)
    if (theirs !== undefined && theirs === ledger.hash(instance)) return true
    await this.identifyService(definition, parent)
    const own = ledger.webUrlOf(instance)
    if (own === undefined) return undefined
    // The other provider can use the public name of the service.
    return own === ledger.hash(other) || (theirs === undefined ? undefined : own === theirs)
  }

  /** Records the web address of the service, for providers that use another name of it. Reads a parent if necessary. */
  async identifyService(definition: Definition, parent: number): Promise<void> {
    const { parents, instance } = this.service
    const noun = definition.identity.parent
    if (parents.webUrl === undefined && noun !== undefined && this.ledger().webUrlOf(instance) === undefined) {
      // The web address is only an additional hint.
      await parents.get(noun, parent).catch(() => {})
    }
    if (parents.webUrl !== undefined) this.ledger().addWebUrl(instance, parents.webUrl)
  }

  /** Records the web address of the service if the program also uses another base URL. */
  async identifyBesideOthers(definition: Definition, parent: number): Promise<void> {
    const ledger = this.ledger()
    // A preview deletes nothing.
    if (ledger.isPreview || !ledger.hasOtherServices(this.service.instance)) return
    await this.identifyService(definition, parent)
  }

  /** Whether a reference in the program refers to this project or group, or could do so. */
  private async mayReferTo(
    definition: Definition,
    written: Intent['parent'],
    id: number,
    values: Json,
  ): Promise<boolean> {
    if (written === null || isSpelledLike(written, values[definition.identity.parent])) return true
    if (typeof written === 'number') return written === id
    try {
      return (await this.service.parents.id(definition.identity.parent, written)) === id
    } catch (error) {
      // A reference that cannot be resolved could refer to it. One that does not exist cannot.
      return !(NotFound.is(error) && !error.routeMissing)
    }
  }

  /** The ledger of the operation. */
  protected ledger(): Ledger {
    const { known } = this.operation
    if (this.baseUrls.length > 1) known.addUrls(this.baseUrls)
    return known
  }

  protected object(definition: Definition, ref: ObjectRef, ledger = this.operation.known): string {
    return ledger.hash(objectName(definition, ref))
  }

  protected key(definition: Definition, values: Json, ledger = this.operation.known): string | undefined {
    const key = naturalKeyOf(definition, values)
    return key && ledger.hash(key)
  }
}

/** Whether a resource declares an object with this natural key that it does not create beside equal ones. */
const mayAdopt = ({ keys, creates = [] }: Pick<Intent, 'keys' | 'creates'>, key: string | undefined): boolean =>
  keys.filter((one) => one === key).length > creates.filter((one) => one === key).length

const isUnreached = ({ late = false, checked = false }: Intent): boolean => late && !checked

const isSpelledLike = (one: unknown, other: unknown): boolean =>
  String(one).toLowerCase() === String(other).toLowerCase()

/** Whether a resource may own objects that the ledger does not contain yet, or is creating one with this natural key. */
function mayOwnMore(ledger: Ledger, { name, keys, checked, stored }: Intent, key: string | undefined): boolean {
  const mayOwn = !checked || stored === true || (key !== undefined && keys.includes(key))
  return mayOwn && keys.every((one) => ledger.objectOwnedBy(name, one) === undefined)
}
