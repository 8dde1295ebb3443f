import { withDefaults } from '../../provider/core/schema/check'
import { subject } from '../../provider/core/schema/subject'
import { now } from '../../provider/core/service/clock'
import type { Connection } from '../../provider/core/service/connection'
import { changes } from '../../provider/core/engine/diff'
import { diagnose } from '../../provider/core/service/errors'
import { type Declaration, verbsOf } from '../../provider/core/engine/load'
import { kindOf } from '../stacks/resource-kind'
import type { Json, StackResource } from '../stacks/stack'
import { type Difference, type Finding, type Property } from './finding'
import { fingerprintOf } from './fingerprint'
import { ignoringChanges } from './ignore-changes'
import { differing } from './property'
import { valueOf } from './wording'

/** What a resource and the service differ in, if anything, and what the service has. */
export interface Compared {
  finding?: Finding
  /** The live arguments; undefined where the object is gone. */
  live: Json | undefined
}

/** Compares a resource with the service as a refresh and the next update would, and changes neither. */
export async function compare(stack: string, resource: StackResource, connection: Connection): Promise<Compared> {
  const kind = kindOf(resource)
  const state = plain(resource.outputs)
  const verbs = verbsOf(kind, connection)
  try {
    const found = await verbs.read(resource.id ?? '', state)
    const tell = (difference: Difference, properties: Property[], message: string): Compared => ({
      finding: findingOf(stack, resource, kind, difference, properties, message),
      live: found?.inputs,
    })
    if (!found) return tell('deleted', [], 'is gone.')
    const ignoring = (wanted: Json, had: Json): Json => ignoringChanges(wanted, had, resource.ignoreChanges)
    // An imported state only has what was exported, without defaults.
    const declared = ignoring(withDefaults(kind, plain(resource.inputs)), found.inputs)
    const change = await verbs.diff(resource.id ?? '', found.props, declared)
    if (!('changes' in change) || change.changes) {
      const names = changes(kind, found.inputs, declared)
      const properties =
        names.size > 0
          ? differing(kind, only(declared, names), only(found.inputs, names), resource.secretInputs)
          : differing(kind, computed(kind, state), computed(kind, found.props), new Set())
      return tell('changed', properties, `${properties.map(worded).join(', ') || 'is not as it has to be'}.`)
    }
    // What time alone changes.
    const timely = { ...declared, ...kind.rotation?.schedule?.(declared as never, declared as never, now()) }
    const wanted = ignoring(timely, declared)
    const due = changes(kind, declared, wanted)
    if (due.size === 0) return { live: found.inputs }
    const properties = differing(kind, only(wanted, due), only(declared, due), new Set())
    return tell('due', properties, dueMessage(kind, due, state))
  } catch (error) {
    throw await diagnose(connection, kind, 'read', state, error)
  }
}

/** What an update would do now. It may revoke the previous token of an overlap without changing its successor. */
function dueMessage(kind: Declaration, due: ReadonlySet<string>, state: Json): string {
  const succession = 'api' in kind ? kind.rotation?.overlap : undefined
  if (!succession || due.has('expiresAt')) return 'is due to be rotated.'
  const former = state[succession.predecessor]
  return `has a previous token${former == null ? '' : ` (id ${valueOf(former)})`} that is due to be revoked.`
}

function findingOf(
  stack: string,
  resource: StackResource,
  kind: Declaration,
  difference: Difference,
  properties: Property[],
  message: string,
): Finding {
  const { parent } = kind.identity
  const { urn, id = '' } = resource
  const values = { ...plain(resource.outputs), ...plain(resource.inputs) }
  const name = urn.slice(urn.lastIndexOf('::') + 2)
  const own = subject(kind, { ...values, ...(parent && { [parent]: undefined }) })
  return {
    fingerprint: fingerprintOf(difference, urn, properties),
    difference,
    stack,
    urn,
    name,
    kind: kind.kind,
    subject: 'of' in kind ? `${own} ${JSON.stringify(name)}` : own,
    parent: parent ? String(values[parent] ?? '') : '',
    parentKind: parent ?? 'none',
    id,
    properties,
    message,
    remedy: remedies[difference],
  }
}

export const remedies: Record<Difference, string> = {
  changed: '"pulumi up --refresh" makes it as declared; to keep what is there, declare it so.',
  deleted: '"pulumi up --refresh" creates it again; to do without it, take it out of the program.',
  due: '"pulumi up" does it.',
  unmanaged:
    'Declare it and let onConflict or adoptId take it over ("trueup export" writes both), or delete it by hand.',
}

const shown = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}

const worded = ({ path, declared, live }: Property): string => `${path} is ${shown(live)}, declared ${shown(declared)}`

function plain({ __provider, ...values }: Json): Json {
  return values
}

const only = (values: Json, names: ReadonlySet<string>): Json =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))

/** What the service computed, but for what it shows once. */
const computed = ({ output }: Declaration, values: Json): Json =>
  Object.fromEntries(Object.entries(values).filter(([name]) => output[name] && !output[name].once))
