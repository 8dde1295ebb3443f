import {
  definitionOf,
  factsOf,
  isRefused,
  nameOfSurveyed,
  subject,
  survey,
  type Surveyed,
  surveyedKinds,
} from '../../provider/command-line/objects'
import type { Connection, Parents } from '../../provider/command-line/service'
import type { Finding } from './finding'
import { fingerprintOf } from './fingerprint'
import type { Refusal } from './refusals'
import { remedies, statementOf } from './statements'
import { withWebUrl } from './web-url'

/** A project or group with resources of a stack. */
export interface Parent {
  connection: Connection
  kind: keyof Parents
  id: number
  /** The path or id as the first resource declares it. */
  written: string
  stack: string
}

/** Finds the objects of a project or group that are not `declared`. Also returns all its objects. */
export async function findUnmanaged(
  { connection, kind, id, written, stack }: Parent,
  declared: (name: string) => boolean,
  refuse: (refusal: Refusal) => void,
): Promise<{ findings: Finding[]; all: Surveyed[] }> {
  // Each project has its settings, which no program has to declare.
  const kinds = surveyedKinds(kind).filter((one) => definitionOf(one).single === undefined)
  const surveyed = kinds.map((one) =>
    survey(connection, kind, id, [one]).catch((error: Error): Surveyed[] => {
      if (!isRefused(error)) throw error
      refuse({ place: written, id, message: error.message })
      return []
    }),
  )
  const all = (await Promise.all(surveyed)).flat()
  const findings = all
    .filter((one) => !declared(nameOfSurveyed(one)))
    .map((one) => {
      const definition = definitionOf(one.kind)
      const values = { ...one.outputs, ...one.inputs }
      const facts = factsOf(definition, values)
      const finding: Finding = {
        fingerprint: fingerprintOf('unmanaged', `${connection.instance} ${one.kind} ${one.id}`, []),
        difference: 'unmanaged',
        stack,
        kind: one.kind,
        subject: subjectOf(one, kind),
        parent: written,
        parentKind: kind,
        id: one.id,
        ...(facts && { facts }),
        properties: [],
        message: statementOf('unmanaged', []),
        remedy: remedies.unmanaged,
      }
      return withWebUrl(finding, connection.instance, definition, values)
    })
  return { findings, all }
}

const subjectOf = ({ kind, inputs, outputs }: Surveyed, parent: string): string =>
  subject(definitionOf(kind), { ...outputs, ...inputs, [parent]: undefined })
