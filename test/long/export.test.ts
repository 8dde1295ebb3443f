import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Emulator, type Flavor, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { useCli } from '../shared/cli'
import { testRun } from '../shared/test-run'
import { addProjects } from '../support/export'
import { expectOk, PulumiStack } from '../support/pulumi'
import { typeErrors } from '../support/type-errors'

jest.setTimeout(240_000)

const trueup = useCli()

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Names with a special meaning in a shell, a program or a URN. */
const hostile = ["it's", '`${process.exit(9)}`', 'area::api', 'a\\b "c"', '日本語 🚀', '__proto__', '*/ //', '#1']

/** How many projects have all kinds of objects; the others have a few, and it takes more than four for a file each. */
const full = 5
const sharedLabels = 20
const freezes = 4

/** A few more projects than in the seed world. */
function enlarge(emulator: Emulator): number[] {
  addProjects(emulator, 21, 22, 23)
  return [1, 2, 3, 21, 22, 23]
}

/** Labels that each lack in one of the first projects. The last project has another value of the first one. */
const nearlyShared = ['nearly shared', "nearly 'shared'"]

/** Creates some objects in each project, all kinds in the first ones, and tokens of the group. Returns their number. */
async function populate(url: string, projects: number[], flavor: Flavor): Promise<number> {
  const api = new Client({ baseUrl: url, token: 'emulator-owner' })
  for (const project of projects) {
    for (const at of numbers(sharedLabels)) {
      const description = at % 2 ? `Shared ${at}` : undefined
      await api.labels.create(project, { name: `shared ${at}`, color: `#0000${10 + at}`, description })
    }
    for (const at of numbers(freezes)) {
      const cron_timezone = at % 2 ? 'UTC' : 'Europe/Berlin'
      await api.freezePeriods.create(project, {
        freeze_start: `0 ${at} * * fri`,
        freeze_end: '0 7 * * mon',
        cron_timezone,
      })
    }
  }
  for (const [at, name] of nearlyShared.entries()) {
    for (const project of projects.filter((_, position) => position !== at)) {
      const color = at === 0 && project === projects.at(-1) ? '#654321' : '#123456'
      await api.labels.create(project, { name, color })
    }
  }
  for (const project of projects.slice(0, full)) {
    for (const [at, name] of hostile.entries()) {
      // Every second one is in a palette.
      await api.labels.create(project, { name, color: at % 2 ? '#123456' : `#11${project + 10}11`, priority: 1 })
    }
    for (const name of ['production', 'staging/*']) {
      const approval_rules = [{ access_level: 40, required_approvals: 2 }]
      await api.protectedEnvironments.create(project, {
        name,
        deploy_access_levels: [{ access_level: 30 }, { user_id: 3 }],
        ...(name === 'production' && { approval_rules }),
      })
    }
    for (const description of ['nightly', 'nightly', 'weekly']) await api.triggerTokens.create(project, { description })
    const target = `backup.example.com/${project}.git`
    // GitLab accepts a URL only once in a project, without its credentials.
    const other = flavor === 'spec' ? target : `other.example.com/${project}.git`
    await api.remoteMirrors.create(project, { url: `https://mirror:s3cret@${target}`, enabled: true })
    await api.remoteMirrors.create(project, { url: `https://${other}`, only_protected_branches: true })
    await api.remoteMirrors.create(project, { url: `ssh://git@${target}`, auth_method: 'ssh_public_key' })
    await api.remoteMirrors.create(project, { url: `ssh://git:s3cret@${other}`, keep_divergent_refs: true })
  }
  // The last project has the approval settings of a new one.
  const changed = projects.slice(0, -1)
  for (const [at, project] of changed.entries()) {
    await api.projectApprovalSettings.update(project, {
      merge_requests_author_approval: true,
      ...(at === 0 && { reset_approvals_on_push: false, selective_code_owner_removals: true }),
    })
  }
  const members = await api.groupMembers.list(10).all()
  await api.groupAccessTokens.create(10, { name: 'deploy', scopes: ['read_api'], expires_at: inDays(90) })
  await api.groupAccessTokens.create(10, { name: 'read', scopes: ['api'], access_level: 20, expires_at: inDays(30) })
  await api.close()
  const nearly = nearlyShared.length * (projects.length - 1)
  const settings = changed.length
  return (
    projects.length * (sharedLabels + freezes) +
    nearly +
    full * (hostile.length + 2 + 3 + 4) +
    settings +
    2 +
    members.length
  )
}

const forms = [
  { flavor: 'spec', as: 'single resources', options: [] },
  // Sets on this flavor have the same objects.
  ...(testRun.allCases ? [{ flavor: 'gitlab', as: 'single resources', options: [] } as const] : []),
  { flavor: 'gitlab', as: 'sets', options: ['--sets'] },
  { flavor: 'gitlab', as: 'projects as data', options: ['--language', 'projects'] },
] as const

