import type { Json } from '../schema/json'
import { type Step, stepsOf } from '../schema/property-path'

/**
 * Returns the declared values, with live values in place of the properties that `ignoreChanges` lists, because an
 * update does not change these. Paths are parsed like in Pulumi's engine; a path that the engine cannot follow has no
 * effect.
 */
export function ignoringChanges(declared: Json, live: Json, paths: readonly string[]): Json {
  const values = structuredClone(declared)
  for (const path of paths) {
    const steps = stepsOf(path)
    if (steps && steps.length > 0) take(values, live, steps)
  }
  return values
}

/** Whether `ignoreChanges` lists the value at a path, or one that contains it. */
export const isIgnored = (path: readonly string[], paths: readonly string[]): boolean =>
  paths.some((one) => {
    const steps = stepsOf(one)
    return (
      steps !== undefined &&
      steps.length > 0 &&
      steps.length <= path.length &&
      steps.every((step, at) => step === '*' || String(step) === path[at])
    )
  })

/** Copies the value at a path from `from` to `to`. Does not add or remove list entries. */
function take(to: unknown, from: unknown, [step, ...rest]: readonly Step[]): void {
  if (step === undefined) return
  if (step === '*') {
    for (const each of keysOf(to, from)) take(to, from, [each, ...rest])
  } else if (Array.isArray(to) && Array.isArray(from)) {
    if (typeof step !== 'number' || step >= to.length || step >= from.length) return
    if (rest.length === 0) to[step] = from[step]
    else take(to[step], from[step], rest)
  } else if (isMap(to) && isMap(from)) {
    const name = String(step)
    if (rest.length > 0) take(own(to, name), own(from, name), rest)
    else if (!Object.hasOwn(from, name)) Reflect.deleteProperty(to, name)
    else Object.defineProperty(to, name, { value: from[name], enumerable: true, configurable: true, writable: true })
  }
}

function keysOf(to: unknown, from: unknown): Step[] {
  if (Array.isArray(to)) return [...to.keys()]
  return isMap(to) && isMap(from) ? [...new Set([...Object.keys(to), ...Object.keys(from)])] : []
}

const own = (values: Json, name: string): unknown => (Object.hasOwn(values, name) ? values[name] : undefined)

const isMap = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
