import type { Json } from '../schema/json'
import type { SecretPath } from '../schema/secret-paths'
import type { Holder } from '../service/holder'

/** What `diff` tells Pulumi. Without `changes` the engine compares the inputs itself, and can show what differs. */
export type Difference = { changes: boolean } | { replaces: string[]; deleteBeforeReplace: boolean }

/**
 * Who declares a resource: its type and name, where the program has passed them along. A new object gets a mark of its
 * own, unless it becomes part of a resource that has one.
 */
export interface Declarer extends Holder {
  /** The arguments that the program marks as secret. Messages do not show their values. */
  readonly secrets?: readonly SecretPath[] | undefined
}

/** What can be done to the resources of one kind on one service. Knows plain values, nothing of Pulumi. */
export interface Verbs {
  /**
   * Compares state (`olds`, the outputs) with what is declared (`news`, the inputs). `declarer` is there if a program
   * declares it now: a refresh compares, too, and speaks of resources that the program may no longer have.
   */
  diff(id: string, olds: Json, news: Json, declarer?: Declarer): Promise<Difference>
  /**
   * What a preview can say of objects that `create` or `update` would take over, of those that the state `olds` has not:
   * by reading alone. Absent where nothing is taken over.
   */
  preview?(olds: Json, inputs: Json, declarer?: Declarer): Promise<void>
  create(inputs: Json, declarer?: Declarer): Promise<{ id: string; outs: Json }>
  /** The live values; undefined when the object is proven to be gone. */
  read(id: string, props: Json): Promise<{ props: Json; inputs: Json } | undefined>
  update(id: string, olds: Json, news: Json, declarer?: Declarer): Promise<{ outs: Json }>
  delete(id: string, props: Json): Promise<void>
}
