import { Output, output } from '@pulumi/pulumi/output'
import { didYouMean } from '../core/schema/did-you-mean'
import { showType } from '../core/schema/display'
import type { Json } from '../core/schema/json'
import { definitionOf, type ParentKind, problemOfArgument, type SingleName } from './settings'

/**
 * The arguments of an object that each project or group has once, from the argument of a component. If that is an
 * output, so are the values. They fail if it contains an argument of the component or of sets, or an unknown one.
 */
export function argumentsOfSingle(parentKind: ParentKind, single: SingleName, value: unknown): Json {
  if (!isLater(value)) return value as Json
  const names = Object.entries(definitionOf(parentKind, single).input).flatMap(([name, { derived }]) =>
    name === parentKind || derived ? [] : [name],
  )
  const all = output(value).apply((known) => {
    const args = known ?? {}
    rejectArguments(parentKind, single, args)
    // The resource would not get them, and so not reject them.
    const unknown = Object.keys(args).find((name) => !names.includes(name))
    if (unknown === undefined) return args
    throw new TypeError(`${single} has the unknown argument ${unknown}: ${didYouMean(unknown, names)}`)
  })
  return Object.fromEntries(names.map((name) => [name, all.apply((args) => args[name])]))
}

/**
 * Rejects arguments of the component and of sets. The resource rejects others. Does not wait for outputs.
 *
 * @throws TypeError if the value has such arguments, or is not an object.
 */
export function rejectArguments(parentKind: ParentKind, single: SingleName, value: unknown): void {
  if (isLater(value)) return
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${single} must be an object (got ${showType(value)})`)
  for (const name of Object.keys(value)) {
    const problem = problemOfArgument(parentKind, single, name)
    if (problem !== undefined) throw new TypeError(problem)
  }
}

const isLater = (value: unknown): value is Output<Json | null> | Promise<Json | null> =>
  Output.isInstance(value) || value instanceof Promise
