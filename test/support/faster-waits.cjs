'use strict'
/*
 * Preloaded into the programs and providers of end-to-end tests that ask for it: lets their waits of 100 ms and more
 * pass WAIT_SPEED times as fast. Polls, time-outs and back-off would take minutes. The host waits as ever.
 */
const timers = require('node:timers/promises')

const isProvider = process.execArgv.some((argument) => argument.includes('dynamic-provider'))
const isProgram = /cmd.run/.test(process.argv[1] ?? '')

if (isProvider || isProgram) {
  const speed = Number(process.env.WAIT_SPEED)
  const { setTimeout: called } = globalThis
  const { setTimeout: promised } = timers
  const faster = (ms) => (ms >= 100 ? ms / speed : ms)
  globalThis.setTimeout = Object.defineProperties(
    (work, ms, ...rest) => called(work, faster(ms), ...rest),
    Object.getOwnPropertyDescriptors(called),
  )
  timers.setTimeout = (ms, ...rest) => promised(faster(ms), ...rest)
}

module.exports = { role: isProvider ? 'provider' : isProgram ? 'program' : 'host' }
