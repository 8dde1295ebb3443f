import {
  definitionOf,
  isRefused,
  nameOfSurveyed,
  subject,
  survey,
  type Surveyed,
  surveyedKinds,
} from '../../provider/command-line/objects'
import type { Connection, Parents } from '../../provider/command-line/service'
import { remedies } from './compare'
import type { Finding } from './finding'
import { fingerprintOf } from './fingerprint'

/** A project or group with resources of a stack. */
export interface Parent {
  connection: Connection
  kind: keyof Parents
  id: number
  /** The path or id as the first resource declares it. */
  written: string
  stack: string
}

/** Finds the objects of a project or group that are not among `declared`. Also returns all its objects. */
export async function findUnmanaged(
  { connection, kind, id, written, stack }: Parent,
  declared: ReadonlySet<string>,
  warn: (text: string) => void,
): Promise<{ findings: Finding[]; all: Surveyed[] }> {
  const surveyed = surveyedKinds(kind).map((one) =>
    survey(connection, kind, id, [one]).catch((error: Error): Surveyed[] => {
      if (!isRefused(error)) throw error
      const reason = error.message.replace(` of ${id} `, ` of ${written} `)
      warn(`${reason} It is unknown whether ${written} has unmanaged ones.`)
      return []
    }),
  )
  const all = (await Promise.all(surveyed)).flat()
  const findings = all
    .filter((one) => !declared.has(nameOfSurveyed(one)))
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
      message: 'exists, but no stack declares it.',
      remedy: remedies.unmanaged,
    }))
  return { findings, all }
}

const subjectOf = ({ kind, inputs, outputs }: Surveyed, parent: string): string =>
  subject(definitionOf(kind), { ...outputs, ...inputs, [parent]: undefined })
