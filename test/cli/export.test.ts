import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { parse } from 'yaml'
import { dependencyOn } from '../../cli/shared/package-source'
import { load } from '../../provider/core/engine/load'
import { kinds } from '../../provider/kinds'
import { useCli } from '../shared/cli'
import { testNow, useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { addProjects, hostileNames, makePrivate, shareInsteadOfMembers } from '../support/export'
import { useWarmCli } from '../support/warm-cli'

jest.setTimeout(60_000)

const trueup = useCli()
const warmTrueup = useWarmCli()
const emulator = useEmulator({ flavor: 'spec' })
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trueup-export-'))
  shareInsteadOfMembers(emulator)
  makePrivate(emulator)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs `trueup export` as a user, into the folder. */
async function run(as: string, ...args: string[]) {
  const { PATH } = process.env
  const env = { PATH, TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: `emulator-${as}`, TRUEUP_TEST_NOW: testNow }
  const running = warmTrueup.in({ env })('export', '--out', folder, ...args)
  const code = await running.ended
  return { code, ...running.output }
}

const file = (name: string) => readFileSync(join(folder, name), 'utf8')
const files = () => readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
const allText = () =>
  files()
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')

interface Imported {
  type: string
  name: string
  id: string
  inputs: Record<string, unknown>
  outputs: Record<string, unknown>
}
const imported = () => (JSON.parse(file('import.json')) as { resources: Imported[] }).resources

const as = (user: string) => ({ as: user })
const label = (project: number, name: string, more: object = {}) =>
  emulator.post(`/projects/${project}/labels`, { name, color: '#DC143C', ...more })

/** One of each kind in acme/web and acme. */
async function makeOneOfEach(): Promise<{ secrets: string[] }> {
  await label(1, 'bug', { description: "It doesn't work", priority: 0 })
  const schedule = { freeze_start: '0 18 * * fri', freeze_end: '0 7 * * mon', cron_timezone: 'Europe/Berlin' }
  await emulator.post('/projects/1/freeze_periods', schedule)
  await emulator.post('/projects/1/protected_environments', {
    name: 'production',
    deploy_access_levels: [{ access_level: 40 }, { user_id: 3 }],
    approval_rules: [{ group_id: 12, required_approvals: 2 }],
  })
  const own = await emulator.post('/projects/1/triggers', { description: 'nightly' })
  const foreign = await emulator.post('/projects/1/triggers', { description: 'release' }, as('owner'))
  const url = 'https://mirror:s3cret@backup.example.com/web.git'
  await emulator.post('/projects/1/remote_mirrors', { url, enabled: true })
  const request = { name: 'deploy', scopes: ['read_api'], access_level: 20, expires_at: '2026-09-01' }
  const token = await emulator.post('/groups/10/access_tokens', request, as('owner'))
  const variable = { key: 'DATABASE_URL', value: 'opensesame-1', environment_scope: 'review/*' }
  await emulator.post('/projects/1/variables', variable)
  await emulator.post('/groups/10/variables', { key: 'API_KEY', value: 'opensesame-2' }, as('owner'))
  const shown = [own, foreign, token].map(({ body }) => (body as { token: string }).token)
  return { secrets: [...shown, 's3cret', 'mirror:', 'opensesame'] }
}

it('says that only fingerprints of the host keys of a mirror can be read, and declares none', async () => {
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHHS8Y8aZ7JzVb0kZ1r9l0b0m0n0o0p0q0r0s0t0u0v0'
  const url = 'ssh://git@git.example.com/web.git'
  await emulator.post('/projects/1/remote_mirrors', { url, auth_method: 'ssh_public_key', host_keys: [key] })
  for (const options of [[], ['--sets'], ['--language', 'projects']]) {
    expect(await run('maintainer', '--project', 'acme/web', '--force', ...options)).toMatchObject({ code: 0 })
    const program = file(options.includes('projects') ? 'projects/acme.yaml' : 'index.ts')
    expect(program).toContain('ssh_public_key')
    expect(program).not.toMatch(/hostKeys[:=]|AAAA|SHA256/)
    if (!options.includes('projects'))
      expect(program).toContain('// Only fingerprints of their SSH host keys can be read.')
    expect(file('README.md')).toContain('## Host keys of mirrors')
  }
})

it('writes a readable program without default values', async () => {
  await makeOneOfEach()
  expect(await run('maintainer', '--project', 'acme/web')).toMatchObject({ code: 0, stderr: expect.any(String) })
  expect(file('index.ts')).toBe(`// Exported from ${emulator.url} by trueup export.
import * as pulumi from '@pulumi/pulumi'
import * as trueup from 'trueup'

const config = new pulumi.Config()

const acmeWeb = 'acme/web'

// Labels of acme/web
new trueup.Label('acme/web bug', {
  project: acmeWeb,
  name: 'bug',
  color: '#DC143C',
  description: "It doesn't work",
  priority: 0,
})

// Freeze periods of acme/web
new trueup.FreezePeriod('acme/web freeze-period-1', {
  project: acmeWeb,
  freezeStart: '0 18 * * fri',
  freezeEnd: '0 7 * * mon',
  cronTimezone: 'Europe/Berlin',
})

// Protected environments of acme/web
new trueup.ProtectedEnvironment('acme/web production', {
  project: acmeWeb,
  name: 'production',
  deployAccessLevels: [{ accessLevel: 'maintainer' }, { userId: 3 }],
  approvalRules: [{ groupId: 12, requiredApprovals: 2 }],
})

// Trigger tokens of acme/web
// The state does not contain their values: see the README.
new trueup.TriggerToken('acme/web nightly', { project: acmeWeb, description: 'nightly' })
// Only owner can change this token.
new trueup.TriggerToken('acme/web release', { project: acmeWeb, description: 'release' })

// Remote mirrors of acme/web
// Their credentials cannot be read. If you add username and password, the next update replaces the mirror.
new trueup.RemoteMirror('acme/web backup.example.com', {
  project: acmeWeb,
  url: 'https://backup.example.com/web.git',
  enabled: true,
})

// Variables of acme/web
// Their values are secrets of the configuration: see the README.
new trueup.ProjectVariable('acme/web DATABASE_URL review/*', {
  project: acmeWeb,
  key: 'DATABASE_URL',
  environmentScope: 'review/*',
  value: config.requireSecret('acmeWebDATABASEURLReviewValue'),
})
`)
})

it('writes the files that the program needs, and a README.md with the next steps', async () => {
  await makeOneOfEach()
  const { code, stdout } = await run('owner', '--group', 'acme', '--project', '1')
  expect(code).toBe(0)
  expect(
    files()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(
    ['.gitignore', 'Pulumi.yaml', 'README.md', 'import.json', 'index.ts', 'package.json', 'tsconfig.json'].sort(),
  )
  expect(parse(file('Pulumi.yaml'))).toMatchObject({ name: 'acme', runtime: 'nodejs' })
  expect(JSON.parse(file('package.json'))).toMatchObject({
    name: 'acme',
    main: 'index.ts',
    dependencies: { trueup: dependencyOn('trueup', folder), '@pulumi/pulumi': expect.any(String) },
  })
  const commands = [
    'npm install',
    'pulumi stack init dev',
    `pulumi config set trueup:baseUrl ${emulator.url}`,
    'pulumi config set --secret trueup:token',
    'pulumi config set --secret acmeAPIKEYValue',
    'pulumi config set --secret acmeWebDATABASEURLReviewValue',
    'PULUMI_SKIP_CHECKPOINTS=true pulumi import --file import.json --generate-code=false --yes',
    'pulumi preview --refresh --expect-no-changes',
  ]
  expect(file('README.md')).toContain(`\`\`\`console\n${commands.join('\n')}\n\`\`\``)
  for (const command of commands) expect(stdout).toContain(`  ${command}\n`)
  expect(stdout).toContain(
    '  acme/web             1 label, 1 freeze period, 1 protected environment, 2 trigger tokens, 1 remote mirror, 1 project variable\n',
  )
})

it('prints only some of the commands that set many values, and writes all into the README.md', async () => {
  const keys = Array.from({ length: 9 }, (_, index) => `KEY_${index}`)
  for (const key of keys) await emulator.post('/projects/1/variables', { key, value: 'opensesame' })
  const { stdout } = await run('maintainer', '--project', 'acme/web')
  const asking = (text: string) => text.match(/pulumi config set --secret acmeWebKEY\d/g)
  expect(asking(stdout)).toHaveLength(2)
  expect(stdout).toContain(
    '  # and 7 more like this: README.md lists them\n  PULUMI_SKIP_CHECKPOINTS=true pulumi import',
  )
  expect(asking(file('README.md'))).toHaveLength(9)
  expect(file('README.md')).toContain('The first `pulumi up --refresh` changes nothing.')
})

it('says that the first update sends the values of hidden variables', async () => {
  await emulator.post('/projects/1/variables', { key: 'API_KEY', value: 'opensesame', masked_and_hidden: true })
  await run('maintainer', '--project', 'acme/web', '--language', 'projects')
  expect(file('README.md')).toMatch(/^pulumi preview --refresh$/m)
  expect(file('README.md')).toMatch(/It shows \*update\* for hidden variables/)
  expect(file('projects/acme.yaml')).toContain('value: { secret: acmeWebAPIKEYValue }')
  expect(allText()).not.toContain('opensesame')
})

it('writes each object to import.json as a refresh would, except secrets', async () => {
  await makeOneOfEach()
  await run('owner', '--group', 'acme')
  const byKind = Object.fromEntries(imported().map((one) => [one.type.replace(/.*:/, ''), one]))
  expect(byKind.Label).toEqual({
    type: 'pulumi-nodejs:dynamic/trueup:Label',
    name: 'acme/web bug',
    id: expect.stringMatching(/^1\/\d+$/),
    inputs: {
      project: 'acme/web',
      name: 'bug',
      color: '#DC143C',
      description: "It doesn't work",
      archived: false,
      priority: 0,
      __provider: 'exports.handler=()=>require("trueup/runtime").provider("label")',
    },
    outputs: expect.objectContaining({ projectId: 1, labelId: expect.any(Number), instance: emulator.url }),
  })
  expect(byKind.GroupAccessToken).toMatchObject({
    name: 'acme deploy',
    inputs: { group: 'acme', name: 'deploy', expiresAt: '2026-09-01' },
    outputs: { active: true, revoked: false },
  })
  const mirror = byKind.RemoteMirror!
  for (const values of [mirror.inputs, mirror.outputs]) {
    expect(Object.keys(values)).not.toContain('username')
    expect(Object.keys(values)).not.toContain('password')
  }
})

it('writes no secret to any file or stream, and only reads from the service', async () => {
  const { secrets } = await makeOneOfEach()
  emulator.clearRequests()
  const { code, stdout, stderr } = await run('owner', '--group', 'acme')
  expect(code).toBe(0)
  expect(imported().length).toBeGreaterThan(6)
  for (const secret of [...secrets, 'emulator-owner']) {
    expect(allText()).not.toContain(secret)
    expect(stdout + stderr).not.toContain(secret)
  }
  expect(emulator.requests().length).toBeGreaterThan(6)
  expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
})

it('writes a palette only for labels that are the same in several projects', async () => {
  for (const project of [1, 2, 3]) {
    await label(project, 'bug')
    await label(project, '__proto__', { description: 'not what it seems' })
  }
  await label(1, 'only here')
  await label(1, 'differs', { priority: 1 })
  await label(2, 'differs')
  expect(await run('owner', '--group', 'acme')).toMatchObject({ code: 0 })
  expect(file('index.ts')).toContain(`// Labels of acme/api, acme/platform/infra and acme/web
const palette: Record<string, Omit<trueup.LabelArgs, 'project' | 'name'>> = {
  bug: { color: '#DC143C' },
  ['__proto__']: { color: '#DC143C', description: 'not what it seems' },
}
for (const project of [acmeApi, acmePlatformInfra, acmeWeb]) {
  for (const [name, label] of Object.entries(palette)) {
    new trueup.Label(\`\${project} \${name}\`, { project, name, ...label })
  }
}
`)
  const single = [...file('index.ts').matchAll(/new trueup\.Label\('([^']+)'/g)].map(([, name]) => name)
  expect(single).toEqual(['acme/api differs', 'acme/web only here', 'acme/web differs'])
  expect(imported()).toHaveLength(9)
})

it('writes one resource for all objects of a kind with --sets', async () => {
  for (const project of [1, 2]) for (const name of ['bug', '#1', '__proto__']) await label(project, name)
  for (const description of ['nightly', 'nightly']) await emulator.post('/projects/1/triggers', { description })
  expect(await run('owner', '--group', 'acme', '--sets')).toMatchObject({ code: 0 })
  expect(file('index.ts')).toContain(`const palette = {
  bug: { color: '#DC143C' },
  'label #1': { name: '#1', color: '#DC143C' },
  'label __proto__': { name: '__proto__', color: '#DC143C' },
} satisfies trueup.LabelSetArgs['items']
for (const project of [acmeApi, acmeWeb]) {
  new trueup.LabelSet(\`\${project} labels\`, { project, items: palette })
}
`)
  expect(imported().map(({ type, name, id }) => [type.replace(/.*:/, ''), name, id.replace(/[^/]*$/, '')])).toEqual([
    ['LabelSet', 'acme/api labels', '2/label-set/'],
    ['LabelSet', 'acme/web labels', '1/label-set/'],
    ['TriggerTokenSet', 'acme/web trigger tokens', '1/trigger-token-set/'],
  ])
  const { items = {} } = imported()[2]!.outputs as { items?: object }
  expect(Object.keys(items)).toEqual(['nightly', 'nightly 2'])
})

it('writes names with quotes, code and control characters as plain text', async () => {
  for (const name of hostileNames) {
    expect(await label(1, name)).toMatchObject({ status: 201 })
    expect(await emulator.post('/projects/1/triggers', { description: `${name}\n${name}` })).toMatchObject({
      status: 201,
    })
  }
  expect(await run('maintainer', '--project', 'acme/web')).toMatchObject({ code: 0 })
  const source = ts.createSourceFile('index.ts', file('index.ts'), ts.ScriptTarget.ES2022, true)
  const said = textsIn(source)
  for (const name of hostileNames) expect(said).toEqual(expect.arrayContaining([name, `${name}\n${name}`]))
  const names = imported().map(({ type, name }) => `${type} ${name}`)
  expect(new Set(names).size).toBe(2 * hostileNames.length)
  for (const { name } of imported()) expect(said).toContain(name)
  // Nothing that could run, or that an editor would not show.
  expect(file('index.ts')).not.toMatch(/[\u2028\u2029\u202a-\u202e]/)
  expect(
    file('index.ts')
      .match(/new (\w+\.)?\w+/g)
      ?.every((made) => /^new trueup\.(Label|TriggerToken)$/.test(made)),
  ).toBe(true)
})

/** Every string of a program. Fails if the program is not TypeScript, or contains a template. */
function textsIn(source: ts.SourceFile): string[] {
  const { diagnostics } = ts.transpileModule(source.text, { reportDiagnostics: true })
  expect(diagnostics).toEqual([])
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    expect(ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)).toBe(false)
    if (ts.isStringLiteral(node)) texts.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}

it('names objects without unique names by their description or host, and numbers equal ones', async () => {
  for (const description of ['nightly', 'nightly', 'weekly', 'nightly 2'])
    await emulator.post('/projects/1/triggers', { description })
  for (const path of ['one?token=opensesame', 'two'])
    await emulator.post('/projects/1/hooks', { url: `https://joe:opensesame@ci.example.com:8443/${path}` })
  await emulator.post('/projects/1/hooks', { url: 'https://chat.example.com', name: 'Chat' })
  const names = async (...args: string[]) => {
    await run('maintainer', '--project', 'acme/web', '--force', ...args)
    return imported().flatMap(({ name, inputs }) => (inputs.items ? Object.keys(inputs.items) : [name]))
  }
  const wanted = [
    ...['nightly', 'nightly 3', 'weekly', 'nightly 2'],
    ...['ci.example.com:8443', 'ci.example.com:8443 2', 'Chat'],
  ]
  expect(await names()).toEqual(wanted.map((name) => `acme/web ${name}`))
  expect(await names('--sets')).toEqual(wanted)
  expect(file('index.ts')).not.toContain('opensesame')
})

it('writes a file for each project if there are many', async () => {
  addProjects(emulator, 21, 22, 23, 24, 25)
  for (const id of [21, 22, 23, 24, 25]) {
    await emulator.post(`/projects/${id}/labels`, { name: 'bug', color: '#DC143C' }, as('owner'))
    await emulator.post(`/projects/${id}/labels`, { name: 'idea', color: '#00FF00' }, as('owner'))
    await emulator.post(`/projects/${id}/labels`, { name: `of ${id}`, color: '#00FF00' }, as('owner'))
  }
  expect(await run('owner', '--group', 'acme')).toMatchObject({ code: 0 })
  const imports = [...file('index.ts').matchAll(/^import '(.+)'$/gm)].map(([, path]) => path)
  expect(imports).toEqual(['./shared', ...[21, 22, 23, 24, 25].map((id) => `./projects/acme-project-${id}`)])
  expect(file('shared.ts')).toContain("for (const project of ['acme/project-21', 'acme/project-22', ")
  expect(file('projects/acme-project-21.ts')).toBe(`import * as trueup from 'trueup'

const project = 'acme/project-21'

// Labels
new trueup.Label('acme/project-21 of 21', { project, name: 'of 21', color: '#00FF00' })
`)
})

it('continues after a failed run, and writes the program only when all is read', async () => {
  const { secrets } = await makeOneOfEach()
  await label(2, 'idea')
  emulator.fault({ path: '^/api/v4/projects/2/', status: 500, times: 1_000 })
  const broken = await run('maintainer', '--project', 'acme/web', '--project', 'acme/api')
  expect(broken).toMatchObject({ code: 1, stdout: '' })
  // Lists are read at the same time, and the error names the one that fails first, such as "approval settings".
  expect(broken.stderr).toMatch(
    /^trueup: .* of acme\/api (?:was|were) not read\. .* 500 .*\(1 of 2\) is saved in .*\. Run the same command again to continue\.\n$/ms,
  )
  expect(files().map(({ name }) => name)).toEqual(['.trueup-export.json'])
  for (const secret of secrets) expect(allText()).not.toContain(secret)

  emulator.clearFaults()
  emulator.clearRequests()
  const { code, stderr } = await run('maintainer', '--project', 'acme/web', '--project', 'acme/api')
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining('Continuing: an earlier run read 1 of 2'),
  })
  const paths = emulator.requests().map(({ path }) => path)
  expect(paths.filter((path) => path.startsWith('/api/v4/projects/1/'))).toEqual([])
  expect(paths.filter((path) => path.startsWith('/api/v4/projects/2/'))).not.toEqual([])
  expect(new Set(imported().map(({ outputs }) => outputs.projectId))).toEqual(new Set([1, 2]))
  expect(existsSync(join(folder, '.trueup-export.json'))).toBe(false)
})

