import { subject } from '../../provider/core/schema/subject'
import type { Connection } from '../../provider/core/service/connection'
import type { Definition } from '../../provider/core/schema/define'
import { objectRefOf, objectName } from '../../provider/core/schema/identity'
import type { Parents } from '../../provider/core/schema/kind'
import { load } from '../../provider/core/engine/load'
import { isRefused, survey, type Surveyed, surveyedKinds } from '../../provider/core/engine/survey'
import type { Json, StackResource } from '../stacks/stack'
import { kindOf } from '../stacks/resource-kind'
import { remedies } from './compare'
import type { Finding } from './finding'
import { fingerprintOf } from './fingerprint'

/** A project or group that a stack has something in. */
export interface Parent {
  connection: Connection
  kind: keyof Parents
  id: number
  /** As the first resource there has it. */
  written: string
  stack: string
}

/** The objects that a resource stands for, each by the name it has in a process. */
export function objectsOf(resource: StackResource): string[] {
  const kind = kindOf(resource)
  const { id = '', outputs } = resource
  if ('perform' in kind || kind.identity.parent === undefined) return []
  if (!('of' in kind)) {
    const place = objectRefOf(kind, id, outputs)
    // A token that was followed by another goes on until its time is over.
    const former = kind.rotation?.overlap && outputs[kind.rotation?.overlap.predecessor]
    return [place, ...(former == null ? [] : [{ ...place, key: former as number }])].map((one) => objectName(kind, one))
  }
  const parent = Number(outputs[`${kind.identity.parent}Id`])
  const ids = Object.values((outputs.ids ?? {}) as Record<string, number | string>)
  return ids.map((key) => objectName(kind.of, { parent, within: [], key }))
}

/** What a project or group has that is not among `declared`; and all that it has. */
export async function findUnmanaged(
  { connection, kind, id, written, stack }: Parent,
  declared: ReadonlySet<string>,
  warn: (text: string) => void,
): Promise<{ findings: Finding[]; all: Surveyed[] }> {
  const surveyed = surveyedKinds(kind).map((one) =>
    survey(connection, kind, id, [one]).catch((error: Error): Surveyed[] => {
      if (!isRefused(error)) throw error
      const reason = error.message.replace(` of ${id} `, ` of ${written} `)
      warn(`${reason} Whether there are any in ${written} that nobody declares is not known.`)
      return []
    }),
  )
  const all = (await Promise.all(surveyed)).flat()
  const findings = all
    .filter((one) => {
      const definition = load(one.kind) as Definition
      return !declared.has(objectName(definition, objectRefOf(definition, one.id, one.outputs)))
    })
    .map((one): Finding => ({
      fingerprint: fingerprintOf('unmanaged', `${connection.instance} ${one.kind} ${one.id}`, []),
      difference: 'unmanaged',
      stack,
      kind: one.kind,
      subject: subjectOf(one, kind),
      parent: written,
      parentKind: kind,
      id: one.id,
      properties: [],
      message: 'is there, and no stack declares it.',
      remedy: remedies.unmanaged,
    }))
  return { findings, all }
}

const subjectOf = ({ kind, inputs, outputs }: Surveyed, parent: string): string =>
  subject(load(kind), { ...outputs, ...inputs, [parent]: undefined } as Json)
