// The tests that can go on for longer, ten times as long: `npm run test:long`.
process.env.TRUEUP_TEST_LONG = '1'

/** @type {import('jest').Config} */
module.exports = {
  ...require('./jest.config.js'),
  testMatch: ['properties', 'faults', 'hostile', 'emulator'].map((folder) => `**/${folder}/**/*.test.ts`),
  testTimeout: 600_000,
}
