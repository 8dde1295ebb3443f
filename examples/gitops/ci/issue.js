// Maintains one issue for the drift of all stacks: opens it when there is drift, updates it, and closes it when there is no
// more drift. For each Pulumi.<stack>.yaml, reads the report of "trueup drift" in the file drift-<stack>.json.
'use strict'

const { existsSync, readFileSync } = require('node:fs')
const { connect, findOwn, run, stacks } = require('./service')

const marker = '<!-- trueup drift issue -->'
const title = 'Drift of the project configuration'

/** Maximum length of the text. GitHub allows 65,536 characters. */
const most = 60_000

async function main() {
  const service = connect()
  if (!service) return
  const { issues, call } = service
  const reports = stacks().map(read)
  const drifted = reports.filter(({ drift }) => drift)
  const unread = reports.filter(({ failed }) => failed)
  const issue = await findOwn(service, issues, marker)
  if (drifted.length === 0 && !issue)
    return console.log(unread.length > 0 ? 'No drift found, but not every stack could be read.' : 'No drift.')
  if (drifted.length === 0 && unread.length === 0) {
    const body = issues.withText(`${marker}\n\nThere is no more drift: [what ran](${service.run}).`)
    await call(issues.update, issues.one(issue), { ...body, ...issues.closed })
    return console.log('No more drift: the issue was closed.')
  }
  const body = issues.withText(text(reports, service.run))
  if (issue) await call(issues.update, issues.one(issue), body)
  else await call('POST', issues.create, { title, ...body, ...issues.opened })
  console.log(issue ? 'The issue is up to date.' : 'The issue was opened.')
}

/** Reads the report of a stack. If there is none, its job failed. */
function read(stack) {
  const file = `drift-${stack}.json`
  if (!existsSync(file)) return { stack, drift: false, failed: true, findings: [], failures: [] }
  const { findings, failures } = JSON.parse(readFileSync(file, 'utf8'))
  const drifted = findings.filter(({ ignored }) => !ignored)
  return { stack, drift: drifted.length > 0, failed: failures.length > 0, findings: drifted, failures }
}

/** The counts and the commonest changes, then the changes of each stack by project. */
function text(reports, pipeline) {
  const shown = reports.filter(({ drift, failed }) => drift || failed)
  const all = shown.flatMap(({ findings }) => findings)
  const opening = [marker, `[What ran](${pipeline})`, `**${counts(all)}**`, ...commonest(all)].join('\n\n')
  const room = Math.floor((most - opening.length) / shown.length)
  return [opening, ...shown.map((stack) => section(stack, room))].join('\n\n')
}

/** `15 deleted, 82 changed` */
function counts(findings) {
  const parts = ['deleted', 'changed', 'refreshed', 'disabled', 'due', 'unmanaged'].flatMap((difference) => {
    const count = findings.filter((one) => one.difference === difference).length
    return count > 0 ? [`${count} ${difference}`] : []
  })
  return parts.join(', ') || 'No drift found'
}

/** The ten changes that most projects have in common. */
function commonest(findings) {
  const groups = new Map()
  for (const finding of findings) groups.set(sentence(finding), [...(groups.get(sentence(finding)) ?? []), finding])
  const repeated = [...groups]
    .filter(([, { length }]) => length > 1)
    .sort(([, one], [, other]) => other.length - one.length)
  if (repeated.length === 0) return []
  const lines = repeated.slice(0, 10).map(([text, { length }]) => `${length} × ${text}`)
  return ['The commonest changes:', fence(lines)]
}

function section({ stack, findings, failures, failed }, room) {
  const title = `## Stack ${stack}`
  if (findings.length + failures.length === 0) return `${title}\n\nThe stack could not be read: see the log of its job.`
  const failure = failed ? ['', fence(failures.slice(0, 5).map(({ message }) => oneLine(message)))] : []
  const projects = new Map()
  for (const one of findings) projects.set(one.parent, [...(projects.get(one.parent) ?? []), `  ${sentence(one)}`])
  const lines = []
  let left = room - title.length - failure.join('').length - 200
  let omitted = 0
  for (const [project, changes] of projects) {
    const block = [oneLine(project) || 'no project or group', ...changes]
    const { length } = block.join('\n')
    // After the first omitted project, all are omitted: a list with gaps would mislead.
    if (omitted > 0 || length >= left) omitted += 1
    else lines.push(...block)
    left -= length + 1
  }
  const rest =
    omitted > 0 ? [`Not listed here: ${omitted} projects or groups. The artifacts of the job list all of them.`] : []
  return [`${title}: ${counts(findings)}`, ...failure, ...(lines.length > 0 ? [fence(lines)] : []), ...rest].join(
    '\n\n',
  )
}

/** `label "feature": color "#112233" → "#123ABC"`, with the value on the service last. */
function sentence({ difference, subject = '', message = '', properties = [] }) {
  const changes = properties.map(({ path, declared, live }) => `${path} ${value(declared)} → ${value(live)}`).join(', ')
  return oneLine(`${subject}${difference === 'changed' && changes !== '' ? `: ${changes}` : ` ${message}`}`).slice(
    0,
    500,
  )
}

const value = (one) => (one === undefined || one === null ? 'nothing' : JSON.stringify(one))

/** Without characters that would begin another line or change the direction of the text. */
const oneLine = (text) => String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')

/** A block of code. The fence is longer than any in the text. */
function fence(lines) {
  const text = lines.join('\n')
  const ticks = '`'.repeat(Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length)) + 1)
  return `${ticks}text\n${text}\n${ticks}`
}

run('issue.js', main)
