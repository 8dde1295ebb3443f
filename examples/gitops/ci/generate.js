// Writes the pipeline of the stacks for GitLab to ci/generated.yml: ci/stacks.yml, with a matrix of all stacks. The job
// "stacks" in .gitlab-ci.yml starts it.
'use strict'

const { readFileSync, writeFileSync } = require('node:fs')
const { run, stacks } = require('./service')

const { CI_PIPELINE_SOURCE, SCHEDULE } = process.env

async function main() {
  const names = stacks()
  const matrix = { parallel: { matrix: [{ STACK: names }] } }
  // CI_PIPELINE_SOURCE of the started pipeline is "parent_pipeline", and it does not get the variables of schedules.
  const variables = { PARENT_SOURCE: CI_PIPELINE_SOURCE ?? '', SCHEDULE: SCHEDULE === 'up' ? 'up' : '' }
  const added = Object.entries({ variables, '.each-stack': matrix }).map(([key, value]) => `${key}: ${json(value)}\n`)
  writeFileSync('ci/generated.yml', [readFileSync('ci/stacks.yml', 'utf8'), ...added].join('\n'))
  console.log(`The stacks: ${names.join(', ')}`)
}

/** JSON is also YAML. */
const json = (value) => JSON.stringify(value)

run('generate.js', main)
