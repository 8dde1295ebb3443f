import type { Json } from '../schema/json'
import type { Kind } from '../schema/kind'
import { identityOf } from '../schema/natural-key'
import { isSecretIn, withoutSecretValues } from '../schema/secret-paths'
import type { SetKind } from '../schema/set'
import { subject } from '../schema/subject'
import { hasUnknown } from '../schema/unknown'
import type { Ledger } from '../service/ledger'
import { displayName } from '../service/resource-names'
import { declaredBy, recordOf } from './declared'
import type { DeclarationProperty } from './declarers'

/**
 * Records the declaration of a resource with its arguments after all transforms. Returns an error for each object that
 * another resource of the program also declares, because the two would overwrite each other's changes.
 */
export function recordChecked(
  kind: Kind | SetKind,
  inputs: Json,
  { name, secrets = [] }: Omit<DeclarationProperty, 'ledger'>,
  service: string,
  ledger: Ledger,
): string[] {
  const of = 'of' in kind ? kind.of : kind
  if (!of.identity.naturalKey) return []
  const declared = declaredBy(kind, inputs)
  const { parent } = declared
  const isNamed = !hasUnknown(parent) && !(of.identity.parent !== undefined && isSecretIn(secrets, of.identity.parent))
  const record = recordOf(kind, { ...declared, parent: isNamed ? parent : null }, ledger)
  const declarations = ledger.check({ name, service, ...record })
  if (of.identity.allowsDuplicates) return []
  // An argument that is secret in one item of a set is hidden in all items.
  const hidden = 'of' in kind ? secrets.map((path) => (path[0] === 'items' ? path.slice(2) : path)) : secrets
  return declared.objects.flatMap((values) => {
    const named = { ...values, ...(of.identity.parent !== undefined && { [of.identity.parent]: record.parent }) }
    const identity = identityOf(of, named)
    const all = (identity && declarations.get(ledger.hash(identity))) ?? []
    const [one, other] = all.filter((one) => one.service !== null && ledger.isOneService(one.service, service))
    if (!one || !other) return []
    const names = `${displayName(one.name)} and ${displayName(other.name)}`
    return [`${subject(of, withoutSecretValues(named, hidden))} is declared twice, by ${names}: keep one of them`]
  })
}
