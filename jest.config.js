/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // Takes minutes, and is part of `npm run test:long`.
  testPathIgnorePatterns: ['/node_modules/', '/test/soak/'],
  // Types are not looked at: `npm run typecheck` does that once.
  transform: { '^.+\\.ts$': '@sucrase/jest-plugin' },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  reporters: ['default', '<rootDir>/test/support/test-report.cjs'],
  testTimeout: 20_000,
  // By default one core of two would do nothing.
  maxWorkers: '100%',
  // The compiled copy is what users import; tests of the sources must not find it twice.
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
}
