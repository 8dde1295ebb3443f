import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../../pulumi/paths'

/** The examples: each file contains what `Pulumi.yaml` contains after `name` and `runtime`. */
const examplesFolder = join(repositoryRoot, 'docs', 'examples')

/** The examples in other languages, which `npm run docs` writes. */
export const programsFile = join(repositoryRoot, 'tools', 'docs', 'examples', 'programs.json')

/** The languages of the examples in `programsFile`. */
export const languages = ['nodejs', 'python', 'go'] as const

/**
 * An example in each language. The program for Node.js uses a generated SDK, and that in TypeScript the classes of this
 * package, without imports.
 */
export type Example = Readonly<Record<'yaml' | (typeof languages)[number] | 'typescript', string>>

/** The names of all examples: `label`, `get-labels`. */
export const exampleNames = (): readonly string[] =>
  readdirSync(examplesFolder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.replace(/\.yaml$/, ''))
    .sort()

export const exampleFile = (name: string): string => join(examplesFolder, `${name}.yaml`)

/** The examples as `npm run docs` last converted them, by name. */
export const convertedExamples = (): Readonly<Record<string, Example>> =>
  existsSync(programsFile) ? (JSON.parse(readFileSync(programsFile, 'utf8')) as Record<string, Example>) : {}

/** `GroupAccessToken` → `group-access-token`, `getLabels` → `get-labels`: the example of a resource or a function. */
export const exampleOf = (name: string): string => name.replace(/(?!^)[A-Z]/g, '-$&').toLowerCase()