it('ignores the progress of a run with other arguments', async () => {
  await label(1, 'bug')
  emulator.fault({ path: '^/api/v4/projects/2/', status: 500, times: 1_000 })
  await run('maintainer', '--project', 'acme/web', '--project', 'acme/api')
  emulator.clearFaults()
  emulator.clearRequests()
  expect(await run('maintainer', '--project', 'acme/web')).toMatchObject({ code: 0 })
  expect(emulator.requests().some(({ path }) => path.startsWith('/api/v4/projects/1/labels'))).toBe(true)
})

it('exports a group with its subgroups and projects, except archived projects', async () => {
  for (const project of [1, 2, 3])
    await emulator.post(`/projects/${project}/labels`, { name: 'bug', color: 'red' }, as('root'))
  emulator.patch('projects', 2, { archived: true })
  const { code, stdout } = await run('root', '--group', 'acme', '--format', 'json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    service: emulator.url,
    folder,
    resources: 2,
    parents: [
      { kind: 'group', path: 'acme', resources: {} },
      { kind: 'project', path: 'acme/platform/infra', resources: { label: 1 } },
      { kind: 'project', path: 'acme/web', resources: { label: 1 } },
    ],
    leftOut: [],
    archived: ['acme/api'],
  })
  expect(file('README.md')).toContain('- acme/api: archived, and cannot be changed.')
})

