import type { ApiError, Group, Project } from '../../../sdk'
import type { Outputs } from './computed'
import type { Fields, PlainOf } from './field'
import type { Json } from './plain'

/** What can hold a resource. */
export interface Parents {
  project: Project
  group: Group
}

export type Operation = 'diff' | 'create' | 'read' | 'update' | 'delete'

/** What every kind of resource says of itself, whatever its life is like. */
export interface Kind<I extends Fields = Fields, O extends Outputs = Outputs, P extends keyof Parents = keyof Parents> {
  /** The noun, in kebab case: the name of the resource's files. */
  readonly kind: string
  /** What holds it, if anything; also the name of the argument that says which. */
  readonly parent?: P
  readonly input: I
  readonly output: O
  /** Arguments of which a change makes another object necessary. */
  readonly replaceOn: readonly (keyof I & string)[]
  /** Arguments, whole numbers, that with the parent say which collection it is in; they are part of the Pulumi id. */
  readonly within?: readonly (keyof I & string)[]
  /** The output or argument that identifies it in its collection: the last part of the Pulumi id. */
  readonly key: keyof (I & O) & string
  /** The old one has to go before the new one comes. */
  readonly deleteBeforeReplace?: boolean
  /** Arguments that tell its objects apart for people: no two of a parent share them, unless the kind allows twins. */
  readonly naturalKey?: readonly (keyof I & string)[]
  /** Whether the service lets several objects of a parent have one natural key. */
  readonly allowsDuplicates?: boolean
  /** The argument that names an object of a kind without natural key in messages. */
  readonly title?: keyof I & string
  /** Whether a program may take over what exists already. Default: where there is a natural key. */
  readonly adoption?: 'single' | 'set' | 'never'
  /** Arguments as the passing of time makes them; `olds` are those of before, if there were any. */
  timed?(inputs: PlainOf<I>, olds: Partial<PlainOf<I>>, now: Date): Partial<PlainOf<I>>
  /**
   * What is wrong with arguments that are right one by one; those that are not known yet are missing. `written` are the
   * names of those that the program gives a value.
   */
  check?(inputs: Partial<PlainOf<I>>, written: ReadonlySet<string>): { property: keyof I & string; reason: string }[]
  /** Judges the arguments as a whole, where `check` of the engine does not do. */
  validate?(olds: Json, news: Json, now: () => Date): { inputs: Json; failures: { property: string; reason: string }[] }
  /** What else than a role stands between a user and the objects. */
  readonly needs?: Needs
  /** Likely causes, with their remedies, by status. */
  readonly causes?: Readonly<Record<number, string>>
  /** Returns a more specific cause, based on the service's message or the declared values. Overrides `causes`. */
  hint?(error: ApiError, values: Json): string | undefined
}

/** The arguments with which a program says what to take over, where it may. */
export function adoptionArguments(kind: Kind): ('onConflict' | 'adoptId' | 'secretOnAdopt')[] {
  const { adoption = kind.naturalKey ? 'single' : 'never' } = kind
  if (adoption === 'never') return []
  if (adoption === 'set') return ['onConflict']
  const hasSecret = Object.values(kind.output).some(({ secret }) => secret)
  return [
    'onConflict',
    ...(kind.allowsDuplicates ? (['adoptId'] as const) : []),
    ...(hasSecret ? (['secretOnAdopt'] as const) : []),
  ]
}

/** `freeze-period` → `freeze periods`. */
export const pluralOf = ({ kind }: Pick<Kind, 'kind'>): string =>
  `${kind.replace(/-set$/, '').replace(/-/g, ' ')}s`.replace(/ys$/, 'ies')

/** The output that holds the id of what an argument refers to: `projectId`. */
export const idOf = (name: string) => `${name}Id`

/** A feature of a project that can be switched off. */
export type Feature = 'builds' | 'issues' | 'repository'

/** What a kind of object needs, besides a role of the user. */
export interface Needs {
  /** What cannot be done to the objects of an archived project. Default: everything can. */
  readonly unarchived?: 'changed' | 'read or changed'
  /** Features without which the objects cannot be read or changed. */
  readonly features?: readonly Feature[]
  /** The tiers that have the kind. The Community Edition has no endpoint for it. */
  readonly tier?: 'Premium or Ultimate' | 'Ultimate'
  /** Whether the Enterprise Edition stores the objects without a license, but does not act on them. */
  readonly storedWithout?: true
}
