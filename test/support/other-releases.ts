import { idOf, adoptionArguments } from '../../provider/core/schema/kind'
import type { Declaration } from '../../provider/core/engine/load'
import type { Json } from '../../provider/core/schema/plain'
import { referencesOf } from '../../provider/core/service/references'
import type { FrozenResource } from './frozen-states'

/** A state as another release would have written it, and what its program declares. */
export interface OtherState {
  name: string
  args: Json
  inputs: Json
  outputs: Json
  /** What the state lacks. */
  lacks?: string
}

type Values = Pick<OtherState, 'args' | 'inputs' | 'outputs'>

/** The arguments and outputs of single objects, which for a set are those of its items. */
const single = (declaration: Declaration) => ('of' in declaration ? declaration.of : declaration)

/** Optional arguments that another one or a rule makes necessary: no release could add them. */
const needed: Readonly<Record<string, readonly string[]>> = {
  'group-access-token': ['expiresAt', 'rotation'],
  'repository-storage-move': ['objectId', 'sourceStorageName'],
  'remote-mirror': ['username'],
}

/** What a program of the resource declares: its inputs, but for those that `check` works out. */
export function argsOf(declaration: Declaration, inputs: Json): Json {
  const rotates = inputs.rotation != null
  const own = Object.entries(inputs).filter(
    ([name]) => !declaration.input[name]?.derived && !(rotates && name === 'expiresAt'),
  )
  return Object.fromEntries(own)
}

/** The arguments that a release may have added later. */
export function laterArguments(declaration: Declaration): string[] {
  const { kind, input } = single(declaration)
  return Object.keys(input).filter((name) => input[name]?.optional && !needed[kind]?.includes(name))
}

/** The outputs that a release may have added later: all but what says which object it is, and what it refers to. */
export function laterOutputs(declaration: Declaration): string[] {
  const {
    output,
    identity: { key },
  } = declaration
  const lasting = [key, 'previousMoveId', ...referencesOf(declaration).map(idOf)]
  return Object.keys(output).filter((name) => !lasting.includes(name))
}

/** Changes the arguments, which a set has in its items. */
function mapArguments(declaration: Declaration, values: Json, change: (values: Json) => Json): Json {
  if (!('of' in declaration)) return change(values)
  const items = Object.entries((values.items ?? {}) as Record<string, Json>)
  return { ...values, items: Object.fromEntries(items.map(([key, item]) => [key, change(item)])) }
}

const without = (values: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

/** Changes the arguments of a state and of its program alike. */
const mapped = (declaration: Declaration, given: Values, change: (values: Json) => Json): Values => ({
  args: mapArguments(declaration, given.args, change),
  inputs: mapArguments(declaration, given.inputs, change),
  outputs: mapArguments(declaration, given.outputs, change),
})

/** The arguments that have their defaults, written or not. */
const defaults = (declaration: Declaration, values: Json): string[] => {
  const { input } = single(declaration)
  return laterArguments(declaration).filter((name) => (values[name] ?? null) === (input[name]?.default ?? null))
}

/** The state of a release that knew no more than it had to. */
export function oldestState(
  declaration: Declaration,
  { inputs, outputs }: Pick<FrozenResource, 'inputs' | 'outputs'>,
): OtherState {
  const given = { args: argsOf(declaration, inputs), inputs, outputs }
  const thin = mapped(declaration, given, (values) => without(values, defaults(declaration, values)))
  const plain = inputs.exclusive === false ? ['exclusive'] : []
  return {
    name: 'without anything that need not be there',
    args: thin.args,
    inputs: without(thin.inputs, plain),
    outputs: without(thin.outputs, [...laterOutputs(declaration), ...plain]),
  }
}

/** The states that releases before and after this one would have written for the same object. */
export function otherStates(declaration: Declaration, resource: FrozenResource): OtherState[] {
  const { inputs, outputs } = resource
  const given: Values = { args: argsOf(declaration, inputs), inputs, outputs }
  // What a set says of conflicts it says once.
  const knobs = adoptionArguments(single(declaration)).filter((knob) => !('of' in declaration) || knob !== 'onConflict')
  const nulls = (values: Json): Json => {
    const absent = [...defaults(declaration, values), ...knobs.filter((knob) => values[knob] === undefined)]
    return { ...values, ...Object.fromEntries(absent.map((name) => [name, null])) }
  }
  return [
    { name: 'as it is', ...given },
    ...laterArguments(declaration).map((name) => ({
      name: `without ${name}`,
      lacks: name,
      ...mapped(declaration, given, (values) => without(values, [name])),
    })),
    ...laterOutputs(declaration).map((name) => ({
      name: `without ${name}`,
      lacks: name,
      ...given,
      outputs: without(outputs, [name]),
    })),
    oldestState(declaration, resource),
    {
      name: 'with null in place of what is absent',
      args: given.args,
      inputs: mapArguments(declaration, inputs, nulls),
      outputs: { adopted: null, ...mapArguments(declaration, outputs, nulls) },
    },
    {
      name: 'of a newer release',
      args: given.args,
      inputs: { ...mapArguments(declaration, inputs, more), ...more({}) },
      outputs: { ...mapArguments(declaration, outputs, more), ...more({}), newOutput: { id: 1 }, newOutputId: 7 },
    },
  ]
}

/** What a later release knows. */
const more = (values: Json): Json => ({ ...values, newArgument: 'new', newList: [{ deep: { id: 1 } }], newFlag: false })