it('leaves out the projects of a group that are scheduled for deletion, alone or with a group', async () => {
  for (const project of [1, 2, 3])
    await emulator.post(`/projects/${project}/labels`, { name: 'bug', color: 'red' }, as('root'))
  await emulator.delete('/projects/2', as('root'))
  await emulator.delete('/groups/11', as('root'))
  const { code, stdout } = await run('root', '--group', 'acme')
  expect(code).toBe(0)
  const paths = ['acme/api-deletion_scheduled-2', 'acme/platform-deletion_scheduled-11/infra']
  expect(stdout).toMatch(/^Left out because they are scheduled for deletion: (?:acme\S+(?:, |$)){2}/m)
  for (const path of paths) {
    expect(stdout).toContain(path)
    expect(file('README.md')).toContain(`- ${path.replace('_', '\\_')}: scheduled for deletion.`)
  }
  expect(file('index.ts')).not.toContain('deletion_scheduled')
})

it('leaves out objects that no program can declare, with the reason', async () => {
  const expiring = { scopes: ['api'], access_level: 20, expires_at: '2026-06-20' }
  const { body } = await emulator.post('/groups/10/access_tokens', { ...expiring, name: 'old' }, as('owner'))
  emulator.patch('access_tokens', (body as { id: number }).id, { expires_at: '2026-06-01' })
  const { code, stdout } = await run('owner', '--group', 'acme', '--format', 'json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    resources: 0,
    leftOut: [
      { parent: 'acme', kind: 'group-member', subject: expect.stringMatching(/^group members who are bot/), count: 1 },
      { parent: 'acme', subject: 'group access token "old"', reason: 'it has expired' },
    ],
  })
})

