import type { Definition } from '../../schema/define'
import { collectionParams, collectionRefOf } from '../../schema/identity'
import type { Json } from '../../schema/json'
import { naturalKeyOf } from '../../schema/natural-key'
import type { PreviewContext } from '../../schema/preview-context'
import { describeRefusals } from '../../schema/refusal'
import { withoutSecretValues } from '../../schema/secret-paths'
import { subject } from '../../schema/subject'
import { withSubjectIds } from '../../schema/subject-ids'
import { hasUnknown } from '../../schema/unknown'
import type { Connection } from '../../service/connection'
import { resolveSubjects } from '../../service/named-subjects'
import type { Reference } from '../../service/parents'
import { readOnce } from '../../service/read-once'
import { parentAt, resolve } from '../../service/references'
import type { ProgramResource } from '../verbs'
import { warnOfArchived } from './archived'

/**
 * Warns in a preview of changed arguments that the service would not accept, or that are probably a mistake. Only reads.
 */
export async function previewInputs(
  definition: Definition,
  connection: Connection,
  inputs: Json,
  changed: ReadonlySet<string>,
  { secrets = [], isIndependent }: Pick<ProgramResource, 'secrets' | 'isIndependent'> = {},
): Promise<void> {
  if (changed.size === 0) return
  const what = subject(definition, withoutSecretValues(inputs, secrets))
  const known = Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, hasUnknown(value) ? undefined : value]),
  )
  for (const mistake of definition.likelyMistakes?.(known, changed) ?? []) connection.warn(`${what} ${mistake}`)
  await warnOfArchived(definition, connection, inputs, isIndependent)
  if (!definition.api.refusalsOfInputs || hasUnknown(inputs)) return
  const ids = {
    ...(await resolve(definition, connection, inputs)),
    ...(await resolveSubjects(definition, connection, 'create', inputs)),
  }
  const resolved = withSubjectIds(definition, { ...inputs, ...ids })
  const at = collectionParams(definition, collectionRefOf(definition, inputs, ids))
  const context = contextOf(definition, connection, inputs)
  const refusals = await definition.api.refusalsOfInputs(connection.api, at, resolved, changed, context)
  if (refusals.length > 0) connection.warnOfFailure(describeRefusals(what, refusals))
}

const contextOf = ({ identity: { parent } }: Definition, connection: Connection, inputs: Json): PreviewContext => ({
  currentUser: () => connection.currentUser(),
  readParent: () => parentAt(connection, parent, inputs[parent] as Reference),
  readOnce: (name, read) => readOnce(connection, name, read),
  declares: (kind, values) => {
    const key = naturalKeyOf(kind, values)
    return key !== undefined && connection.ledger.intentsOf(kind.kind, connection.ledger.hash(key), {}).length > 0
  },
})
