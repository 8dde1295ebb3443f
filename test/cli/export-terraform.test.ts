import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { useExport } from '../support/export'
import { type StateEntry, terraformState } from '../support/terraform-state'

jest.setTimeout(60_000)

const exported = useExport()
const { emulator, file, files, imported, label, makeOneOfEach, run } = exported

const states: string[] = []
afterAll(() => states.forEach((path) => rmSync(path, { force: true })))

/** Exports a state, or the text of a file. */
async function runFor(state: readonly StateEntry[] | string, ...args: string[]) {
  const path = `${exported.folder}.tfstate`
  writeFileSync(path, typeof state === 'string' ? state : JSON.stringify(terraformState(state)))
  states.push(path)
  const result = await run('owner', '--from-terraform', path, ...args)
  return { ...result, path }
}

const idOf = ({ body }: { body: unknown }) => (body as { id: number }).id

const secrets = ['s3cret', 'glpat-', 'glptt-', 'mirror-user']

/** A state with each type, as the provider writes it: by ids and by paths, in modules, with count and for_each. */
async function stateOfEach(): Promise<StateEntry[]> {
  await makeOneOfEach()
  const idea = idOf(await label(1, 'idea'))
  await label(1, 'by hand')
  const of = async (path: string) => ((await emulator.get(path, { as: 'owner' })).body as { id: number }[])[0]!.id
  const [freeze, trigger, mirror] = await Promise.all(
    ['freeze_periods', 'triggers', 'remote_mirrors'].map((noun) => of(`/projects/1/${noun}`)),
  )
  const token = await of('/groups/10/access_tokens')
  const project = 'acme/web'
  return [
    { type: 'gitlab_label', name: 'bug', attributes: { id: '1:bug', project, name: 'bug', color: '#000000' } },
    {
      type: 'gitlab_project_label',
      name: 'all',
      module: 'module.labels["web"].module.inner',
      index: 'idea',
      attributes: { id: `1:${idea}`, label_id: idea, project: '1', name: 'renamed since' },
    },
    {
      type: 'gitlab_project_freeze_period',
      name: 'weekend',
      index: 0,
      attributes: { id: `1:${freeze}`, project_id: '1', freeze_start: '0 23 * * 5' },
    },
    {
      type: 'gitlab_project_protected_environment',
      name: 'production',
      attributes: { id: 'acme/web:production', project, environment: 'production', deploy_access_levels: [] },
    },
    {
      type: 'gitlab_pipeline_trigger',
      name: 'nightly',
      attributes: { id: `1:${trigger}`, project: '1', description: 'nightly', token: 'glptt-value' },
    },
    {
      type: 'gitlab_project_mirror',
      name: 'backup',
      attributes: {
        id: `1:${mirror}`,
        mirror_id: mirror,
        project: '1',
        url: 'https://mirror-user:s3cret@backup.example.com/web.git',
      },
    },
    {
      type: 'gitlab_group_access_token',
      name: 'deploy',
      attributes: { id: `acme:${token}`, group: 'acme', name: 'deploy', token: 'glpat-value' },
    },
    { type: 'gitlab_project', name: 'web', attributes: { id: '1', runners_token: 'glpat-other' } },
    { type: 'gitlab_project', name: 'api', attributes: { id: '2' } },
    { type: 'aws_s3_bucket', name: 'logs', attributes: { id: 'logs' } },
    { type: 'gitlab_group', name: 'acme', mode: 'data', attributes: { id: '10' } },
  ]
}

it('writes the live objects of a state, named after their addresses', async () => {
  expect(await runFor(await stateOfEach())).toMatchObject({ code: 0 })
  expect(file('index.ts')).toBe(`// Exported from ${emulator.url} by trueup export.
import * as pulumi from '@pulumi/pulumi'
import * as trueup from 'trueup'

const config = new pulumi.Config()

const acme = 'acme'
const acmeWeb = 'acme/web'

// Group access tokens of acme
// Their values cannot be read. To rotate a token, change its expiresAt: the state then stores the new value.
new trueup.GroupAccessToken('deploy', {
  group: acme,
  name: 'deploy',
  scopes: ['read_api'],
  accessLevel: 'reporter',
  expiresAt: '2026-09-01',
})

// Labels of acme/web
new trueup.Label('bug', { project: acmeWeb, name: 'bug', color: '#DC143C', priority: 0 })
new trueup.Label('labels-web/inner/all-idea', { project: acmeWeb, name: 'idea', color: '#DC143C' })

// Freeze periods of acme/web
new trueup.FreezePeriod('weekend-0', {
  project: acmeWeb,
  freezeStart: '0 18 * * fri',
  freezeEnd: '0 7 * * mon',
  cronTimezone: 'Europe/Berlin',
})

// Protected environments of acme/web
new trueup.ProtectedEnvironment('production', {
  project: acmeWeb,
  name: 'production',
  deployAccessLevels: [{ accessLevel: 'maintainer' }, { userId: 3 }],
  approvalRules: [{ groupId: 12, requiredApprovals: 2 }],
})

// Trigger tokens of acme/web
// The state does not contain their values: see the README.
// Only maintainer can change this token.
new trueup.TriggerToken('nightly', { project: acmeWeb, description: 'nightly' })

// Remote mirrors of acme/web
new trueup.RemoteMirror('backup', {
  project: acmeWeb,
  url: 'https://backup.example.com/web.git',
  enabled: true,
  username: config.requireSecret('backupUsername'),
  password: config.requireSecret('backupPassword'),
  adoptId: 1,
})
`)
  expect(imported().map(({ name }) => name)).toEqual([
    'deploy',
    'bug',
    'labels-web/inner/all-idea',
    'weekend-0',
    'production',
    'nightly',
  ])
})

