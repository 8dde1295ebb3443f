import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../pulumi/paths'
import { type Installed, installedWith, type Lock } from './lock'

/** Where the page belongs. */
export const pageFile = join(repositoryRoot, 'docs', 'licences.md')

const read = <T>(file: string): T => JSON.parse(readFileSync(join(repositoryRoot, file), 'utf8')) as T

/** What is locked. */
export const lock = (): Lock => read('package-lock.json')

/** Why each package is there that Trueup itself asks for. */
const reasons: Record<string, string> = {
  '@sinclair/typebox': 'declares what arguments look like, for the checks and for the types at once',
  ajv: 'checks arguments',
  'cli-progress': 'progress of the commands',
  'cli-table3': 'tables of the commands',
  'string-width': 'columns of those tables',
  'color-name': 'the names of CSS colours',
  commander: 'options and help of the commands',
  'deep-diff': 'compares what is declared with what is stored, property by property',
  'fastest-levenshtein': '“did you mean …?”',
  hono: 'routes of the emulator; HTML of the reports',
  'ical-generator': 'calendars of freeze periods as iCalendar',
  semver: 'whether versions fit, for `trueup doctor`',
  tinyglobby: 'finds the YAML files of `fromYaml`',
  undici: 'HTTP: connections, proxies, certificates',
  yaml: 'reads YAML, with the lines of what is wrong',
}

interface Manifest {
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
}

/** The packages that come with Trueup, and the page that lists them. @throws where nobody says why one is there. */
export function licences(): { packages: Installed[]; page: string } {
  const { dependencies, peerDependencies } = read<Manifest>('package.json')
  const locked = lock()
  const packages = installedWith(locked, Object.keys(dependencies))
  const unexplained = Object.keys(dependencies).filter((name) => reasons[name] === undefined)
  const idle = Object.keys(reasons).filter((name) => dependencies[name] === undefined)
  if (unexplained.length + idle.length > 0) {
    throw new Error(
      `tools/licences/licences.ts has no reason for ${unexplained.join(', ') || 'nothing'}, and one too many for ${idle.join(', ') || 'nothing'}.`,
    )
  }
  const own = packages.filter(({ neededBy }) => neededBy.includes('trueup'))
  const others = packages.filter(({ neededBy }) => !neededBy.includes('trueup'))
  const peers = Object.entries(peerDependencies)
  const paragraphs = [
    '# Licences',
    'Trueup itself is under [Apache-2.0](../LICENSE). This is what `npm install trueup` brings beside your Pulumi, in the versions ' +
      'that its tests run with. None of it runs anything when it is installed, and none is bundled: each package keeps ' +
      'its own licence text in `node_modules`. `npm run docs` writes this page from `package.json` and `package-lock.json`.',
    '## What Trueup asks for',
    table(
      ['Package', 'Range', 'Tested with', 'Licence', 'What for'],
      own.map(({ name, version = '', license = '' }) => [
        code(name),
        code(dependencies[name] ?? ''),
        version,
        license,
        reasons[name] ?? '',
      ]),
    ),
    '## What those ask for',
    table(
      ['Package', 'Tested with', 'Licence', 'Asked for by'],
      others.map(({ name, version = '', license = '', neededBy }) => [
        code(name),
        version,
        license,
        [...new Set(neededBy)].sort().map(code).join(', '),
      ]),
    ),
    '## What you bring yourself',
    table(
      ['Package', 'Range', 'Tested with', 'Licence', 'What for'],
      peers.map(([name, range]) => {
        const { version = '', license = '' } = locked.packages[`node_modules/${name}`] ?? {}
        return [code(name), code(range), version, license, 'a peer: your program’s own Pulumi']
      }),
    ),
    'Pulumi brings packages of its own, as it does to every program in TypeScript, and its CLI is yours, too. Neither is ' +
      'part of what is listed above.',
    'The Go module in `tools/pulumi` builds a `pulumi` CLI (Apache-2.0) for the tests where none is installed. Like all ' +
      '`devDependencies` it is no part of the package.',
  ]
  return { packages, page: `${paragraphs.join('\n\n')}\n` }
}

const code = (text: string): string => `\`${text}\``

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
