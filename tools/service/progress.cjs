'use strict'
const { basename } = require('node:path')

/** A reporter of Jest that prints a line for each file. The command prints the results. */
module.exports = class Progress {
  onTestFileStart({ path }) {
    process.stderr.write(`running ${basename(path, '.test.ts')}\n`)
  }
}
