'use strict'
/*
 * Preloaded into programs and providers of some end-to-end tests. Shortens waits of 100 ms and more by the factor
 * WAIT_SPEED, because polls, time-outs and back-off would take minutes. The host waits normally.
 */
const timers = require('node:timers/promises')

const isDynamicProvider = process.execArgv.some((argument) => argument.includes('dynamic-provider'))
const isProvider = isDynamicProvider || /pulumi-resource-trueup$/.test(process.argv[1] ?? '')
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
