import type { Json } from '../schema/json'
import type { KindDefinition } from '../schema/kind-definition'
import { withoutSecretValues } from '../schema/secret-paths'
import type { Connection } from '../service/connection'
import type { EngineOperation } from '../service/engine-operation'
import { previewing } from '../service/failed-reads'
import { reportUnchecked, reportUnconnected } from '../service/unchecked'
import { runVerb } from './run-verb'
import type { ProgramResource, Verbs } from './verbs'

/** What a preview needs to check a resource. */
interface Previewed {
  readonly definition: KindDefinition
  /** The declared values. */
  readonly values: Json
  readonly resource: ProgramResource | undefined
  /** Whether it is not in the state. The verb `diff` reports an invalid connection of one that is. */
  readonly isNew: boolean
  readonly operation: EngineOperation
  connect(): Connection
}

/** Runs the verb `preview`. What it cannot check is a warning, because the update may not meet the error. */
export async function runPreview(previewed: Previewed, work: (verbs: Verbs) => Promise<void>): Promise<void> {
  const { definition, values, resource, operation } = previewed
  let connection: Connection
  try {
    connection = previewed.connect()
  } catch (error) {
    return previewed.isNew ? reportUnconnected(operation, error) : undefined
  }
  const secrets = resource?.secrets ?? []
  const check = async (verbs: Verbs) => {
    try {
      await work(verbs)
    } catch (error) {
      await reportUnchecked(connection, definition, withoutSecretValues(values, secrets), error)
    }
  }
  await previewing(() => runVerb(definition, () => connection, 'read', values, check, resource))
}