it('writes a token without an expiration date, which then shows no difference', async () => {
  emulator.changeSettings({ requireTokenExpiry: false })
  const token = { name: 'forever', scopes: ['api'], access_level: 20, expires_at: null }
  await emulator.post('/groups/10/access_tokens', token, as('owner'))
  expect(await run('owner', '--group', 'acme')).toMatchObject({ code: 0 })
  expect(file('index.ts')).toContain("expiresAt: 'never'")
  const [{ id, inputs, outputs }] = imported() as [Required<Imported>]
  const { __provider: _, ...args } = inputs
  const stack = new Engine('group-access-token', { url: emulator.url, token: 'emulator-owner', front: 'dynamic' })
  stack.state = { id, inputs: args, outputs }
  expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  expect(await stack.preview(args)).toMatchObject({ step: 'same' })
})

it('does not use schedules in names, or descriptions that can contain credentials', async () => {
  await makeOneOfEach()
  for (const description of ['for https://bot:hunter2@example.com', `hunter2${'x'.repeat(20)}`])
    await emulator.post('/projects/1/triggers', { description })
  for (const options of [[], ['--sets']]) {
    expect(await run('owner', '--group', 'acme', '--force', ...options)).toMatchObject({ code: 0 })
    const names = imported().flatMap(({ name, inputs }) => [name, ...Object.keys(inputs.items ?? {})])
    expect(names.length).toBeGreaterThan(7)
    expect(names.join('\n')).not.toMatch(/hunter2|\* \*/)
  }
})

