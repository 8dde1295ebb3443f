// Loaded into every Node.js process of an operation. Tells its id, so that it can be killed, and lets the waits of the
// provider and the program pass faster: time-outs and back-off would take minutes.
require('../support/lazy-modules.cjs')
const { appendFileSync } = require('node:fs')
const timers = require('node:timers/promises')

const role = /dynamic-provider/.test(process.execArgv.join())
  ? 'provider'
  : /cmd.run/.test(process.argv[1])
    ? 'program'
    : 'host'
appendFileSync(process.env.CHAOS_PROCESSES, `${role} ${process.pid}\n`)

if (role !== 'host') {
  const speed = Number(process.env.CHAOS_SPEED)
  const { setTimeout: called } = globalThis
  const { setTimeout: promised } = timers
  const faster = (ms) => (ms >= 100 ? ms / speed : ms)
  globalThis.setTimeout = Object.defineProperties(
    (work, ms, ...rest) => called(work, faster(ms), ...rest),
    Object.getOwnPropertyDescriptors(called),
  )
  timers.setTimeout = (ms, ...rest) => promised(faster(ms), ...rest)
}
