import { type Deviation } from './deviations'
import { type Covered, type CoveredNoun } from './survey'

/** What the page is about. */
export interface Contents {
  /** The nouns of the API. */
  nouns: CoveredNoun[]
  /** Collections that the API only names, with an endpoint in the client, and those without. */
  keyset: CoveredNoun[]
  unlistable: readonly string[]
  /** Further lists of the client. */
  lists: CoveredNoun[]
  deviations: readonly Deviation[]
}

/** The page, as Markdown. */
export function pageOf({ nouns, keyset, unlistable, lists, deviations }: Contents): string {
  const all = nouns.flatMap(({ endpoints }) => endpoints)
  const deprecated = all.filter((one) => one.deprecated)
  const unused = all.filter(({ users }) => users.length === 0)
  const paragraphs = [
    '# Coverage',
    `Every endpoint of the Project Management REST API v4, and what in Trueup speaks it: **${all.length} endpoints**, ` +
      `${deprecated.length} of them deprecated. The client and the emulator speak all of them; resources and functions ` +
      `of the provider use ${all.length - unused.length}, and for the other ${unused.length} the table says why not.`,
    legend,
    ...[...nouns, ...keyset].flatMap(section),
    'The others:',
    table(
      ['Collection', 'Endpoint'],
      unlistable.map((collection) => [collection, 'No endpoint of its own in the API.']),
    ),
    '## Parameters of GitLab',
    gitlabs,
    table(
      ['Endpoint', 'With an effect', 'Without'],
      [...nouns, ...lists].flatMap(({ endpoints }) => beyond(endpoints)),
    ),
    "## Rules of GitLab in place of the API's",
    departures,
    table(['The API says', 'The emulator', 'Test'], deviations.map(departure)),
  ]
  return `${paragraphs.join('\n\n')}\n`
}

const legend = `- **Endpoint**: as the API writes it, below \`/api/v4\`.
- **Parameters**: those that the API names, without those in the path and \`page\` and \`per_page\`, which all lists take.
- **Client**: the methods of \`Client\` in \`trueup/sdk\` that call it.
- **Emulator**: the route of \`trueup emulator\` that serves it; "same path" where even its parameters are named alike.
- **Provider**: the resources and functions of \`trueup\` that use it, or why none does.
- **Test**: one that shows what the endpoint does.

The client sends every parameter. Where the flavor \`gitlab\` of the emulator ignores one, as GitLab does, or no argument of
the provider is there for one, the row says so: arguments of functions for what is read, of resources for what is written.

\`npm run docs\` writes this page. It makes each call of the client with all parameters against both flavors of the
emulator, compares them with what its routes take and with the types of the provider's arguments, and fails when a call is
refused or is not that of its endpoint, a parameter is missing without a reason, or a test is no longer there.`

const gitlabs = `In the flavor \`gitlab\` the emulator takes parameters that GitLab has beside those of the API. Those without an effect are
judged, and repeated in links to other pages, but change nothing else: the emulator has nothing that they could ask for. Its
request log (\`unused\`) names them, and any other parameter that an endpoint does not know. Orders by \`similarity\` and by
sizes are the usual order.`

const departures = `The flavor \`seed\` of the emulator follows the API, except for these rules, in which it does as GitLab does, since clients rely
on that:`

const section = ({ heading, note, endpoints }: CoveredNoun): string[] => [
  `## ${heading}`,
  ...(note === '' ? [] : [note]),
  table(['Endpoint', 'Parameters', 'Client', 'Emulator', 'Provider', 'Test'], endpoints.map(row)),
]

function row(one: Covered): string[] {
  const { endpoint, deprecated, parameters = [], methods, routes, users, unused = '', test } = one
  const path = endpoint.split(' ')[1]?.split('?')[0]
  const served = routes.map((route) => (route === path ? 'same path' : code(route))).join('; flavor `gitlab`: ')
  const ignored = one.ignoredByGitlab.length > 0 ? `; flavor \`gitlab\` ignores ${list(one.ignoredByGitlab)}` : ''
  const without = Object.entries(one.without ?? {}).map(([name, reason]) => `; without ${code(name)}: ${reason}`)
  return [
    `${code(endpoint)}${deprecated ? ' (deprecated)' : ''}`,
    list(parameters) || 'none',
    list(methods),
    `${served}${ignored}`,
    `${list(users) || unused}${without.join('')}`,
    testOf(test),
  ]
}

/** The parameters that GitLab has beside those of the API, for an endpoint where there are any. */
function beyond(endpoints: Covered[]): string[][] {
  return endpoints.flatMap(({ endpoint, parameters = [], taken }) => {
    const known = new Set([...parameters, 'page', 'per_page', ...(endpoint.match(/(?<=:)\w+/g) ?? [])])
    const isNew = (name: string): boolean => !known.has(name)
    const [heeded, ignored] = [taken.heeded.filter(isNew), taken.ignored.filter(isNew)]
    const isOtherEntry = endpoint.includes('?')
    return isOtherEntry || heeded.length + ignored.length === 0
      ? []
      : [[code(endpoint), list(heeded) || 'none', list(ignored) || 'none']]
  })
}

const departure = ({ rule, instead, test }: Deviation): string[] => [rule, instead, testOf(test)]

// No link: the package has this page, but not the tests.
const testOf = ([file, title]: Deviation['test']): string =>
  `${title.replace(/%[a-zA-Z#]/g, '…')}: ${code(`test/${file}.test.ts`)}`

const list = (names: readonly string[]): string => names.map(code).join(', ')

const code = (text: string): string => `\`${text}\``

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escape).join(' | ')} |`).join('\n')

const escape = (cell: string): string => cell.replaceAll('|', '\\|')
