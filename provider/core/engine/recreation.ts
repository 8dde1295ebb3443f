import type { Definition } from '../schema/define'
import type { Json } from '../schema/json'
import { withoutSecretValues } from '../schema/secret-paths'
import { subject } from '../schema/subject'
import type { Connection } from '../service/connection'
import { dropRespelledSubjects } from '../service/named-subjects'
import { isCommunity } from '../service/obstacle'
import { changes } from './diff'
import type { ProgramResource } from './verbs'

/** Whether changes of these arguments, if any, require that the object is deleted and created again. */
export async function recreates(
  { api: { recreate } }: Definition,
  connection: Connection,
  changed: ReadonlySet<string>,
): Promise<boolean> {
  if (!recreate?.onCommunity) return recreate !== undefined
  return recreate.onCommunity.some((name) => changed.has(name)) && (await isCommunity(connection))
}

/** Whether an update, and not a replacement, deletes the object and creates it again. */
export async function updateRecreates(
  definition: Definition,
  connection: Connection,
  olds: Json,
  news: Json,
): Promise<boolean> {
  if (!definition.api.recreate) return false
  const changed = changes(definition, olds, news)
  await dropRespelledSubjects(definition, connection, olds, news, changed)
  const isUpdate = changed.size > 0 && !definition.replaceOn.some((name) => changed.has(name))
  return isUpdate && (await recreates(definition, connection, changed))
}

/** Writes an object that an update deletes and creates again for the summary of the preview. */
export function recordRecreation(
  definition: Definition,
  connection: Connection,
  inputs: Json,
  { name, secrets = [] }: ProgramResource,
): void {
  const { api, identity, kind } = definition
  connection.record({
    effect: 'recreate',
    resource: name,
    kind,
    parent: String(inputs[identity.parent]),
    subject: subject(definition, { ...withoutSecretValues(inputs, secrets), [identity.parent]: undefined }),
    id: '',
    changes: [],
    rotates: false,
    meanwhile: api.recreate?.meanwhile,
  })
}

/** Warns in a preview that an update deletes objects and creates them again. */
export function warnOfRecreation(
  { api }: Definition,
  connection: Connection,
  objects: string,
  isSeveral = false,
): void {
  if (!api.recreate) return
  const them = isSeveral ? 'them' : 'it'
  connection.warn(
    `The update deletes ${objects} and creates ${them} again, because the API cannot change ${them}: ` +
      `in between, ${api.recreate.meanwhile}.`,
  )
}
