import type { Client, List } from '../../sdk'

type Result = Promise<unknown> | List<unknown>

/** A call of the client, such as `(api) => api.labels.list(1)`. `made` is what was made for it to work on. */
type Call<Made> = (api: Client, made: Made) => Result

/** Makes what a call works on, and gives the call. */
export type Preparation = (api: Client) => Promise<(api: Client) => Result>

/** An endpoint of the API. */
export interface Endpoint {
  /** Method and path, as the API writes them. */
  endpoint: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  /** The path on GitLab, when it is another. */
  gitlab?: `/${string}`
  /** It is not below `/api/v4`. */
  outside?: true
  /** Only there for old clients. */
  deprecated?: true
  /** The API's parameters for it, except for those in the path, `page` and `per_page`. */
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
  calls: Preparation[]
}

interface Described<Made> extends Omit<Endpoint, 'calls'> {
  /** The client's method for it. */
  call: Call<Made>
  /** Further methods for it. */
  also?: readonly Call<Made>[]
}

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
  const endpoints = described.map(({ call, also = [], ...endpoint }) => ({
    ...endpoint,
    calls: [call, ...also].map((one): Preparation => async (api) => {
      const made = await make(api)
      return (recorded) => one(recorded, made)
    }),
  }))
  return { heading, note, endpoints }
}

/** For nouns of which the emulator's world has all that is needed. */
export const nothing = (): Promise<void> => Promise.resolve()
