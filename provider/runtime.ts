import type { dynamic } from '@pulumi/pulumi'
import { load } from './core/engine/load'
import { isOnlyRead, notFound, verifyReadable } from './core/engine/only-read'
import { runPreview } from './core/engine/run-preview'
import { runVerb } from './core/engine/run-verb'
import type { ProgramResource, Verbs } from './core/engine/verbs'
import { checkDeclared } from './core/pulumi/check-declared'
import { recordContainerPlan } from './core/pulumi/container-plan'
import { INTENT, isIntent, ProgramResources } from './core/pulumi/program-resources'
import { reasonsForUser } from './core/schema/check-failures'
import type { Json } from './core/schema/json'
import type { Operation } from './core/schema/kind'
import { withoutSecretValues } from './core/schema/secret-paths'
import { asSecret } from './core/schema/secret-value'
import { connect, type Connection, engineOperation } from './core/service/connection'
import { failed } from './core/service/explain'
import { InitFailed, ResourceError } from './core/service/resource-error'
import { type Settings, settings } from './core/service/settings'

/**
 * Creates the Pulumi provider of a kind of resource, such as `label`.
 *
 * The provider code in the state of each resource calls this function by its path and name, in states of all releases.
 * Never change the path, the name of the function or the names of the kinds.
 */
export function provider(
  kind: string,
  connectTo: (settings: Settings) => Connection = connect,
  operation = engineOperation(),
): dynamic.ResourceProvider<Json, Json> {
  const definition = load(kind)
  let configured: Settings | undefined
  const resources = new ProgramResources(operation)

  const current = () => (configured ??= settings({ get: () => undefined }, process.env))

  /** The base URL of the service. Undefined if the settings are invalid, which the other verbs report. */
  function instance(): string | undefined {
    try {
      return connectTo(current()).instance
    } catch {
      return undefined
    }
  }

  /** Runs a verb. Pulumi does not restore the provider code after a failed initialization. */
  const run = <T>(verbName: Operation, values: Json, verb: (verbs: Verbs) => Promise<T>, resource?: ProgramResource) =>
    runVerb(definition, () => connectTo(current()), verbName, values, verb, resource).catch((error: unknown) => {
      if (error instanceof InitFailed) throw error.with({ __provider: values.__provider })
      if (!(error instanceof ResourceError) || verbName === 'create' || verbName === 'update') throw error
      throw error.inShort(failed(definition, verbName, withoutSecretValues(values, resource?.secrets ?? [])))
    })

  /** Marks secret arguments that the state lacks. Pulumi only knows that a value is secret if the former one is. */
  const newSecrets = (values: Json, former: Json): Json =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const isNew =
          'api' in definition && definition.input[name]?.secret && former[name] === undefined && value !== null
        return [name, isNew ? asSecret(value) : value]
      }),
    )

  return {
    // Does not await anything, because Pulumi does not delay other calls until it returns.
    async configure({ config }) {
      configured = settings({ get: (key) => config.get(key) }, process.env)
    },
    async check(olds, news) {
      const property = news[INTENT]
      const intent = isIntent(property) ? property : undefined
      const join = (inputs: Json) => {
        const ledger = resources.checked(inputs, intent)
        return ledger && intent && { name: intent.name, ledger }
      }
      const values = { olds, news, secrets: intent?.secrets ?? [] }
      const { inputs, reasons } = checkDeclared(definition, values, join, instance, () => resources.isPreviewOf(intent))
      recordContainerPlan(definition, inputs, operation.known)
      // In a preview, `check` is the only call for a new resource.
      if (reasons.length === 0 && resources.isPreview) {
        const resource = { ...resources.of(inputs), isIndependent: intent?.isIndependent }
        const connect = () => connectTo(current())
        await runPreview({ definition, olds, inputs, resource, operation, connect })
      }
      // Pulumi prints the value of the property of a failure, even if it is secret. The reason names the property
      // instead.
      return { inputs, failures: reasonsForUser(reasons).map((reason) => ({ property: '', reason })) }
    },
    diff(id, olds, news) {
      const resource = resources.of(news, olds)
      return run('diff', news, (verbs) => verbs.diff(id, olds, news, resource), resource)
    },
    create(inputs) {
      const resource = resources.ofNew(inputs)
      return run('create', inputs, (verbs) => verbs.create(withoutProviderCode(inputs), resource), resource)
    },
    async read(id, props = {}) {
      const found = await run('read', props, async (verbs) => {
        if (isOnlyRead(props)) verifyReadable(definition, id)
        const live = await verbs.read(id, withoutProviderCode(props))
        if (!live && isOnlyRead(props)) throw notFound(definition, id)
        return live
      })
      // Without an id in the result, Pulumi considers the object deleted.
      return found ? { id, inputs: newSecrets(found.inputs, props), props: newSecrets(found.props, props) } : {}
    },
    update(id, olds, news) {
      const resource = resources.of(news, olds)
      return run(
        'update',
        news,
        (verbs) => verbs.update(id, withoutProviderCode(olds), withoutProviderCode(news), resource),
        resource,
      )
    },
    delete: (id, props) => run('delete', props, (verbs) => verbs.delete(id, withoutProviderCode(props))),
  }
}

/**
 * Removes the provider code, which Pulumi adds to the values. Pulumi restores it, except if the initialization failed.
 */
function withoutProviderCode(values: Json): Json {
  const { __provider, ...rest } = values
  return rest
}
