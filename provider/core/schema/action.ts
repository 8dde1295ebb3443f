import type { Client } from '../../../sdk'
import type { Outputs } from './computed'
import type { Fields, PlainOf } from './field'
import type { Json } from './json'
import type { Identity, Kind, Parents } from './kind'
import type { CollectionParams } from './params'

/**
 * A kind of action that is performed once, when its resource is created, such as a pipeline run or an alert. Its result
 * is never reported as deleted, and the action is only performed again if a change of its arguments replaces the
 * resource.
 */
export interface Action<
  I extends Fields = Fields,
  O extends Outputs = Outputs,
  Live extends object = object,
  P extends keyof Parents = keyof Parents,
> extends Kind<I, O, P> {
  readonly identity: Identity<I, O, P> & { readonly adoption: 'never' }
  /** Returns the Pulumi id for the outputs of the state. */
  idOf(state: State<I>): string

  /** Returns a warning to print before any request is sent. */
  risk?(inputs: PlainOf<I>): string | undefined
  /**
   * Performs the action. It counts as performed after this response, even if a later request fails. `recent` contains
   * the results of `recent` before the request.
   */
  perform(api: Client, inputs: PlainOf<I>, at: CollectionParams<P>, recent: Live[]): Promise<Live>
  /**
   * Returns the latest results that these inputs can have. If a response is lost, its result is searched among them.
   */
  recent(api: Client, inputs: PlainOf<I>, at: CollectionParams<P>): Promise<Live[]>
  /** Whether a result that appeared after the request belongs to these inputs. Default: yes. */
  isResultOf?(api: Client, inputs: PlainOf<I>, live: Live): Promise<boolean>
  /** Reads the current result, if the service keeps it. */
  read?(api: Client, state: State<I>): Promise<Live>
  /** Returns the live values of the arguments that can be changed and are managed. */
  observed?(live: Live, state: State<I>): Json
  /** Updates the arguments that can be changed after the action. */
  change?(api: Client, state: State<I>): Promise<Live>
  /** How to wait for the end of the action. */
  readonly ending?: Ending<I, Live>
  /** Undoes what can be undone, when the resource is deleted. Returns what remains on the service, for a warning. */
  undo(api: Client, state: State<I>): Promise<string | undefined>
}

/** Arguments and outputs, as Pulumi stores them. */
export type State<I extends Fields = Fields> = PlainOf<I> & Json

/** How to wait for the end of an action. */
export interface Ending<I extends Fields = Fields, Live extends object = object> {
  /** Whether the program waits for the end. */
  isAwaited(state: State<I>): boolean
  /** Whether the action has ended or cannot continue without a user. `reads` counts the reads so far. */
  isReached(live: Live, reads: number): boolean
  /** Returns the progress, for Pulumi's status line. */
  progress(live: Live): string
  /** Returns an error if the action failed. */
  failure(api: Client, live: Live, state: State<I>): Promise<string | undefined>
  /** Returns a warning if the action neither succeeded nor failed. */
  warning?(live: Live): string | undefined
}

/** Declares a kind of action. The type argument is the JSON of the service's responses. */
export const action =
  <Live extends object>() =>
  <I extends Fields, O extends Outputs, P extends keyof Parents = never>(
    kind: Omit<Action<I, O, Live, P>, 'identity'> & { readonly identity: Omit<Identity<I, O, P>, 'adoption'> },
  ): Action<I, O, Live, P> => ({ ...kind, identity: { ...kind.identity, adoption: 'never' } })
