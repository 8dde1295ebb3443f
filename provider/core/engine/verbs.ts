import type { Json } from '../schema/json'
import type { SecretPath } from '../schema/secret-paths'
import type { Holder } from '../service/ownership/holder'

/**
 * The result of `diff`. Without `changes`, Pulumi's engine compares the inputs itself, and displays the differences.
 * With `displayed`, it displays only these arguments.
 */
export type Difference =
  { changes: boolean; displayed?: readonly string[] } | { replaces: string[]; deleteBeforeReplace: boolean }

/**
 * The resource that declares an object. It has a name if the program passed one. A new object gets a new mark, unless
 * it becomes part of a resource that has one.
 */
export interface ProgramResource extends Holder {
  /** The arguments that the program marks as secret. Messages do not show their values. */
  readonly secrets?: readonly SecretPath[] | undefined
  /** In a preview: whether the program waits for no other resource before it registers this one. */
  readonly isIndependent?: boolean | undefined
}

/** The operations on resources of one kind on one service. They use plain values, and do not depend on Pulumi. */
export interface Verbs {
  /**
   * Compares the state (`olds`, the outputs) with the declared values (`news`, the inputs). `resource` is missing in a
   * refresh, whose resources may no longer be in the program.
   */
  diff(id: string, olds: Json, news: Json, resource?: ProgramResource): Promise<Difference>
  /**
   * Reports in a preview which objects `create` or `update` would adopt, and why the update would fail. Only reads.
   */
  preview?(olds: Json, inputs: Json, resource?: ProgramResource): Promise<void>
  create(inputs: Json, resource?: ProgramResource): Promise<{ id: string; outs: Json }>
  /** Returns the live values. Returns undefined if the object was proven to be deleted. */
  read(id: string, props: Json): Promise<{ props: Json; inputs: Json } | undefined>
  /** Returns what a reviewer needs to know about the unmanaged objects in the state of a set, by their keys. */
  facts?(state: Json): Promise<ReadonlyMap<string, Json>>
  update(id: string, olds: Json, news: Json, resource?: ProgramResource): Promise<{ outs: Json }>
  delete(id: string, props: Json): Promise<void>
}
