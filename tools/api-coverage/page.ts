import { type Covered, type CoveredNoun } from './survey'

/** The page, as Markdown: the nouns of the API, then the collections that it only names, with and without an endpoint. */
export function pageOf(nouns: CoveredNoun[], lists: CoveredNoun[], unlistable: readonly string[]): string {
  const all = nouns.flatMap(({ endpoints }) => endpoints)
  const deprecated = all.filter((one) => one.deprecated)
  const unused = all.filter(({ users }) => users.length === 0)
  const paragraphs = [
    '# Coverage',
    `Every endpoint of the Project Management REST API v4, and what in Trueup speaks it: **${all.length} endpoints**, ` +
      `${deprecated.length} of them deprecated. The client and the emulator speak all of them; resources and functions ` +
      `of the provider use ${all.length - unused.length}, and for the other ${unused.length} the table says why not.`,
    legend,
    ...[...nouns, ...lists].flatMap(section),
    'The others:',
    table(
      ['Collection', 'Endpoint'],
      unlistable.map((collection) => [collection, 'No endpoint of its own in the API.']),
    ),
  ]
  return `${paragraphs.join('\n\n')}\n`
}

const legend = `- **Endpoint**: as the API writes it, below \`/api/v4\`.
- **Client**: the methods of \`Client\` in \`trueup/sdk\` that call it.
- **Emulator**: the route of \`trueup emulator\` that serves it; "same path" where even its parameters are named alike.
- **Provider**: the resources and functions of \`trueup\` that use it, or why none does.
- **Test**: one that shows what the endpoint does.

\`npm run docs\` writes this page. It makes each call of the client against both flavors of the emulator, and fails when
one is refused or is not that of its endpoint, or when a test is no longer there.`

const section = ({ heading, note, endpoints }: CoveredNoun): string[] => [
  `## ${heading}`,
  ...(note === '' ? [] : [note]),
  table(['Endpoint', 'Client', 'Emulator', 'Provider', 'Test'], endpoints.map(row)),
]

function row({ endpoint, deprecated, methods, routes, users, unused = '', test: [file, title] }: Covered): string[] {
  const path = endpoint.split(' ')[1]?.split('?')[0]
  return [
    `${code(endpoint)}${deprecated ? ' (deprecated)' : ''}`,
    methods.map(code).join(', '),
    routes.map((route) => (route === path ? 'same path' : code(route))).join('; flavor `gitlab`: '),
    users.map(code).join(', ') || unused,
    `[${title.replace(/%[a-zA-Z#]/g, '…')}](../test/${file}.test.ts)`,
  ]
}

const code = (text: string): string => `\`${text}\``

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escape).join(' | ')} |`).join('\n')

const escape = (cell: string): string => cell.replaceAll('|', '\\|')
