/** @type {import('jest').Config} The tests of kinds on a service that `npm run test:service` has prepared. */
module.exports = {
  ...require('./jest.config.js'),
  roots: ['<rootDir>/test/resources'],
  globalSetup: undefined,
  globalTeardown: undefined,
  reporters: ['<rootDir>/tools/service/progress.cjs'],
  maxWorkers: 1,
  testTimeout: 900_000,
}
