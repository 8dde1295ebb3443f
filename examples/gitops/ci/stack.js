// Selects the stack in $STACK for a job that only reads. A stack that the backend does not contain yet is created in a
// backend of this job, so that previews and drift reports need no permission to write: only "up" creates it in the shared
// one. On GitLab it prints an "export" line for the shell. On GitHub it writes to $GITHUB_ENV for the following steps.
'use strict'

const { spawnSync } = require('node:child_process')
const { mkdtempSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')
const { run, setVariable } = require('./service')

const { env } = process

async function main() {
  const selected = pulumi(['stack', 'select', env.STACK])
  if (selected.status === 0) return
  // Any other failure must not look like a new stack, whose preview creates everything.
  if (!/no stack named/.test(selected.stderr)) throw new Error(`pulumi stack select: ${selected.stderr.trim()}`)
  const backend = `file://${mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), 'trueup-backend-'))}`
  const created = pulumi(['stack', 'init', env.STACK], { PULUMI_BACKEND_URL: backend })
  if (created.status !== 0) throw new Error(`pulumi stack init: ${created.stderr.trim()}`)
  console.error(
    `The backend has no stack ${env.STACK} yet. It is previewed as a new one, and the first "up" creates it.`,
  )
  setVariable('PULUMI_BACKEND_URL', backend)
}

function pulumi(args, more = {}) {
  const ended = spawnSync('pulumi', args, { encoding: 'utf8', env: { ...env, ...more } })
  if (ended.error) throw new Error(`pulumi could not be started: ${ended.error.message}`)
  return ended
}

run('stack.js', main)
