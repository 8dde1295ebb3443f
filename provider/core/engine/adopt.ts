import type { SecretOnAdopt } from '../schema/adoption-fields'
import type { Definition } from '../schema/define'
import { HIDDEN, show } from '../schema/display'
import { showArgument } from '../schema/entry-text'
import type { Disabled } from '../schema/existence'
import { formatId, keyOf, objectParams, type ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { isSecretIn, withoutSecretValues } from '../schema/secret-paths'
import { agreeing, subject } from '../schema/subject'
import { computedValues, concealed, observed, sentFields } from '../schema/wire'
import { now } from '../service/clock'
import type { Connection } from '../service/connection'
import { type Holder, isSame } from '../service/ownership/holder'
import type { RecordedChange } from '../service/preview-records'
import { ObjectLost, ResourceError } from '../service/resource-error'
import { displayName } from '../service/resource-names'
import { conflictChoice, type DesiredObject, isReplaced } from './desired-object'
import { changes as changesOf, differingNames } from './diff'
import { recreates } from './recreation'
import { regenerateSecret, sendUpdate } from './update'

/** An object that was created or adopted. */
export interface CreateResult {
  readonly live: object
  /** The values of arguments that differ from the declared ones until a change is due. */
  readonly inputs?: Json
  /** The names of the arguments that were sent. */
  readonly sent: readonly string[]
  /** The error if the object exists, but its secret was lost and no new one could be created. */
  readonly secretError?: unknown
  /** The error if the object exists, but no other process can know that it has an owner. */
  readonly claimError?: unknown
}

/** What the adoption of an object would do. */
export interface Adoption {
  /** How messages refer to the object. */
  readonly subject: string
  readonly ref: ObjectRef
  /** The arguments of the object after the adoption. */
  readonly inputs: Json
  /** The names of the arguments that the adoption changes. */
  readonly differing: readonly string[]
  /** The changes, for messages: `color "#FF0000" → "#00FF00"`. */
  readonly changes: string
  /** The same changes as data. Values of secrets are hidden. */
  readonly changed: readonly RecordedChange[]
  /** Whether the object gets a new secret, because the old one is unknown. */
  readonly rotates: boolean
  /** Whether the object is deleted and created again, because the API cannot change it. */
  readonly recreates: boolean
  /** Why the service no longer uses the object, if it does not. An adoption does not change that. */
  readonly disabled?: Disabled
  /** The object. */
  readonly live: object
  /** Why the object cannot be adopted, and the remedy. */
  readonly refusal?: string
}

/**
 * Plans the adoption of an existing object. The secret of a successor, which replaced the object that the program
 * refers to, is unknown, so it gets a new one.
 */
export async function planAdoption(desired: DesiredObject, existing: object, isSuccessor = false): Promise<Adoption> {
  const { definition, connection, collection, inputs: declared, secrets = [] } = desired
  const inputs = { ...declared, ...notYetDue(definition, declared, existing) }
  const what = subject(definition, withoutSecretValues(inputs, secrets))
  const ref = { ...collection, key: keyOf(definition, existing) }
  const id = formatId(definition, ref)
  const giver = giverOf(desired, existing)
  // Its resource would delete the object, so the program needs no permission to keep it.
  const choice = giver ? 'adopt' : conflictChoice({ ...desired, inputs })
  const current = observed(definition, existing, inputs)
  // A value that no response shows may differ.
  const given = changesOf(definition, {}, inputs)
  const unknown = concealed(definition, existing).filter((name) => given.has(name))
  const differing = [...new Set([...differingNames(sentFields(definition), inputs, current), ...unknown])]
  const isAsDeclared = differing.length === 0
  const isHidden = (name: string) => isSecretIn(secrets, name) || definition.input[name]?.secret === true
  const isRecreated = differing.length > 0 && (await recreates(definition, connection, new Set(differing)))
  const changeOf = (name: string) =>
    isHidden(name) ? show(HIDDEN) : `${showArgument(current[name], name)} → ${showArgument(inputs[name], name)}`
  const changed = differing.map((name): RecordedChange => {
    const [from, to] = isHidden(name) ? [String(HIDDEN), String(HIDDEN)] : [current[name], inputs[name]]
    return { path: name, from, to }
  })
  const changes = inShort(differing.map((name) => `${name} ${changeOf(name)}`))
  const hidden = secretsOf(definition).filter((name) => !(name in computedValues(definition, existing, 'write')))
  const secretChoice = inputs.secretOnAdopt as SecretOnAdopt | undefined
  // A change of an object with rotation, such as of its expiration date, ends its secret, so the program must allow it.
  const fixed = definition.rotation?.replaceOn?.(inputs) ?? []
  const canRotate = definition.rotation?.regenerateSecret !== undefined && fixed.length === 0
  const rotates = definition.rotation?.regenerateSecret !== undefined && (isSuccessor || secretChoice === 'rotate')
  const isSecretUnknown =
    hidden.length > 0 &&
    !rotates &&
    (secretChoice !== 'omit' || (definition.rotation?.regenerateSecret && changes !== ''))
  const immutable = differing.filter((name) => [...definition.replaceOn, ...fixed].includes(name))
  const owner = connection.ownership.ownerOf(definition, ref)
  /** How to adopt the object without a change of the program, if that is possible. */
  const forOneRun = () => {
    const { onConflictVariable: variable } = connection.settings
    const isEnough = declared.onConflict === undefined && changes === '' && !isSecretUnknown
    return variable !== undefined && isEnough ? ` For one run, set ${variable}=adopt-if-equal.` : ''
  }
  const refuse = (): string | undefined => {
    // The engine does not tell the provider about a replacement because of replaceOnChanges.
    const { name, mark } = desired.holder
    const isOwn = owner?.name !== undefined && owner.name === name && owner.mark !== mark
    if (isOwn || isReplaced(desired, ref.key)) {
      return (
        `${what} cannot be created while the object that it replaces exists (id ${id}). ` +
        'Set the resource option deleteBeforeReplace: true.'
      )
    }
    if (owner) return ownedBy(definition, what, id, owner)
    if (immutable.length > 0) {
      return (
        `${what} already exists (id ${id}), but ${immutable.join(', ')} cannot be changed: ${changes}. ` +
        `Declare the values of the object, or delete it first.`
      )
    }
    if (rotates && !canRotate) {
      return (
        `${what} already exists (id ${id}), but the API cannot give it a new ${secretsOf(definition).join(' and ')} ` +
        `while ${fixed.map((name) => `${name} is ${showArgument(inputs[name], name)}`).join(' and ')}. ` +
        'Add secretOnAdopt: "omit" to keep the present one.'
      )
    }
    const reason = definition.existence?.notAdoptable?.(existing, inputs, declared.adoptId === ref.key)
    if (reason !== undefined) {
      return `${what} already exists (id ${id}) and cannot be adopted: ${reason}${hintForReplace(connection, isAsDeclared)}`
    }
    if (choice === 'fail') {
      const isRotated = rotates || (isSecretUnknown && canRotate)
      const secret = isSecretUnknown ? ` and secretOnAdopt: ${isRotated ? '"rotate"' : '"omit"'}` : ''
      const effects = [
        ...(changes ? [`change ${changes}`] : []),
        ...(isRecreated ? ['delete it and create it again for that'] : []),
        ...(isRotated ? [`end its ${secretsOf(definition).join(' and ')}`] : []),
      ]
      const effect = `, which would ${effects.join(' and ') || 'change nothing'}.`
      return (
        `${what} already exists (id ${id}). To adopt it, add onConflict: "adopt"${secret}${effect}${forOneRun()}` +
        hintForReplace(connection, isAsDeclared)
      )
    }
    if (choice === 'adopt-if-equal' && differing.length > 0) {
      return `${what} already exists (id ${id}) and differs: ${changes}. onConflict: "adopt" would change it.`
    }
    return isSecretUnknown ? secretRefusal(canRotate, what, id, hidden, changes) : undefined
  }
  const reason = refuse()
  const disabled = definition.existence?.disabled?.(existing)
  return {
    subject: what,
    ref,
    inputs,
    differing,
    changes,
    changed,
    rotates,
    recreates: isRecreated,
    live: existing,
    ...(disabled && { disabled }),
    ...(reason !== undefined && { refusal: reason }),
  }
}

/** The maximum length of changes in a message. A project or group can have a hundred. */
const LONGEST_CHANGES = 1_200

/** Joins changes, and counts those for which a message has no space. */
function inShort(changes: readonly string[]): string {
  let length = 0
  const count = changes.findIndex((change) => (length += change.length + 2) > LONGEST_CHANGES)
  if (count < 1) return changes.join(', ')
  return `${changes.slice(0, count).join(', ')} and ${changes.length - count} more`
}

/** The other resource that replaces its object, if it is this one, and so gives it up. */
export function giverOf(desired: DesiredObject, existing: object): Holder | undefined {
  const { definition, connection, collection } = desired
  const key = keyOf(definition, existing)
  if (definition.identity.allowsDuplicates || isReplaced(desired, key)) return undefined
  return connection.ownership.replacerOf(definition, { ...collection, key })
}

/**
 * With `--replace`, the engine does not ask the provider for the difference, and passes no state before it creates the
 * new object. So the existing object can be that of the resource itself. Empty in other updates. If the machine does not
 * show the options, only an object as declared counts: another one is hardly that of the resource.
 */
export const hintForReplace = ({ mayReplace, isReplacing }: Connection, isAsDeclared = true): string =>
  (isAsDeclared ? mayReplace : isReplacing) ? ' With --replace, set the resource option deleteBeforeReplace: true.' : ''

/** Adopts an existing object, if the program allows it. */
export async function adopt(desired: DesiredObject, existing: object, isSuccessor = false): Promise<CreateResult> {
  const { definition, connection, inputs: declared, holder } = desired
  const plan = await planAdoption(desired, existing, isSuccessor)
  const { subject: what, ref, inputs, differing, changes, rotates, recreates: isRecreated } = plan
  if (plan.refusal !== undefined) throw new ResourceError(plan.refusal)
  const id = formatId(definition, ref)
  // A provider with another name of the service could otherwise delete the object.
  await connection.ownership.identifyService(definition, ref.parent)
  const winner = connection.ownership.claim(definition, ref, inputs, holder)
  if (!isSame(winner, holder)) throw new ResourceError(ownedBy(definition, what, id, winner))
  let live = existing
  try {
    if (differing.length > 0) {
      const changed = new Set(differing)
      const state = { ...inputs, ...computedValues(definition, existing, 'read') }
      live = await sendUpdate(definition, connection, ref, state, { inputs, changed, live: existing })
    } else if (rotates) {
      live = await regenerateSecret(definition, connection, objectParams(definition, ref), inputs)
    }
  } catch (error) {
    connection.ownership.giveUp(definition, ref, holder)
    // There is no state yet, so the next update creates the object.
    throw error instanceof ObjectLost ? new ResourceError(error.message) : error
  }
  const secrets = secretsOf(definition)
  const unreadable = Object.keys(definition.input).filter(
    (name) => definition.input[name]?.local && definition.input[name].secret && inputs[name] != null,
  )
  const shown = computedValues(definition, live, 'write')
  const missing = secrets.filter((name) => !(name in shown))
  const notes = [
    isRecreated ? ' The API cannot change it, so it was deleted and created again.' : '',
    unreadable.length > 0
      ? ` Its ${unreadable.join(' and ')} cannot be read, and ${unreadable.length === 1 ? 'is' : 'are'} assumed to be as declared.`
      : '',
    missing.length > 0 ? ` Its ${missing.join(' and ')} cannot be read, and remains empty.` : '',
  ].join('')
  const isUnchanged = live === existing
  const how = changes ? `: ${changes}` : isUnchanged ? ', unchanged' : `, with a new ${secrets.join(' and ')}`
  // The program reports the number of unchanged objects, which get no line of their own.
  const giver = giverOf(desired, existing)
  if (giver) {
    connection.warn(
      `${what} (id ${id}) ${agreeing(definition, 'was taken over from')} ${displayName(giver.name)}${how}.${notes}`,
    )
    return { live, sent: sentFields(definition), inputs: notYetDue(definition, declared, live) }
  }
  const isCounted = connection.ownership.noteAdoption(definition, isUnchanged ? 'none' : 'some')
  if (!isCounted || !isUnchanged || notes) {
    connection.warn(`${what} already existed (id ${id}) and ${agreeing(definition, 'was adopted')}${how}.${notes}`)
  }
  return { live, sent: sentFields(definition), inputs: notYetDue(definition, declared, live) }
}

/** The names of the outputs with secrets. */
export const secretsOf = ({ output }: Definition) => Object.keys(output).filter((name) => output[name]?.secret)

/**
 * Arguments that depend on the current time, with their values until a change is due. If a successor is due, the next
 * update creates it: an adoption only adopts the existing object.
 */
function notYetDue(definition: Definition, declared: Json, live: object): Json {
  if (!definition.rotation?.schedule) return {}
  const current = observed(definition, live, declared)
  const scheduled = definition.rotation.schedule(declared, current, now()) as Json
  const begins = definition.rotation?.overlap?.begins(
    { ...declared, ...scheduled },
    new Set(Object.keys(scheduled)),
    current,
  )
  return begins ? Object.fromEntries(Object.keys(scheduled).map((name) => [name, current[name] ?? null])) : scheduled
}

function secretRefusal(canRotate: boolean, what: string, id: string, hidden: string[], changes: string): string {
  const secret = hidden.join(' and ')
  const problem = changes
    ? `${what} already exists (id ${id}), and changing ${changes} ends its ${secret}.`
    : `${what} already exists (id ${id}), but its ${secret} cannot be read.`
  const rotate = canRotate ? '"rotate" to create a new one, which ends the old one immediately' : ''
  const omit = canRotate && changes ? '' : '"omit" to leave it empty'
  return `${problem} Add secretOnAdopt: ${[rotate, omit].filter(Boolean).join(', or ')}.`
}

const ownedBy = (definition: Definition, what: string, id: string, holder: Holder) =>
  `${what} (id ${id}) ${agreeing(definition, `is owned by ${displayName(holder.name)}: declare it once`)}.`
