import { argumentText, isUnknown } from '../../provider/command-line/objects'
import { grouped } from '../shared/grouped'
import { hidden, secretChange } from '../shared/property'
import { counted, listed, listedUpTo, nounOf } from '../shared/words'
import type { Fold } from './fold'
import {
  type Action,
  actions,
  type Change,
  hasValues,
  type OtherResource,
  type Plan,
  type PlannedObject,
  type Unchecked,
} from './plan'

/** What a protection is called when it is removed: `protected environment` → `unprotects 1 environment`. */
const protection = 'protected '

const verbs: Readonly<Record<Exclude<Action, 'delete' | 'conflict' | 'delete-later'>, string>> = {
  replace: 'replaces',
  adopt: 'takes over',
  rotate: 'rotates',
  change: 'changes',
  create: 'creates',
  import: 'imports',
  move: 'moves',
  forget: 'stops managing',
}

/** The heading of a column or a list. */
export const headings: Readonly<Record<Action, string>> = {
  delete: 'Deleted',
  conflict: 'Would fail',
  'delete-later': 'Deleted later',
  replace: 'Replaced',
  adopt: 'Taken over',
  rotate: 'Rotated',
  change: 'Changed',
  create: 'Created',
  import: 'Imported',
  move: 'Moved',
  forget: 'No longer managed',
}

