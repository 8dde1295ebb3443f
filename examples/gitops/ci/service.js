// Shared by the scripts in this folder: the stacks, and the API of the service that runs the pipeline, GitLab or GitHub.
'use strict'

const { randomUUID } = require('node:crypto')
const { appendFileSync, readdirSync } = require('node:fs')

const { env } = process

/** The stacks that have a Pulumi.<stack>.yaml. */
function stacks() {
  const names = readdirSync('.').flatMap((file) => /^Pulumi\.(.+)\.yaml$/.exec(file)?.[1] ?? [])
  if (names.length === 0) throw new Error('there is no Pulumi.<stack>.yaml.')
  const wrong = names.find((name) => !/^[\w.-]{1,100}$/.test(name))
  if (wrong === undefined) return names.sort()
  throw new Error(`${JSON.stringify(wrong)} is not a valid stack name. Use letters, digits, "-", "_" and ".".`)
}

function gitlab() {
  const project = `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}`
  const notes = `${project}/merge_requests/${env.CI_MERGE_REQUEST_IID}/notes`
  return {
    variable: 'TRUEUP_COMMENT_TOKEN',
    headers: { 'PRIVATE-TOKEN': env.TRUEUP_COMMENT_TOKEN },
    run: env.CI_PIPELINE_URL,
    author: async (call) => (await call('GET', `${env.CI_API_V4_URL}/user`)).username,
    authorOf: ({ author }) => author.username,
    comments: {
      list: () => `${notes}?order_by=created_at&sort=asc`,
      create: notes,
      one: ({ id }) => `${notes}/${id}`,
      update: 'PUT',
      textOf: ({ body }) => body,
      withText: (body) => ({ body }),
    },
    issues: {
      list: (author) =>
        `${project}/issues?state=opened&scope=all&author_username=${encodeURIComponent(author)}&order_by=created_at&sort=asc`,
      create: `${project}/issues`,
      one: ({ iid }) => `${project}/issues/${iid}`,
      update: 'PUT',
      textOf: ({ description }) => description ?? '',
      withText: (description) => ({ description }),
      // Not everyone who can see the project should see its configuration.
      opened: { confidential: true },
      closed: { state_event: 'close' },
    },
  }
}

function github() {
  const repository = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}`
  const comments = `${repository}/issues/${env.PULL_REQUEST}/comments`
  return {
    variable: 'GITHUB_TOKEN',
    headers: { Authorization: `Bearer ${env.GITHUB_TOKEN}`, Accept: 'application/vnd.github+json' },
    run: `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`,
    author: async () => 'github-actions[bot]',
    authorOf: ({ user }) => user.login,
    comments: {
      list: () => `${comments}?`,
      create: comments,
      one: ({ id }) => `${repository}/issues/comments/${id}`,
      update: 'PATCH',
      textOf: ({ body }) => body,
      withText: (body) => ({ body }),
    },
    issues: {
      list: (author) =>
        `${repository}/issues?state=open&creator=${encodeURIComponent(author)}&sort=created&direction=asc`,
      create: `${repository}/issues`,
      one: ({ number }) => `${repository}/issues/${number}`,
      update: 'PATCH',
      textOf: ({ body }) => body ?? '',
      withText: (body) => ({ body }),
      opened: {},
      closed: { state: 'closed' },
    },
  }
}

/** The service and a function that calls it; undefined, with a message in the log, if the token is not set. */
function connect() {
  const service = env.CI_API_V4_URL ? gitlab() : github()
  if (!env[service.variable]) {
    console.log(`Skipped: ${service.variable} is not set.`)
    return undefined
  }
  return { ...service, call: (method, url, body) => send(service, method, url, body) }
}

/** The oldest comment or issue that starts with the marker. Only those of the token's own user are considered. */
async function findOwn({ call, author, authorOf }, { list, textOf }, marker) {
  const me = await author(call)
  for (let page = 1; ; page += 1) {
    const some = await call('GET', `${list(me)}&per_page=100&page=${page}`)
    const found = some.find((one) => textOf(one).startsWith(marker) && authorOf(one) === me)
    if (found || some.length < 100) return found
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
    `${method} ${url}: ${response.status} ${response.statusText}. Check that the token in ${variable} can write comments and issues.`,
  )
}

/** Sets an environment variable for the commands that follow in the job. */
function setVariable(name, value, isSecret = false) {
  if (!env.GITHUB_ENV) return console.log(`export ${name}='${value.replaceAll("'", `'\\''`)}'`)
  if (isSecret) for (const line of value.split('\n')) if (line) console.log(`::add-mask::${line}`)
  const end = randomUUID()
  appendFileSync(env.GITHUB_ENV, `${name}<<${end}\n${value}\n${end}\n`)
}

/** Runs a script. If it fails, prints one line and sets exit code 1. */
function run(name, main) {
  main().catch((error) => {
    console.error(`ci/${name}: ${error.message}`)
    process.exitCode = 1
  })
}

module.exports = { connect, findOwn, run, setVariable, stacks }
