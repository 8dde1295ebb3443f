'use strict'
const { relative, sep } = require('node:path')

/**
 * A reporter of Jest that prints, after a run of many files, the slowest files and the number of tests and expects by
 * folder. It shows what makes a run longer and where a test disappeared.
 */
module.exports = class TestReport {
  #root
  #budget
  #began = Date.now()
  /** @type {{ file: string, seconds: number, tests: number, expects: number }[]} */
  #files = []

  /** @param options `budgetSeconds`: how long a run of all files should take at most. */
  constructor({ rootDir, nonFlagArgs }, { budgetSeconds } = {}) {
    this.#root = rootDir
    if (nonFlagArgs.length === 0) this.#budget = budgetSeconds
  }

  onTestFileResult(_test, { testFilePath, perfStats, testResults }) {
    this.#files.push({
      file: relative(this.#root, testFilePath),
      seconds: perfStats.runtime / 1000,
      tests: testResults.length,
      expects: sum(testResults.map(({ numPassingAsserts = 0 }) => numPassingAsserts)),
    })
  }

  onRunComplete(_contexts, { numPassedTests, numFailedTests }) {
    const files = this.#files.sort((one, other) => other.seconds - one.seconds)
    if (files.length < 20) return
    const folders = groupByFolder(files)
    const lines = [
      `The ten slowest of ${files.length} files, which took ${Math.round(sum(files.map(({ seconds }) => seconds)))} s one by one:`,
      ...files.slice(0, 10).map(({ seconds, file }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`),
      'Tests and expects, by folder:',
      ...[...folders].sort().map(([folder, inside]) => {
        const count = (name) => String(sum(inside.map((one) => one[name]))).padStart(7)
        return `${count('tests')} ${count('expects')}  ${folder}`
      }),
      `${numPassedTests} passed, ${numFailedTests} failed`,
      ...this.#budgetLines(),
    ]
    process.stdout.write(`\n${lines.join('\n')}\n`)
  }

  #budgetLines() {
    if (this.#budget === undefined) return []
    const seconds = Math.round((Date.now() - this.#began) / 1000)
    const verdict = seconds > this.#budget ? ': move a slow file to the long run, or make it faster' : ''
    return [`The tests took ${seconds} s. Their budget is ${this.#budget} s${verdict}.`]
  }
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0)
const folderOf = ({ file }) => file.split(sep).slice(0, -1).slice(0, 2).join('/')

function groupByFolder(files) {
  const groups = new Map()
  for (const one of files) groups.set(folderOf(one), [...(groups.get(folderOf(one)) ?? []), one])
  return groups
}