describe('an export with sets that partly are the same in several projects', () => {
  const freeze = (project: number, freeze_start: string) =>
    emulator.post(`/projects/${project}/freeze_periods`, { freeze_start, freeze_end: '0 7 * * mon' })

  beforeEach(async () => {
    for (const project of [1, 2, 3]) for (const name of ['bug', 'chore']) await label(project, name)
    await label(1, 'only here')
    await label(2, 'differs', { priority: 1 })
    await label(3, 'differs')
    // In another order in each, and in one of them more.
    for (const [project, hours] of [
      [1, [18]],
      [2, [20, 18, 22]],
      [3, [18, 20, 22]],
    ] as const) {
      for (const hour of hours) await freeze(project, `0 ${hour} * * fri`)
    }
  })

  it('shares equal items of every kind', async () => {
    expect(await run('owner', '--group', 'acme', '--sets')).toMatchObject({ code: 0 })
    const [, program] = file('index.ts').split("infra'\nconst acmeWeb = 'acme/web'\n")
    expect(program).toBe(`
// Labels of acme/api, acme/platform/infra and acme/web
const palette = {
  bug: { color: '#DC143C' },
  chore: { color: '#DC143C' },
} satisfies trueup.LabelSetArgs['items']

// Freeze periods of acme/api and acme/platform/infra
const sharedFreezePeriods = {
  'freeze-period-1': { freezeStart: '0 20 * * fri', freezeEnd: '0 7 * * mon' },
  'freeze-period-3': { freezeStart: '0 22 * * fri', freezeEnd: '0 7 * * mon' },
} satisfies trueup.FreezePeriodSetArgs['items']

// Freeze periods of acme/api, acme/platform/infra and acme/web
const sharedFreezePeriods2 = {
  'freeze-period-2': { freezeStart: '0 18 * * fri', freezeEnd: '0 7 * * mon' },
} satisfies trueup.FreezePeriodSetArgs['items']
for (const project of [acmeApi, acmePlatformInfra]) {
  new trueup.FreezePeriodSet(\`\${project} freeze periods\`, {
    project,
    items: { ...sharedFreezePeriods, ...sharedFreezePeriods2 },
  })
}

// Labels of acme/api
new trueup.LabelSet('acme/api labels', {
  project: acmeApi,
  items: { ...palette, differs: { color: '#DC143C', priority: 1 } },
})

// Labels of acme/platform/infra
new trueup.LabelSet('acme/platform/infra labels', {
  project: acmePlatformInfra,
  items: { ...palette, differs: { color: '#DC143C' } },
})

// Labels of acme/web
new trueup.LabelSet('acme/web labels', { project: acmeWeb, items: { ...palette, 'only here': { color: '#DC143C' } } })

// Freeze periods of acme/web
new trueup.FreezePeriodSet('acme/web freeze periods', { project: acmeWeb, items: sharedFreezePeriods2 })
`)
  })

  it('imports shared items if each project has its own file', async () => {
    addProjects(emulator, 21, 22)
    for (const id of [21, 22]) await emulator.post(`/projects/${id}/labels`, { name: 'x', color: 'red' }, as('owner'))
    expect(await run('owner', '--group', 'acme', '--sets')).toMatchObject({ code: 0 })
    expect(file('shared.ts')).toContain('export const palette = {')
    expect(file('projects/acme-web.ts')).toContain("\nimport { palette, sharedFreezePeriods2 } from '../shared'\n")
    expect(file('projects/acme-web.ts')).toContain("{ project, items: { ...palette, 'only here': ")
  })
})

