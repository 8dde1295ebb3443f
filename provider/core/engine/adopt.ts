import { type OnDuplicate, type SecretOnAdopt } from '../schema/adoption-fields'
import type { Definition } from '../schema/define'
import { HIDDEN, show } from '../schema/display'
import { objectParams, formatId, keyOf, type ObjectRef } from '../schema/identity'
import { type Json } from '../schema/json'
import { forPeople, isSecretIn } from '../schema/secret-paths'
import { subject } from '../schema/subject'
import { computedValues, observed, sentFields } from '../schema/wire'
import { now } from '../service/clock'
import { type Holder, isSame } from '../service/holder'
import { ResourceError } from '../service/resource-error'
import { inWords } from '../service/resource-names'
import { type DesiredObject, isReplaced } from './desired-object'
import { differingNames } from './diff'
import { regenerateSecret, sendUpdate } from './update'

/** An object that now is there as declared, but for what its answer shows otherwise. */
export interface Established {
  readonly live: object
  /** Arguments that are not as declared, since the time for that has not come. */
  readonly inputs?: Json
  /** The arguments the service was asked to take. */
  readonly asked: readonly string[]
  /** It is there, but what the service shows once was lost, and asking anew failed with this. */
  readonly concealedBy?: unknown
}

/** What adopting an object comes to. */
export interface Adoption {
  /** How messages refer to the object. */
  readonly what: string
  readonly ref: ObjectRef
  /** The arguments that the object is to have. */
  readonly inputs: Json
  /** The names of the arguments that adopting changes. */
  readonly differing: readonly string[]
  /** The changes, for messages: `color "#FF0000" → "#00FF00"`. */
  readonly changes: string
  /** Whether the object gets a new secret, for nobody knows the old one. */
  readonly rotates: boolean
  /** Why the object is not taken over, and what to do. */
  readonly refusal?: string
}

/**
 * Works out what it comes to when a program takes over an object that exists already. Of an heir, which took the place
 * of the one that the program names, nobody knows what the service shows once: it is made to show that again.
 */
export function planAdoption(desired: DesiredObject, twin: object, isSuccessor = false): Adoption {
  const { definition, connection, collection, inputs: declared, secrets = [] } = desired
  const inputs = { ...declared, ...notYetDue(definition, declared, twin) }
  const what = subject(definition, forPeople(inputs, secrets))
  const ref = { ...collection, key: keyOf(definition, twin) }
  const id = formatId(ref)
  const choice = (inputs.onConflict ?? connection.settings.onConflict ?? 'fail') as OnDuplicate
  const seen = observed(definition, twin, inputs)
  const differing = differingNames(sentFields(definition), inputs, seen)
  const changeOf = (name: string) =>
    isSecretIn(secrets, name) ? show(HIDDEN) : `${show(seen[name])} → ${show(inputs[name])}`
  const changes = differing.map((name) => `${name} ${changeOf(name)}`).join(', ')
  const hidden = secretsOf(definition).filter((name) => !(name in computedValues(definition, twin, 'write')))
  const secretChoice = inputs.secretOnAdopt as SecretOnAdopt | undefined
  // A change of such an object, as of its end, ends its secret: only if the program says so.
  const rotates = definition.rotation?.regenerateSecret !== undefined && (isSuccessor || secretChoice === 'rotate')
  const isSecretive =
    hidden.length > 0 &&
    !rotates &&
    (secretChoice !== 'omit' || (definition.rotation?.regenerateSecret && changes !== ''))
  const fixed = differing.filter((name) => definition.replaceOn.includes(name))
  const other = connection.ownership.holderOf(definition, ref)
  const refusal = (): string | undefined => {
    if (isReplaced(desired, ref.key)) {
      return `${what} cannot be made while the one it replaces exists (id ${id}).`
    }
    if (other) return isHeld(what, id, other)
    if (choice === 'fail') {
      const secret = isSecretive
        ? ` and secretOnAdopt: ${definition.rotation?.regenerateSecret ? '"rotate"' : '"omit"'}`
        : ''
      const then = changes ? `, which would change ${changes}.` : ': it is as declared.'
      return `${what} exists already (id ${id}). To take it over, add onConflict: "adopt"${secret}${then}`
    }
    if (choice === 'adopt-if-equal' && differing.length > 0) {
      return `${what} exists already (id ${id}) and differs: ${changes}. onConflict: "adopt" would change it.`
    }
    if (fixed.length > 0) {
      return (
        `${what} exists already (id ${id}), but ${fixed.join(', ')} cannot be changed: ${changes}. ` +
        `Declare what it has, or let a new one be created.`
      )
    }
    return isSecretive ? secretive(definition, what, id, hidden, changes) : undefined
  }
  const reason = refusal()
  return { what, ref, inputs, differing, changes, rotates, ...(reason !== undefined && { refusal: reason }) }
}

