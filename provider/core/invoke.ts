import type { Input, Output } from '@pulumi/pulumi'
import { RunError } from '@pulumi/pulumi/errors'
import { warn } from '@pulumi/pulumi/log'
import { all, isSecret, output, secret, unsecret } from '@pulumi/pulumi/output'
import { getConfig } from '@pulumi/pulumi/runtime/config'
import { ApiError, type Client, ConnectionError, type Id, type List } from '../../sdk'
import { hide } from '../../sdk/redact'
import { type CamelCase, toCamelCase } from './camel-case'
import { visible } from './characters'
import { check } from './check'
import { now } from './clock'
import { connect, type Connection } from './connection'
import { causeOf } from './errors'
import type { ArgsOf, Fields, PlainOf } from './field'
import { refuseMisspelled } from './misspelled-settings'
import type { Json } from './plain'
import { configurationOf, type Provider } from './provider'
import { settings } from './settings'

/** What every function that asks the service takes beside its arguments. */
export interface FunctionOptions {
  /** The service to ask, and as whom. Default: what the stack's configuration and the environment say. */
  provider?: Provider | undefined
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
  /** At most so many. Default: all of them. */
  limit?: number | undefined
}

/** What a function may say of itself. */
interface Traits {
  /** Its answer holds secrets: the whole of it is one. */
  readonly secret?: boolean
  /** Likely causes of errors, with their remedies, by status. */
  readonly causes?: Readonly<Record<number, string>> | undefined
}

/**
 * Makes a function that asks the service while the program runs, in previews, too. An argument that a preview cannot
 * know yet puts it off to the update.
 */
export const reader =
  <T extends object>(traits: Traits = {}) =>
  <R>(name: string, ask: (api: Client, given: T) => Promise<R>) =>
  (...[args = {} as FunctionArgs<T>, options = {}]: Given<T>): Output<CamelCase<R>> => {
    if (!options.provider) refuseMisspelled()
    // The token is a secret, what it lets one see is none.
    const configured = unsecret(output(configurationOf(options.provider)))
    // What is worked out with a secret is one.
    const mark = traits.secret ? secret(true) : false
    const asked = all([args, configured, mark]).apply(async ([values, config]) => {
      const given = written(values)
      let connection: Connection | undefined
      try {
        connection = connect(settings({ get: (key) => (config ? config[key] : getConfig(key)) }, process.env), teller)
        return toCamelCase(await ask(connection.api, given as T))
      } catch (error) {
        throw failure(name, reasonFor(error, connection, given, traits.causes), await secretsAmong(args, given))
      }
    })
    return asked as Output<CamelCase<R>>
  }

/** Makes a function without arguments, about the service as a whole. */
export const serviceReader = <R>(name: string, ask: (api: Client) => Promise<R>, traits?: Traits) => {
  const read = reader<object>(traits)(name, ask)
  return (options?: FunctionOptions): Output<CamelCase<R>> => read({}, options)
}

/**
 * Makes a function that works its answer out of its arguments alone; these are judged, and have defaults, like those of
 * a resource. Whatever has arguments of these names may be given, such as a resource.
 */
export const calculator =
  <I extends Fields>(input: I) =>
  <R>(name: string, work: (given: PlainOf<I>) => R) => {
    const kind = { kind: name, key: '', input, output: {}, replaceOn: [] }
    return (args: ArgsOf<I>): Output<R> => {
      const named = Object.fromEntries(Object.keys(input).map((key) => [key, (args as Json)[key]]))
      const worked = all(named).apply(async (given) => {
        try {
          const { inputs, failures } = check(kind, {}, written(given), now)
          if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join('; '))
          return work(inputs as PlainOf<I>)
        } catch (error) {
          throw failure(name, reasonFor(error), await secretsAmong(named, given))
        }
      })
      return worked as Output<R>
    }
  }

/** The first objects of a list, or all of it where there is no limit. */
export const upTo = <T>(list: List<T>, limit: number | undefined): Promise<T[]> =>
  limit === undefined ? list.all() : list.first(limit)

const teller = { warn: (text: string) => void warn(text), status: () => {} }

/** What a program leaves out it may as well give as null. */
const written = (given: object): Json =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null))

const sentence = (text: string) => text.replace(/\.?$/, '.')

/** What a person may have given wrong, by the names of arguments. */
const suspects = ['project', 'group', 'user', 'vulnerability']

/** What went wrong, why, and what to do. */
function reasonFor(error: unknown, connection?: Connection, given: Json = {}, causes: Traits['causes'] = {}): string {
  const message = error instanceof Error ? error.message : String(error)
  if (connection && ApiError.is(error)) {
    const request = error.requestId ? ` (request ${error.requestId})` : ''
    const suspect = suspects.find((name) => name in given)
    const subject = suspect === undefined ? 'the service' : `${suspect} ${String(given[suspect])}`
    return `${sentence(message + request)} ${causeOf(connection, subject, error, causes[error.status])}`
  }
  if (connection && ConnectionError.is(error) && !error.sent) {
    const { baseUrl, baseUrlFrom } = connection.settings
    return `${sentence(message)} Is ${baseUrl} (base URL from ${baseUrlFrom}) right and reachable from here?`
  }
  return sentence(message)
}

/** The arguments that are secrets: what is said of a failure may repeat them. */
async function secretsAmong(args: object, given: Json): Promise<string[]> {
  const found = Object.entries(args).map(async ([name, value]) =>
    (await isSecret(output(value as Input<unknown>))) ? [given[name]].flat().map(String) : [],
  )
  return (await Promise.all(found)).flat().filter((text) => text !== '')
}

/** For a person: without a stack, for nothing in there helps. */
function failure(name: string, reason: string, secrets: string[]): RunError {
  const told = new RunError(visible(hide(secrets)(`${name} failed. ${reason}`.trim())))
  told.stack = ''
  return told
}
