import { join } from 'node:path'
import { repositoryRoot } from '../../tools/pulumi/paths'
import { needsOf, selectedFiles } from '../support/selection'

const filesOf = (...patterns: string[]): string[] =>
  selectedFiles({
    toExecutor: ({ rootDir }) => ({ isMatch: (path) => patterns.some((one) => path.startsWith(join(rootDir, one))) }),
  })

const needsOfRun = (...patterns: string[]) => needsOf(filesOf(...patterns))

it('selects the files that a suite loads', () => {
  expect(filesOf('test/functions/suite.test.ts')).toContain(join(repositoryRoot, 'test', 'functions', 'label.test.ts'))
  expect(filesOf('test/functions/label.test.ts')).toHaveLength(1)
})

it('needs nothing for tests that only call functions of the sources', () => {
  const nothing = { build: false, pulumi: false }
  for (const folder of ['functions', 'sdk', 'resources', 'components', 'cron', 'compat', 'faults', 'truth']) {
    expect({ folder, ...needsOfRun(`test/${folder}/`) }).toEqual({ folder, ...nothing })
  }
  // They only import types of modules that run the CLI.
  expect(needsOfRun('test/core/upgrade.test.ts')).toEqual(nothing)
})

it('needs the compiled package for tests that run the command, or that name a file of it', () => {
  const build = { build: true, pulumi: false }
  for (const file of ['cli/usage', 'cli/drift', 'native/compiled-code', 'core/service/ledger', 'repo/type-errors']) {
    expect({ file, ...needsOfRun(`test/${file}.test.ts`) }).toEqual({ file, ...build })
  }
})

it('needs the compiled package and the CLI for each test with a real stack', () => {
  const all = { build: true, pulumi: true }
  for (const file of [...filesOf('test/e2e/'), ...filesOf('test/long/drift.test.ts', 'test/chaos/chaos.test.ts')]) {
    expect({ file, ...needsOf([file]) }).toEqual({ file, ...all })
  }
  expect(needsOfRun('test/')).toEqual(all)
})
