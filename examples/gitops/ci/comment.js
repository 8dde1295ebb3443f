// Puts the previews of all stacks into one comment of the merge request (or of the pull request, on GitHub): the first
// run writes the comment, later ones update it. Called with the files that the previews were written to.
'use strict'

const { readFileSync } = require('node:fs')
const { basename } = require('node:path')

const marker = '<!-- trueup preview -->'
const { env } = process

/** GitHub takes comments of 65,536 characters. */
const most = 60_000

function mergeRequest() {
  const notes = `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}/merge_requests/${env.CI_MERGE_REQUEST_IID}/notes`
  return {
    comments: notes,
    comment: (id) => `${notes}/${id}`,
    update: 'PUT',
    variable: 'TRUEUP_COMMENT_TOKEN',
    headers: { 'PRIVATE-TOKEN': env.TRUEUP_COMMENT_TOKEN },
    run: env.CI_PIPELINE_URL,
    // Nobody but its author can change a comment.
    author: async (call) => (await call('GET', `${env.CI_API_V4_URL}/user`)).username,
    authorOf: ({ author }) => author.username,
  }
}

function pullRequest() {
  const repository = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}`
  return {
    comments: `${repository}/issues/${env.PULL_REQUEST}/comments`,
    comment: (id) => `${repository}/issues/comments/${id}`,
    update: 'PATCH',
    variable: 'GITHUB_TOKEN',
    headers: { Authorization: `Bearer ${env.GITHUB_TOKEN}`, Accept: 'application/vnd.github+json' },
    run: `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`,
    author: async () => 'github-actions[bot]',
    authorOf: ({ user }) => user.login,
  }
}

async function main(files) {
  const service = env.CI_MERGE_REQUEST_IID ? mergeRequest() : pullRequest()
  if (!env[service.variable]) {
    console.log(`No comment is written: ${service.variable} is not set.`)
    return
  }
  const call = (method, url, body) => send(service, method, url, body)
  const body = text(files, service.run)
  const author = await service.author(call)
  const earlier = await find(
    call,
    service.comments,
    (one) => one.body.startsWith(marker) && service.authorOf(one) === author,
  )
  if (earlier) await call(service.update, service.comment(earlier.id), { body })
  else await call('POST', service.comments, { body })
  console.log(earlier ? `Comment ${earlier.id} is up to date.` : 'The comment is written.')
}

/** The first comment that is wanted, oldest first. */
async function find(call, url, wanted) {
  for (let page = 1; ; page += 1) {
    const comments = await call('GET', `${url}?per_page=100&page=${page}&order_by=created_at&sort=asc`)
    const found = comments.find(wanted)
    if (found || comments.length < 100) return found
  }
}

async function send({ headers, variable }, method, url, body) {
  const response = await fetch(url, {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.ok) return response.json()
  throw new Error(
    `${method} ${url}: ${response.status} ${response.statusText}. May the token in ${variable} write comments?`,
  )
}

function text(files, run) {
  const sections = files.map((file) => section(file, Math.floor(most / files.length), run))
  return [marker, `### Preview\n\n[What ran](${run})`, ...sections].join('\n\n')
}

function section(file, room, run) {
  const stack = basename(file, '.txt').replace(/^preview-/, '')
  const all = readFileSync(file, 'utf8').trim()
  // What would change comes last, after what was refreshed.
  const shown = all.length > room ? `… the beginning is in the log of the job: ${run}\n${all.slice(-room)}` : all
  // A longer fence than any that the text has.
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

main(process.argv.slice(2).sort()).catch((error) => {
  console.error(`ci/comment.js: ${error.message}`)
  process.exitCode = 1
})
