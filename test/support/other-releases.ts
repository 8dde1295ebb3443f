import { adoptionArguments } from '../../provider/core/schema/adoption-fields'
import type { Json } from '../../provider/core/schema/json'
import { idOf, referencesOf } from '../../provider/core/schema/kind'
import type { KindDefinition } from '../../provider/core/schema/kind-definition'
import { keyNames } from '../../provider/core/schema/object-key'
import type { FrozenResource } from './frozen-states'

/** A state of another release, and the arguments of its program. */
export interface OtherState {
  name: string
  args: Json
  inputs: Json
  outputs: Json
  /** The missing value. */
  lacks?: string
}

type Values = Pick<OtherState, 'args' | 'inputs' | 'outputs'>

/** The arguments and outputs of single objects, which for a set are those of its items. */
const single = (definition: KindDefinition) => ('of' in definition ? definition.of : definition)

/** Optional arguments that are sometimes required, so that no release can have added them. */
const needed: Readonly<Record<string, readonly string[]>> = {
  'group-access-token': ['expiresAt', 'rotation'],
  'project-access-token': ['expiresAt', 'rotation'],
  'repository-storage-move': ['objectId', 'sourceStorageName'],
  'remote-mirror': ['username'],
}

/** Arguments that the frozen states cannot declare, because the flavor of their service does not have them. */
const notOnSpec: Readonly<Record<string, readonly string[]>> = {
  label: ['archived'],
  'pipeline-run': ['inputs'],
  'remote-mirror': ['hostKeys'],
}

/** Whether a frozen state can declare an argument. */
export const canBeFrozen = (definition: KindDefinition, name: string): boolean =>
  !notOnSpec[single(definition).kind]?.includes(name)

/** The default of an argument; null if it has none, or for an output. */
export const defaultOf = (definition: KindDefinition, name: string): unknown =>
  single(definition).input[name]?.default ?? null

/** The declared arguments of a resource: its inputs without those that `check` computes. */
export function argsOf(definition: KindDefinition, inputs: Json): Json {
  const rotates = inputs.rotation != null
  const own = Object.entries(inputs).filter(
    ([name]) => !definition.input[name]?.derived && !(rotates && name === 'expiresAt'),
  )
  return Object.fromEntries(own)
}

/** The arguments that a release can have added later. */
export function laterArguments(definition: KindDefinition): string[] {
  const { kind, input } = single(definition)
  return Object.keys(input).filter((name) => input[name]?.optional && !needed[kind]?.includes(name))
}

/** The outputs that a release can have added later: all except those that identify the object and its references. */
export function laterOutputs(definition: KindDefinition): string[] {
  const { output } = definition
  const lasting = [...keyNames(definition), 'previousMoveId', ...referencesOf(definition).map(idOf)]
  return Object.keys(output).filter((name) => !lasting.includes(name))
}

/** Changes the arguments of an object, or of each item of a set. */
function mapArguments(definition: KindDefinition, values: Json, change: (values: Json) => Json): Json {
  if (!('of' in definition)) return change(values)
  const items = Object.entries((values.items ?? {}) as Record<string, Json>)
  return { ...values, items: Object.fromEntries(items.map(([key, item]) => [key, change(item)])) }
}

const without = (values: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

/** Changes the arguments in a state and in its program. */
const mapped = (definition: KindDefinition, given: Values, change: (values: Json) => Json): Values => ({
  args: mapArguments(definition, given.args, change),
  inputs: mapArguments(definition, given.inputs, change),
  outputs: mapArguments(definition, given.outputs, change),
})

/** The arguments that have their default value. */
const defaults = (definition: KindDefinition, values: Json): string[] => {
  const { input } = single(definition)
  return laterArguments(definition).filter((name) => (values[name] ?? null) === (input[name]?.default ?? null))
}

/** The state of a release with only the necessary arguments and outputs. */
export function oldestState(
  definition: KindDefinition,
  { inputs, outputs }: Pick<FrozenResource, 'inputs' | 'outputs'>,
): OtherState {
  const given = { args: argsOf(definition, inputs), inputs, outputs }
  const thin = mapped(definition, given, (values) => without(values, defaults(definition, values)))
  const plain = inputs.exclusive === false ? ['exclusive'] : []
  return {
    name: 'with only the necessary values',
    args: thin.args,
    inputs: without(thin.inputs, plain),
    outputs: without(thin.outputs, [...laterOutputs(definition), ...plain]),
  }
}

/** The states that earlier and later releases can have written for the same object. */
export function otherStates(definition: KindDefinition, resource: FrozenResource): OtherState[] {
  const { inputs, outputs } = resource
  const given: Values = { args: argsOf(definition, inputs), inputs, outputs }
  // A set has one onConflict for all items.
  const adoption = adoptionArguments(single(definition)).filter(
    (name) => !('of' in definition) || name !== 'onConflict',
  )
  const nulls = (values: Json): Json => {
    const absent = [...defaults(definition, values), ...adoption.filter((name) => values[name] === undefined)]
    return { ...values, ...Object.fromEntries(absent.map((name) => [name, null])) }
  }
  return [
    { name: 'of this release', ...given },
    ...laterArguments(definition).map((name) => ({
      name: `without ${name}`,
      lacks: name,
      ...mapped(definition, given, (values) => without(values, [name])),
    })),
    ...laterOutputs(definition).map((name) => ({
      name: `without ${name}`,
      lacks: name,
      ...given,
      outputs: without(outputs, [name]),
    })),
    oldestState(definition, resource),
    {
      name: 'with null instead of missing values',
      args: given.args,
      inputs: mapArguments(definition, inputs, nulls),
      outputs: { adopted: null, ...mapArguments(definition, outputs, nulls) },
    },
    {
      name: 'of a newer release',
      args: given.args,
      inputs: { ...mapArguments(definition, inputs, more), ...more({}) },
      outputs: { ...mapArguments(definition, outputs, more), ...more({}), newOutput: { id: 1 }, newOutputId: 7 },
    },
  ]
}

/** The additions of a later release. */
const more = (values: Json): Json => ({ ...values, newArgument: 'new', newList: [{ deep: { id: 1 } }], newFlag: false })
