import { joined, later } from '../../../sdk/http/redact'
import type { Json } from '../schema/json'
import type { Operation } from '../schema/kind'
import type { KindDefinition } from '../schema/kind-definition'
import { hideSecrets, withoutSecretValues } from '../schema/secret-paths'
import type { Connection } from '../service/connection'
import { diagnose, redactionOf } from '../service/explain'
import { hidingValues } from '../service/hidden-values'
import { InitFailed, ResourceError } from '../service/resource-error'
import { verbsOf } from './load'
import type { ProgramResource, Verbs } from './verbs'

/** Runs a verb, and converts its errors to messages for users, without the values of secret arguments. */
export async function runVerb<T>(
  definition: KindDefinition,
  connect: () => Connection,
  operation: Operation,
  values: Json,
  verb: (verbs: Verbs) => Promise<T>,
  { name, secrets = [] }: ProgramResource = {},
): Promise<T> {
  let connection: Connection
  try {
    connection = connect()
  } catch (error) {
    throw new ResourceError(error instanceof Error ? error.message : String(error))
  }
  const hidden = later(() => joined(hideSecrets(definition, values, secrets), redactionOf(definition, values)))
  try {
    const verbs = verbsOf(definition, connection)
    const result = await hidingValues(hidden, () => verb(verbs))
    if (operation === 'create' || operation === 'update') keepLedger(connection, result)
    if (operation === 'diff' && name !== undefined) connection.ownership.noteCompared(name)
    // Warnings of a preview that waited for this resource. They never make the verb fail.
    if (operation === 'diff' || operation === 'read') await connection.ownership.runReadyTasks().catch(() => {})
    return result
  } catch (error) {
    const shown = withoutSecretValues(values, secrets)
    const diagnosed = await hidingValues(hidden, () => diagnose(connection, definition, operation, shown, error))
    throw diagnosed.redacted(hidden.ours)
  }
}

/** Restores the ledger before the response to a write. If that fails, the state contains an object that was created. */
function keepLedger({ ownership }: Connection, result: unknown): void {
  try {
    ownership.keepLedger()
  } catch (error) {
    const { id, outs } = result as { id?: string; outs?: Json }
    if (id === undefined || outs === undefined || !(error instanceof ResourceError)) throw error
    throw new InitFailed(error.message, id, outs)
  }
}
