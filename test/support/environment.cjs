'use strict'
const { appendFileSync } = require('node:fs')
const { TestEnvironment } = require('jest-environment-node')
const { relative } = require('node:path')
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
  #before = { cpu: cpuSeconds(), processes: countProcesses() }

  constructor(config, context) {
    super(config, context)
    const { displayName, rootDir, testEnvironmentOptions } = config.projectConfig
    const { front, only, except, timeout, processes, allCases = false } = testEnvironmentOptions
    this.#timeout = timeout
    this.#isSelected = (title) =>
      (only === undefined || new RegExp(only).test(title)) && (except === undefined || !new RegExp(except).test(title))
    this.#project = displayName.name
    this.#file = relative(rootDir, context.testPath)
    const mayStart = processes === undefined || processes.includes(this.#file)
    refuseProcesses(
      mayStart ? undefined : `${this.#file} must not start processes in npm test: see processes in test/tiers.cjs`,
    )
    this.global.testRun = { front, allCases }
  }

  handleTestEvent({ name }, state) {
    // Jest reads the option `testTimeout` of a project, but does not use it.
    if (name === 'setup') state.testTimeout = this.#timeout
    // Before the run, so that reports do not list the other tests as skipped.
    if (name === 'run_start') this.#select(state.rootDescribeBlock, '')
  }

  async teardown() {
    await super.teardown()
    const { TRUEUP_TEST_COSTS } = process.env
    if (!TRUEUP_TEST_COSTS) return
    const { cpu, processes } = this.#before
    const cost = {
      project: this.#project,
      file: this.#file,
      cpu: cpuSeconds() - cpu,
      processes: countProcesses() - processes,
    }
    appendFileSync(TRUEUP_TEST_COSTS, `${JSON.stringify(cost)}\n`)
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
