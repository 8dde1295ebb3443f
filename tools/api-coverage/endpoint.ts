import type { Client, List } from '../../sdk'

type Result = Promise<unknown> | List<unknown>

/** A call of the client, such as `(api) => api.labels.list(1)`. `made` is what was made for it to work on. */
type Call<Made> = (api: Client, made: Made) => Result

/** Makes what a call works on, and gives the call. */
export type Preparation = (api: Client) => Promise<(api: Client) => Result>

/** What goes over the wire for a call. Written by hand, never computed from the call. */
interface Exchange {
  /** The query, as it is sent, or the body. Default: neither. A list also sends `per_page=100` unless it is here. */
  sends?: string | object | undefined
  /** The path, unless it is the endpoint's with `acme%2Fweb` or `acme%2Fplatform` as `:id`, and 7 for other names. */
  path?: `/${string}` | undefined
  /** What the service responds; null is nothing. Default: null to DELETE, otherwise an object; to a list, a list of one. */
  responds?: object | null | undefined
  /** What the method returns. Default: what the service responds. */
  returns?: unknown
}

interface Case<Made> extends Exchange {
  call: Call<Made>
}

/** A call for a service that has made nothing. `test/sdk/requests.test.ts` compares what goes over the wire. */
interface Request extends Exchange {
  call: (api: Client) => Result
}

/** What calls work on if nothing was made. */
const standIn = { id: 7, token: 'glptt-stand-in' }

/** The calls of an endpoint. */
export interface Calls {
  /** Those that the emulator accepts. */
  calls: Preparation[]
  /** All. */
  requests: Request[]
}

/** An endpoint of the API. */
export interface Endpoint extends Calls {
  /** Method and path, as the API writes them. */
  endpoint: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  /** The path on GitLab, when it is another. */
  gitlab?: `/${string}`
  /** It is not below `/api/v4`. */
  outside?: true
  /** Only there for old clients. */
  deprecated?: true
  /** The API's parameters for it, except for those in the path, `page` and `per_page`. Default: what its calls send. */
  parameters?: readonly string[]
  /** Those of them that only later releases of GitLab have. The emulator's flavor `spec` ignores them. */
  later?: readonly string[]
  /** Parameters of GitLab that no call sends, because the emulator has nothing that they could refer to. */
  untried?: readonly string[]
  /** Names of arguments of the provider that differ from the names of the parameters. */
  named?: Readonly<Record<string, string>>
  /** Parameters of a reading endpoint without an argument, and the reason. Those of writing ones are in `reasons.ts`. */
  without?: Readonly<Record<string, string>>
  /** Why nothing in the provider uses it: a sentence. */
  unused?: string
  /** A file below `test/`, without its ending, and the title of a test, after the groups that make it unique. */
  test: readonly [file: string, title: string]
}

/** The client's method for an endpoint: a call that the emulator accepts. */
interface Method<Made> extends Case<Made> {
  /** Further methods, or calls with further parameters. What they do not declare, except `sends`, is as for `call`. */
  also?: readonly Case<Made>[]
  /** The same for calls that the emulator need not accept. */
  variants?: readonly Case<Made>[] | undefined
}

interface Described<Made> extends Omit<Endpoint, keyof Calls>, Method<Made> {}

/** The endpoints for one kind of object. */
export interface Noun {
  heading: string
  /** Notes below the table; can be empty. */
  note: string
  endpoints: Endpoint[]
}

/** Declares the endpoints of a noun. `make` makes what each call works on. */
export function noun<Made>(
  heading: string,
  make: (api: Client) => Promise<Made>,
  described: readonly Described<Made>[],
  note = '',
): Noun {
  const endpoints = described.map(({ call, sends, path, responds, returns, also = [], variants, ...endpoint }) => ({
    parameters: [...new Set([{ sends }, ...also].flatMap((one) => parametersOf(one.sends)))],
    ...endpoint,
    ...callsOf(make, { call, sends, path, responds, returns, also, variants }),
  }))
  return { heading, note, endpoints }
}

/** Declares methods of the client for which the API has no endpoint. */
export const methods = <Made>(
  make: (api: Client) => Promise<Made>,
  described: readonly (Pick<Endpoint, 'endpoint'> & Method<Made>)[],
): Pick<Endpoint, 'endpoint' | 'outside' | keyof Calls>[] =>
  described.map(({ endpoint, ...method }) => ({ endpoint, ...callsOf(make, method) }))

function callsOf<Made>(make: (api: Client) => Promise<Made>, method: Method<Made>): Calls {
  const { also = [], variants = [], call, sends, ...common } = method
  const accepted = [{ call, sends }, ...also]
  return {
    calls: accepted.map((one): Preparation => async (api) => {
      const made = await make(api)
      return (recorded) => one.call(recorded, made)
    }),
    requests: [...accepted, ...variants].map((one) => ({
      ...common,
      ...one,
      call: (api) => one.call(api, standIn as Made),
    })),
  }
}

/** The names of parameters: `filter` of `filter%5Benvironment_scope%5D=production`. */
const parametersOf = (sends: string | object = {}): string[] =>
  (typeof sends === 'string' ? [...new URLSearchParams(sends).keys()] : Object.keys(sends))
    .map((name) => name.replace(/\[.*/, ''))
    .filter((name) => name !== 'page' && name !== 'per_page')

/** For nouns of which the emulator's world has all that is needed. */
export const nothing = (): Promise<void> => Promise.resolve()
