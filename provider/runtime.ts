import type { dynamic } from '@pulumi/pulumi'
import { load, verbsOf } from './core/engine/load'
import { isOnlyRead, notFound, verifyReadable } from './core/engine/only-read'
import type { Declarer, Verbs } from './core/engine/verbs'
import { DECLARATION, Declarers, isDeclaration } from './core/pulumi/declarers'
import { recordChecked } from './core/pulumi/duplicate-declarations'
import { visible } from './core/schema/characters'
import { check } from './core/schema/check'
import type { Operation } from './core/schema/kind'
import { type Json } from './core/schema/plain'
import { forPeople, hideSecrets, reasonWithout } from './core/schema/secret-paths'
import { now } from './core/service/clock'
import { connect, type Connection, operationOfProcess } from './core/service/connection'
import { diagnose, InitFailed, ResourceError } from './core/service/errors'
import { settings, type Settings } from './core/service/settings'

/**
 * The Pulumi provider of a kind of resource, such as `label`.
 *
 * The text stored with each resource calls this function by this name, so state written by any release depends on it:
 * its path, its name and the names of the kinds never change their meaning.
 */
export function provider(
  kind: string,
  connectTo: (settings: Settings) => Connection = connect,
  operation = operationOfProcess(),
): dynamic.ResourceProvider<Json, Json> {
  const definition = load(kind)
  let configured: Settings | undefined
  const declarers = new Declarers(operation)

  const current = () => (configured ??= settings({ get: () => undefined }, process.env))

  /** The base URL of the service. Undefined if the settings are invalid, which the other verbs report. */
  function instance(): string | undefined {
    try {
      return connectTo(current()).instance
    } catch {
      return undefined
    }
  }

  /** Runs a verb, and tells a person what went wrong. */
  async function run<T>(
    verbName: Operation,
    values: Json,
    verb: (verbs: Verbs) => Promise<T>,
    { secrets = [] }: Declarer = {},
  ): Promise<T> {
    let connection: Connection
    try {
      connection = connectTo(current())
    } catch (error) {
      throw new ResourceError(error instanceof Error ? error.message : String(error))
    }
    try {
      return await verb(verbsOf(definition, connection))
    } catch (error) {
      const shown = await diagnose(connection, definition, verbName, forPeople(values, secrets), error)
      const told = secrets.length > 0 ? shown.redacted(hideSecrets(values, secrets)) : shown
      throw told instanceof InitFailed ? told.with({ __provider: values.__provider }) : told
    }
  }

  return {
    // Synchronous but for its promise: Pulumi does not hold back other calls until this one is done.
    async configure({ config }) {
      configured = settings({ get: (key) => config.get(key) }, process.env)
    },
    async check(olds, news) {
      const { inputs, failures } = definition.validate?.(olds, news, now) ?? check(definition, olds, news, now)
      const declaration = news[DECLARATION]
      const secrets = (isDeclaration(declaration) && declaration.secrets) || []
      const reasons = failures.map((failure) => reasonWithout(secrets, failure))
      const ledger = declarers.checked(inputs, declaration)
      const service = failures.length === 0 && ledger ? instance() : undefined
      if (ledger && service !== undefined && isDeclaration(declaration)) {
        reasons.push(...recordChecked(definition, inputs, declaration, service, ledger))
      }
      // A new resource has no other verb in a preview. What cannot be looked up fails in the update, if at all.
      if (reasons.length === 0 && declarers.isPreview) {
        await run('read', inputs, async (verbs) => verbs.preview?.(olds, inputs, declarers.of(inputs))).catch(() => {})
      }
      // Pulumi prints the value of a property that a failure names, secrets as well; each reason says what it is about.
      return { inputs, failures: told(reasons).map((reason) => ({ property: '', reason })) }
    },
    diff(id, olds, news) {
      const declarer = declarers.of(news, olds)
      return run('diff', news, (verbs) => verbs.diff(id, olds, news, declarer), declarer)
    },
    create(inputs) {
      const declarer = declarers.ofNew(inputs)
      return run('create', inputs, (verbs) => verbs.create(own(inputs), declarer), declarer)
    },
    async read(id, props = {}) {
      if (isOnlyRead(props)) verifyReadable(definition, id)
      const found = await run('read', props, (verbs) => verbs.read(id, own(props)))
      if (!found && isOnlyRead(props)) throw notFound(definition, id)
      // An answer without an id is how Pulumi learns that the object is gone.
      return found ? { id, ...found } : {}
    },
    update(id, olds, news) {
      const declarer = declarers.of(news, olds)
      return run('update', news, (verbs) => verbs.update(id, own(olds), own(news), declarer), declarer)
    },
    delete: (id, props) => run('delete', props, (verbs) => verbs.delete(id, own(props))),
  }
}

/** More than anybody reads at once. */
const MOST_FAILURES = 100

/** What is wrong, for people. */
const told = (reasons: readonly string[]): string[] => [
  ...reasons.slice(0, MOST_FAILURES).map(visible),
  ...(reasons.length > MOST_FAILURES ? ['… and more like these'] : []),
]

/** Pulumi adds the provider's own text to the values it hands over, and puts it back itself, but for what is half done. */
function own(values: Json): Json {
  const { __provider, ...rest } = values
  return rest
}
