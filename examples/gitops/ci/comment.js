// Puts the summaries of all stacks into one comment of the merge request (or of the pull request, on GitHub): the first run
// writes the comment, later ones update it. For each Pulumi.<stack>.yaml, reads the file summary-<stack>.md that
// "trueup summary" has written.
'use strict'

const { existsSync, readFileSync } = require('node:fs')
const { connect, findOwn, run, stacks } = require('./service')

const marker = '<!-- trueup preview -->'

/** GitHub takes comments of 65,536 characters. */
const most = 64_000

async function main() {
  const service = connect()
  if (!service) return
  const { comments, call } = service
  const body = comments.withText(text(service.run))
  const earlier = await findOwn(service, comments, marker)
  if (earlier) await call(comments.update, comments.one(earlier), body)
  else await call('POST', comments.create, body)
  console.log(earlier ? `Comment ${earlier.id} is up to date.` : 'The comment is written.')
}

function text(pipeline) {
  let text = `${marker}\n\n[What ran](${pipeline})\n`
  let omitted = 0
  for (const section of stacks().map(summary)) {
    if (text.length + section.length > most) omitted += 1
    else text += `\n${section}`
  }
  return omitted > 0 ? `${text}\nNot shown here: ${omitted} more. See the logs of the jobs.\n` : text
}

/** The summary of a stack. If there is none, its job failed. */
function summary(stack) {
  const file = `summary-${stack}.md`
  return existsSync(file) ? readFileSync(file, 'utf8') : `### ${stack}: the preview failed\n\nSee the log of its job.\n`
}

run('comment.js', main)
