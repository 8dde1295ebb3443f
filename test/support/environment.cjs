'use strict'
const { AsyncLocalStorage } = require('node:async_hooks')
const { appendFileSync } = require('node:fs')
const { TestEnvironment } = require('jest-environment-node')
const { basename, dirname, join, relative } = require('node:path')
const { countProcesses, cpuSeconds, refuseProcesses } = require('./costs.cjs')

/**
 * The environment of all tests. It gives them the front and the number of cases of their project, and leaves out the
 * tests that another project runs: `test/tiers.cjs` describes `only` and `except`. At the end of a file, it records what
 * the file has cost.
 */
module.exports = class TrueupEnvironment extends TestEnvironment {
  #isSelected
  #timeout
  #project
  #file
  #mayStart
  #before = { cpu: cpuSeconds(), processes: countProcesses() }
  /** What the files of a suite have cost, which is not part of the cost of the suite. */
  #ofFiles = { cpu: 0, processes: 0 }
  #beforeFile = this.#before

  constructor(config, context) {
    super(config, context)
    const { displayName, rootDir, testEnvironmentOptions } = config.projectConfig
    const { files, front, only, except, timeout, processes, allCases = false } = testEnvironmentOptions
    this.#timeout = timeout
    this.#isSelected = (title) =>
      (only === undefined || new RegExp(only).test(title)) && (except === undefined || !new RegExp(except).test(title))
    this.#project = displayName.name
    this.#file = relative(rootDir, context.testPath)
    this.#mayStart = (file) => processes === undefined || processes.includes(file)
    this.#refuseProcesses(this.#file)
    this.global.testRun = { files, front, allCases }
  }

  handleTestEvent({ name, describeBlock }, state) {
    // Jest reads the option `testTimeout` of a project, but does not use it.
    if (name === 'setup') state.testTimeout = this.#timeout
    // Before the run, so that reports do not list the other tests as skipped.
    if (name === 'run_start') this.#select(state.rootDescribeBlock, '')
    if (name === 'run_describe_start' && this.#isFile(describeBlock)) this.#startFile(describeBlock.name)
    if (name === 'run_describe_finish' && this.#isFile(describeBlock)) this.#endFile(describeBlock.name)
  }

  async teardown() {
    await super.teardown()
    disableStorages()
    const { cpu, processes } = costSince(this.#before)
    this.#record(this.#file, { cpu: cpu - this.#ofFiles.cpu, processes: processes - this.#ofFiles.processes })
  }

  /** Whether the block has the tests of a file that a suite loads. */
  #isFile(block) {
    return basename(this.#file) === 'suite.test.ts' && block.parent !== undefined && block.parent.parent === undefined
  }

  #pathOf(name) {
    return join(dirname(this.#file), name)
  }

  #startFile(name) {
    this.#refuseProcesses(this.#pathOf(name))
    this.#beforeFile = { cpu: cpuSeconds(), processes: countProcesses() }
  }

  #endFile(name) {
    const cost = costSince(this.#beforeFile)
    this.#ofFiles.cpu += cost.cpu
    this.#ofFiles.processes += cost.processes
    this.#record(this.#pathOf(name), cost)
    this.#refuseProcesses(this.#file)
  }

  #refuseProcesses(file) {
    const reason = `${file} must not start processes in npm test: see processes in test/tiers.cjs`
    refuseProcesses(this.#mayStart(file) ? undefined : reason)
  }

  #record(file, cost) {
    const { TRUEUP_TEST_COSTS } = process.env
    if (!TRUEUP_TEST_COSTS) return
    appendFileSync(TRUEUP_TEST_COSTS, `${JSON.stringify({ project: this.#project, file, ...cost })}\n`)
  }

  #select(block, title) {
    const titleOf = ({ name }) => `${title} ${name}`
    block.children = block.children.filter((child) => {
      if (child.type === 'test') return this.#isSelected(titleOf(child))
      this.#select(child, titleOf(child))
      return child.children.length > 0
    })
  }
}

/** The storages that the modules of a test file have used. Each file has its own modules. */
const storages = new Set()
for (const name of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[name]
  AsyncLocalStorage.prototype[name] = function (...args) {
    storages.add(this)
    return original.apply(this, args)
  }
}

/** Disables them: an enabled storage takes time in each asynchronous operation of the process. */
function disableStorages() {
  for (const storage of storages) storage.disable()
  storages.clear()
}

const costSince = (before) => ({ cpu: cpuSeconds() - before.cpu, processes: countProcesses() - before.processes })
