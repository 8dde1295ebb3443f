import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** The files of programs, by language, besides those of every project. */
const filesOf: Readonly<Record<string, readonly string[]>> = {
  yaml: [],
  bun: ['**/*.ts', '**/*.js'],
  python: ['**/*.py', 'requirements*.txt', 'pyproject.toml'],
  go: ['**/*.go', 'go.mod', 'go.sum'],
  dotnet: ['**/*.cs', '**/*.csproj'],
  java: ['**/*.java', 'pom.xml', '**/*.gradle'],
}

/** The language of the project in a folder, as `runtime` in its Pulumi.yaml names it. */
export function languageOf(folder: string): string {
  const file = join(folder, 'Pulumi.yaml')
  if (!existsSync(file)) return 'nodejs'
  const { runtime } = (parse(readFileSync(file, 'utf8')) ?? {}) as { runtime?: string | { name?: string } }
  return (typeof runtime === 'string' ? runtime : runtime?.name) ?? 'nodejs'
}

/** Adapts a pipeline, which is for programs in TypeScript, to a language. */
export function forLanguage(pipeline: string, language: string): string {
  if (language === 'nodejs') return pipeline
  const files = filesOf[language] ?? ['**/*']
  const triggered = pipeline
    .replace(/^ *- '?tsconfig\.json'?\n/gm, '')
    .replace(/^( *- )'\*\*(\/\*)?\.ts'\n/gm, (_, start: string, slash: string | undefined) =>
      // On GitHub, "**" also matches the names of files.
      files.map((file) => `${start}'${slash === undefined ? file.replace('**/*', '**') : file}'\n`).join(''),
    )
  // "npm ci" installs everything that a program in YAML needs.
  if (language === 'yaml') return triggered
  return triggered
    .replace('image: pulumi/pulumi-nodejs-22:', 'image: pulumi/pulumi:')
    .replace(/^( *)- (?:pulumi stack select|backend=)/gm, '$1- pulumi install\n$&')
    .replace(/^( *)- run: (?:pulumi stack select|node ci\/stack)/gm, '$1- run: pulumi install\n$&')
}
