import { required } from '../core/schema/field'
import { Type } from '../core/schema/type'

/** The value of a variable of a pipeline, as a string, or with the type of the variable. */
export type PipelineVariableValue =
  | string
  | {
      /** The value. */
      value: string
      /** `"env_var"`: an environment variable. `"file"`: a file with the value, whose name is in the variable. */
      variableType: 'env_var' | 'file'
    }

type Variables = Record<string, PipelineVariableValue>

const variableValue = Type.Union([
  Type.String(),
  Type.Object({ value: Type.String(), variableType: Type.Enum(['env_var', 'file']) }, { additionalProperties: false }),
])

export const variables = required<Variables>(Type.Record(variableValue), {
  mayHoldSecret: true,
  problem: (given) => {
    const invalid = Object.keys(given).find((key) => !/^\w{1,255}$/.test(key))
    return invalid === undefined
      ? undefined
      : { problem: 'must have names of letters, digits and _', detail: `${JSON.stringify(invalid)} is not valid` }
  },
})

/** Inputs of a pipeline by name: strings, numbers, Booleans and lists, as its CI file declares them. */
export const inputs = required<Readonly<Record<string, unknown>>, Record<string, unknown>>(
  Type.Record(Type.Unknown()),
  {
    mayHoldSecret: true,
    problem: (given) => {
      const invalid = Object.keys(given).find((key) => given[key] === null || isObject(given[key]))
      return invalid === undefined
        ? undefined
        : {
            problem: 'must have strings, numbers, Booleans and lists as values',
            detail: `the value of ${JSON.stringify(invalid)} is not valid`,
          }
    },
  },
)

const isObject = (value: unknown): boolean => typeof value === 'object' && !Array.isArray(value)

export const plainOf = (value: PipelineVariableValue): { value: string; variableType?: 'env_var' | 'file' } =>
  typeof value === 'string' ? { value } : value
