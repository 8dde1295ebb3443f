import type { Client } from '../../../sdk'
import type { Fields, PlainOf } from './field'
import type { Parents } from './kind'
import type { CollectionParams } from './params'

/** How an object is updated that the API cannot change: it is deleted and created again, with the same key. */
export interface Recreation<
  I extends Fields = Fields,
  Live extends object = object,
  P extends keyof Parents = keyof Parents,
  Within extends string = string,
> {
  /** What is the case between the two requests: `tags that match the name are not protected`. */
  readonly meanwhile: string
  /**
   * The arguments that only GitLab Community Edition cannot change. Its other arguments, and all of other editions, are
   * updated. Missing if no edition can change the object.
   */
  readonly onCommunity?: readonly (keyof I & string)[]
  /** The word for an object that was deleted and could not be created again: `UNPROTECTED`. */
  readonly lost: string
  /**
   * Returns why the service would not create the object, with the remedy. It is called before the object is deleted, and
   * only reads.
   */
  problems?(api: Client, at: CollectionParams<P | Within>, inputs: PlainOf<I>, live: Live): Promise<string[]>
}
