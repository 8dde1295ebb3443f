import { check } from '../schema/check'
import { withUnknownDates } from '../schema/computed-dates'
import type { Json } from '../schema/json'
import type { Kind } from '../schema/kind'
import type { KindDefinition } from '../schema/kind-definition'
import { identityOf } from '../schema/natural-key'
import type { Failure } from '../schema/problem'
import { hideInReasons, isSecretIn, reasonWithout, type SecretPath, withoutSecretValues } from '../schema/secret-paths'
import type { SetKind } from '../schema/set'
import { agreeing, subject } from '../schema/subject'
import { hasUnknown } from '../schema/unknown'
import { now } from '../service/clock'
import type { Ledger } from '../service/ownership/ledger'
import { displayName } from '../service/resource-names'
import { choicesOf, declaredObjects, recordOf } from './declared-objects'
import type { IntentProperty } from './program-resources'

/** The values of a resource in `check`. */
interface Checked {
  readonly olds: Json
  readonly news: Json
  /** The paths of the arguments that the program marks as secret. */
  readonly secrets: readonly SecretPath[]
  /** Returns the failures that count. Default: all of them. */
  judge?(failures: readonly Failure[]): readonly Failure[]
}

/**
 * Validates the arguments of a resource, and records its intent for the other resources of the program.
 *
 * @param join Returns the name of the resource and the ledger of the operation. Undefined if it has none.
 * @param instance Returns the base URL of the service. Undefined if a setting is invalid.
 * @param isPreview Whether the operation is known to change nothing.
 */
export function checkDeclared(
  definition: KindDefinition,
  { olds, news, secrets, judge = (all) => all }: Checked,
  join: (inputs: Json) => { name: string; ledger: Ledger } | undefined,
  instance: () => string | undefined,
  isPreview: () => boolean,
): { inputs: Json; reasons: string[] } {
  const { inputs: valid, failures: found } =
    definition.validate?.(olds, news, now) ?? check(definition, olds, news, now)
  const failures = judge(found)
  const isOpen = failures.length === 0 && definition.rotation?.schedule !== undefined && isPreview()
  const inputs = isOpen ? withUnknownDates(definition, olds, valid, now()) : valid
  const hide = hideInReasons(news, secrets)
  const reasons = failures.map((failure) => hide(reasonWithout(secrets, failure)))
  const joined = join(inputs)
  const service = failures.length === 0 && joined ? instance() : undefined
  if (!joined || service === undefined) return { inputs, reasons }
  const stored = Object.keys(olds).length > 0
  const { name, ledger } = joined
  return {
    inputs,
    reasons: [...reasons, ...recordChecked(definition, inputs, { name, secrets }, service, ledger, stored)],
  }
}

/**
 * Records the intent of a resource with its arguments after all transforms. `stored` is whether it is in the
 * state. Returns an error for each object that another resource of the program also declares, because the two would
 * overwrite each other's changes.
 */
function recordChecked(
  kind: Kind | SetKind,
  inputs: Json,
  { name, secrets = [] }: Omit<IntentProperty, 'ledger'>,
  service: string,
  ledger: Ledger,
  stored: boolean,
): string[] {
  const of = 'of' in kind ? kind.of : kind
  if (!of.identity.naturalKey) return []
  const declared = declaredObjects(kind, inputs)
  const { parent } = declared
  const isNamed = !hasUnknown(parent) && !(of.identity.parent !== undefined && isSecretIn(secrets, of.identity.parent))
  const record = recordOf(kind, { ...declared, parent: isNamed ? parent : null }, ledger)
  const intents = ledger.check({ name, service, ...record, stored, ...choicesOf(kind, inputs, declared, ledger) })
  if (of.identity.allowsDuplicates) return []
  // An argument that is secret in one item of a set is hidden in all items.
  const hidden = 'of' in kind ? secrets.map((path) => (path[0] === 'items' ? path.slice(2) : path)) : secrets
  return declared.objects.flatMap((values) => {
    const named = { ...values, ...(of.identity.parent !== undefined && { [of.identity.parent]: record.parent }) }
    const identity = identityOf(of, named)
    const all = (identity && intents.get(ledger.hash(identity))) ?? []
    const [one, other] = all.filter((one) => one.service !== null && ledger.isOneService(one.service, service))
    if (!one || !other) return []
    const names = `${displayName(one.name)} and ${displayName(other.name)}`
    return [
      `${subject(of, withoutSecretValues(named, hidden))} ${agreeing(of, `is declared twice, by ${names}: keep one of them`)}`,
    ]
  })
}
