import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { Client } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(300_000)

interface Workflow {
  jobs: Record<string, { steps: { run?: string; env?: Record<string, string> }[] }>
}

const repository = resolve(__dirname, '..', '..')
const template = join(repository, 'examples', 'gitops')
const emulator = useEmulator({ flavor: 'gitlab' })
let stack: PulumiStack

const program = `
  const trueup = require('trueup')
  const project = 'acme/web'
  new trueup.RemoteMirror('backup', {
    project, url: 'https://backup.example.com/web.git', username: 'web', password: process.env.SECRET,
  })
  new trueup.ProjectVariableSet('variables', { project, items: { KEY: { key: 'KEY', value: process.env.SECRET } } })`

beforeAll(async () => {
  const env = { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner', SECRET: 'secret-of-the-state' }
  stack = await PulumiStack.create({ program, env })
  await cp(join(template, 'ci'), join(stack.folder, 'ci'), { recursive: true })
  const bin = join(stack.folder, 'node_modules', '.bin')
  await mkdir(bin)
  const cli = join(repository, 'dist', 'cli', 'index.js')
  await writeFile(join(bin, 'trueup'), `#!/bin/sh\nexec node '${cli}' "$@"\n`, { mode: 0o755 })
})
afterAll(() => stack?.close())

/** Runs the steps of a job that use Pulumi or Trueup, as for a push. Returns their output. */
async function job(name: string, secret: string): Promise<string> {
  const { jobs } = parse(await readFile(join(template, '.github', 'workflows', 'trueup.yml'), 'utf8')) as Workflow
  const steps = jobs[name]!.steps.filter(({ run = '' }) => /\b(pulumi|trueup|stack\.js)\b/.test(run))
  const variables = join(stack.folder, 'github-env')
  let output = ''
  for (const { run = '', env = {} } of steps) {
    const ofStep = Object.entries(env).map(([key, value]) => [key, evaluated(value)])
    const { cwd, env: own } = stack.place
    const all = { ...own, STACK: 'test', SECRET: secret, GITHUB_ENV: variables, ...Object.fromEntries(ofStep) }
    const ended = await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', run], { cwd, env: all })
    output += ended.stdout + ended.stderr
  }
  return output
}

/** The values of expressions for a push. Only a pull request and a schedule have a gate. */
const evaluated = (text: string): string =>
  text.replace(/\$\{\{(.*?)\}\}/gs, (_all, expression: string) => {
    if (expression.includes('matrix.stack')) return 'test'
    return expression.includes('github.workspace') ? stack.folder : ''
  })

it('prints no secret if the jobs "preview" and "up" of the template for GitHub have different values of it', async () => {
  expectOk(await stack.up())
  const previewed = await job('preview', 'secret-of-previews')
  const summary = await readFile(join(stack.folder, 'summary-test.json'), 'utf8')
  expect(summary).toContain('remote-mirror')
  // Artifacts are all that a job gets from another one.
  for (const file of ['preview-test.json', 'records-test.jsonl']) await rm(join(stack.folder, file), { force: true })
  const updated = await job('up', 'secret-of-updates')
  expect(updated).toMatch(/1 updated[^]*1 replaced/)
  expect(previewed + summary + updated).not.toMatch(/secret-of/)
  const api = new Client({ baseUrl: emulator.url, token: 'emulator-owner' })
  expect((await api.projectVariables.get('acme/web', 'KEY')).value).toBe('secret-of-updates')
  await api.close()
})
