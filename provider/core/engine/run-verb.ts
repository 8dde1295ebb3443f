import type { Json } from '../schema/json'
import type { Operation } from '../schema/kind'
import { hideSecrets, withoutSecretValues } from '../schema/secret-paths'
import type { Connection } from '../service/connection'
import { diagnose } from '../service/explain'
import { ResourceError } from '../service/resource-error'
import { type Declaration, verbsOf } from './load'
import type { Declarer, Verbs } from './verbs'

/** Runs a verb, and converts its errors to messages for users, without the values of secret arguments. */
export async function runVerb<T>(
  definition: Declaration,
  connect: () => Connection,
  operation: Operation,
  values: Json,
  verb: (verbs: Verbs) => Promise<T>,
  { secrets = [] }: Declarer = {},
): Promise<T> {
  let connection: Connection
  try {
    connection = connect()
  } catch (error) {
    throw new ResourceError(error instanceof Error ? error.message : String(error))
  }
  try {
    return await verb(verbsOf(definition, connection))
  } catch (error) {
    const diagnosed = await diagnose(connection, definition, operation, withoutSecretValues(values, secrets), error)
    throw secrets.length > 0 ? diagnosed.redacted(hideSecrets(values, secrets)) : diagnosed
  }
}