it('writes no secret of a state, and only reads from the service', async () => {
  const state = await stateOfEach()
  emulator.clearRequests()
  for (const options of [
    [],
    ['--sets'],
    ['--language', 'projects'],
    ['--language', 'yaml'],
    ['--language', 'python'],
  ]) {
    const { code, stdout, stderr } = await runFor(state, '--force', ...options)
    expect(code).toBe(0)
    const text = files().map(file).join('\n') + stdout + stderr
    for (const secret of secrets) expect(text).not.toContain(secret)
    for (const part of ['Username', 'Password']) expect(text).toContain(`pulumi config set --secret backup${part}\n`)
  }
  expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
})

it('reads the credentials of mirrors from the configuration in every language', async () => {
  const state = await stateOfEach()
  await runFor(state, '--language', 'yaml')
  expect(parse(file('Pulumi.yaml'))).toMatchObject({
    config: { backupUsername: { type: 'string', secret: true }, backupPassword: { type: 'string', secret: true } },
    resources: { backup: { properties: { username: '${backupUsername}', password: '${backupPassword}', adoptId: 1 } } },
  })
  await runFor(state, '--language', 'go', '--force')
  expect(file('main.go')).toContain('\n\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"\n')
  expect(file('main.go')).toContain('Username: cfg.RequireSecret("backupUsername"),\n')
  await runFor(state, '--language', 'python', '--force')
  expect(file('__main__.py')).toContain('\nimport pulumi\nimport pulumi_trueup as trueup\n\nconfig = pulumi.Config()\n')
  expect(file('__main__.py')).toContain('    password=config.require_secret("backupPassword"),\n    adopt_id=1,\n')
})

it('lists the resources of a state that are left out, with their numbers', async () => {
  const state = await stateOfEach()
  const { stdout } = await runFor(state)
  const line =
    'Left out of the state, because Trueup does not manage them: gitlab_project (2), aws_s3_bucket (1), data sources (1)'
  expect(stdout).toContain(`\n${line}\n`)
  expect(file('README.md')).toContain(`- ${line.replaceAll('_', '\\_')}\n`)
  const { stdout: json } = await runFor(state, '--force', '--format', 'json')
  expect(JSON.parse(json)).toMatchObject({
    resources: 7,
    skipped: [
      { type: 'gitlab_project', isData: false, count: 2 },
      { type: 'aws_s3_bucket', isData: false, count: 1 },
      { type: 'gitlab_group', isData: true, count: 1 },
    ],
  })
})

it('leaves out objects that no longer exist, or that the state has twice', async () => {
  await label(1, 'bug')
  const bug = { id: '1:bug', project: '1', name: 'bug' }
  const { code } = await runFor([
    { type: 'gitlab_label', name: 'bug', attributes: bug },
    { type: 'gitlab_label', name: 'again', attributes: { ...bug, project: 'Acme/web' } },
    { type: 'gitlab_label', name: 'gone', attributes: { ...bug, name: 'gone' } },
    { type: 'gitlab_label', name: 'elsewhere', attributes: { ...bug, project: '404' } },
    { type: 'gitlab_pipeline_trigger', name: "it's", index: "it's", attributes: { id: '99', project: '1' } },
  ])
  expect(code).toBe(0)
  expect(imported().map(({ name }) => name)).toEqual(['bug'])
  const readme = file('README.md')
  expect(readme).toMatch(/- 404: resources of the state \(1\): project 404 cannot be read\. .*404/)
  expect(readme).toContain('- acme/web: gitlab\\_label.again: it is the same object as gitlab\\_label.bug.')
  for (const name of ['gitlab\\_label.gone', 'gitlab\\_pipeline\\_trigger.it'])
    expect(readme).toContain(`- acme/web: ${name}`)
  expect(readme).toContain("```console\nterraform state rm \\\n  'gitlab_label.bug'\n```")
})