/** What an update does, in one line: `deletes 36 labels in 4 projects · takes over 7 labels (6 changed)`. */
export function verdictOf({ objects, others, unknown, unchecked, errors }: Plan): string {
  const parts = actions.flatMap((action) => {
    const found = objects.filter((one) => one.action === action)
    return found.length > 0 ? partOf(action, found) : []
  })
  const rest = otherCounts(others)
  const all = [
    ...(errors.length > 0 ? ['the preview failed'] : []),
    ...(unchecked.length > 0 ? [`not checked: ${listed(uncheckedCounts(unchecked))}`] : []),
    ...parts,
    ...(rest.length > 0 ? [`other resources: ${rest.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`${counted(unknown.length, 'set')} not known yet`] : []),
  ]
  return all.join(' · ') || 'no changes'
}

const scopes: Readonly<Record<Exclude<Unchecked['scope'], 'service' | 'token'>, string>> = {
  project: 'project',
  group: 'group',
  collection: 'list',
  resource: 'resource',
}

/** `2 projects (404)`. */
function uncheckedCounts(unchecked: readonly Unchecked[]): string[] {
  const nounOfScope = ({ scope, status }: Unchecked) => JSON.stringify([scope, status])
  return [...grouped(unchecked, nounOfScope).values()].map((found) => {
    const [{ scope, status, subject } = { scope: 'resource' as const, subject: '', status: undefined }] = found
    const what =
      scope === 'service' || scope === 'token' ? `everything on ${subject}` : counted(found.length, scopes[scope])
    return status === undefined ? what : `${what} (${status})`
  })
}

function partOf(action: Action, objects: readonly PlannedObject[]): string[] {
  if (action === 'delete') {
    const isProtection = ({ kind }: PlannedObject) => nounOf(kind).startsWith(protection)
    const parents = objects.filter(containsOthers)
    const unprotected = objects.filter(isProtection)
    const deleted = objects.filter((one) => !containsOthers(one) && !isProtection(one))
    return [
      ...(parents.length > 0 ? [`deletes ${nouns(parents)} (${listedUpTo(mostParents, parents.map(placeOf))})`] : []),
      ...(deleted.length > 0 ? [`deletes ${nouns(deleted)}${where(deleted)}`] : []),
      ...(unprotected.length > 0 ? [`unprotects ${nouns(unprotected, protection)}${where(unprotected)}`] : []),
    ]
  }
  if (action === 'conflict') {
    return [`would fail: ${nouns(objects)}${where(objects)} ${objects.length === 1 ? 'exists' : 'exist'}`]
  }
  if (action === 'delete-later') {
    return [`leaves ${nouns(objects)}${where(objects)} that the next update with --refresh deletes`]
  }
  const changed = action === 'adopt' ? objects.filter(({ changes }) => changes.length > 0).length : 0
  const recreated = objects.filter(({ meanwhile }) => meanwhile !== undefined).length
  const notes = [
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(recreated > 0 ? [`${recreated} deleted and created again`] : []),
  ]
  return [`${verbs[action]} ${nouns(objects)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`]
}

/** Whether the object is a project or group, whose objects are deleted with it. */
export const containsOthers = ({ kind, parentKind }: PlannedObject): boolean => kind === parentKind

const mostParents = 5

/** `36 labels and 2 freeze periods`. */
function nouns(objects: readonly PlannedObject[], without = ''): string {
  const kinds = grouped(objects, ({ kind }) => nounOf(kind))
  return listed([...kinds].map(([noun, all]) => counted(all.length, noun.replace(without, ''))))
}

function where(objects: readonly PlannedObject[]): string {
  const places = [...grouped(objects, placeOf).keys()].filter((place) => place !== '')
  const [first] = places
  if (first === undefined) return ''
  return ` in ${places.length === 1 ? first : placesCount(objects, places.length)}`
}

/** `73 projects`, as the places of these objects are called. */
export function placesCount(objects: readonly PlannedObject[], count: number): string {
  const [noun = '', ...others] = new Set(objects.map(({ parentKind }) => parentKind))
  return others.length === 0 ? counted(count, noun) : `${count} projects and groups`
}

/** The word between objects and their places. The place of a project or group is its own path. */
export const beforePlaces = (objects: readonly PlannedObject[]): string =>
  objects.every(containsOthers) ? ' ' : ' in '

/** The project or group of an object; empty if it has none. */
export const placeOf = ({ parent }: PlannedObject): string => (isUnknown(parent) ? 'a new project' : parent)

const otherVerbs: readonly [operation: string, verb: string][] = [
  ['delete', 'to delete'],
  ['delete-replaced', 'to delete'],
  ['replace', 'to replace'],
  ['update', 'to update'],
  ['create', 'to create'],
  ['import', 'to import'],
  ['import-replacement', 'to import'],
]

function otherCounts(others: readonly OtherResource[]): string[] {
  const counts = new Map<string, number>()
  for (const [operation, verb] of otherVerbs) {
    const count = others.filter((one) => one.operation === operation).length
    if (count > 0) counts.set(verb, (counts.get(verb) ?? 0) + count)
  }
  return [...counts].map(([verb, count]) => `${count} ${verb}`)
}

/** The number of objects and other resources that an update deletes or replaces. */
export const deletionsOf = ({ objects, others }: Plan): number =>
  objects.filter(({ action }) => action === 'delete' || action === 'replace').length +
  others.filter(({ operation }) => /^(delete|replace)/.test(operation)).length

/**
 * The number of branches, tags and environments that lose their protection, and of approval rules that are deleted. A
 * protection that is replaced is one of another name or project.
 */
export const unprotectionsOf = ({ objects }: Plan): number =>
  objects.filter(({ action, kind }) => /^(delete|replace)$/.test(action) && /^(protected-|approval-rule$)/.test(kind))
    .length

/** The heading of what the preview could not check. */
export const notChecked = 'Not checked'

/** What the preview could not check, and why, in one line. */
export const uncheckedText = ({ subject, reason }: Unchecked): string =>
  reason.startsWith(subject) ? reason : `${subject}: ${reason}`

/** What the preview could not check for another reason than the role of the access token's user. */
export const uncheckedOf = ({ unchecked }: Plan): number =>
  unchecked.filter(({ isHiddenByRole }) => !isHiddenByRole).length

export const conflictsOf = ({ objects }: Plan): number => objects.filter(({ action }) => action === 'conflict').length

/** What changes in folded objects, in one line: `color → "#123ABC", description "a" → nothing`. */
export function changesOf({ objects: [first, ...rest], changes }: Fold): string {
  const { action, subject, parent, reason = '' } = first
  if (action === 'conflict') return rest.length > 0 ? '' : reason.replace(`${subject} of ${parent} `, '')
  if (hasValues(action)) return ''
  if (changes.length > 0) return `${changes.map(arrowOf).join(', ')}${interruptionText(first)}${disabledText(first)}`
  return action === 'adopt' ? `unchanged${disabledText(first)}` : ''
}

/** ` (deleted and created again: in between, tags that match the name are not protected)`. */
const interruptionText = ({ meanwhile }: PlannedObject): string =>
  meanwhile === undefined ? '' : ` (deleted and created again: in between, ${meanwhile})`

/** ` (was disabled by the service, because calls failed)`. */
const disabledText = ({ disabled }: PlannedObject): string =>
  disabled === undefined ? '' : ` (${disabled.replace(/\.$/, '')})`

/** `color "#FF0000" → "#00FF00"`. */
const arrowOf = (change: Change): string => {
  const { path, from, to } = change
  return from === hidden && to === hidden
    ? `${path} ${secretChange}`
    : from === undefined && to !== undefined
      ? `${path} → ${nextOf(change)}`
      : `${path} ${valueOf(from, path)} → ${nextOf(change)}`
}

/** The value after the update. A date that Trueup computes depends on the day of the update: `about "2027-02-25"`. */
const nextOf = ({ path, to, isComputed }: Change): string =>
  `${isComputed && !isUnknown(to) ? 'about ' : ''}${valueOf(to, path)}`

export const valueOf = (value: unknown, path: string): string => {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return 'nothing'
  return isUnknown(value) ? '(known after the update)' : (argumentText(value, path) ?? JSON.stringify(value))
}

/** An object with all values, in one line. */
export function lineOf(one: PlannedObject): string {
  const { action, subject, id, changes, reason } = one
  const name = `${subject}${id === '' ? '' : ` (id ${id})`}`
  if (reason !== undefined) return `${name}: ${reason}`
  const values = hasValues(action) ? valuesOf(one) : changes.map(arrowOf).join(', ')
  return `${headings[action].toLowerCase()}: ${name}${values === '' ? '' : `: ${values}`}${interruptionText(one)}`
}

/** An object that has fallen due since another preview, such as a token with a rotation. */
export const dueLineOf = ({ subject, id, changes }: PlannedObject): string =>
  `${subject} (id ${id}) has fallen due since the review: ${changes.map(arrowOf).join(', ')}`

/** The values of an object that is created, deleted or kept, in one line: `color "#FF0000", priority 1`. */
export const valuesOf = ({ changes }: Pick<PlannedObject, 'changes'>): string =>
  changes.map((change) => `${change.path} ${nextOf({ ...change, to: change.to ?? change.from })}`).join(', ')

/** The name of a resource: its type and name. */
const resourceName = (urn: string): string => {
  const [, , types = '', ...name] = urn.split('::')
  return `${types.split('$').at(-1) ?? ''} ${name.join('::')}`
}

/** A resource of another provider in one line. */
export const otherLineOf = ({ operation, urn, changes }: OtherResource): string =>
  `${operation}: ${resourceName(urn)}${changes.length > 0 ? `: ${changes.map(arrowOf).join(', ')}` : ''}`
