import { NotFound } from '../../../sdk'
import { normalizeBaseUrl } from '../../../sdk/http/options'
import type { Definition } from '../schema/define'
import { type CollectionRef, objectName, type ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { naturalKeyOf } from '../schema/natural-key'
import type { Connection } from './connection'
import type { EngineOperation } from './engine-operation'
import type { Holder } from './holder'
import type { Ledger } from './ledger'
import type { Declaration } from './ledger-entries'
import type { Reference } from './parents'

/** Which objects of a service the program of an operation declares. */
export class Declarations {
  /** The base URL of the service and its earlier base URLs. */
  private readonly baseUrls: readonly string[]

  constructor(
    protected readonly connection: Connection,
    protected readonly operation: EngineOperation,
  ) {
    const { instance, settings } = connection
    this.baseUrls = [instance, ...settings.previousBaseUrls.map((url) => normalizeBaseUrl(url))]
  }

  /** How many objects with this natural key the program declares in a parent. */
  async countDeclared(definition: Definition, { parent }: CollectionRef, values: Json): Promise<number> {
    const key = this.key(definition, values)
    const declared = await this.declarations(definition, parent, values, {})
    return declared.flatMap(({ keys }) => keys.filter((one) => one === key)).length
  }

  /** The other resources of the program that declare an object, and are not known to own another one instead. */
  async declarersOf(definition: Definition, ref: ObjectRef, values: Json, holder: Holder): Promise<Declaration[]> {
    const key = this.key(definition, values)
    const object = this.object(definition, ref)
    const ownsAnother = ({ name }: Declaration) => {
      const owned = key === undefined ? undefined : this.ledger().objectOwnedBy(name, key)
      return owned !== undefined && owned !== object
    }
    return this.declarations(definition, ref.parent, values, holder, (declared) => !ownsAnother(declared))
  }

  /** Another resource that certainly declares an object, and is not known to own another one instead. */
  async rivalOf(definition: Definition, ref: ObjectRef, values: Json, holder: Holder): Promise<string | undefined> {
    const key = this.key(definition, values)
    const found = await this.declarersOf(definition, ref, values, holder)
    return found.find(({ keys }) => key !== undefined && keys.includes(key))?.name
  }

  /** The declarations of other resources that match these values or may match them. */
  private async declarations(
    definition: Definition,
    parent: number,
    values: Json,
    holder: Holder,
    concerns = (_: Declaration) => true,
  ): Promise<Declaration[]> {
    const ledger = this.ledger()
    const { instance } = this.connection
    const found: Declaration[] = []
    for (const declared of ledger.declarationsOf(definition.kind, this.key(definition, values), holder)) {
      const { service } = declared
      if (!concerns(declared) || (service !== null && !ledger.isOneService(service, instance))) continue
      if (await this.isParent(definition, declared.parent, parent, values)) found.push(declared)
    }
    return found
  }

  /** Whether a reference in the program refers to this project or group, or could do so. */
  private async isParent(
    definition: Definition,
    written: Declaration['parent'],
    id: number,
    values: Json,
  ): Promise<boolean> {
    if (written === null || isSpelledLike(written, values[definition.identity.parent])) return true
    if (typeof written === 'number') return written === id
    try {
      return (await this.connection.parents.id(definition.identity.parent, written as Reference)) === id
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

  protected object(definition: Definition, ref: ObjectRef): string {
    return this.operation.known.hash(objectName(definition, ref))
  }

  protected key(definition: Definition, values: Json): string | undefined {
    const key = naturalKeyOf(definition, values)
    return key && this.operation.known.hash(key)
  }
}

const isSpelledLike = (one: unknown, other: unknown): boolean =>
  String(one).toLowerCase() === String(other).toLowerCase()
