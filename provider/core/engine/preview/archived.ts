import type { Project } from '../../../../sdk'
import type { Definition } from '../../schema/define'
import type { Json } from '../../schema/json'
import { hasUnknown } from '../../schema/unknown'
import type { Connection } from '../../service/connection'
import { stopsIfArchived } from '../../service/obstacle'
import type { Reference } from '../../service/parents'
import { parentAt } from '../../service/references'

/**
 * Warns in a preview, once for each kind and project, that the update cannot create or change objects: their project is
 * archived, or the same update archives it, which is done before what depends on the project. Only reads.
 */
export async function warnOfArchived(
  definition: Definition,
  connection: Connection,
  inputs: Json,
  isIndependent = false,
): Promise<void> {
  const { access, identity, plural } = definition
  if (access.unarchived === undefined || identity.parent !== 'project' || hasUnknown(inputs.project)) return
  const project = await parentAt(connection, 'project', inputs.project as Reference)
  if (!stopsIfArchived(project, access)) return
  const planned = await plannedFor(connection, project, inputs.project as Reference)
  const path = project.path_with_namespace
  const warn = (text: string) => {
    const name = connection.failedReads.nameOf(`archived ${definition.kind} ${project.id}`)
    if (connection.ledger.noteUnchecked(name)) connection.warnOfFailure(text)
  }
  if (project.archived === true && planned !== false) {
    warn(
      `The update would fail: project ${path} is archived, so its ${plural} cannot be changed: unarchive it, such as with ` +
        'archived: false of its Project resource, or do not change them.',
    )
  } else if (project.archived === true && isIndependent) {
    warn(
      `The update can fail: it unarchives project ${path}, and does not wait for that before it changes its ${plural}. Write ` +
        'an output of the Project resource, such as projectId, in place of its path, or set the resource option dependsOn.',
    )
  } else if (project.archived === false && planned === true) {
    warn(
      `The update would fail: it archives project ${path} before it changes its ${plural}. Archive the project in a later ` +
        'update.',
    )
  }
}

/** Whether the program declares that a project is archived. Undefined if it does not say. */
async function plannedFor(
  connection: Connection,
  { id, path_with_namespace: path }: Project,
  written: Reference,
): Promise<boolean | undefined> {
  const { ledger } = connection
  // Programs in other languages do not record what they declare. Their provider knows it when it has checked everything.
  if (!ledger.isOfProgram) await connection.waitForProgram()
  return [id, path, written].map((reference) => ledger.plannedArchived(reference)).find((one) => one !== undefined)
}
