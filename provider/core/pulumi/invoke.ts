import type { Input, Output } from '@pulumi/pulumi'
import { warn } from '@pulumi/pulumi/log'
import { all, output, secret, unknown, unsecret } from '@pulumi/pulumi/output'
import { getConfig } from '@pulumi/pulumi/runtime/config'
import type { Client, Id, List } from '../../../sdk'
import { type CamelCase, toCamelCase } from '../schema/camel-case'
import { type Json, withoutNull } from '../schema/json'
import { hintForUrl } from '../schema/path-of-url'
import { connect, type Connection } from '../service/connection'
import { settings } from '../service/settings'
import { type Dependencies, isAsPlanned, urnsOf } from './dependencies'
import { type About, failureOf, secretsAmong, secretsAt } from './function-failure'
import { rejectMisspelledSettings } from './misspelled-settings'
import { callMocks, isMocked } from './mocks'
import { configurationOf, type NativeProvider, type Provider } from './provider'
import { describeQuery, type Query, queryOf } from './query'

/** Options of functions that query the service. */
export interface FunctionOptions {
  /** The service and the user. Default: the stack's configuration and the environment. */
  provider?: Provider | NativeProvider | undefined
  /**
   * Resources to create or update before the function queries the service. Resources whose outputs are passed as
   * arguments do not need to be listed.
   */
  dependsOn?: Dependencies | undefined
}

/**
 * The parameters of a list whose names are the same in the program and in the API. Names of several words are declared
 * again in camel case: TypeScript could convert them, but would lose their documentation.
 */
export type Filters<T> = Pick<T, Exclude<keyof T, `${string}_${string}`>>

type OrOutput<T> = Input<T extends readonly (infer E)[] ? readonly Input<E>[] : T>

/** Arguments of a function. Each can be an output. */
type FunctionArgs<T> = { [K in keyof T]: OrOutput<T[K]> }

/** The arguments can be omitted if none is required. */
type ArgsAndOptions<T> =
  Record<never, never> extends T
    ? [args?: FunctionArgs<T>, options?: FunctionOptions]
    : [args: FunctionArgs<T>, options?: FunctionOptions]

/** Arguments of functions for a project. */
export interface OfProject {
  /** The project: its numeric id or its full path, such as `"acme/web"`. */
  project: Id
}

/** Arguments of functions for a group. */
export interface OfGroup {
  /** The group: its numeric id or its full path, such as `"acme/platform"`. */
  group: Id
}

/** Arguments of functions that return a list. */
interface ListArgs {
  /** Maximum number of results. No further pages are fetched. Default: all results. */
  limit?: number | undefined
}

/** Properties of a function. */
interface Traits extends About {
  /** Whether the result contains secrets. The whole result is then a secret. */
  readonly secret?: boolean
}

/** Creates a function that reads one object from the service. */
export const reader =
  <T extends object>(traits: Traits = {}) =>
  <R>(name: string, read: (api: Client, args: T) => Promise<R extends readonly unknown[] ? never : R>) =>
    queryFunction<T, R>(name, read, traits)

/**
 * Creates a function that reads a list from the service, up to a limit. `shown` selects the properties of each item.
 * Default: all properties.
 */
export const listReader =
  <T extends object>(traits: Traits = {}) =>
  <R>(name: string, list: (api: Client, args: T) => List<R> | Promise<R[]>, shown = (item: R): R => item) => {
    const read = async (api: Client, { limit, ...args }: T & ListArgs) =>
      (await take(list(api, args as unknown as T), limit)).map(shown)
    return queryFunction<T & ListArgs, R[]>(name, read, traits, true)
  }

/** Creates a function without arguments that reads from the service. */
export const serviceReader = <R>(name: string, readService: (api: Client) => Promise<R>, traits: Traits = {}) => {
  const read = queryFunction<object, R>(name, readService, traits)
  const inProgram = (options?: FunctionOptions): Output<CamelCase<R>> => read({}, options)
  return describeQuery(inProgram, queryOf(read) as Query)
}

/**
 * Creates a function that queries the service while the program runs, including in previews. If an argument is unknown
 * in a preview, or comes from a resource that the update will change, the function only runs in the update.
 */
const queryFunction = <T extends object, R>(
  name: string,
  read: (api: Client, args: T) => Promise<R>,
  traits: Traits,
  isList = false,
) => {
  const { secret: isSecret = false } = traits

  /** Calls the function with plain arguments. `secretsIn` returns the secrets among them, which messages hide. */
  const call = async (given: Json, connectTo: () => Connection, secretsIn: () => Promise<string[]> | string[]) => {
    const values = withoutNull(given)
    let connection: Connection | undefined
    try {
      connection = connectTo()
      refuseUrls(values)
      return toCamelCase(await read(connection.api, values as T))
    } catch (error) {
      throw await failureOf(name, error, await secretsIn(), connection, values, traits)
    }
  }

  const inProgram = (...[given, options = {}]: ArgsAndOptions<T>): Output<CamelCase<R>> => {
    const args = given ?? {}
    const { provider, dependsOn } = options
    if (!provider) rejectMisspelledSettings()
    if (isMocked()) return callMocks({ name, args, isSecret, isList, provider, dependsOn }) as Output<CamelCase<R>>
    // The token is a secret, but the result is not.
    const configured = unsecret(output(configurationOf(provider)))
    // Adding a secret to the arguments makes the result a secret.
    const mark = isSecret ? secret(true) : false
    const resolved = all([args, configured, mark, urnsOf(dependsOn)])
    const result = resolved.apply(async ([values, config]) => {
      if (!(await isAsPlanned(resolved))) return unknown
      const get = (key: string) => (config ? config[key] : getConfig(key))
      return call(
        values,
        () => connect(settings({ get }, process.env), reporter),
        () => secretsAmong(args, values),
      )
    })
    return result as Output<CamelCase<R>>
  }

  return describeQuery(inProgram, {
    isSecret,
    call: (args, connectTo, secrets) => call(args, connectTo, () => secretsAt(args, secrets)),
  })
}

/** @throws Error if the URL of a page is in the place of a path, which the service would answer with a 404. */
function refuseUrls(args: Json): void {
  for (const noun of ['project', 'group']) {
    const hint = hintForUrl(String(args[noun]))
    if (hint !== undefined) throw new Error(`${noun} must be a numeric id or a full path: ${hint}.`)
  }
}

/** The first objects of a list, or all of them without a limit. */
async function take<T>(list: List<T> | Promise<T[]>, limit: number | undefined): Promise<T[]> {
  if (list instanceof Promise) return (await list).slice(0, limit)
  return limit === undefined ? list.all() : list.first(limit)
}

const reporter = { warn: (text: string) => void warn(text), status: () => {} }
