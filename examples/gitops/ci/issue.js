// Keeps one issue for the drift of all stacks: opens it when there is drift, updates it, and closes it when there is none
// any more. Reads drift-<stack>.json and drift-<stack>.md, which "trueup drift" wrote, for each Pulumi.<stack>.yaml.
'use strict'

const { existsSync, readdirSync, readFileSync } = require('node:fs')
const { connect, findOwn, run } = require('./service')

const marker = '<!-- trueup drift issue -->'
const title = 'Drift of the project configuration'

/** GitHub takes 65,536 characters. */
const most = 60_000

async function main() {
  const service = connect()
  if (!service) return
  const { issues, call } = service
  const stacks = readdirSync('.')
    .flatMap((file) => /^Pulumi\.(.+)\.yaml$/.exec(file)?.[1] ?? [])
    .sort()
    .map(read)
  const drifted = stacks.filter(({ drift }) => drift)
  const unread = stacks.filter(({ failed }) => failed)
  const issue = await findOwn(service, issues, marker)
  if (drifted.length === 0 && !issue) return console.log(unread.length > 0 ? 'No drift is known.' : 'No drift.')
  if (drifted.length === 0 && unread.length === 0) {
    const body = issues.withText(`${marker}\n\nNo drift any more: [what ran](${service.run}).`)
    await call(issues.update, issues.one(issue), { ...body, ...issues.closed })
    return console.log('No drift any more: the issue is closed.')
  }
  const body = issues.withText(text(stacks, service.run))
  if (issue) await call(issues.update, issues.one(issue), body)
  else await call('POST', issues.create, { title, ...body, ...issues.opened })
  console.log(issue ? 'The issue is up to date.' : 'The issue is opened.')
}

/** What the report of a stack says; without one, its job failed. */
function read(stack) {
  const [json, markdown] = [`drift-${stack}.json`, `drift-${stack}.md`]
  if (!existsSync(json) || !existsSync(markdown)) return { stack, drift: false, failed: true, report: '' }
  const { findings, failures } = JSON.parse(readFileSync(json, 'utf8'))
  const drift = findings.some(({ ignored }) => !ignored)
  return { stack, drift, failed: failures.length > 0, report: readFileSync(markdown, 'utf8').trim() }
}

function text(stacks, pipeline) {
  const shown = stacks.filter(({ drift, failed }) => drift || failed)
  const room = Math.floor(most / shown.length)
  const sections = shown.map(({ stack, report }) => {
    if (report === '') return `## Stack ${stack}\n\nIt could not be looked at: see the log of its job.`
    const fits = report.length <= room
    return `## Stack ${stack}\n\n${fits ? report : 'The report is too long for an issue: the job keeps it.'}`
  })
  return [marker, `[What ran](${pipeline})`, ...sections].join('\n\n')
}

run('issue.js', main)