const stacks: PulumiStack[] = []
afterAll(async () => {
  for (const stack of stacks) await stack.close()
})

describe.each(forms)('many projects that are exported from flavor $flavor as $as', ({ flavor, options }) => {
  let emulator: Emulator
  let stack: PulumiStack
  let count: number

  beforeAll(async () => {
    emulator = await startEmulator({ flavor })
    count = await populate(emulator.url, enlarge(emulator), flavor)
    const env = { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner', PULUMI_NODEJS_TRANSPILE_ONLY: 'true' }
    stack = await PulumiStack.create({ program: '', typescript: true, env })
    stacks.push(stack)
    emulator.clearRequests()
    const run = trueup.in(stack.place)('export', '--group', 'acme', '--out', stack.folder, '--force', ...options)
    expect({ code: await run.ended, stderr: run.output.stderr }).toEqual({ code: 0, stderr: '' })
    // The program has a Pulumi project of its own.
    expectOk(await stack.run('stack', 'init', 'test'))
  })
  afterAll(() => emulator.close())

  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')

  it('imports the objects as described in the exported README, after which there is no diff', async () => {
    expectOk(await stack.run('import', '--file', 'import.json', '--generate-code=false', '--yes'))
    const drift = trueup.in(stack.place)('drift')
    expect({ code: await drift.ended, stderr: drift.output.stderr }).toEqual({ code: 0, stderr: '' })
    // The next step of the README, and an update. The update below plans all objects again, so one flavor is enough.
    if (flavor === 'spec') {
      expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
      expectOk(await stack.up({ refresh: true, expectNoChanges: true }))
    }
    expect(writes()).toEqual([])
  })

  if (options.length === 1) {
    it('writes labels that a project lacks only once', () => {
      expect(readFileSync(join(stack.folder, 'shared.ts'), 'utf8').match(/"nearly 'shared'"/g)).toHaveLength(1)
      expect(readFileSync(join(stack.folder, 'projects', 'acme-api.ts'), 'utf8')).toContain(
        `omit(palette, "nearly 'shared'"`,
      )
    })
  }

  it('detects and repairs drift of imported objects', async () => {
    const api = new Client({ baseUrl: emulator.url, token: 'emulator-owner' })
    await api.labels.update(1, 'shared 3', { color: '#ABCDEF' })
    const [mirror] = await api.remoteMirrors.list(2).all()
    await api.remoteMirrors.update(2, mirror!.id, { enabled: false })
    // The program manages only the second setting.
    const changed = { require_reauthentication_to_approve: true, merge_requests_author_approval: false }
    await api.projectApprovalSettings.update(2, changed)
    emulator.clearRequests()
    const up = expectOk(await stack.up({ refresh: true }))
    // The import is exact: no other object differs.
    expect(up.stdout).toMatch(/^Resources:\n +~ 3 updated\n +\d+ unchanged\n\n/m)
    expect(
      writes()
        .map(({ method, path }) => `${method} ${path.replace(/\d+$/, '')}`)
        .sort(),
    ).toEqual([
      'POST /api/v4/projects/2/approvals',
      'PUT /api/v4/projects/1/labels/',
      'PUT /api/v4/projects/2/remote_mirrors/',
    ])
    expect(await api.projectApprovalSettings.get(2)).toMatchObject({
      require_reauthentication_to_approve: true,
      merge_requests_author_approval: true,
    })
    expect(await api.labels.get(1, 'shared 3')).toMatchObject({ color: '#000013', description: 'Shared 3' })
    await api.close()
  })

  // The import protects the objects, and the update ends that.
  it('stores every object in state, unprotected and without secrets', async () => {
    const state = await stack.export({ showSecrets: true })
    const { resources = [] } = state.deployment
    const ours = resources.filter(({ type }) => type.includes('dynamic/trueup'))
    // Projects and groups that are not private have a setting that differs from new ones.
    const settings = ours.filter(({ type }) => /trueup:(?:Project|Group)$/.test(type))
    expect(settings).toHaveLength(6)
    const held = ours.flatMap(({ outputs }) => Object.keys(outputs?.items ?? { one: 1 }))
    expect(held).toHaveLength(count + settings.length)
    expect(resources.filter((resource) => 'protect' in resource)).toEqual([])
    expect(JSON.stringify(state)).not.toContain('s3cret')
  })
})

it('exports programs without type errors', async () => {
  expect(stacks).toHaveLength(forms.length)
  expect(await typeErrors(...stacks.map(({ folder }) => join(folder, 'index.ts')))).toBe('')
})