describe('an export with sets of labels that a few projects lack', () => {
  const ids = [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]

  beforeEach(() => addProjects(emulator, ...ids))

  /** Creates labels that each lack in one of the first projects. */
  async function labelAll(...names: string[]) {
    for (const [at, id] of ids.entries())
      for (const name of names) if (at !== names.indexOf(name)) await label(id, name)
  }
  const exportSets = async () => {
    expect(await run('root', '--group', 'acme', '--sets', '--force')).toMatchObject({ code: 0 })
    return file('shared.ts').split("from 'trueup'\n\n")[1]
  }

  it('writes them once, and omits them in the other projects', async () => {
    await labelAll('bug', "it's", '10')
    await label(22, 'only here')
    await label(23, '10', { priority: 1 })
    expect(await exportSets()).toBe(`/** Returns the items except those with the given keys. */
export const omit = <T extends object, K extends keyof T>(items: T, ...keys: K[]) =>
  Object.fromEntries(Object.entries(items).filter(([key]) => !keys.includes(key as K))) as Omit<T, K>

// Labels of 10 projects
export const palette = {
  '10': { color: '#DC143C' },
  "it's": { color: '#DC143C' },
  bug: { color: '#DC143C' },
} satisfies trueup.LabelSetArgs['items']
for (const project of [
  'acme/project-24',
  'acme/project-25',
  'acme/project-26',
  'acme/project-27',
  'acme/project-28',
  'acme/project-29',
  'acme/project-30',
]) {
  new trueup.LabelSet(\`\${project} labels\`, { project, items: palette })
}
`)
    expect(file('projects/acme-project-21.ts')).toContain(`import { omit, palette } from '../shared'

const project = 'acme/project-21'

// Labels
new trueup.LabelSet('acme/project-21 labels', { project, items: omit(palette, 'bug') })
`)
    expect(file('projects/acme-project-22.ts')).toContain(
      `items: { ...omit(palette, "it's"), 'only here': { color: '#DC143C' } },`,
    )
    // Another value takes precedence.
    expect(file('projects/acme-project-23.ts')).toContain(
      "items: { ...palette, '10': { color: '#DC143C', priority: 1 } }",
    )
  })

  it('declares projects that lack the same labels in one loop', async () => {
    for (const id of ids) for (const name of ['bug', 'idea', 'chore']) await label(id, name)
    for (const id of [31, 32]) {
      addProjects(emulator, id)
      for (const name of ['bug', 'idea']) await label(id, name)
    }
    expect(await exportSets()).toContain(`
for (const project of ['acme/project-31', 'acme/project-32']) {
  new trueup.LabelSet(\`\${project} labels\`, { project, items: omit(palette, 'chore') })
}
`)
    expect(files().filter(({ parentPath }) => parentPath.endsWith('projects'))).toEqual([])
  })

  it('does not share a label that more projects lack, and lists the labels of a project with few of them', async () => {
    for (const id of ids) for (const name of ['bug', 'idea', 'chore', 'late']) await label(id, name)
    for (const id of ids.slice(2)) await label(id, 'other')
    addProjects(emulator, 31)
    await label(31, 'bug')
    const text = await exportSets()
    expect(text).not.toContain('omit')
    expect(text).toContain("export const palette2 = {\n  other: { color: '#DC143C' },\n}")
    expect(text).toContain('items: { ...palette, ...palette2 }')
    expect(file('projects/acme-project-31.ts')).toContain("items: { bug: { color: '#DC143C' } }")
  })

  it('writes the same program for the same objects', async () => {
    await labelAll('bug', 'idea', 'chore', 'late')
    const programs = [await exportSets(), await exportSets()]
    expect(programs[1]).toBe(programs[0])
  })
})

