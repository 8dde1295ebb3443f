import { testRun } from '../shared/test-run'
import { plugins } from './plugin'
import type { StackOptions } from './pulumi'

/** The resources of a program, by name: their classes and arguments. */
export type Resources = Record<string, { type: string; args: object }>

/** Writes a program with these resources. */
type ProgramOf = (resources: Resources) => string

const javascript =
  (from: string): ProgramOf =>
  (resources) =>
    [
      `const trueup = require('${from}')`,
      ...Object.entries(resources).map(
        ([name, { type, args }]) => `new trueup.${type}('${name}', ${JSON.stringify(args)})`,
      ),
      '',
    ].join('\n')

const yaml: ProgramOf = (resources) => {
  const declared = Object.entries(resources).map(([name, { type, args }]) => [
    name,
    { type: `trueup:${type}`, properties: args },
  ])
  return `resources: ${JSON.stringify(Object.fromEntries(declared))}\n`
}

/** How programs declare the same resources. */
const programFronts: [front: string, programOf: ProgramOf, options: Partial<StackOptions>][] = [
  ['a program in JavaScript', javascript('trueup'), {}],
  ['a program in JavaScript with the plugin', javascript('trueup/native'), { plugins }],
  ['a program in YAML with the plugin', yaml, { language: 'yaml', plugins }],
]

/** The fronts of a test that takes long: without the second one, JavaScript with the plugin, except in `npm run test:nightly`. */
export const costly = <T>(fronts: readonly T[]): T[] => fronts.filter((_, at) => testRun.allCases || at !== 1)

export const costlyProgramFronts = costly(programFronts)
