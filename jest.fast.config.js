/** @type {import('jest').Config} Tests of one idea each: nothing that starts processes or tries many cases. */
module.exports = {
  ...require('./jest.config.js'),
  testPathIgnorePatterns: [
    '/test/(e2e|chaos|cli|emulator|faults|fuzz|long|compat|properties|regressions)/',
    '/test/repo/(coverage|docs|layout|supply-chain)\\.test',
    '/test/gitops/comment\\.test',
    '/test/resources/rotation\\.test',
    '/test/core/(calls|upgrade|schema/camel-case|service/snapshot)',
    '/test/components/schema',
    '/test/functions/freeze-windows',
  ],
}
