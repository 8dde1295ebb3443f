/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: { '^.+\\.ts$': '@sucrase/jest-plugin' },
  // Finds or builds the pulumi CLI, when end-to-end tests are among those to run.
  globalSetup: '<rootDir>/test/support/pulumi-setup.ts',
  globalTeardown: '<rootDir>/test/support/pulumi-teardown.ts',
  testTimeout: 20_000,
  // By default one core of two would do nothing.
  maxWorkers: '100%',
  // The compiled copy is what users import; tests of the sources must not find it twice.
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
}
