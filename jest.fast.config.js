/** @type {import('jest').Config} Tests of one idea each: nothing that starts processes or tries many cases. */
module.exports = {
  ...require('./jest.config.js'),
  reporters: ['default', ['<rootDir>/test/support/test-report.cjs', { budgetSeconds: 60 }]],
  testPathIgnorePatterns: [
    '/test/(e2e|chaos|cli|compat|emulator|faults|fuzz|long|nightly|ownership|properties|regressions)/',
    '/test/repo/(coverage|docs|plain-english|supply-chain|titles|types)\\.test',
    '/test/gitops/comment\\.test',
    '/test/resources/rotation\\.test',
    '/test/core/(calls|upgrade)',
    '/test/components/schema',
    '/test/functions/freeze-windows',
  ],
}
