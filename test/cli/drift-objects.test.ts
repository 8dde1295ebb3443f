import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DriftReport, Finding } from '../../cli/drift/finding'
import type { Json } from '../../provider/core/schema/json'
import { testNow, useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { type StackResource, useFakeStacks } from '../support/fake-stacks'
import { useWarmCli } from '../support/warm-cli'

const emulator = useEmulator({ flavor: 'spec' })
const stacks = useFakeStacks()
const cli = useWarmCli()
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trueup-drift-objects-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs `trueup drift` to its end. */
async function drift(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = { PATH: stacks.path, TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' }
  const run = cli.in({ cwd: stacks.folder, env: { ...env, TRUEUP_TEST_NOW: testNow } })('drift', ...args)
  const code = await run.ended
  return { code, stdout: run.output.stdout, stderr: run.output.stderr.replace(/^warning: TRUEUP_TEST_NOW .*\n/m, '') }
}

const report = async (...args: string[]): Promise<DriftReport> =>
  JSON.parse((await drift('--format', 'json', ...args)).stdout) as DriftReport

/** Creates objects like an update would, and returns their resource as in the state. */
async function made(kind: string, name: string, args: Json): Promise<StackResource> {
  const engine = new Engine(kind, { url: emulator.url, token: 'emulator-owner' })
  await engine.up({ project: 'acme/web', ...args })
  const { id, inputs, outputs } = engine.state!
  return { kind, name, id, inputs, outputs }
}

const labels = (args: Json = {}, name = 'areas') =>
  made('label-set', name, { items: { bug: { color: '#111111' }, 'area: api': { color: '#111111' } }, ...args })

const environments = () =>
  made('protected-environment-set', 'environments', {
    items: {
      production: { deployAccessLevels: [{ accessLevel: 40 }] },
      staging: { deployAccessLevels: [{ accessLevel: 40 }] },
    },
  })

const recolor = (name: string, project: number | string = 1) =>
  emulator.put(`/projects/${project}/labels/${encodeURIComponent(name)}`, { color: '#222222' })

/** A value that the program marks as secret, in the form of an exported state. */
const secret = (value: unknown) => ({
  '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270',
  plaintext: JSON.stringify(value),
})

/** The findings as difference, subject and paths of properties. */
const shown = ({ findings }: { findings: Finding[] }) =>
  findings.map(({ difference, subject, properties }) => [difference, subject, ...properties.map(({ path }) => path)])

/** The finding of an item without what depends on the run. */
const plain = ({ fingerprint: _, formerFingerprints: __, urn: ___, name: ____, item: _____, ...rest }: Finding) => rest

describe('drift of objects', () => {
  it('reports removed and changed objects as those of single resources', async () => {
    const set = await labels()
    const { bug } = set.outputs.ids as { bug: number }
    const single = { ...(await made('label', 'single', { name: 'single', color: '#111111' })), id: `1/${bug}` }
    // The state of a single resource with the object of the item.
    single.inputs = { ...single.inputs, name: 'bug' }
    single.outputs = { ...single.outputs, name: 'bug', labelId: bug }
    await recolor('bug')
    await emulator.delete(`/projects/1/labels/${encodeURIComponent('area: api')}`)
    stacks.add('test', [set])
    stacks.add('other', [single])
    const [gone, changed] = (await report()).findings
    const [alike] = (await report('--stack', 'other')).findings
    expect(plain(changed!)).toEqual({ ...plain(alike!), stack: 'test' })
    expect(changed).toMatchObject({ item: 'bug', name: 'areas', urn: expect.stringMatching(/LabelSet::areas$/) })
    expect(gone).toMatchObject({
      difference: 'deleted',
      item: 'area: api',
      kind: 'label',
      subject: 'label "area: api"',
      id: `1/${(set.outputs.ids as Json)['area: api'] as number}`,
      properties: [],
      message: 'is gone.',
      remedy: 'Run "pulumi up --refresh" to recreate it, or remove it from the program.',
    })
  })

  it('reports removed protections first, as critical', async () => {
    stacks.add('test', [await labels(), await environments()])
    await recolor('bug')
    await emulator.delete('/projects/1/protected_environments/production')
    await emulator.put('/projects/1/protected_environments/staging', { deploy_access_levels: [{ access_level: 30 }] })
    const found = await report()
    expect(shown(found)).toEqual([
      ['deleted', 'protected environment "production"'],
      ['changed', 'label "bug"', 'color'],
      ['changed', 'protected environment "staging"', expect.stringMatching(/^deployAccessLevels/)],
    ])
    expect(found.findings[0]).toMatchObject({ id: '1/production' })
    const { code, stdout } = await drift()
    expect(code).toBe(2)
    expect(stdout).toContain('\n3 differences: 1 deleted, 2 changed.\n')
    expect((await drift('--format', 'markdown')).stdout).toContain('\n## Drift: 1 deleted, 2 changed\n')
    const severities = JSON.parse((await drift('--format', 'codequality')).stdout) as { severity: string }[]
    expect(severities.map(({ severity }) => severity)).toEqual(['critical', 'major', 'major'])
  })

  it('reports no drift if only the order of items differs, or if ignoreChanges covers all differences', async () => {
    const set = await labels()
    const backwards = Object.fromEntries(Object.entries(set.inputs.items as Json).reverse())
    stacks.add('test', [{ ...set, inputs: { ...set.inputs, items: backwards } }])
    expect(await drift()).toMatchObject({ code: 0 })
    await recolor('bug')
    stacks.add('test', [{ ...set, ignoreChanges: ['items.bug.color'] }])
    expect(await drift()).toMatchObject({ code: 0 })
  })

  it('hides the name of a single resource if the program marks it as secret', async () => {
    const single = await made('label', 'single', { name: 'Kb28-secret', color: '#111111' })
    await recolor('Kb28-secret')
    stacks.add('test', [{ ...single, inputs: { ...single.inputs, name: secret('Kb28-secret') } }])
    const found = await report()
    expect(shown(found)).toEqual([['changed', `label ${single.outputs.labelId as number}`, 'color']])
    expect(JSON.stringify(found)).not.toContain('Kb28')
    expect((await drift()).stdout).not.toContain('Kb28')
  })

  it('hides secrets of items', async () => {
    const items = {
      'backup "one"': { url: 'https://mirror.example.com/web.git', username: 'robot', password: 'Kb28-secret' },
    }
    const set = await made('remote-mirror-set', 'mirrors', { items })
    const [id] = Object.values(set.outputs.ids as Record<string, number>)
    await emulator.put(`/projects/1/remote_mirrors/${id}`, { enabled: true, only_protected_branches: true })
    const [[key, item]] = Object.entries(set.inputs.items as Record<string, Json>) as [[string, Json]]
    const marked = { ...item, url: secret(item.url), onlyProtectedBranches: secret(item.onlyProtectedBranches) }
    stacks.add('test', [{ ...set, inputs: { ...set.inputs, items: { [key]: marked } } }])
    const found = await report()
    expect(found.findings).toMatchObject([
      {
        subject: `remote mirror ${id} "backup \\"one\\""`,
        properties: expect.arrayContaining([{ path: 'onlyProtectedBranches', declared: '[secret]', live: '[secret]' }]),
      },
    ])
    expect(JSON.stringify(found)).not.toMatch(/Kb28|mirror\.example\.com/)
  })
})

describe('drift of an exclusive set', () => {
  const deletes = 'The next "pulumi up --refresh" deletes it.'

  it.each([[[]], [['--unmanaged']]])('reports an unmanaged object once, with %j', async (flags) => {
    stacks.add('test', [await labels({ exclusive: true }), await labels({ exclusive: true, items: {} }, 'second')])
    const { id } = (await emulator.post('/projects/1/labels', { name: 'hotfix', color: '#D9534F' })).body as {
      id: number
    }
    const { findings } = await report(...flags)
    expect(findings).toMatchObject([
      {
        difference: 'unmanaged',
        item: `#${id}`,
        subject: 'label "hotfix"',
        id: `1/${id}`,
        properties: [],
        message: `exists, but its exclusive set does not declare it. ${deletes}`,
        remedy: 'Declare it to keep it.',
      },
    ])
    const { stdout } = await drift(...flags)
    expect(stdout).toContain(`    + label "hotfix" ${findings[0]!.message}\n        Declare it to keep it.\n`)
  })

  it('does not report an object that another resource of the program declares', async () => {
    stacks.add('test', [
      await labels({ exclusive: true }),
      await made('label', 'single', { name: 'single', color: '#111111' }),
    ])
    expect(await drift()).toMatchObject({ code: 0 })
  })

  it('reports that it deletes an object of another stack', async () => {
    stacks.add('one', [await labels({ exclusive: true })])
    stacks.add('two', [await made('label', 'single', { name: 'single', color: '#111111' })])
    const { findings } = await report('--stack', 'one', 'two', '--unmanaged')
    expect(findings).toMatchObject([{ difference: 'unmanaged', stack: 'one', subject: 'label "single"' }])
    expect(findings[0]!.message).toBe(
      `exists, and stack "two" declares it, but its exclusive set does not declare it. ${deletes}`,
    )
  })

  it('does not claim that it deletes an object with the name of an item', async () => {
    stacks.add('test', [await labels({ exclusive: true })])
    await emulator.delete('/projects/1/labels/bug')
    await emulator.post('/projects/1/labels', { name: 'bug', color: '#111111' })
    const { findings } = await report()
    expect(shown({ findings })).toEqual([
      ['deleted', 'label "bug"'],
      ['unmanaged', 'label "bug"'],
    ])
    expect(findings[1]!.message).toBe('exists with another id than the object of item "bug".')
  })
})

describe('drift of objects that no stack declares', () => {
  it('says what a reviewer needs to know about them, and no secret', async () => {
    stacks.add('test', [
      await made('label', 'single', { name: 'single', color: '#111111' }),
      await made('project-hook-set', 'hooks', { items: {}, exclusive: true }),
    ])
    await emulator.post('/projects/1/members', { user_id: 5, access_level: 40, expires_at: '2027-01-31' })
    await emulator.post('/projects/1/hooks', {
      url: 'https://joe:opensesame-1@evil.example:8443/opensesame-2?t=opensesame-3',
    })
    await emulator.post('/projects/1/protected_tags', { name: 'v*', create_access_level: 30 })
    await emulator.post('/projects/1/approval_rules', { name: 'security', approvals_required: 2 })
    const found = await report('--unmanaged')
    const facts = found.findings
      .filter(({ difference }) => difference === 'unmanaged')
      .map(({ kind, facts }) => [kind, facts])
    expect(Object.fromEntries(facts)).toMatchObject({
      'project-member': { accessLevel: 40, expiresAt: '2027-01-31' },
      'project-hook': { host: 'evil.example:8443' },
      'protected-tag': { allowedToCreate: [{ accessLevel: 30 }] },
      'approval-rule': { approvalsRequired: 2 },
    })
    const { stdout } = await drift('--unmanaged')
    expect(stdout).toMatch(/\+ project member ".*" \(accessLevel: Maintainer, expiresAt: "2027-01-31"\)\n/)
    expect(stdout).toMatch(/\+ project hook \d+ \(host: "evil\.example:8443"\) exists, but its exclusive set/)
    expect(JSON.stringify(found) + stdout).not.toContain('opensesame')
  })
})

describe('rules for the objects of a set', () => {
  const file = () => join(folder, 'rules.yaml')
  const ignoredBy = async (rule: Json): Promise<string[]> => {
    writeFileSync(file(), JSON.stringify([{ reason: 'known', until: '2026-12-31', ...rule }]))
    const { findings } = await report('--ignore', file())
    return findings.flatMap(({ ignored, item = '' }) => (ignored ? [item] : []))
  }
  let hotfix: string

  beforeEach(async () => {
    const set = await labels({ exclusive: true })
    await recolor('bug')
    await emulator.delete(`/projects/1/labels/${encodeURIComponent('area: api')}`)
    const { body } = await emulator.post('/projects/1/labels', { name: 'hotfix', color: '#D9534F' })
    hotfix = `#${(body as { id: number }).id}`
    stacks.add('test', [set])
  })

  it.each([
    [{ kind: 'label' }, ['area: api', 'bug', 'hotfix']],
    [{ kind: 'label', name: 'bug', property: 'color' }, ['bug']],
    [{ subject: 'label "bug"' }, ['bug']],
    [{ property: 'color' }, ['bug']],
    [{ difference: 'deleted' }, ['area: api']],
    [{ difference: 'changed' }, ['bug']],
    [{ kind: 'label', difference: 'changed' }, ['bug']],
    [{ kind: 'label-set' }, ['area: api', 'bug', 'hotfix']],
    [{ kind: 'label-set', name: 'areas', difference: 'changed' }, ['area: api', 'bug', 'hotfix']],
    [{ subject: 'label set "areas"' }, ['area: api', 'bug', 'hotfix']],
    [{ kind: 'label-set', property: 'items.bug.color' }, ['bug']],
    [{ property: 'items["area: api"]' }, ['area: api']],
    [{ property: 'items.#*' }, ['hotfix']],
    [{ kind: 'freeze-period-set' }, []],
    [{ property: 'items.bug' }, []],
  ])('matches %j with the items %j', async (rule, items) => {
    expect(await ignoredBy(rule)).toEqual(items.map((item) => (item === 'hotfix' ? hotfix : item)))
  })

  it('matches the former fingerprint of the set and the new one of an item', async () => {
    const { findings } = await report()
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(3)
    const [former, ...others] = new Set(findings.flatMap(({ formerFingerprints = [] }) => formerFingerprints))
    expect(others).toEqual([])
    expect(await ignoredBy({ fingerprint: former! })).toHaveLength(3)
    expect(await ignoredBy({ fingerprint: findings[1]!.fingerprint })).toEqual(['bug'])
    const { stdout } = await drift('--format', 'sarif')
    const { runs } = JSON.parse(stdout) as { runs: [{ results: { partialFingerprints: Json }[] }] }
    expect(runs[0].results.map(({ partialFingerprints }) => partialFingerprints)).toEqual(
      findings.map(({ fingerprint }) => ({
        primaryLocationLineHash: fingerprint,
        'trueup/v1': former,
        'trueup/v2': fingerprint,
      })),
    )
  })
})

describe('drift of several projects', () => {
  const projects = ['acme/web', 'acme/api']

  it('prints equal differences once, with the names of the projects', async () => {
    stacks.add('test', [
      ...(await Promise.all(projects.map((project) => labels({ project }, project)))),
      await environments(),
    ])
    for (const project of projects) await recolor('bug', encodeURIComponent(project))
    await emulator.delete('/projects/1/protected_environments/production')
    const { stdout } = await drift()
    expect(stdout).toBe(`In several projects or groups

  ~ label "bug" in 2 projects changed
      acme/api and acme/web
      color: "#111111" → "#222222"
      Run "pulumi up --refresh" to restore the declared values, or declare the live values to keep them.

Stack test

  project acme/web
    - protected environment "production" is gone.
        Run "pulumi up --refresh" to recreate it, or remove it from the program.

3 differences: 1 deleted, 2 changed.
3 resources of 1 stack compared.
`)
    const html = (await drift('--format', 'html')).stdout
    expect(html.match(/<details class="where">/g)).toHaveLength(1)
    expect(html).toMatch(/<summary>2 projects<\/summary>\s*<ul>\s*<li data-place="project acme\/api">[^]*acme\/web/)
    const markdown = (await drift('--format', 'markdown')).stdout
    expect(markdown).toMatch(/### By object\n\n- deleted: .*\n- changed: .* in 2 projects \(.*acme\/api.*acme\/web.*\)/)
  })

  it('prints an object by project also if its declared values differ', async () => {
    const set = (project: string, color: string) => labels({ project, items: { bug: { color } } }, project)
    stacks.add('test', [await set('acme/web', '#111111'), await set('acme/api', '#333333')])
    for (const project of projects) await recolor('bug', encodeURIComponent(project))
    const { stdout } = await drift()
    expect(stdout).toContain('color: various values → "#222222"')
    expect(stdout).toContain('color: "#111111" → "#222222"')
    expect(stdout).toContain('color: "#333333" → "#222222"')
  })

  it('prints one warning for all projects that do not show a kind', async () => {
    stacks.add('test', await Promise.all(projects.map((project) => labels({ project }, project))))
    emulator.fault({ path: '/triggers', status: 403, body: { message: '403 Forbidden' }, times: 99 })
    const warning = expect.stringMatching(
      /^trigger token of acme\/api and acme\/web was not read\. GET \/api\/v4\/projects\/:id\/triggers: 403 .* they have unmanaged ones\.$/,
    )
    const { stdout, stderr } = await drift('--unmanaged', '--format', 'json')
    expect((JSON.parse(stdout) as DriftReport).warnings).toEqual([warning])
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('trigger token of acme/api and acme/web')])
  })

  it('reports no difference for required secrets that an import omits, and other differences', async () => {
    const variable = { key: 'KEY', value: 'opensesame-1' }
    const url = 'https://example.com/opensesame-2'
    const imported = [
      await made('project-variable', 'single', variable),
      await made('project-variable-set', 'set', { items: { other: { ...variable, key: 'OTHER' } } }),
      await made('project-hook', 'hook', { url, name: 'hook' }),
      await made('project-hook-set', 'hooks', { items: { one: { url: `${url}/1`, name: 'one' } } }),
    ]
    for (const { inputs = {}, outputs } of imported) {
      for (const values of [inputs, outputs]) {
        for (const one of values.items ? (Object.values(values.items) as Json[]) : [values]) {
          delete one.url
          delete one.value
        }
      }
    }
    stacks.add('test', imported)
    expect((await report()).findings).toEqual([])
    await emulator.put('/projects/1/hooks/1', { name: 'renamed' }, { as: 'owner' })
    await emulator.put('/projects/1/variables/OTHER', { raw: true }, { as: 'owner' })
    const { findings } = await report()
    expect(shown({ findings })).toEqual([
      ['changed', 'project hook "hook"', 'name'],
      ['changed', 'project variable "OTHER" "*"', 'raw'],
    ])
    expect(JSON.stringify(findings)).not.toContain('opensesame')
  })

  it('writes a test that passes for each project without drift', async () => {
    stacks.add('test', await Promise.all(projects.map((project) => labels({ project }, project))))
    await recolor('bug')
    const cases = async () => (await drift('--format', 'junit')).stdout.match(/<testcase [^>]*>/g)
    expect(await cases()).toEqual([
      expect.stringMatching(/label &quot;bug&quot; \(1\/\d+\) of project acme\/web changed/),
      '<testcase classname="test" name="no drift in project acme/api"/>',
    ])
    emulator.fault({ path: '/projects/2/labels', status: 500, times: 99 })
    expect((await cases())?.join()).not.toContain('no drift')
  })
})
