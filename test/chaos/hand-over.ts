import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../provider/core/schema/json'
import type { Collections } from '../faults/service-state'
import { hasOwnKey, locations, ownKeyOf, parentOf } from './leftovers'
import {
  fixedArguments,
  identityOf,
  isSet,
  recreatingArguments,
  type Thing,
  thingsOf,
  withoutComponents,
} from './objects'
import type { Declared, Program } from './program'
import type { StackState } from './state'

const objectsOf = (program: Program): Map<string, Thing> =>
  new Map(
    Object.entries(withoutComponents(program))
      .flatMap(([name, declared]) => thingsOf(name, declared))
      .flatMap((thing) => {
        const identity = identityOf(thing)
        return identity === undefined ? [] : [[identity, thing] as const]
      }),
  )

/**
 * Returns the next program with the former values of arguments that cannot be changed. A resource cannot adopt an
 * object and replace it at the same time, and it cannot see the password of a mirror at all.
 */
export function keepingFixed(before: Program, after: Program): Program {
  const former = objectsOf(before)
  return Object.fromEntries(
    Object.entries(after).map(([name, declared]) => {
      const kept = ({ type, args, ...thing }: Thing): Json => {
        const old = former.get(identityOf({ type, args, ...thing }) ?? '')
        const names = old ? fixedArguments(type) : []
        const others = Object.entries(args).filter(([arg]) => !names.includes(arg))
        const olds = Object.entries(old?.args ?? {}).filter(([arg]) => names.includes(arg))
        return Object.fromEntries([...others, ...olds])
      }
      const things = thingsOf(name, declared)
      if (!isSet(declared.type)) return [name, { ...declared, args: Object.assign({}, ...things.map(kept)) as Json }]
      const items = things.map((thing) => {
        const { project: _, ...item } = kept(thing)
        return [thing.key, item]
      })
      return [name, { ...declared, args: { ...declared.args, items: Object.fromEntries(items) as Json } }]
    }),
  )
}

/** Returns a program whose mirrors can move to other resources: the credentials of an existing one cannot be changed. */
export function withoutMirrorCredentials(program: Program): Program {
  const without = ({ username: _, password: __, ...rest }: Json): Json => rest
  const itemsWithout = (items: unknown) =>
    Object.fromEntries(Object.entries((items ?? {}) as Record<string, Json>).map(([key, item]) => [key, without(item)]))
  return Object.fromEntries(
    Object.entries(program).map(([name, { type, args, ...rest }]) => {
      const settled =
        args.remoteMirrors === undefined ? args : { ...args, remoteMirrors: itemsWithout(args.remoteMirrors) }
      const changed =
        type === 'RemoteMirror'
          ? without(args)
          : type === 'RemoteMirrorSet'
            ? { ...args, items: itemsWithout(args.items) }
            : settled
      return [name, { ...rest, type, args: changed }]
    }),
  )
}

/**
 * Returns the next program with the former providers of resources that stay in the program. Pulumi does not support
 * that resources outside of `--target` change their providers: it rejects them or writes an invalid state.
 */
export function keepingProviders(before: Program, after: Program, imported: readonly string[]): Program {
  const keepingProvider = ([name, declared]: [string, Declared]): [string, Declared] => {
    const isKnown = imported.includes(name) || before[name]?.type === declared.type
    if (!isKnown) return [name, declared]
    const { explicitProvider: _, ...others } = declared
    return [name, before[name]?.explicitProvider ? { ...others, explicitProvider: true } : others]
  }
  return Object.fromEntries(Object.entries(after).map(keepingProvider))
}

/** Whether an object is now declared by another resource, under another key or with another provider. */
export function changesHands(before: Program, after: Program): boolean {
  const former = objectsOf(before)
  const programs = [before, after].map(withoutComponents) as [Program, Program]
  return [...objectsOf(after)].some(([identity, { resource, key }]) => {
    const old = former.get(identity)
    if (!old) return false
    const providers = [programs[0][old.resource]?.explicitProvider, programs[1][resource]?.explicitProvider]
    return old.resource !== resource || old.key !== key || providers[0] !== providers[1]
  })
}

/** A state and the objects of the service at the same time. */
export interface Snapshot {
  state: StackState
  live: Collections
}

/** Describes objects that both programs declare but that were recreated. */
export function recreated(before: Program, at: Snapshot, after: Program, now: Snapshot): string[] {
  return [...recreatedResources(before, at, after, now), ...recreatedObjects(before, at, after, now)]
}

/** Describes resources with unchanged declarations whose objects were recreated. */
function recreatedResources(before: Program, at: Snapshot, after: Program, now: Snapshot): string[] {
  const [former, latter] = [withoutComponents(before), withoutComponents(after)]
  const idIn = ({ state }: Snapshot, name: string) => state.held.find((one) => one.name === name)?.id
  return Object.keys(latter)
    .filter((name) => isDeepStrictEqual(former[name], latter[name]))
    .filter((name) => latter[name]?.args.rotation === undefined && name !== 'subscription')
    .filter((name) => idIn(at, name) !== idIn(now, name))
    .map((name) => `${name} was recreated: its id was ${idIn(at, name)} and is ${idIn(now, name)}`)
}

/** Describes recreated objects that can be identified by their natural keys, whichever resource declares them. */
function recreatedObjects(before: Program, at: Snapshot, after: Program, now: Snapshot): string[] {
  const former = objectsOf(before)
  return [...objectsOf(after)].flatMap(([identity, thing]) => {
    const old = former.get(identity)
    // An adopted token is rotated, which changes its id.
    if (!old || thing.type.endsWith('AccessToken')) return []
    // Resources change their objects in place, even if another resource declares the new or the former natural key.
    if (isKept(old, before, after) || isKept(thing, after, before)) return []
    const differs = recreatingArguments(thing.type).some((name) => !isDeepStrictEqual(old.args[name], thing.args[name]))
    const [was, is] = [idOf(old, at), idOf(thing, now)]
    return differs || was === is ? [] : [`${identity} was recreated: its id was ${String(was)} and is ${String(is)}`]
  })
}

/** Whether a resource changes the natural key of its object or replaces it with one in another project. */
function isKept({ resource, key, ...old }: Thing, before: Program, after: Program): boolean {
  const [former, next] = [before, after].map((program) => withoutComponents(program)[resource])
  if (!former || !next) return false
  if (former.args.project !== next.args.project) return true
  const identity = identityOf({ resource, ...old })
  const same = thingsOf(resource, next).find((one) => one.key === key)
  if (!same || identityOf(same) === identity) return false
  // An item keeps the object of its key, unless the set already had an object with the new natural key.
  return !thingsOf(resource, former).some((one) => identityOf(one) === identityOf(same))
}

/** The id of an object on the service, according to its resource. */
function idOf({ type, resource, key, args }: Thing, { state, live }: Snapshot): unknown {
  const held = state.held.find(({ name }) => name === resource)
  const [collection = '', output = ''] = locations[type] ?? []
  if (hasOwnKey(output)) {
    const parent = parentOf(held?.outputs ?? {})
    return live[collection]?.find((one) => parentOf(one) === parent && ownKeyOf(one) === ownKeyOf(args))?.id
  }
  return key === undefined ? held?.outputs[output] : (held?.outputs.ids as Json | undefined)?.[key]
}
