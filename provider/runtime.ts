import type { dynamic } from '@pulumi/pulumi'
import { check } from './core/check'
import { now } from './core/clock'
import { connect, type Connection } from './core/connection'
import type { Definition, Operation } from './core/define'
import { explain, ResourceError } from './core/errors'
import { type Json } from './core/plain'
import { Reconciler } from './core/reconcile'
import { settings, type Settings } from './core/settings'

/**
 * The Pulumi provider of a kind of resource, such as `label`.
 *
 * The text stored with each resource calls this function by this name, so state written by any release depends on it:
 * its path, its name and the names of the kinds never change their meaning.
 */
export function provider(
  kind: string,
  connectTo: (settings: Settings) => Connection = connect,
): dynamic.ResourceProvider<Json, Json> {
  const definition = load(kind)
  let configured: Settings | undefined
  let programRuns = false

  /** Runs a verb, and tells a person what went wrong. */
  async function run<T>(operation: Operation, values: Json, verb: (reconciler: Reconciler) => Promise<T>): Promise<T> {
    let connection: Connection
    try {
      connection = connectTo((configured ??= settings({ get: () => undefined }, process.env)))
    } catch (error) {
      throw new ResourceError(error instanceof Error ? error.message : String(error))
    }
    try {
      return await verb(new Reconciler(definition, connection))
    } catch (error) {
      throw explain(connection, definition, operation, values, error)
    }
  }

  return {
    // Synchronous but for its promise: Pulumi does not hold back other calls until this one is done.
    async configure({ config }) {
      configured = settings({ get: (key) => config.get(key) }, process.env)
    },
    async check(olds, news) {
      // A refresh, which comes before the program, checks nothing.
      programRuns = true
      const { inputs, failures } = check(definition, olds, news, now)
      // Pulumi prints the value of a property that a failure names, secrets as well; each reason says what it is about.
      return { inputs, failures: failures.map(({ reason }) => ({ property: '', reason })) }
    },
    diff: (id, olds, news) => run('diff', news, (reconciler) => reconciler.diff(id, olds, news, programRuns)),
    create: (inputs) => run('create', inputs, (reconciler) => reconciler.create(own(inputs))),
    async read(id, props = {}) {
      const found = await run('read', props, (reconciler) => reconciler.read(id, own(props)))
      // An answer without an id is how Pulumi learns that the object is gone.
      return found ? { id, ...found } : {}
    },
    update: (id, olds, news) => run('update', news, (reconciler) => reconciler.update(id, own(olds), own(news))),
    delete: (id, props) => run('delete', props, (reconciler) => reconciler.delete(id, own(props))),
  }
}

/** Pulumi adds the provider's own text to the values it hands over, and puts it back itself. */
function own(values: Json): Json {
  const { __provider, ...rest } = values
  return rest
}

function load(kind: string): Definition {
  const unknown = () =>
    new ResourceError(
      `this release of trueup knows no resource "${kind}": install the release that made it, or a later one.`,
    )
  if (!/^[a-z]+(-[a-z]+)*$/.test(kind)) throw unknown()
  let module: Record<string, Definition>
  try {
    module = require(`./${kind}`) as Record<string, Definition>
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND' ? unknown() : error
  }
  const definition = module[kind.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())]
  if (definition?.kind !== kind) throw unknown()
  return definition
}
