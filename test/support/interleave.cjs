'use strict'
const { default: Sequencer } = require('@jest/test-sequencer')

const isSuite = ({ path }) => path.endsWith('suite.test.ts')
const isEndToEnd = ({ path }) => /[\\/](?:e2e|long|nightly|chaos)[\\/]/.test(path)

/**
 * Starts the suites early, because they take long. Spreads the end-to-end tests, which start several processes each, among
 * the others. Two of them at once would compete for the cores, and one alone at the end would leave a core idle.
 */
module.exports = class Interleave extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests)
    const slow = sorted.filter(isEndToEnd)
    const others = sorted.filter((test) => !isEndToEnd(test))
    const quick = [...others.filter(isSuite), ...others.filter((test) => !isSuite(test))]
    // All end-to-end tests are started within three quarters of the others.
    const share = Math.floor((0.75 * quick.length) / Math.max(1, slow.length))
    return [...slow.flatMap((test) => [test, ...quick.splice(0, share)]), ...quick]
  }
}
