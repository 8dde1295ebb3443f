// All tests, with all cases. `npm test` and the long run take a sample of some.
process.env.TRUEUP_TEST_WHOLE = '1'

/** @type {import('jest').Config} */
module.exports = {
  ...require('./jest.long.config.js'),
  testMatch: require('./jest.config.js').testMatch,
}
