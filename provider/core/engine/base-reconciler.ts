import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../schema/json'
import { type Kind, referencesOf } from '../schema/kind'
import { meaningOf } from '../schema/natural-key'
import type { SetKind } from '../schema/set'
import { subject } from '../schema/subject'
import { hasUnknown } from '../schema/unknown'
import type { Connection } from '../service/connection'
import { dropRespelledUsers } from '../service/named-subjects'
import type { Reference } from '../service/parents'
import { dropRespelled, resolveOne } from '../service/references'
import { changes } from './diff'
import type { ProgramResource } from './verbs'

/** What the reconcilers of objects, sets, actions and containers have in common. */
export abstract class BaseReconciler {
  constructor(
    private readonly kind: Kind,
    protected readonly connection: Connection,
  ) {}

  /** Rejects a resource whose object is on another service: there, its id identifies another object. */
  protected verifyInstance(values: Json): void {
    this.connection.verifyInstance(values.instance, subject(this.kind, values))
  }

  /** The names of the arguments that differ. Another spelling of the same project, group or user does not count. */
  protected async changes(olds: Json, news: Json): Promise<Changes> {
    const changed = new Changes(changes(this.kind, olds, news))
    for (const name of await dropRespelled(this.kind, this.connection, olds, news, changed)) {
      if (!this.createsReference(name, news)) changed.missing.add(name)
    }
    await dropRespelledUsers(this.kind, this.connection, olds, news, changed)
    return changed
  }

  /** Whether the update creates the project or group that an argument refers to. */
  protected createsReference(name: string, news: Json): boolean {
    return this.connection.ledger.createsParent(String(news[name]))
  }

  /**
   * The changed arguments that replace the resource. A new one could not be created in a project or group that does not
   * exist: the update reports that it cannot be found.
   */
  protected replacedBy(changed: Changes, _news: Json): string[] {
    return this.kind.replaceOn.filter((name) => changed.has(name) && !changed.missing.has(name))
  }

  /**
   * Rejects a replacement whose new object could not be created, if the engine would delete the old object before it
   * asks the service to create the new one.
   */
  protected async verifyReplacement(
    changed: Changes,
    olds: Json,
    news: Json,
    resource?: ProgramResource,
  ): Promise<void> {
    const { replaces, deleteBeforeReplace } = this.difference(changed, olds, news)
    if (!resource || replaces.length === 0 || !deleteBeforeReplace || hasUnknown(news)) return
    await this.connection.deletions.refuse(this.kind, news)
  }

  /**
   * Warns in a preview of projects and groups that are scheduled for deletion, if the resource is new or has changed.
   * `created` names the objects that the update would create, if any. If it could not create them, reports this and
   * returns true.
   */
  protected async reportPreventedCreate(olds: Json, inputs: Json, created: string | undefined): Promise<boolean> {
    if (!isNew(olds) && changes(this.kind, olds, inputs).size === 0) return false
    const reason = await this.connection.deletions.reasonToFail(this.kind, inputs)
    if (reason === undefined || created === undefined) return false
    this.connection.inform(`The update would fail: ${created} cannot be created: ${reason}`)
    return true
  }

  /**
   * Reads in a preview the projects and groups that a new resource refers to, or a changed one now refers to. Nothing else
   * that the preview reads may show that one does not exist.
   */
  protected async findReferences(olds: Json, inputs: Json): Promise<void> {
    const { kind, connection } = this
    const changed = changes(kind, olds, inputs)
    for (const name of referencesOf(kind)) {
      const reference = inputs[name]
      if (!changed.has(name) || reference == null || hasUnknown(reference)) continue
      if (typeof reference === 'string') await resolveOne(kind, connection, name, inputs)
      else await connection.parents.get(kind.input[name]?.refers ?? 'project', reference as Reference)
    }
  }

  /**
   * The difference of the changed arguments. The old object is deleted first if the new one would have its natural key.
   * The resource option `replaceOnChanges` can also turn an update into such a replacement.
   */
  protected difference(changed: Changes, olds: Json = {}, news: Json = {}) {
    const replaces = this.replacedBy(changed, news)
    const of = 'of' in this.kind ? (this.kind as SetKind).of : this.kind
    const { parent, naturalKey, allowsDuplicates } = of.identity
    /** A URL can change without another meaning, such as when it gets a user. */
    const isKept = (name: string) =>
      !changed.has(name) ||
      (olds[name] !== undefined && isDeepStrictEqual(meaningOf(of, name, olds[name]), meaningOf(of, name, news[name])))
    const keepsKey =
      naturalKey !== undefined &&
      allowsDuplicates !== true &&
      !(parent !== undefined && changed.has(parent)) &&
      naturalKey.every(isKept)
    const deletesFirst = replaces.length > 0 && this.kind.deleteBeforeReplace === true
    return { replaces, deleteBeforeReplace: deletesFirst || keepsKey }
  }
}

/** The names of the arguments that differ. */
export class Changes extends Set<string> {
  /** Those that refer to a project or group that does not exist, and that the update does not create. */
  readonly missing = new Set<string>()
}

/** Whether a resource has no state yet, in a preview. */
export const isNew = (olds: Json): boolean => Object.keys(olds).length === 0
