// Maintains one issue for the drift of all stacks: opens it when there is drift, updates it, and closes it when there is no
// more drift. For each Pulumi.<stack>.yaml, reads the reports of "trueup drift": drift-<stack>.json and drift-<stack>.md.
'use strict'

const { existsSync, readdirSync, readFileSync } = require('node:fs')
const { connect, findOwn, run } = require('./service')

const marker = '<!-- trueup drift issue -->'
const title = 'Drift of the project configuration'

/** Maximum length of the text. GitHub allows 65,536 characters. */
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
  if (drifted.length === 0 && !issue)
    return console.log(unread.length > 0 ? 'No drift found, but not every stack could be read.' : 'No drift.')
  if (drifted.length === 0 && unread.length === 0) {
    const body = issues.withText(`${marker}\n\nThere is no more drift: [what ran](${service.run}).`)
    await call(issues.update, issues.one(issue), { ...body, ...issues.closed })
    return console.log('No more drift: the issue was closed.')
  }
  const body = issues.withText(text(stacks, service.run))
  if (issue) await call(issues.update, issues.one(issue), body)
  else await call('POST', issues.create, { title, ...body, ...issues.opened })
  console.log(issue ? 'The issue is up to date.' : 'The issue was opened.')
}

/** Reads the report of a stack. If there is none, its job failed. */
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
    if (report === '') return `## Stack ${stack}\n\nThe stack could not be read: see the log of its job.`
    const fits = report.length <= room
    return `## Stack ${stack}\n\n${fits ? report : 'The report is too long for an issue: see the artifacts of the job.'}`
  })
  return [marker, `[What ran](${pipeline})`, ...sections].join('\n\n')
}

run('issue.js', main)
