import { stringify } from 'yaml'
import { kebabCase, Slugs } from '../languages/slugs'
import { dependencyOn } from '../shared/package-source'
import { journalFile } from './journal'

/** What the files of a package say. */
interface About {
  name: string
  service: string
  /** The folder of the program. */
  folder: string
}

/** The content of `.gitignore`: packages, and the journal of a failed export. Keeps the lines of an existing file. */
export function ignoreFile(ignored: readonly string[], existing = ''): string {
  const lines = existing.split(/\r?\n/)
  const missing = [...ignored, journalFile].filter((line) => !lines.includes(line))
  const start = existing === '' || existing.endsWith('\n') ? existing : `${existing}\n`
  return start + missing.map((line) => `${line}\n`).join('')
}

/** The path of a project or group as the name of a Pulumi project. */
export const packageName = (path: string): string => new Slugs(kebabCase).of(path)

/** The keys of Pulumi.yaml. */
const projectFile = ({ name, service }: About, runtime: unknown): object => ({
  name,
  description: `Project configuration on ${service}.`,
  runtime,
})

const plugin = 'trueup-plugin' as const

/** The keys of Pulumi.yaml for a program that uses the plugin without a generated SDK. */
const projectFileWithPlugin = (about: About, runtime: unknown): object => ({
  ...projectFile(about, runtime),
  plugins: { providers: [{ name: 'trueup', path: `./node_modules/${plugin}` }] },
})

const minimumPulumi = '3.216.0'
const pulumi = { '@pulumi/pulumi': `^${minimumPulumi}` }

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** The other files of a program in TypeScript. */
export function nodePackage(about: About, isNative = false): Record<string, string> {
  return {
    'Pulumi.yaml': stringify((isNative ? projectFileWithPlugin : projectFile)(about, 'nodejs')),
    'tsconfig.json': json({
      compilerOptions: {
        target: 'es2022',
        module: 'commonjs',
        moduleResolution: 'node',
        strict: true,
        skipLibCheck: true,
        noEmit: true,
      },
      include: ['**/*.ts'],
    }),
    'package.json': json({
      name: about.name,
      private: true,
      main: 'index.ts',
      dependencies: {
        ...pulumi,
        trueup: dependencyOn('trueup', about.folder),
        ...(isNative && { [plugin]: dependencyOn(plugin, about.folder) }),
      },
      devDependencies: { '@types/node': '^20', 'ts-node': '^10.9.2', typescript: '~5.9.3' },
    }),
  }
}

/** The package.json that installs the plugin, for programs in other languages. */
const pluginPackage = ({ name, folder }: About, others: Record<string, string> = {}): Record<string, string> => ({
  'package.json': json({ name, private: true, dependencies: { ...others, [plugin]: dependencyOn(plugin, folder) } }),
})

/** The keys of Pulumi.yaml, without the program. */
export const yamlProject = (about: About): object => projectFileWithPlugin(about, 'yaml')

/** The other files of a program in YAML. */
export const yamlPackage = (about: About): Record<string, string> => pluginPackage(about)

/** `pulumi package add` and `pulumi install` start the plugin with Pulumi's SDK for Node.js. */
const sdkPackage = (about: About): Record<string, string> => pluginPackage(about, pulumi)

/** The other files of a program in Python. */
export const pythonPackage = (about: About): Record<string, string> => ({
  'Pulumi.yaml': stringify(projectFile(about, { name: 'python', options: { toolchain: 'pip', virtualenv: 'venv' } })),
  'requirements.txt': `pulumi>=${minimumPulumi},<4.0.0\n`,
  ...sdkPackage(about),
})

/** The version of Pulumi's SDK that the SDK of the plugin is generated for. */
const goSdk = 'github.com/pulumi/pulumi/sdk/v3 v3.276.0'

/** The other files of a program in Go. */
export const goPackage = (about: About): Record<string, string> => ({
  'Pulumi.yaml': stringify(projectFile(about, 'go')),
  'go.mod': `module ${about.name}\n\ngo 1.26.6\n\nrequire ${goSdk}\n`,
  ...sdkPackage(about),
})