/** Takes over an object that exists already, if the program says so. */
export async function adopt(desired: DesiredObject, twin: object, isSuccessor = false): Promise<Established> {
  const { definition, connection, inputs: declared, holder } = desired
  const plan = planAdoption(desired, twin, isSuccessor)
  const { what, ref, inputs, differing, changes, rotates } = plan
  if (plan.refusal !== undefined) throw new ResourceError(plan.refusal)
  const id = formatId(ref)
  const winner = connection.ownership.hold(definition, ref, inputs, holder)
  if (!isSame(winner, holder)) throw new ResourceError(isHeld(what, id, winner))
  let live = twin
  try {
    if (differing.length > 0) {
      const changed = new Set(differing)
      const state = { ...inputs, ...computedValues(definition, twin, 'read') }
      live = await sendUpdate(definition, connection, ref, state, { want: inputs, changed, live: twin })
    } else if (rotates) {
      live = await regenerateSecret(definition, connection, objectParams(definition, ref), inputs)
    }
  } catch (error) {
    connection.ownership.giveUp(definition, ref, holder)
    throw error
  }
  const secrets = secretsOf(definition)
  const unseen = Object.keys(definition.input).filter((name) => definition.input[name]?.local && inputs[name] != null)
  const shown = computedValues(definition, live, 'write')
  const missing = secrets.filter((name) => !(name in shown))
  const trust = [
    unseen.length > 0 ? ` What it has as ${unseen.join(' and ')} cannot be seen: it is taken to be as declared.` : '',
    missing.length > 0 ? ` Its ${missing.join(' and ')} cannot be seen and stays empty.` : '',
  ].join('')
  const isUnchanged = live === twin
  const how = changes ? `: ${changes}` : isUnchanged ? ', unchanged' : `, with a new ${secrets.join(' and ')}`
  // The program tells how many there were of those that are not worth a line.
  const isCounted = connection.ownership.noteAdoption(definition, isUnchanged ? 'none' : 'some')
  if (!isCounted || !isUnchanged || trust) {
    connection.warn(`${what} existed already (id ${id}) and was adopted${how}.${trust}`)
  }
  return { live, asked: sentFields(definition), inputs: notYetDue(definition, declared, live) }
}

const secretsOf = ({ output }: Definition) => Object.keys(output).filter((name) => output[name]?.secret)

/**
 * Arguments that change with time, as they are until the time has come. Where another object follows, that is a matter
 * of the next update: adopting only takes over what exists.
 */
function notYetDue(definition: Definition, declared: Json, live: object): Json {
  if (!definition.rotation?.schedule) return {}
  const seen = observed(definition, live, declared)
  const timely = definition.rotation.schedule(declared as never, seen as never, now()) as Json
  const begins = definition.rotation?.overlap?.begins(
    { ...declared, ...timely } as never,
    new Set(Object.keys(timely)),
    seen,
  )
  return begins ? Object.fromEntries(Object.keys(timely).map((name) => [name, seen[name] ?? null])) : timely
}

function secretive(definition: Definition, what: string, id: string, hidden: string[], changes: string): string {
  const secret = hidden.join(' and ')
  const problem = changes
    ? `${what} exists already (id ${id}), and to change ${changes} ends its ${secret}.`
    : `${what} exists already (id ${id}), but its ${secret} cannot be seen.`
  const rotate = definition.rotation?.regenerateSecret ? '"rotate" for a new one, which ends the old one at once' : ''
  const omit = definition.rotation?.regenerateSecret && changes ? '' : '"omit" to do without it'
  return `${problem} Add secretOnAdopt: ${[rotate, omit].filter(Boolean).join(', or ')}.`
}

const isHeld = (what: string, id: string, holder: Holder) =>
  `${what} (id ${id}) is held by ${inWords(holder.name)}: declare it once.`
