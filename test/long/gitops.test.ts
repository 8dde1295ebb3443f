import { execFile, spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { stringify } from 'yaml'
import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { findPulumi, type Host } from '../../tools/pulumi'
import { onPath } from '../../tools/pulumi/paths'
import { type MergeRequest, serveMergeRequest } from '../support/comments'
import { testNow, useEmulator } from '../support/emulator'
import { makePrivate } from '../support/export'
import { passphrase } from '../support/passphrase'
import { lazyModules } from '../support/pulumi'
import { pythonForSdks, usableSdk } from '../support/sdks'

jest.setTimeout(900_000)

const repository = resolve(__dirname, '..', '..')
const commentToken = 'the-token-of-the-comments'
/** The value of a secret that differs between the previews and the updates. */
const secrets = { preview: 'a-secret-of-previews', up: 'a-secret-of-updates' }

/** Environment variables of the developer that would change a pipeline. */
const foreign = /^((TRUEUP|GITLAB|CI|PULUMI|GCL)_.*|CI|(https?|all|no)_proxy)$/i

/** Replaces rsync for gitlab-ci-local if it is missing: copies listed files with their folders. */
const rsync = `#!/bin/sh
for argument; do
  case $argument in --files-from=*) list=\${argument#*=} ;; esac
  target=$argument
done
[ -z "$list" ] || while read -r file; do
  if [ -e "$file" ]; then cp -R --parents "$file" "$target"; fi
done < "$list"
`

/** The function of Node.js 22 that gitlab-ci-local uses and Node.js 20 does not have. */
const preload = `
Set.prototype.union ??= function (other) {
  return new Set([...this, ...other])
}
`

/**
 * The pipelines of a project that holds a copy of examples/gitops, run by gitlab-ci-local in the shell of this machine:
 * images are not used, and nothing keeps two jobs of a resource group apart. The tests use the same stacks, in order.
 */
describe('the template for GitLab', () => {
  let emulator: Emulator
  let api: Client
  let service: MergeRequest
  let folder: string
  let checkout: string
  let env: NodeJS.ProcessEnv
  /** The comment on the merge request that adds a stack. */
  let bodyWithNewStack = ''

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'spec', now: testNow })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-owner' })
    service = await serveMergeRequest(commentToken, 'trueup-bot')
    folder = await mkdtemp(join(tmpdir(), 'trueup-gitops-'))
    checkout = join(folder, 'checkout')
    env = await environment(folder)
    await prepareCheckout(checkout)
  })
  beforeEach(() => emulator.clearRequests())
  afterAll(async () => {
    await api?.close()
    await emulator?.close()
    await service?.close()
    await rm(folder, { recursive: true, maxRetries: 3 })
  })

  const pipeline = (variables: Record<string, string>, jobs: string[] = []) =>
    runPipeline({ folder, checkout, env, server: emulator.url, service: service.url }, variables, jobs)

  const mergeRequest = (sourceProject = '1') =>
    pipeline({
      CI_PIPELINE_SOURCE: 'merge_request_event',
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: sourceProject,
    })
  /** Previews with a read-only token. */
  const push = () => pipeline({ CI_PIPELINE_SOURCE: 'push' })
  /** Starts the updates manually, as after a review. */
  const startUp = (...stacks: string[]) =>
    pipeline(
      { CI_PIPELINE_SOURCE: 'push' },
      stacks.map((stack) => `up: [${stack}]`),
    )
  const scheduledUp = () => pipeline({ CI_PIPELINE_SOURCE: 'schedule', SCHEDULE: 'up' })
  const scheduledDrift = () => pipeline({ CI_PIPELINE_SOURCE: 'schedule' })

  /** A file that the job of a stack keeps. */
  const artifact = (job: string, stack: string, file: string) =>
    readFile(join(checkout, '.gitlab-ci-local', 'artifacts', safeName(`${job}: [${stack}]`), file), 'utf8')

  const labels = async (project: string) =>
    (await api.labels.list(project).all()).map(({ name, color }) => `${name} ${color}`)

  /** The paths and times of all files in the backend, which jobs that only read do not change. */
  const backend = async () => {
    const entries = await readdir(join(folder, 'state'), { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    return Promise.all(files.sort().map(async (file) => [file, (await stat(file)).mtimeMs] as const))
  }

  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')

  it('previews merge requests in one comment, applies the default branch, reports drift, and repairs it', async () => {
    const opened = await passes(mergeRequest())
    expect(service.comments).toHaveLength(1)
    expect(service.comments[0]!.body).toMatch(
      /acme<\/code>: creates 2 freeze periods, 6 labels, 2 protected environments and 1 project variable[^]*platform<\/code>: creates 1 freeze period, 3 labels and 1 protected environment/,
    )
    expect(writes()).toEqual([])

    // The programs stay as they are: their types need no second look.
    env.PULUMI_NODEJS_TRANSPILE_ONLY = 'true'
    const planned = await passes(push())
    expect(await labels('acme/web')).toEqual([])
    expect(writes()).toEqual([])
    expect((await backend()).filter(([file]) => file.includes('/stacks/'))).toEqual([])
    const merged = await passes(startUp('acme', 'platform'))
    expect(await labels('acme/web')).toEqual(['bug #DC143C', 'feature #2E8B57', 'priority::high #D9534F'])
    expect(await labels('acme/platform/infra')).toHaveLength(3)

    // The next merge request adds a stack. It is not merged.
    await writeFile(join(checkout, 'Pulumi.new.yaml'), 'config: { trueup-gitops:projects: [acme/docs] }\n')
    await commit(checkout, 'A new stack')
    const updated = await backend()
    const again = await passes(mergeRequest())
    expect(service.comments).toHaveLength(1)
    bodyWithNewStack = service.comments[0]!.body
    // The previews have another value of the secret.
    expect(bodyWithNewStack).toMatch(/acme<\/code>: changes 1 project variable[^]*platform<\/code>: no changes/)
    await git(checkout, 'reset', '--quiet', '--hard', 'HEAD~1')

    await api.labels.update('acme/web', 'bug', { color: '#000000' })
    await api.labels.create('acme/web', { name: 'stray', color: '#123456' })
    emulator.clearRequests()
    const drifted = await scheduledDrift()
    expect(await backend()).toEqual(updated)
    expect(drifted.code).not.toBe(0)
    expect(drifted.output).toMatch(/drift: \[acme\] .*FAIL 2/)
    expect(drifted.output).toMatch(/PASS +\[stacks\] -> drift: \[platform\]/)
    expect(writes()).toEqual([])
    expect(await artifact('drift', 'acme', 'drift-acme.xml')).toMatch(/label &quot;bug&quot;[^]*<failure[^]*\ncolor: /)
    expect(await artifact('drift', 'platform', 'drift-platform.xml')).not.toContain('<failure')
    const findings = JSON.parse(await artifact('drift', 'acme', 'drift-acme.codequality.json')) as Record<
      string,
      unknown
    >[]
    expect(findings.length).toBeGreaterThan(0)
    for (const finding of findings)
      expect(finding).toMatchObject({ fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(JSON.stringify(findings)).toContain('#000000')
    expect(JSON.parse(await artifact('drift', 'platform', 'drift-platform.codequality.json'))).toEqual([])
    expect(service.issues).toMatchObject([{ isOpen: true, text: expect.stringContaining('→ "#000000"') }])

    await passes(scheduledUp())
    expect(await labels('acme/web')).toEqual(['bug #DC143C', 'feature #2E8B57', 'priority::high #D9534F'])
    await passes(scheduledDrift())
    expect(service.issues).toMatchObject([{ isOpen: false }])

    for (const output of [opened, planned, merged, again, drifted.output])
      expect(output).not.toMatch(/emulator-(readonly|maintainer)|a passphrase|a-secret-of/)
    const kept = join(checkout, '.gitlab-ci-local', 'artifacts')
    for (const entry of await readdir(kept, { recursive: true, withFileTypes: true })) {
      if (entry.isFile())
        expect(await readFile(join(entry.parentPath, entry.name), 'utf8')).not.toMatch(/a-secret-of|plan-\w+\.json/)
    }
  })

  it('stops an update if something changed after the preview', async () => {
    const program = join(checkout, 'index.ts')
    await writeFile(program, (await readFile(program, 'utf8')).replace('#2E8B57', '#2E8B60'))
    await commit(checkout, 'Another color')
    await passes(push())
    await api.labels.create('acme/web', { name: 'by-hand', color: '#123456' })
    emulator.clearRequests()
    const stopped = await startUp('acme')
    expect(stopped.code).not.toBe(0)
    expect(stopped.output).toContain('the preview has changed since the review')
    expect(stopped.output).toContain('not reviewed: acme/web, deleted: label "by-hand"')
    expect(writes()).toEqual([])
    expect(await labels('acme/web')).toContain('by-hand #123456')
    await api.labels.delete('acme/web', 'by-hand')
    await passes(startUp('acme'))
    expect(await labels('acme/web')).toEqual(['bug #DC143C', 'feature #2E8B60', 'priority::high #D9534F'])
  })

  it('only checks the merge request of a fork, without secrets', async () => {
    const before = service.comments.length
    const output = await passes(mergeRequest('2'))
    expect(output).toMatch(/PASS +check/)
    expect(output).not.toMatch(/stacks|preview/)
    expect(emulator.requests()).toEqual([])
    expect(service.comments).toHaveLength(before)
  })

  it('previews a new stack after its file was added', () => {
    expect(bodyWithNewStack).toMatch(/new<\/code>: creates .* 3 labels/)
  })
})

describe('the template for GitLab in an export', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const python = pythonForSdks()
  const inPython = 'path' in python ? it : it.skip

  it('previews and applies a program in YAML, and reports drift', () =>
    inExport('yaml', async (pipeline, previewed) => {
      expect(previewed).not.toContain('$ pulumi install')
      await passes(pipeline({ CI_PIPELINE_SOURCE: 'push' }))
      await passes(pipeline({ CI_PIPELINE_SOURCE: 'push' }, ['up: [prod]']))
      expect((await emulator.get('/projects/1/labels')).body).toMatchObject([{ name: 'bug', color: '#DC143C' }])
      await emulator.put('/projects/1/labels/bug', { color: '#000000' })
      const drifted = await pipeline({ CI_PIPELINE_SOURCE: 'schedule' })
      expect(drifted.output).toMatch(/drift: \[prod\] .*FAIL 2/)
    }))

  // The later pipelines do not depend on the language.
  inPython('installs and previews a program in Python', async () => {
    const sdk = await mkdtemp(join(tmpdir(), 'trueup-sdk-'))
    try {
      await usableSdk('python', sdk)
      await inExport('python', (_, previewed) => expect(previewed).toContain('$ pulumi install'), { PYTHONPATH: sdk })
    } finally {
      await rm(sdk, { recursive: true })
    }
  })

  /** Exports a label, deletes it, and previews a merge request. Then calls `then` with the output of the preview. */
  async function inExport(
    language: 'yaml' | 'python',
    then: (pipeline: Pipeline, previewed: string) => Promise<void> | void,
    variables: NodeJS.ProcessEnv = {},
  ): Promise<void> {
    const service = await serveMergeRequest(commentToken, 'trueup-bot')
    const folder = await mkdtemp(join(tmpdir(), 'trueup-gitops-'))
    const checkout = join(folder, 'checkout')
    const env = { ...(await environment(folder, [language])), ...variables }
    const runner = { folder, checkout, env, server: emulator.url, service: service.url }
    const pipeline: Pipeline = (variables, jobs) => runPipeline(runner, variables, jobs)
    try {
      makePrivate(emulator)
      await emulator.post('/projects/1/labels', { name: 'bug', color: '#DC143C' })
      const access = { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' }
      await prepareExport(checkout, language, { ...env, ...access })
      if (language === 'python' && 'path' in python) await useSdk(checkout, dirname(dirname(python.path)))
      await commit(checkout, 'Initial commit')
      await emulator.delete('/projects/1/labels/bug')
      const previewed = await passes(
        pipeline({
          CI_PIPELINE_SOURCE: 'merge_request_event',
          CI_MERGE_REQUEST_IID: '7',
          CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '1',
        }),
      )
      expect(previewed).toMatch(/check +\$ npx --no trueup validate/)
      expect(service.comments[0]!.body).toMatch(/prod<\/code>: creates 1 label/)
      await then(pipeline, previewed)
    } finally {
      await service.close()
      await rm(folder, { recursive: true, maxRetries: 3 })
    }
  }
})

/** Where pipelines run, and the URLs of the service of the program and of the merge request. */
interface Runner {
  folder: string
  checkout: string
  env: NodeJS.ProcessEnv
  server: string
  service: string
}

type Pipeline = (variables: Record<string, string>, jobs?: string[]) => Promise<{ code: number | null; output: string }>

/** Runs a pipeline with these variables, or only the given jobs of its stacks, with the artifacts of the last pipeline. */
async function runPipeline(
  { folder, checkout, env, server, service }: Runner,
  variables: Record<string, string>,
  jobs: string[] = [],
): Promise<{ code: number | null; output: string }> {
  if (jobs.length === 0) await fresh(checkout)
  const predefined = {
    CI_SERVER_URL: server,
    CI_DEFAULT_BRANCH: 'main',
    CI_PROJECT_ID: '1',
    CI_API_V4_URL: `${service}/api/v4`,
    ...variables,
  }
  const ofStacks = (value: string) => ({ values: { 'preview/*': value, 'production/*': value } })
  const scoped = {
    PULUMI_BACKEND_URL: ofStacks(`file://${join(folder, 'state')}`),
    PULUMI_CONFIG_PASSPHRASE: ofStacks(passphrase),
    TRUEUP_TOKEN: { values: { 'preview/*': 'emulator-readonly', 'production/*': 'emulator-maintainer' } },
    TRUEUP_COMMENT_TOKEN: { values: { comments: commentToken } },
    KEY_VALUE: { values: { 'preview/*': secrets.preview, 'production/*': secrets.up } },
  }
  // Pipelines that a pipeline starts do not get the variables of the command line.
  await mkdir(join(folder, '.gitlab-ci-local'), { recursive: true })
  await writeFile(
    join(folder, '.gitlab-ci-local', 'variables.yml'),
    stringify({ global: { ...predefined, ...scoped } }),
  )
  const args = [
    ...['--require', join(folder, 'preload.js')],
    join(repository, 'node_modules', 'gitlab-ci-local', 'dist', 'index.js'),
    ...['--home', folder, '--force-shell-executor', '--no-color', '--no-evaluate-rule-changes'],
    ...['--ignore-predefined-vars', Object.keys(predefined).join(',')],
    // The first pipeline validates the files, which are the same later.
    ...(variables['CI_PIPELINE_SOURCE'] === 'merge_request_event' ? [] : ['--no-json-schema-validation']),
    ...(variables['CI_MERGE_REQUEST_IID'] ? ['--unset-variable', 'CI_COMMIT_BRANCH'] : []),
    ...(jobs.length > 0 ? ['--file', join('.gitlab-ci-local', 'artifacts', 'generate', 'ci', 'generated.yml')] : []),
    ...jobs,
  ]
  const child = spawn(process.execPath, args, { cwd: checkout, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  // The exit code does not count the jobs of pipelines that the pipeline has started.
  return { code: code === 0 && /^ *FAIL /m.test(output) ? 1 : code, output }
}

/** The output of a pipeline that has to pass. */
async function passes(run: Promise<{ code: number | null; output: string }>): Promise<string> {
  const { code, output } = await run
  if (code !== 0) throw new Error(`the pipeline ended with ${code}:\n${output}`)
  return output
}

/** As gitlab-ci-local names the folders of jobs. */
const safeName = (job: string) =>
  job.replace(/[^\w-]+/g, (match) => Buffer.from(match).toString('base64url').replace(/=/g, ''))

async function environment(folder: string, hosts: Host[] = []): Promise<NodeJS.ProcessEnv> {
  // The stand-in for Python: `pulumi install` of the official host that Go can build ignores the option `virtualenv`.
  const pulumi = await findPulumi({ hosts })
  const bin = join(folder, 'bin')
  await Promise.all([bin, join(folder, 'state')].map((path) => mkdir(path)))
  await writeFile(join(folder, 'preload.js'), preload)
  if (onPath('rsync').length === 0) {
    await writeFile(join(bin, 'rsync'), rsync)
    await chmod(join(bin, 'rsync'), 0o755)
  }
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
  return {
    ...own,
    PATH: `${pulumi.env.PATH}:${bin}`,
    PULUMI_HOME: join(folder, 'home'),
    PULUMI_SKIP_UPDATE_CHECK: 'true',
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
    NODE_OPTIONS: `--require ${lazyModules}`,
  }
}

/** A git repository with the example, whose sets are exclusive, and what `npm ci` would have installed there. */
async function prepareCheckout(checkout: string): Promise<void> {
  const example = join(repository, 'examples', 'gitops')
  await cp(example, checkout, { recursive: true, filter: (file) => !file.endsWith('node_modules') })
  const program = join(checkout, 'index.ts')
  const text = (await readFile(program, 'utf8')).replace('items: labels }', 'items: labels, exclusive: true }')
  expect(text).toContain('exclusive: true }')
  const secret = `if (pulumi.getStack() === 'acme')
  new trueup.ProjectVariable('key', { project: 'acme/web', key: 'KEY', value: pulumi.secret(process.env.KEY_VALUE!) })
`
  await writeFile(program, text + secret)
  await git(checkout, 'init', '--quiet', '--initial-branch=main')
  await git(checkout, 'remote', 'add', 'origin', 'https://gitlab.example.com/acme/config.git')
  await commit(checkout, 'Initial commit')
  await installPackages(checkout)
}

/** A git repository with an export, and what `npm ci` would have installed there. */
async function prepareExport(checkout: string, language: string, env: NodeJS.ProcessEnv): Promise<void> {
  const trueup = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(repository, 'dist', 'cli', 'index.js'), ...args], { env })
  await trueup('export', '--project', 'acme/web', '--language', language, '--out', checkout)
  await trueup('init', 'gitops', '--provider', 'gitlab', '--cwd', checkout, '--stack', 'prod')
  await git(checkout, 'init', '--quiet', '--initial-branch=main')
  await git(checkout, 'remote', 'add', 'origin', 'https://gitlab.example.com/acme/config.git')
  await installPackages(checkout)
  await symlink(join(repository, 'plugin'), join(checkout, 'node_modules', 'trueup-plugin'))
}

/** What `pulumi package add` does, whose SDK is on PYTHONPATH, with an environment that has the other packages. */
async function useSdk(checkout: string, virtualenv: string): Promise<void> {
  const file = join(checkout, 'Pulumi.yaml')
  const text = (await readFile(file, 'utf8')).replace('virtualenv: venv', `virtualenv: ${virtualenv}`)
  expect(text).toContain(virtualenv)
  const plugins = { providers: [{ name: 'trueup', path: './node_modules/trueup-plugin' }] }
  await writeFile(file, text + stringify({ plugins }))
}

/** Lays the packages of this repository into a checkout. */
async function installPackages(checkout: string): Promise<void> {
  const modules = join(checkout, 'node_modules')
  await mkdir(join(modules, '.bin'), { recursive: true })
  await symlink(repository, join(modules, 'trueup'))
  for (const name of ['@pulumi', '@types', 'ts-node', 'typescript']) {
    await symlink(join(repository, 'node_modules', name), join(modules, name))
  }
  await symlink(join('..', 'typescript', 'bin', 'tsc'), join(modules, '.bin', 'tsc'))
  const command = join(modules, '.bin', 'trueup')
  await writeFile(command, `#!/bin/sh\nexec node '${join(repository, 'dist', 'cli', 'index.js')}' "$@"\n`)
  await chmod(command, 0o755)
}

/** The checkout as a runner lays it for a pipeline. */
async function fresh(checkout: string): Promise<void> {
  await git(checkout, 'checkout', '--quiet', '.')
  await git(checkout, 'clean', '-ffdxq', '--exclude=node_modules')
}

async function commit(checkout: string, message: string): Promise<void> {
  await git(checkout, 'add', '.')
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  await git(checkout, ...author, 'commit', '--quiet', '-m', message)
}

const git = (cwd: string, ...args: string[]) => promisify(execFile)('git', args, { cwd })
