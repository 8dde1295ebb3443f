// All cases of the tests of which the long run takes a sample.
process.env.TRUEUP_TEST_WHOLE = '1'

module.exports = require('./jest.long.config.js')
