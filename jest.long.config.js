// Tests that repeat with more cases, on both flavors of the service, and for longer what `npm test` does once.
process.env.TRUEUP_TEST_LONG = '1'

/** @type {import('jest').Config} */
module.exports = {
  ...require('./jest.config.js'),
  reporters: ['default', '<rootDir>/test/support/test-report.cjs'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 600_000,
}
