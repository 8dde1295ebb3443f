// Puts the previews of all stacks into one comment of the merge request (or of the pull request, on GitHub): the first
// run writes the comment, later ones update it. Called with the files that the previews were written to.
'use strict'

const { readFileSync } = require('node:fs')
const { basename } = require('node:path')
const { connect, findOwn, run } = require('./service')

const marker = '<!-- trueup preview -->'

/** GitHub takes comments of 65,536 characters. */
const most = 60_000

async function main(files) {
  const service = connect()
  if (!service) return
  const { comments, call } = service
  const body = comments.withText(text(files, service.run))
  const earlier = await findOwn(service, comments, marker)
  if (earlier) await call(comments.update, comments.one(earlier), body)
  else await call('POST', comments.create, body)
  console.log(earlier ? `Comment ${earlier.id} is up to date.` : 'The comment is written.')
}

function text(files, pipeline) {
  const sections = files.map((file) => section(file, Math.floor(most / files.length), pipeline))
  return [marker, `### Preview\n\n[What ran](${pipeline})`, ...sections].join('\n\n')
}

function section(file, room, pipeline) {
  const stack = basename(file, '.txt').replace(/^preview-/, '')
  const all = readFileSync(file, 'utf8').trim()
  // The changes come last, after the refreshed properties.
  const shown = all.length > room ? `… the beginning is in the log of the job: ${pipeline}\n${all.slice(-room)}` : all
  // A fence that is longer than any fence in the text.
  const fence = '`'.repeat(Math.max(2, ...(all.match(/`+/g) ?? []).map(({ length }) => length)) + 1)
  return `<details><summary><b>${stack}</b>: ${summary(all)}</summary>\n\n${fence}text\n${shown}\n${fence}\n\n</details>`
}

/** `2 to create, 1 to update`, from the end of what `pulumi preview` prints. */
function summary(preview) {
  if (/^error: /m.test(preview)) return 'the preview failed'
  const [, counts = ''] = /^Resources:\n((?: {4}.+\n?)+)/m.exec(preview) ?? []
  const changes = counts.split('\n').flatMap((line) => /\d+ to [\w-]+/.exec(line)?.[0] ?? [])
  return changes.join(', ') || 'no changes'
}

run('comment.js', () => main(process.argv.slice(2).sort()))
