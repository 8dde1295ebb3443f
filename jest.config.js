/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // These take minutes: `npm run test:long` and `npm run test:nightly` run them.
  testPathIgnorePatterns: ['/node_modules/', '/test/(?:long|nightly)/'],
  testSequencer: '<rootDir>/test/support/interleave.cjs',
  // Without types: `npm run typecheck` checks them once.
  transform: { '^.+\\.ts$': '@sucrase/jest-plugin' },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  reporters: ['default', ['<rootDir>/test/support/test-report.cjs', { budgetSeconds: 300 }]],
  testTimeout: 20_000,
  // By default, one of two cores is idle.
  maxWorkers: '100%',
  // The compiled copy is what users import; tests of the sources must not find it twice.
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
}
