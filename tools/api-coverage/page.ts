import type { Deviation } from './deviations'
import type { Reason } from './reasons'
import type { InRelease } from './release'
import type { Covered, CoveredNoun } from './survey'

/** The contents of the page. */
export interface Contents {
  /** The nouns of the API. */
  nouns: CoveredNoun[]
  /** Collections that the API only mentions: those that the client can list, and the others. */
  keyset: CoveredNoun[]
  unlistable: readonly string[]
  /** Further lists of the client. */
  lists: CoveredNoun[]
  deviations: readonly Deviation[]
  /** The newest release of GitLab of which the parameters are known, and why some of them have no argument. */
  release: string
  reasons: readonly Reason[]
}

/** The page, as Markdown. */
export function pageOf({ nouns, keyset, unlistable, lists, deviations, release, reasons }: Contents): string {
  const all = nouns.flatMap(({ endpoints }) => endpoints)
  const deprecated = all.filter((one) => one.deprecated)
  const unused = all.filter(({ users }) => users.length === 0)
  const paragraphs = [
    '# Coverage',
    `Every endpoint of the Project Management REST API v4, and what in Trueup uses it: **${all.length} endpoints**, ` +
      `${deprecated.length} of them deprecated. The client and the emulator support all of them; resources and functions ` +
      `of the provider use ${all.length - unused.length}, and for the other ${unused.length} the table says why not.`,
    legendOf(release),
    ...[...nouns, ...keyset].flatMap((noun) => section(noun, release)),
    'The others:',
    table(
      ['Collection', 'Endpoint'],
      unlistable.map((collection) => [collection, 'No endpoint of its own in the API.']),
    ),
    `## Parameters of GitLab ${release} without an argument`,
    withoutArgument,
    table(
      ['Parameters', 'Endpoints', 'Instead, or why'],
      reasons.map(({ endpoints, parameters, reason }) => [list(parameters), list(endpoints), reason]),
    ),
    '## Parameters that only GitLab has',
    gitlabs,
    table(
      ['Endpoint', 'With an effect', 'Without an effect'],
      [...nouns, ...lists].flatMap(({ endpoints }) => beyond(endpoints)),
    ),
    '## Deviations from the API',
    departures,
    table(['The API says', 'The emulator', 'Test'], deviations.map(departure)),
  ]
  return `${paragraphs.join('\n\n')}\n`
}

const legendOf = (release: string): string => `- **Endpoint**: as the API writes it, below \`/api/v4\`.
- **Parameters**: the API's parameters, except for those in the path, and \`page\` and \`per_page\`, which all lists accept.
- **Client**: the methods of \`Client\` in \`trueup/sdk\` that call it.
- **Emulator**: the route of \`trueup emulator\` that serves it; "same path" where even its parameters are named alike.
- **Provider**: the resources and functions of \`trueup\` that use it, or why none does.
- **GitLab ${release}**: of how many parameters that this release accepts resources have an argument, for the endpoints
  that resources write to. [The others](#parameters-of-gitlab-${release.replace('.', '')}-without-an-argument) have a reason.
- **Test**: one that shows what the endpoint does.

The client sends every parameter. Rows mention the parameters that the emulator's flavor \`gitlab\` ignores, as GitLab does,
and those of reading endpoints without an argument of a function.

\`npm run docs\` writes this page. It makes each call of the client with all parameters against both flavors of the
emulator, compares them with the parameters of its routes, the parameters of the newest release in
\`tools/api-coverage/releases\` and the types of the provider's arguments, and fails if a call is refused or uses another
endpoint, a parameter is missing without a reason, or a test does not exist.`

const withoutArgument = `Each other parameter of the endpoints that resources write to has an argument.`

const gitlabs = `In the flavor \`gitlab\`, the emulator accepts GitLab's additional parameters. Those without an effect are validated
and repeated in links to other pages, but change nothing else because the emulator does not have the data. Its request log
(\`unused\`) names them, and all unknown parameters. Orders by \`similarity\` and by sizes use the default order.`

const departures = `The emulator's flavor \`spec\` follows the API, except for these rules, where it behaves like GitLab because clients rely on
it:`

const section = ({ heading, note, endpoints }: CoveredNoun, release: string): string[] => [
  `## ${heading}`,
  ...(note === '' ? [] : [note]),
  table(['Endpoint', 'Parameters', 'Client', 'Emulator', 'Provider', `GitLab ${release}`, 'Test'], endpoints.map(row)),
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
    inRelease(one.newest),
    testOf(test),
  ]
}

function inRelease(newest: InRelease | undefined): string {
  if (!newest) return '–'
  const { accepted, withArgument } = newest
  if (accepted === 0) return 'none'
  return accepted === withArgument ? `all ${accepted}` : `${withArgument} of ${accepted}`
}

/** The endpoints for which GitLab has additional parameters, with these parameters. */
function beyond(endpoints: Covered[]): string[][] {
  return endpoints.flatMap(({ endpoint, parameters = [], taken }) => {
    const known = new Set([...parameters, 'page', 'per_page', ...(endpoint.match(/(?<=:)\w+/g) ?? [])])
    const isNew = (name: string): boolean => !known.has(name)
    const [effective, ignored] = [taken.effective.filter(isNew), taken.ignored.filter(isNew)]
    const isOtherEntry = endpoint.includes('?')
    return isOtherEntry || effective.length + ignored.length === 0
      ? []
      : [[code(endpoint), list(effective) || 'none', list(ignored) || 'none']]
  })
}

const departure = ({ rule, instead, test }: Deviation): string[] => [rule, instead, testOf(test)]

// Without a link because the package contains this page, but not the tests.
const testOf = ([file, title]: Deviation['test']): string =>
  `${title.replace(/%[a-zA-Z#]/g, '…')}: ${code(`${file}.test.ts`)}`

const list = (names: readonly string[]): string => names.map(code).join(', ')

const code = (text: string): string => `\`${text}\``

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escape).join(' | ')} |`).join('\n')

const escape = (cell: string): string => cell.replaceAll('|', '\\|')
