'use strict'
const { default: Sequencer } = require('@jest/test-sequencer')

const isEndToEnd = ({ path }) => /[\\/](?:e2e|long|nightly|chaos)[\\/]/.test(path)

/**
 * Spreads the end-to-end tests, which start several processes each, among the others. Two of them at once would compete
 * for the cores, and one alone at the end would leave a core idle.
 */
module.exports = class Interleave extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests)
    const [slow, quick] = [sorted.filter(isEndToEnd), sorted.filter((test) => !isEndToEnd(test))]
    // All end-to-end tests are started within three quarters of the others.
    const share = Math.floor((0.75 * quick.length) / Math.max(1, slow.length))
    return [...slow.flatMap((test) => [test, ...quick.splice(0, share)]), ...quick]
  }
}