it('exports the access tokens of subgroups with --recursive', async () => {
  const { body } = await emulator.post('/groups', { name: 'Deep', path: 'deep', parent_id: 10 }, as('owner'))
  const group = (body as { id: number }).id
  const token = { name: 'reader', scopes: ['read_api'], access_level: 20, expires_at: '2026-09-01' }
  expect(await emulator.post(`/groups/${group}/access_tokens`, token, as('owner'))).toMatchObject({ status: 201 })
  const { code, stdout } = await run('owner', '--group', 'acme', '--recursive')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.not.stringContaining('--recursive') })
  expect(file('index.ts')).toMatch(
    /const acmeDeep = 'acme\/deep'\n(.*\n)*new trueup\.GroupAccessToken\(.*\n  group: acmeDeep/,
  )
})

it('lists objects of a group that were not searched or cannot be declared', async () => {
  await label(2, 'everywhere')
  await emulator.put('/projects/2/labels/promote', { name: 'everywhere' }, as('owner'))
  const revoked = { name: 'old', scopes: ['api'], access_level: 20, expires_at: '2026-09-01' }
  const { body } = await emulator.post('/groups/10/access_tokens', revoked, as('owner'))
  emulator.patch('access_tokens', (body as { id: number }).id, { revoked: true })
  const { code, stdout } = await run('owner', '--group', 'acme')
  expect(code).toBe(0)
  const others = kinds.map(load).filter((kind) => !('exported' in kind))
  const list = new Intl.ListFormat('en-GB').format(others.map(({ plural }) => plural))
  expect(list).toMatch(/^alerts, issue links, .* and vulnerabilities$/)
  const said = [
    'acme: group access tokens that have expired or were revoked (1): the service still lists them, but they no longer work.',
    'acme/api, acme/web: labels of parent groups (2): the project inherits them and cannot change them.',
    'Access tokens, variables, labels and members of subgroups are not exported: acme/platform. Pass --recursive, or these groups with --group.',
    'Projects below acme in which owner is not a member are not exported, even if they are public.',
    'Projects of other groups that are shared with acme are not exported. Pass them with --project.',
    `${list.slice(0, 1).toUpperCase()}${list.slice(1)} are not exported.`,
  ]
  const readme = file('README.md').split('## Objects that are not in the program\n')[1]
  for (const line of said) {
    expect(stdout).toContain(line)
    expect(readme).toContain(`- ${line}`)
  }
  expect(JSON.parse((await run('owner', '--group', 'acme', '--force', '--format', 'json')).stdout)).toMatchObject({
    leftOut: expect.arrayContaining([expect.objectContaining({ parent: 'acme/api', kind: 'label', count: 1 })]),
    notes: said.slice(2),
  })
})

it('reports a project without readable kinds only once', async () => {
  await label(1, 'bug')
  emulator.fault({ path: '^/api/v4/projects/2/', status: 403, times: 100 })
  const { code, stdout } = await run('owner', '--project', 'acme/web', '--project', 'acme/api')
  expect(code).toBe(0)
  expect(stdout.match(/^ {2}acme\/api: .*: .*$/gm)).toEqual([
    expect.stringMatching(/acme\/api: the whole project: .* 403/),
  ])
})

it('writes a .gitignore, or extends an existing one', async () => {
  expect(await run('maintainer', '--project', 'acme/web')).toMatchObject({ code: 0 })
  expect(file('.gitignore')).toBe('node_modules/\n.trueup-export.json\n')
  writeFileSync(join(folder, '.gitignore'), '*.log\r\nnode_modules/')
  expect(await run('maintainer', '--project', 'acme/web', '--force')).toMatchObject({ code: 0 })
  expect(file('.gitignore')).toBe('*.log\r\nnode_modules/\n.trueup-export.json\n')
})

