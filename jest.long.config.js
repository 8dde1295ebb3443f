// Complete scenarios under the real CLI, on both flavors of the service, and more random cases than in `npm test`.
process.env.TRUEUP_TEST_LONG = '1'

/** @type {import('jest').Config} */
module.exports = {
  ...require('./jest.config.js'),
  testMatch: ['**/test/{e2e,fuzz,long,properties}/**/*.test.ts'],
  reporters: ['default', '<rootDir>/test/support/test-report.cjs'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 600_000,
}