it('finds variables by their keys and scopes, and writes no value', async () => {
  const variable = { key: 'TOKEN', value: 'opensesame-1', environment_scope: 'production' }
  await emulator.post('/projects/1/variables', variable)
  await emulator.post('/projects/1/variables', { ...variable, environment_scope: '*' })
  const attributes = { id: '1:TOKEN:production', project: '1', ...variable }
  const { code } = await runFor([{ type: 'gitlab_project_variable', name: 'token', attributes }])
  expect(code).toBe(0)
  expect(imported().map(({ name, id }) => [name, id])).toEqual([['token', '1/TOKEN~production']])
  for (const name of files()) expect(file(name)).not.toContain('opensesame')
})

it('removes whole resources from the state of Terraform if all their instances are exported', async () => {
  for (const name of ['bug', 'chore']) await label(1, name)
  const entry = (name: string, index: string | number, of: string): StateEntry => ({
    type: 'gitlab_label',
    name,
    index,
    attributes: { id: `1:${of}`, project: '1', name: of },
  })
  await runFor([
    entry('all', 'bug', 'bug'),
    entry('all', 'chore', 'chore'),
    entry('some', 0, 'bug'),
    entry('some', 1, 'no'),
  ])
  expect(file('README.md')).toContain("terraform state rm \\\n  'gitlab_label.all'\n")
  expect(imported().map(({ name }) => name)).toEqual(['all-bug', 'all-chore'])
})

it('writes no list of missing objects into the README if all of them are exported', async () => {
  await label(1, 'bug')
  await runFor([{ type: 'gitlab_label', name: 'bug', attributes: { id: '1:bug', project: '1', name: 'bug' } }])
  expect(file('README.md')).toMatch(/terraform state rm[^#]+$/)
})

it.each([
  [
    'text',
    'no JSON, but s3cret',
    /tfstate is not a state of Terraform: it is not a JSON object\. Run "terraform state pull/,
  ],
  ['a list', '[]', /it is not a JSON object/],
  ['another object', '{"s3cret": 1}', /is not a state of Terraform: it has no version/],
  ['a state of version 3', '{"version": 3, "modules": []}', /is a state of version 3, .* Run "terraform apply" with/],
  ['a newer state', '{"version": 5}', /is a state of version 5, .* Upgrade trueup/],
  [
    'an encrypted state',
    '{"serial":1,"encrypted_data":"s3cret","encryption_version":"v0"}',
    /is an encrypted state of OpenTofu\. Run "tofu state pull/,
  ],
  ['terraform show', '{"format_version":"1.0","values":{}}', /is output of "terraform show"/],
  ['invalid resources', '{"version":4,"resources":[{"type":1}]}', /its resources are invalid/],
  [
    'a state without known types',
    '{"version":4,"resources":[{"mode":"managed","type":"aws_s3_bucket","name":"s3cret","instances":[{}]}]}',
    /contains no resource that trueup can export\. It exports gitlab_label, gitlab_project_label, /,
  ],
  [
    'an object without an id',
    '{"version":4,"resources":[{"mode":"managed","type":"gitlab_label","name":"bug","instances":[{"attributes":{"name":"s3cret"}}]}]}',
    /gitlab_label\.bug does not contain the project and the id/,
  ],
])('rejects %s with the remedy, without its content', async (_, text, expected) => {
  const { code, stderr } = await runFor(text)
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(expected) as string })
  expect(stderr).not.toContain('s3cret')
  expect(files()).toEqual([])
})

it('reads a state from standard input', () => {
  const cli = resolve(__dirname, '..', '..', 'dist', 'cli', 'index.js')
  const args = [cli, 'export', '--from-terraform', '-', '--out', exported.folder]
  const { status, stderr } = spawnSync(process.execPath, args, { input: '{"version": 3}', encoding: 'utf8' })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^trueup: standard input is a state of version 3/) as string,
  })
})

it('reports a missing file, and options that contradict each other', async () => {
  const missing = await run('owner', '--from-terraform', join(exported.folder, 'no.tfstate'))
  expect(missing).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no.tfstate cannot be read: it does not exist.'),
  })
  for (const args of [
    ['--from-terraform', 'x', '--project', '1'],
    ['--project', '1', '--language', 'yaml', '--native'],
  ]) {
    expect(await run('owner', ...args)).toMatchObject({ code: 64, stdout: '' })
  }
})
