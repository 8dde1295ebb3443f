import { createRequire } from 'node:module'
import { stringify } from 'yaml'
import { journalFile } from './journal'
import { fileNames } from './names'

/** Files that do not belong in the repository: packages, and the journal of a failed export. */
const ignored = ['node_modules/', journalFile]

/** The content of `.gitignore`. Keeps the lines of an existing file. */
export function ignoreFile(existing = ''): string {
  const lines = existing.split(/\r?\n/)
  const missing = ignored.filter((line) => !lines.includes(line))
  const start = existing === '' || existing.endsWith('\n') ? existing : `${existing}\n`
  return start + missing.map((line) => `${line}\n`).join('')
}

/** The other files of a program. The path of a project or group becomes its name. */
export function packageFiles(path: string, service: string): Record<string, string> {
  const name = fileNames().of(path)
  const { version } = createRequire(__filename)('trueup/package.json') as { version: string }
  const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
  return {
    'Pulumi.yaml': stringify({ name, description: `Project configuration on ${service}.`, runtime: 'nodejs' }),
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
      name,
      private: true,
      main: 'index.ts',
      dependencies: { '@pulumi/pulumi': '^3.216.0', trueup: `^${version}` },
      devDependencies: { '@types/node': '^20', 'ts-node': '^10.9.2', typescript: '~5.9.3' },
    }),
  }
}
