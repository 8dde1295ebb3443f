// Loaded into every Node.js process of a command. Records its id, so that it can be killed, and shortens the waits of
// the provider and the program: time-outs and back-off would take minutes.
process.env.WAIT_SPEED = process.env.CHAOS_SPEED
require('../support/lazy-modules.cjs')
const { role } = require('../support/faster-waits.cjs')
const { appendFileSync } = require('node:fs')

appendFileSync(process.env.CHAOS_PROCESSES, `${role} ${process.pid}\n`)
