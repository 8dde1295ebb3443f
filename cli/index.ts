#!/usr/bin/env node
import { createRequire } from 'node:module'
import { calendar } from './calendar'
import { completion } from './completion'
import { doctor } from './doctor'
import { drift } from './drift'
import { emulator } from './emulator'
import { exportLive } from './export'
import { init } from './init'
import { plan } from './plan'
import { run } from './run'
import { summary } from './summary'
import { tokens } from './tokens'
import { validate } from './validate'

const { version, description } = createRequire(__filename)('trueup/package.json') as Record<
  'version' | 'description',
  string
>

run({
  name: 'trueup',
  description,
  version,
  commands: [calendar, completion, doctor, drift, emulator, exportLive, init, plan, summary, tokens, validate],
})
