// The tests of the engine, with a provider that is called through the protocol of the plugin.
process.env.TRUEUP_TEST_FRONT = 'native'

/** @type {import('jest').Config} */
module.exports = require('./jest.config.js')
