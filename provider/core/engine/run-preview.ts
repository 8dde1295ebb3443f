import { withEstimatedDates } from '../schema/computed-dates'
import type { Json } from '../schema/json'
import type { KindDefinition } from '../schema/kind-definition'
import { withoutSecretValues } from '../schema/secret-paths'
import { now } from '../service/clock'
import type { Connection } from '../service/connection'
import type { EngineOperation } from '../service/engine-operation'
import { previewing } from '../service/failed-reads'
import { reportUnchecked, reportUnconnected } from '../service/unchecked'
import { isNew } from './base-reconciler'
import { reportDeclaredTwice } from './declared-twice'
import { runVerb } from './run-verb'
import type { ProgramResource, Verbs } from './verbs'

/** What a preview needs to check a resource. */
interface Previewed {
  readonly definition: KindDefinition
  /** The state, or only its inputs. Empty for a new resource. */
  readonly olds: Json
  readonly inputs: Json
  readonly resource: ProgramResource | undefined
  readonly operation: EngineOperation
  connect(): Connection
}

/** Runs the verb `preview`. What it cannot check is a warning, because the update may not meet the error. */
export async function runPreview(previewed: Previewed): Promise<void> {
  const { definition, olds, resource, operation } = previewed
  // What exists on the service is compared with the dates that an update now would have.
  const inputs = definition.rotation?.schedule
    ? withEstimatedDates(definition, olds, previewed.inputs, now())
    : previewed.inputs
  let connection: Connection
  try {
    connection = previewed.connect()
  } catch (error) {
    // The verb `diff` reports it for a resource of the state.
    if (isNew(olds)) reportUnconnected(operation, error)
    return
  }
  const check = async (verbs: Verbs) => {
    try {
      if (resource) await reportDeclaredTwice(definition, connection, inputs, resource)
      await verbs.preview?.(olds, inputs, resource)
    } catch (error) {
      const values = withoutSecretValues(inputs, resource?.secrets ?? [])
      await reportUnchecked(connection, definition, values, error, resource?.isIndependent)
    }
  }
  await previewing(() => runVerb(definition, () => connection, 'read', inputs, check, resource))
}
