const { existsSync } = require('node:fs')
const { availableParallelism } = require('node:os')
const { dirname, join } = require('node:path')
const { projects } = require('./test/tiers.cjs')

/** A `suite.test.ts` loads all files in its folder that the project has. Files that are named run by themselves. */
const namesFiles = process.argv.some((argument) => /^(?:emulator\/)?test\//.test(argument))
const suiteOf = (file) => {
  const suite = join(dirname(file), 'suite.test.ts')
  return existsSync(join(__dirname, suite)) ? suite : file
}
const entriesOf = ({ files, suites }) => (suites && !namesFiles ? [...new Set(files.map(suiteOf))] : files)

/** What all tests share. `test/tiers.cjs` says which tests are in which project. */
const project = (displayName, run) => ({
  displayName,
  rootDir: __dirname,
  roots: ['<rootDir>/test', '<rootDir>/emulator/test'],
  testMatch: entriesOf(run).map((file) => `<rootDir>/${file}`),
  testEnvironment: '<rootDir>/test/support/environment.cjs',
  testEnvironmentOptions: run,
  // Without types: `npm run typecheck` checks them once.
  transform: { '^.+\\.ts$': '@sucrase/jest-plugin' },
  // The command that tests a service has prepared it.
  ...(displayName !== 'service' && {
    globalSetup: '<rootDir>/test/support/global-setup.ts',
    globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  }),
  // The compiled copy is what users import; tests of the sources must not find it twice.
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
})

// `npx jest FILE` runs the file once, as in `npm test`, but on both flavors.
const { any, ...tiers } = projects
const isSelected = process.argv.some((argument) => argument.startsWith('--selectProjects'))
const selected = isSelected ? tiers : { any }

/** @type {import('jest').Config} */
module.exports = {
  projects: Object.entries(selected).map(([name, run]) => project(name, run)),
  testSequencer: '<rootDir>/test/support/interleave.cjs',
  reporters: ['default', '<rootDir>/test/support/test-report.cjs'],
  // By default, one of two cores is idle. Many tests of `npm run test:full` wait, for processes and timers.
  // A worker with a large heap is replaced after a file: garbage collection takes long in it.
  workerIdleMemoryLimit: '400MB',
  maxWorkers: Math.ceil((process.argv.includes('full') ? 1.5 : 1) * availableParallelism()),
}
