// Loaded into every Node.js process of an operation. Tells its id, so that it can be killed, and lets the waits of the
// provider and the program pass faster: time-outs and back-off would take minutes.
process.env.WAIT_SPEED = process.env.CHAOS_SPEED
require('../support/lazy-modules.cjs')
const { role } = require('../support/faster-waits.cjs')
const { appendFileSync } = require('node:fs')

appendFileSync(process.env.CHAOS_PROCESSES, `${role} ${process.pid}\n`)
