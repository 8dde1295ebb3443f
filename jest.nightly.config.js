// All tests, with all cases of those of which `npm test` and the long run take a sample.
process.env.TRUEUP_TEST_WHOLE = '1'

/** @type {import('jest').Config} */
module.exports = {
  ...require('./jest.long.config.js'),
  testMatch: require('./jest.config.js').testMatch,
}
