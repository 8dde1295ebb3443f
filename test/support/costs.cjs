'use strict'
const childProcess = require('node:child_process')
const { readFileSync } = require('node:fs')

/** The clock ticks in a second, in which Linux counts the time of ended children. */
const ticksPerSecond = 100

/** The CPU seconds of this process and, on Linux, of its ended children. */
function cpuSeconds() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + secondsOfChildren()
}

function secondsOfChildren() {
  if (process.platform !== 'linux') return 0
  // The name, in parentheses, can contain spaces. Fields 16 and 17 are the user and system time of children.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

let processes = 0
let refusal

/** The number of processes that this one has started. */
const countProcesses = () => processes

/** From now on, a process cannot be started, with this reason. Undefined: it can. */
const refuseProcesses = (reason) => {
  refusal = reason
}

for (const [owner, name] of [
  [childProcess.ChildProcess.prototype, 'spawn'],
  ...['execFileSync', 'execSync', 'spawnSync'].map((name) => [childProcess, name]),
]) {
  const original = owner[name]
  owner[name] = function (...args) {
    if (refusal) throw new Error(refusal)
    processes++
    return original.apply(this, args)
  }
}

module.exports = { countProcesses, cpuSeconds, refuseProcesses }
