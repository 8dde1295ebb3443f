import type { Json } from './plain'

/** What `diff` tells Pulumi. Without `changes` the engine compares the inputs itself, and can show what differs. */
export type Difference = { changes: boolean } | { replaces: string[]; deleteBeforeReplace: boolean }

/** What can be done to the resources of one kind on one service. Knows plain values, nothing of Pulumi. */
export interface Verbs {
  /**
   * Compares state (`olds`, the outputs) with what is declared (`news`, the inputs). `declared` says that a program
   * declares it now: a refresh compares, too, and speaks of resources that the program may no longer have.
   */
  diff(id: string, olds: Json, news: Json, declared: boolean): Promise<Difference>
  create(inputs: Json): Promise<{ id: string; outs: Json }>
  /** The live values; undefined when the object is proven to be gone. */
  read(id: string, props: Json): Promise<{ props: Json; inputs: Json } | undefined>
  update(id: string, olds: Json, news: Json): Promise<{ outs: Json }>
  delete(id: string, props: Json): Promise<void>
}
