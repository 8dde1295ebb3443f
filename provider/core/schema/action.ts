import type { Client } from '../../../sdk'
import type { Outputs } from './computed'
import type { CollectionParams } from './define'
import type { Fields, PlainOf } from './field'
import type { Identity, Kind, Parents } from './kind'
import type { Json } from './json'

/**
 * A kind of thing that is done once, when its resource is created, and then is a matter of record: a pipeline that
 * ran, an alert that was sent. It is never gone, and nothing is done anew unless an argument says so.
 */
export interface Action<
  I extends Fields = Fields,
  O extends Outputs = Outputs,
  Live extends object = object,
  P extends keyof Parents = keyof Parents,
> extends Kind<I, O, P> {
  readonly identity: Identity<I, O, P> & { readonly adoption: 'never' }
  /** The Pulumi id, of the state's outputs. */
  idOf(state: State<I>): string

  /** Returns a warning to show before anything is sent. */
  risk?(want: PlainOf<I>): string | undefined
  /** Does it. From its answer on it is done, whatever fails later. `earlier` are the `recent` ones of before. */
  perform(api: Client, want: PlainOf<I>, at: CollectionParams<P>, earlier: Live[]): Promise<Live>
  /** The latest things of its like that `want` could have led to: one whose answer was lost is looked for among them. */
  recent(api: Client, want: PlainOf<I>, at: CollectionParams<P>): Promise<Live[]>
  /** Whether `want` led to one of these that came up meanwhile, as far as the service tells more of it. */
  isOf?(api: Client, want: PlainOf<I>, live: Live): Promise<boolean>
  /** How it stands, while the service still shows it. */
  look?(api: Client, state: State<I>): Promise<Live>
  /** What its arguments are by now, of those that can be changed and are managed. */
  observed?(live: Live, state: State<I>): Json
  /** Brings about what can be changed later, wherever it differs. */
  change?(api: Client, state: State<I>): Promise<Live>
  /** Where its end is waited for. */
  readonly ending?: Ending<I, Live>
  /** Takes back what can be taken back, when the resource is deleted; answers what is left on the service. */
  undo(api: Client, state: State<I>): Promise<string | undefined>
}

/** Arguments and outputs, as Pulumi stores them. */
export type State<I extends Fields = Fields> = PlainOf<I> & Json

export interface Ending<I extends Fields = Fields, Live extends object = object> {
  /** Whether the program wants to wait. */
  awaited(state: State<I>): boolean
  /** Whether it will not go on by itself; `looks` is how often it was looked at before. */
  reached(live: Live, looks: number): boolean
  /** Where it stands, for Pulumi's status line. */
  progress(live: Live): string
  /** What became of it, where it did not end well: an error. */
  failure(api: Client, live: Live, state: State<I>): Promise<string | undefined>
  /** What is to be said of an end that is neither good nor bad. */
  remark?(live: Live): string | undefined
}

/** Declares a kind of action. The type argument is the service's JSON. */
export const action =
  <Live extends object>() =>
  <I extends Fields, O extends Outputs, P extends keyof Parents = never>(
    kind: Omit<Action<I, O, Live, P>, 'identity'> & { readonly identity: Omit<Identity<I, O, P>, 'adoption'> },
  ): Action<I, O, Live, P> => ({ ...kind, identity: { ...kind.identity, adoption: 'never' } })
