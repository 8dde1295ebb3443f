'use strict'
const { default: Sequencer } = require('@jest/test-sequencer')

/** Begins with the end-to-end tests: one of them alone at the end would leave a core without work. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const isLong = ({ path }) => /[\\/](?:e2e|long|chaos)[\\/]/.test(path)
    const sorted = super.sort(tests)
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))]
  }
}
