import type { Client } from '../../../sdk'
import type { Outputs } from './computed'
import type { Fields, PlainOf } from './field'
import type { Json } from './json'
import type { Parents, Schedule } from './kind'
import type { KeyOf, ObjectParams } from './params'

/** How an object with a limited lifetime is followed by another one. */
export interface RotationStrategy<
  I extends Fields = Fields,
  O extends Outputs = Outputs,
  Live extends object = object,
  P extends keyof Parents = keyof Parents,
  Within extends string = string,
  Key extends string = string,
> extends Schedule<I> {
  /**
   * Whether the key changes during the life of the resource. Requests use the key of the state; the Pulumi id stays.
   */
  readonly keyChanges?: boolean
  /**
   * The arguments that the API cannot rotate to these values, so that a change of them replaces the resource. An object
   * with such values never gets a new secret.
   */
  replaceOn?(inputs: PlainOf<I>): readonly (keyof I & string)[]
  /** Whether the state requires an update although no argument differs. */
  updateDue?(state: Json): boolean
  /** Finds the object that replaced the one of the state outside the program, if it ended. */
  successor?(state: Json, collection: Live[]): Successor<Live> | undefined
  readonly overlap?: Overlap<I>
  /** Outputs to store in the state if the secret is lost. They make `updateDue` return true. */
  readonly secretLost?: Json
  /** Makes the service return a new secret, because the response with the former one was lost. */
  regenerateSecret?(api: Client, at: ObjectParams<P | Within, Key, KeyOf<I, O, Key>>, inputs: PlainOf<I>): Promise<Live>
}

/** The object that replaced the one of a state. */
export interface Successor<Live extends object> {
  readonly live: Live
  /** The outputs of the state that say so. */
  readonly outputs: Json
}

/** How an object and its successor both work for some time. */
export interface Overlap<I extends Fields = Fields> {
  /** The output that contains the key of the predecessor while it works. */
  readonly predecessor: string
  /** Whether an update of these arguments creates a successor instead of changing the object. */
  begins(inputs: PlainOf<I>, changed: ReadonlySet<string>, state: Json): boolean
  /** Whether the predecessor is due to be deleted. */
  isOver(inputs: PlainOf<I>): boolean
}
