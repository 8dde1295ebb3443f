import type { Client } from '../../../sdk'
import type { Fields, PlainOf } from './field'
import type { Json } from './json'
import type { Kind, Parents } from './kind'
import type { Refusal } from './refusal'

/**
 * How a project or group is managed, which contains the objects of other kinds. It exists before its resource, unless the
 * argument `create` is true. The argument `restore` restores one that is scheduled for deletion. Its settings are only
 * managed if the program declares them: each is a `setting()`.
 */
export interface Container<I extends Fields = Fields, P extends keyof Parents = keyof Parents> {
  /** The arguments that move it to another path. */
  readonly movedBy: readonly (keyof I & string)[]
  /** The output with its full path. */
  readonly path: string
  /** Returns why the service would not create it. Only reads. */
  refusals(api: Client, inputs: PlainOf<I>): Promise<Refusal[]>
  /** Creates it, with the arguments that cannot be changed later. */
  create(api: Client, inputs: PlainOf<I>): Promise<Parents[P]>
  /** Returns why a deletion of the resource keeps it, from the state: it is protected. */
  keptBecause(state: Json): string | undefined
  /** Returns why the resource must not be replaced by one of another project or group, with the remedy. */
  problemOfReplacement(former: PlainOf<I>): string | undefined
}

/** Whether the objects of a kind are projects or groups. */
export const isContainer = <K extends Kind>(kind: K): kind is K & { readonly container: Container } =>
  'container' in kind

/** What the objects of a kind are called within their project or group. Those of the project or group itself are settings. */
export const pluralWithin = (kind: Kind): string => (isContainer(kind) ? 'settings' : kind.plural)

/** Whether an argument names the object itself: the project or group of a resource that is one. */
export const namesItself = (kind: Kind, argument: string): boolean =>
  isContainer(kind) && argument === kind.identity.parent

/** Whether a resource creates its project or group if it does not exist. */
export const createsItself = (kind: Kind, { create }: Json): boolean => isContainer(kind) && create === true
