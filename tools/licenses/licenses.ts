import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../pulumi/paths'
import { type Installed, installedWith, type Lock } from './lock'

/** The file of the page. */
export const pageFile = join(repositoryRoot, 'docs', 'licenses.md')

const read = <T>(file: string): T => JSON.parse(readFileSync(join(repositoryRoot, file), 'utf8')) as T

/** The lock file. */
export const lock = (): Lock => read('package-lock.json')

/** The reason for each dependency of Trueup. */
const reasons: Record<string, string> = {
  ajv: 'validates arguments',
  'cli-progress': 'progress of the commands',
  'cli-table3': 'tables of the commands',
  'string-width': 'columns of those tables',
  'color-name': 'the names of CSS colors',
  commander: 'options and help of the commands',
  'deep-diff': 'compares declared and stored properties',
  'fastest-levenshtein': '“did you mean …?”',
  hono: 'routes of the emulator; HTML of the reports',
  'ical-generator': 'calendars of freeze periods as iCalendar',
  semver: 'compares versions, for `trueup doctor`',
  tinyglobby: 'finds the YAML files of `fromYaml`',
  undici: 'HTTP: connections, proxies, certificates',
  yaml: 'reads YAML, with the lines of errors',
}

interface Manifest {
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
}

/** The packages that come with Trueup, and the page that lists them. @throws Error if a reason is missing. */
export function licenses(): { packages: Installed[]; page: string } {
  const { dependencies, peerDependencies } = read<Manifest>('package.json')
  const locked = lock()
  const packages = installedWith(locked, Object.keys(dependencies))
  const unexplained = Object.keys(dependencies).filter((name) => reasons[name] === undefined)
  const idle = Object.keys(reasons).filter((name) => dependencies[name] === undefined)
  if (unexplained.length + idle.length > 0) {
    throw new Error(
      `tools/licenses/licenses.ts: missing reasons: ${unexplained.join(', ') || 'none'}; unused reasons: ${idle.join(', ') || 'none'}.`,
    )
  }
  const own = packages.filter(({ neededBy }) => neededBy.includes('trueup'))
  const others = packages.filter(({ neededBy }) => !neededBy.includes('trueup'))
  const peers = Object.entries(peerDependencies)
  const paragraphs = [
    '# Licenses',
    'Trueup is licensed under [Apache-2.0](../LICENSE). `npm install trueup` installs the packages below, here with the versions ' +
      'that the tests use. No package runs a script when it is installed, and none is bundled: each package has its own ' +
      'license text in `node_modules`. `npm run docs` writes this page from `package.json` and `package-lock.json`.',
    '## Dependencies of Trueup',
    table(
      ['Package', 'Range', 'Tested with', 'License', 'Purpose'],
      own.map(({ name, version = '', license = '' }) => [
        code(name),
        code(dependencies[name] ?? ''),
        version,
        license,
        reasons[name] ?? '',
      ]),
    ),
    '## Dependencies of these packages',
    table(
      ['Package', 'Tested with', 'License', 'Required by'],
      others.map(({ name, version = '', license = '', neededBy }) => [
        code(name),
        version,
        license,
        [...new Set(neededBy)].sort().map(code).join(', '),
      ]),
    ),
    '## Packages that you install',
    table(
      ['Package', 'Range', 'Tested with', 'License', 'Purpose'],
      peers.map(([name, range]) => {
        const { version = '', license = '' } = locked.packages[`node_modules/${name}`] ?? {}
        return [code(name), code(range), version, license, 'a peer dependency: the Pulumi SDK of your program']
      }),
    ),
    'The package `trueup-plugin` contains its dependencies in one file. `dist/THIRD-PARTY-NOTICES.txt` in it has their versions ' +
      'and licenses.',
    'Pulumi installs further packages, as in every program in TypeScript, and you also install its CLI. These are not listed ' +
      'above.',
    'The Go modules in `tools/pulumi` build a `pulumi` CLI and its language host for YAML (both Apache-2.0) for the tests where ' +
      'none are installed. The Go module in `tools/sdk-generator` runs the code generators of Pulumi (Apache-2.0). Like all ' +
      '`devDependencies`, they are not part of the package.',
  ]
  return { packages, page: `${paragraphs.join('\n\n')}\n` }
}

const code = (text: string): string => `\`${text}\``

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
