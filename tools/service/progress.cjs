'use strict'

/** A reporter of Jest that prints a line for each file of the suite. The command prints the results. */
module.exports = class Progress {
  #file

  onTestCaseStart(_test, { ancestorTitles: [file] }) {
    if (file === this.#file) return
    this.#file = file
    process.stderr.write(`running ${file.replace('.test.ts', '')}\n`)
  }
}
