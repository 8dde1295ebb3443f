import { testRun } from '../../shared/test-run'
import { plugins } from '../../support/plugin'
import type { StackOptions } from '../../support/pulumi'

/** A resource of a program: its class, its arguments, and the names of its explicit provider and dependencies. */
export interface Declared {
  type: string
  args?: Record<string, unknown>
  provider?: string
  dependsOn?: readonly string[]
}

/** The resources of a program, by name. Explicit providers have the type `Provider`. */
export type Program = Readonly<Record<string, Declared>>

/** The ways in which a program uses the resources. */
export const fronts = ['package', 'native', 'yaml'] as const
export type Front = (typeof fronts)[number]

/** The fronts of a test that takes long: usually the given one, and in `npm run test:nightly` all. */
export const costlyFronts = (front: Front): readonly Front[] => (testRun.allCases ? fronts : [front])

/** The options of a stack whose programs use this front. */
export const stackOptions = (front: Front): Pick<StackOptions, 'language' | 'plugins'> => ({
  ...(front === 'yaml' && { language: 'yaml' }),
  ...(front !== 'package' && { plugins }),
})

/** The text of a program for `PulumiStack`. */
export const textOf = (front: Front, program: Program): string =>
  front === 'yaml' ? yamlOf(program) : javascriptOf(front === 'native' ? 'trueup/native' : 'trueup', program)

const javascriptOf = (module: string, program: Program): string =>
  [
    `const trueup = require('${module}')`,
    'const made = {}',
    ...Object.entries(program).map(([name, { type, args = {}, provider, dependsOn = [] }]) => {
      const options = [
        ...(provider === undefined ? [] : [`provider: made.${provider}`]),
        `dependsOn: [${dependsOn.map((one) => `made.${one}`).join(', ')}]`,
      ]
      return `made.${name} = new trueup.${type}('${name}', ${JSON.stringify(args)}, { ${options.join(', ')} })`
    }),
  ].join('\n')

const yamlOf = (program: Program): string => {
  const reference = (name: string) => `\${${name}}`
  const resources = Object.entries(program).map(([name, { type, args = {}, provider, dependsOn = [] }]) => [
    name,
    {
      type: type === 'Provider' ? 'pulumi:providers:trueup' : `trueup:${type}`,
      properties: args,
      options: {
        ...(provider !== undefined && { provider: reference(provider) }),
        ...(dependsOn.length > 0 && { dependsOn: dependsOn.map(reference) }),
      },
    },
  ])
  return `resources: ${JSON.stringify(Object.fromEntries(resources))}\n`
}
