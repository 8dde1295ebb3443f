import { isContainer } from '../schema/container'
import type { Json } from '../schema/json'
import type { KindDefinition } from '../schema/kind-definition'
import { isSecretIn, type SecretPath, secretsOfItem, withoutSecretValues } from '../schema/secret-paths'
import { agreeing, subject } from '../schema/subject'
import { isUnknown } from '../schema/unknown'
import type { Connection } from '../service/connection'
import { displayName } from '../service/resource-names'
import { itemsOf } from './set-state'
import type { ProgramResource } from './verbs'

/**
 * Warns in a preview of objects that another resource of the program also declares, with the id of their project or group
 * in place of its path, or the reverse. The check of arguments finds those with the same spelling. Only reads.
 */
export async function reportDeclaredTwice(
  kind: KindDefinition,
  connection: Connection,
  inputs: Json,
  { secrets = [], ...holder }: ProgramResource,
): Promise<void> {
  const definition = 'of' in kind ? kind.of : kind
  if (!('api' in definition) || definition.identity.allowsDuplicates) return
  const { parent } = definition.identity
  const written = inputs[parent]
  if (isContainer(definition) || written === undefined || isUnknown(written)) return
  if (isSecretIn(secrets, parent)) return
  const objects: [values: Json, secrets: readonly SecretPath[]][] =
    'of' in kind
      ? Object.entries(itemsOf(inputs)).map(([key, item]) => [
          { ...item, [parent]: written },
          secretsOfItem(secrets, key),
        ])
      : [[inputs, secrets]]
  for (const [values, own] of objects) {
    const other = await connection.ownership.declaredOtherwise(definition, values, holder)
    if (!other) continue
    const what = subject(definition, withoutSecretValues({ ...values, [parent]: undefined }, own))
    const places = [{ name: holder.name, parent: written }, other].map(
      (one) => `${displayName(one.name)} in ${String(one.parent)}`,
    )
    // The warning about the other resource has the same text, and is printed once.
    const twice = agreeing(definition, `is declared twice, by ${places.sort().join(' and ')}`)
    const refusal = `${what} ${twice}, which are the same ${parent}: keep one of them.`
    connection.warnOfFailure(`The update would fail: ${refusal}`)
    connection.record({
      effect: 'conflict',
      resource: holder.name,
      kind: definition.kind,
      parent: String(written),
      subject: what,
      id: '',
      changes: [],
      rotates: false,
      refusal,
    })
  }
}
