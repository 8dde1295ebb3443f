'use strict'
const { mkdirSync, readFileSync, renameSync, rmSync } = require('node:fs')
const { join, relative, sep } = require('node:path')
const { processes } = require('../tiers.cjs')

/**
 * A reporter of Jest that prints, after a run of many files, the files that cost most, the number of tests and expects by
 * folder, and the number of started processes. It shows what makes a run longer and where a test disappeared. The run
 * fails if `npm test` starts more processes than it may.
 */
module.exports = class TestReport {
  #root
  /** The number of processes that `npm test` has started. */
  #started = 0
  /** @type {{ project: string, file: string, tests: number, expects: number }[]} */
  #files = []

  constructor({ rootDir }) {
    this.#root = rootDir
    mkdirSync(join(rootDir, folder), { recursive: true })
    // The environment of each test file writes there, in the processes of Jest's workers. A test can run Jest itself.
    process.env.TRUEUP_TEST_COSTS = join(rootDir, folder, `test-costs-${process.pid}.jsonl`)
  }

  onTestFileResult({ context }, { testFilePath, testResults }) {
    this.#files.push({
      project: context.config.displayName.name,
      file: relative(this.#root, testFilePath),
      tests: testResults.length,
      expects: sum(testResults.map(({ numPassingAsserts = 0 }) => numPassingAsserts)),
    })
  }

  onRunComplete(_contexts, { numPassedTests, numFailedTests }) {
    const costs = this.#takeCosts()
    if (this.#files.length < 20) return
    const lines = [
      `The ten of ${costs.length} files that cost most, of ${Math.round(sum(costs.map(({ cpu }) => cpu)))} CPU seconds:`,
      ...costs
        .sort((one, other) => other.cpu - one.cpu)
        .slice(0, 10)
        .map(({ project, file, cpu }) => `${cpu.toFixed(1).padStart(7)} s  ${file} (${project})`),
      'Tests and expects, by folder:',
      ...[...groupByFolder(this.#files)].sort().map(([folder, inside]) => {
        const count = (name) => String(sum(inside.map((one) => one[name]))).padStart(7)
        return `${count('tests')} ${count('expects')}  ${folder}`
      }),
      `${numPassedTests} passed, ${numFailedTests} failed, ${sum(costs.map(({ processes }) => processes))} processes started`,
    ]
    process.stdout.write(`\n${lines.join('\n')}\n`)
  }

  /** Jest fails the run with this error. */
  getLastError() {
    if (this.#started <= processes.most) return undefined
    return new Error(
      `npm test started ${this.#started} processes, and at most ${processes.most} are allowed: move a test to npm run test:full`,
    )
  }

  /** The costs of all files. `tools/test-cost/` reads the file that a run of many files leaves. */
  #takeCosts() {
    const file = process.env.TRUEUP_TEST_COSTS
    const lines = readFileSync(file, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean)
    if (this.#files.length < 20) rmSync(file)
    else renameSync(file, join(this.#root, folder, 'test-costs.jsonl'))
    const costs = lines.map((line) => JSON.parse(line))
    const ofTest = costs.filter(({ project }) => project === 'test')
    this.#started = sum(ofTest.map((cost) => cost.processes))
    return costs
  }
}

const folder = join('node_modules', '.cache', 'trueup')

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0)
const folderOf = ({ file }) => file.split(sep).slice(0, -1).slice(0, 2).join('/')

function groupByFolder(files) {
  const groups = new Map()
  for (const one of files) groups.set(folderOf(one), [...(groups.get(folderOf(one)) ?? []), one])
  return groups
}
