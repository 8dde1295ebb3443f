import type { Output } from '@pulumi/pulumi'
import { all } from '@pulumi/pulumi/output'
import { check } from '../schema/check'
import type { ArgsOf, Fields, PlainOf } from '../schema/field'
import { type Json, withoutNull } from '../schema/json'
import { now } from '../service/clock'
import { failureOf, secretsAmong, secretsAt } from './function-failure'
import { describeQuery } from './query'

/**
 * Creates a function that calculates its result from its arguments. The arguments are validated and have defaults, like
 * those of a resource. Any object with these properties can be passed, such as a resource.
 */
export const calculator =
  <I extends Fields>(input: I) =>
  <R>(name: string, work: (args: PlainOf<I>) => R) => {
    const kind = {
      kind: name,
      plural: name,
      page: 'The result is not on the service.',
      identity: { key: '' },
      input,
      output: {},
      replaceOn: [],
      access: { read: 'none', write: 'none' } as const,
    }
    /** Calls the function with plain arguments. */
    const call = async (given: Json, secretsIn: () => Promise<string[]> | string[]): Promise<R> => {
      try {
        const { inputs, failures } = check(kind, {}, withoutNull(given), now)
        if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join('; '))
        return work(inputs as PlainOf<I>)
      } catch (error) {
        throw await failureOf(name, error, await secretsIn())
      }
    }
    const inProgram = (args: ArgsOf<I>): Output<R> => {
      const named = Object.fromEntries(Object.keys(input).map((key) => [key, (args as Json)[key]]))
      const result = all(named).apply((values) => call(values, () => secretsAmong(named, values)))
      return result
    }
    return describeQuery(inProgram, {
      isSecret: false,
      call: (args, _connect, secrets) => call(args, () => secretsAt(args, secrets)),
    })
  }
