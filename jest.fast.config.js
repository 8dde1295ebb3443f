/** @type {import('jest').Config} Tests of one idea each: nothing that starts processes or tries many cases. */
module.exports = {
  ...require('./jest.config.js'),
  testPathIgnorePatterns: [
    '/test/(e2e|chaos|cli|faults|hostile|long|peers|properties)/',
    '/test/emulator/(hostile-|killed|limits)',
    '/test/regressions/(4-real-engine|6-half-done-state|9-answers-limits)',
    '/test/(coverage|docs|supply-chain)\\.test',
    '/test/core/(calls|upgrade)',
  ],
}
