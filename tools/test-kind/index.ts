import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { repositoryRoot } from '../pulumi/paths'

const bin = (...path: string[]) => join(repositoryRoot, 'node_modules', ...path)

/** The files that only one kind has, in which style is checked. */
const folders = [
  ...['sdk/resources', 'emulator/records', 'emulator/resources', 'provider/resources', 'provider/functions'],
  ...['tools/api-coverage/nouns', 'test/samples', 'test/properties/arbitraries'],
]

/** Returns the commands that check a kind, without the tests of other kinds. */
function commands(kind: string): [title: string, ...args: string[]][] {
  const tests = ['test/resources', 'emulator/test', 'test/functions'].map((folder) => `${folder}/${kind}.test.ts`)
  const sources = folders.map((folder) => `${folder}/${kind}.ts`)
  const files = [...sources, ...tests].filter((file) => existsSync(file))
  const jest = bin('jest/bin/jest.js')
  return [
    ['types', bin('typescript/bin/tsc'), '-p', 'tsconfig.json'],
    ['lint', bin('eslint/bin/eslint.js'), ...files],
    ['style', bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', ...files],
    [
      'tests',
      jest,
      ...tests,
      ...['test/sdk/requests', 'test/properties/cases', 'test/repo/samples', 'test/resources/sets', 'test/repo/layout'],
    ],
    ['faults', jest, 'test/faults/spec', '-t', kind.replaceAll('-', ' ')],
  ]
}

new Command('npm run test:kind --')
  .description('Checks types, lint and style of one kind of resource, and runs its tests.')
  .argument('<kind>', 'the kind in kebab case, such as protected-tag')
  .action((kind: string) => {
    if (!existsSync(`provider/resources/${kind}.ts`)) {
      console.error(`There is no kind ${kind}: provider/resources/${kind}.ts does not exist.`)
      process.exitCode = 1
      return
    }
    for (const [title, ...args] of commands(kind)) {
      const began = Date.now()
      const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
      console.log(`${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - began) / 1000)} s`)
      if (status !== 0) process.exitCode = 1
    }
  })
  .parse()
