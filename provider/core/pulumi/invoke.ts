import type { Input, Output } from '@pulumi/pulumi'
import { warn } from '@pulumi/pulumi/log'
import { all, output, secret, unknown, unsecret } from '@pulumi/pulumi/output'
import { getConfig } from '@pulumi/pulumi/runtime/config'
import type { Client, Id, List } from '../../../sdk'
import { type CamelCase, toCamelCase } from '../schema/camel-case'
import { written } from '../schema/plain'
import { connect, type Connection } from '../service/connection'
import { settings } from '../service/settings'
import { type Dependencies, isAsPlanned, urnsOf } from './dependencies'
import { type About, failureOf, reasonFor } from './function-failure'
import { refuseMisspelled } from './misspelled-settings'
import { askMocks, isMocked } from './mocks'
import { configurationOf, type Provider } from './provider'

/** What every function that asks the service takes beside its arguments. */
export interface FunctionOptions {
  /** The service to ask, and as whom. Default: what the stack's configuration and the environment say. */
  provider?: Provider | undefined
  /**
   * Resources to create or update before the function queries the service. Resources whose outputs are passed as
   * arguments do not need to be listed.
   */
  dependsOn?: Dependencies | undefined
}

/**
 * The parameters of a list that programs write as the API does. Those of several words are written anew, in camel case:
 * TypeScript could make them of the API's, but would lose their documentation.
 */
export type Filters<T> = Pick<T, Exclude<keyof T, `${string}_${string}`>>

type OrOutput<T> = Input<T extends readonly (infer E)[] ? readonly Input<E>[] : T>

/** What a program gives a function: each argument may be an output. */
export type FunctionArgs<T> = { [K in keyof T]: OrOutput<T[K]> }

/** The arguments can be left out where none is required. */
type Given<T> =
  Record<never, never> extends T
    ? [args?: FunctionArgs<T>, options?: FunctionOptions]
    : [args: FunctionArgs<T>, options?: FunctionOptions]

/** What functions about a project want to know. */
export interface OfProject {
  /** The project: its numeric id or its full path, such as `"acme/web"`. */
  project: Id
}

/** What functions about a group want to know. */
export interface OfGroup {
  /** The group: its numeric id or its full path, such as `"acme/platform"`. */
  group: Id
}

/** What functions want to know whose answer may be long. */
export interface Limited {
  /** Maximum number of results. No further pages are fetched. Default: all results. */
  limit?: number | undefined
}

/** What a function may say of itself. */
interface Traits extends About {
  /** Its answer holds secrets: the whole of it is one. */
  readonly secret?: boolean
}

/** Makes a function that reads one object from the service. */
export const reader =
  <T extends object>(traits: Traits = {}) =>
  <R>(name: string, ask: (api: Client, given: T) => Promise<R extends readonly unknown[] ? never : R>) =>
    asking<T, R>(name, ask, traits)

/**
 * Makes a function that reads a list from the service, up to a limit. `shown` selects the properties of each item to
 * return. Default: all of them.
 */
export const listReader =
  <T extends object>(traits: Traits = {}) =>
  <R>(name: string, list: (api: Client, given: T) => List<R> | Promise<R[]>, shown = (item: R): R => item) => {
    const ask = async (api: Client, { limit, ...given }: T & Limited) =>
      (await upTo(list(api, given as unknown as T), limit)).map(shown)
    return asking<T & Limited, R[]>(name, ask, traits, true)
  }

/** Makes a function without arguments, about the service as a whole. */
export const serviceReader = <R>(name: string, ask: (api: Client) => Promise<R>, traits: Traits = {}) => {
  const read = asking<object, R>(name, ask, traits)
  return (options?: FunctionOptions): Output<CamelCase<R>> => read({}, options)
}

/**
 * A function that queries the service while the program runs, including in previews. If an argument is unknown in a
 * preview, or comes from a resource that the update will change, the function runs in the update only.
 */
const asking =
  <T extends object, R>(name: string, ask: (api: Client, given: T) => Promise<R>, traits: Traits, isList = false) =>
  (...[args = {} as FunctionArgs<T>, options = {}]: Given<T>): Output<CamelCase<R>> => {
    const { provider, dependsOn } = options
    const { secret: isSecret = false } = traits
    if (!provider) refuseMisspelled()
    if (isMocked()) return askMocks({ name, args, isSecret, isList, provider, dependsOn }) as Output<CamelCase<R>>
    // The token is a secret, what it lets one see is none.
    const configured = unsecret(output(configurationOf(provider)))
    // What is worked out with a secret is one.
    const mark = isSecret ? secret(true) : false
    const given = all([args, configured, mark, urnsOf(dependsOn)])
    const asked = given.apply(async ([all, config]) => {
      if (!(await isAsPlanned(given))) return unknown
      const values = written(all)
      let connection: Connection | undefined
      try {
        connection = connect(settings({ get: (key) => (config ? config[key] : getConfig(key)) }, process.env), teller)
        return toCamelCase(await ask(connection.api, values as T))
      } catch (error) {
        throw await failureOf(name, await reasonFor(error, connection, values, traits), args, values)
      }
    })
    return asked as Output<CamelCase<R>>
  }

/** The first objects of a list, or all of it where there is no limit. */
async function upTo<T>(list: List<T> | Promise<T[]>, limit: number | undefined): Promise<T[]> {
  if (list instanceof Promise) return (await list).slice(0, limit)
  return limit === undefined ? list.all() : list.first(limit)
}

const teller = { warn: (text: string) => void warn(text), status: () => {} }