it('leaves out kinds that the role of the user cannot read, with the remedy', async () => {
  await makeOneOfEach()
  const { code, stdout } = await run('reporter', '--project', 'acme/web')
  expect(code).toBe(0)
  expect(imported().map(({ type }) => type)).toContain('pulumi-nodejs:dynamic/trueup:Label')
  expect(stdout).toMatch(/Left out:\n(.*\n)*  acme\/web: trigger tokens: .* 403 .*requires the Maintainer role/)
})

it('lists a kind that it could not read in any project only once', async () => {
  emulator.fault({ path: '/protected_environments', status: 404, times: 100 })
  const { code, stdout } = await run('owner', '--group', 'acme')
  expect(code).toBe(0)
  const [, said] = stdout.split('Left out:\n')
  expect(said).toMatch(/^  (acme\/\S+, ){2}acme\/\S+: protected environments: .* 404 .*\n\n/)
})

it('overwrites a program only with --force', async () => {
  writeFileSync(join(folder, 'index.ts'), 'mine')
  const refused = await run('maintainer', '--project', 'acme/web')
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('already has index.ts.') })
  expect(emulator.requests()).toEqual([])
  expect(file('index.ts')).toBe('mine')
  expect(await run('maintainer', '--project', 'acme/web', '--force')).toMatchObject({ code: 0 })
  expect(file('index.ts')).toContain('trueup')
})

it.each<[reason: string, baseUrl: string, env: Record<string, string>, message: string]>([
  ['a closed port', 'http://127.0.0.1:1', {}, 'Is http://127.0.0.1:1 (base URL from --base-url) right and reachable'],
  [
    'a proxy that does not respond',
    'https://service.test',
    { HTTPS_PROXY: 'http://me:hunter2@127.0.0.1:1' },
    'Requests go through the proxy 127.0.0.1:1 (from HTTPS_PROXY): check it, or add service.test to NO_PROXY.',
  ],
  [
    'an https URL of an http port',
    'https',
    {},
    'the server does not use TLS on this port: check the scheme and the port',
  ],
  ['a base URL with a wrong path', 'path', {}, 'If the service does not run under /gitlab, set the base URL (from'],
])('names the reason why the service cannot be reached: %s', async (_reason, baseUrl, env, message) => {
  const urls = { https: emulator.url.replace('http:', 'https:'), path: `${emulator.url}/gitlab` } as Record<
    string,
    string
  >
  const options = ['--out', folder, '--project', '1', '--base-url', urls[baseUrl] ?? baseUrl]
  const seen = warmTrueup.in({ env: { TRUEUP_TOKEN: 'emulator-owner', ...env } })('export', ...options)
  expect(await seen.ended).toBe(1)
  expect(seen.output.stderr).toContain(message)
  expect(seen.output.stderr).not.toMatch(/hunter2|SSL routines/)
})

it('reports invalid arguments, projects and tokens', async () => {
  expect(await run('maintainer')).toMatchObject({ code: 64, stderr: expect.stringContaining('--project') })
  const alone = await run('maintainer', '--project', 'acme/web', '--recursive')
  expect(alone).toMatchObject({ code: 64, stderr: expect.stringContaining('--recursive requires --group') })
  const missing = await run('maintainer', '--project', 'acme/nowhere')
  expect(missing).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/project acme\/nowhere cannot be read\. .*404/),
  })
  const expired = await run('expired', '--project', 'acme/web')
  expect(expired).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('TRUEUP_TOKEN has expired'),
  })
  expect(files()).toEqual([])
})

it('names every exported kind in the help of export', async () => {
  const command = trueup('export', '--help')
  expect(await command.ended).toBe(0)
  const help = command.output.stdout.replace(/\s+/g, ' ')
  const exported = kinds.map(load).filter((kind) => 'exported' in kind)
  expect(exported.length).toBeGreaterThan(5)
  for (const { plural } of exported) expect(help).toContain(plural)
  expect(help).toContain('It does not export other kinds.')
})

it('exports direct members by username and role, without inherited ones and bot users', async () => {
  const token = { name: 'deploy', scopes: ['api'], access_level: 20, expires_at: '2027-01-31' }
  await emulator.post('/groups/10/access_tokens', token, as('owner'))
  const membership = { user_id: 7, access_level: 30, expires_at: '2099-12-31' }
  for (const path of ['/groups/10', '/projects/1']) await emulator.post(`${path}/members`, membership, as('owner'))
  expect(await run('owner', '--group', 'acme')).toMatchObject({ code: 0 })
  const members = imported().filter(({ type }) => type.endsWith('Member'))
  expect(members.map(({ id }) => id).sort()).toEqual(['1/7', '10/7'])
  expect(file('index.ts')).toContain(`new trueup.ProjectMember('acme/web outsider', {
  project: acmeWeb,
  user: 'outsider',
  accessLevel: 'developer',
  expiresAt: '2099-12-31',
})`)
})
