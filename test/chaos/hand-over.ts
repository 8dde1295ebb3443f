import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../provider/core/plain'
import type { Collections } from '../faults/world'
import { identityOf, isSet, type Thing, thingsOf, withoutComponents } from './objects'
import type { Program } from './program'
import type { StackState } from './state'
import { places } from './strays'

/** Arguments that an object keeps as long as it lives: another value makes another object. */
const fixed: Record<string, readonly string[]> = {
  TriggerToken: ['expiresAt'],
  RemoteMirror: ['username', 'password'],
  GroupAccessToken: ['scopes'],
  IssueLink: ['linkType'],
}

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
 * The next program, where objects keep what can only be changed by making others: who takes an object over cannot do
 * that at the same time, and of a mirror's password cannot even see that it has to.
 */
export function keepingFixed(before: Program, after: Program): Program {
  const former = objectsOf(before)
  return Object.fromEntries(
    Object.entries(after).map(([name, declared]) => {
      const kept = ({ type, args, ...thing }: Thing): Json => {
        const old = former.get(identityOf({ type, args, ...thing }) ?? '')
        const names = old ? (fixed[type] ?? []) : []
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

/** Whether some object is declared by another resource, under another key or through another provider than before. */
export function changesHands(before: Program, after: Program): boolean {
  const former = objectsOf(before)
  const programs = [before, after].map(withoutComponents) as [Program, Program]
  return [...objectsOf(after)].some(([identity, { resource, key }]) => {
    const old = former.get(identity)
    if (!old) return false
    const providers = [programs[0][old.resource]?.elsewhere, programs[1][resource]?.elsewhere]
    return old.resource !== resource || old.key !== key || providers[0] !== providers[1]
  })
}

/** A state, and what the service had at that time. */
export interface Moment {
  state: StackState
  live: Collections
}

/** What both programs declare, and is another object than before. */
export function madeAnew(before: Program, at: Moment, after: Program, now: Moment): string[] {
  return [...otherResources(before, at, after, now), ...otherObjects(before, at, after, now)]
}

/** Resources that are declared as before. */
function otherResources(before: Program, at: Moment, after: Program, now: Moment): string[] {
  const [former, latter] = [withoutComponents(before), withoutComponents(after)]
  const idIn = ({ state }: Moment, name: string) => state.held.find((one) => one.name === name)?.id
  return Object.keys(latter)
    .filter((name) => isDeepStrictEqual(former[name], latter[name]))
    .filter((name) => latter[name]?.args.rotation === undefined && name !== 'subscription')
    .filter((name) => idIn(at, name) !== idIn(now, name))
    .map((name) => `${name} was made anew: it was ${idIn(at, name)} and is ${idIn(now, name)}`)
}

/** Objects that can be told by what they are, whichever resource declares them. */
function otherObjects(before: Program, at: Moment, after: Program, now: Moment): string[] {
  const former = objectsOf(before)
  return [...objectsOf(after)].flatMap(([identity, thing]) => {
    const old = former.get(identity)
    // A token that is taken over gets a new secret, which makes it another one.
    if (!old || thing.type === 'GroupAccessToken') return []
    // What a resource has is changed in place, though another one may have had such an object, or wants it.
    if (isKept(old, before, after) || isKept(thing, after, before)) return []
    const differs = fixed[thing.type]?.some((name) => !isDeepStrictEqual(old.args[name], thing.args[name]))
    const [was, is] = [idOf(old, at), idOf(thing, now)]
    return differs || was === is ? [] : [`${identity} was made anew: its id was ${String(was)} and is ${String(is)}`]
  })
}

/** Whether a resource keeps its object under another natural key, or gives it up for one in another project. */
function isKept({ resource, key, ...old }: Thing, before: Program, after: Program): boolean {
  const [former, next] = [before, after].map((program) => withoutComponents(program)[resource])
  if (!former || !next) return false
  if (former.args.project !== next.args.project) return true
  const identity = identityOf({ resource, ...old })
  const same = thingsOf(resource, next).find((one) => one.key === key)
  if (!same || identityOf(same) === identity) return false
  // An item keeps the object of its key, unless the set had one with its new natural key.
  return !thingsOf(resource, former).some((one) => identityOf(one) === identityOf(same))
}

/** The number of an object on the service, as its resource has it. */
function idOf({ type, resource, key, args }: Thing, { state, live }: Moment): unknown {
  const held = state.held.find(({ name }) => name === resource)
  if (type === 'ProtectedEnvironment') {
    const projectId = held?.outputs.projectId
    return live.protected_environments?.find((one) => one.project_id === projectId && one.name === args.name)?.id
  }
  const [, output = ''] = places[type] ?? ['']
  return key === undefined ? held?.outputs[output] : (held?.outputs.ids as Json | undefined)?.[key]
}
