import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DriftReport } from '../../cli/drift/finding'
import type { Json } from '../../provider/core/schema/json'
import { testNow, useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { makePrivate, shareInsteadOfMembers } from '../support/export'
import { type StackResource, useFakeStacks } from '../support/fake-stacks'
import { useTestNow } from '../support/test-now'
import { useWarmCli } from '../support/warm-cli'

const emulator = useEmulator({ flavor: 'spec' })
const stacks = useFakeStacks()
const cli = useWarmCli()
const clock = useTestNow()
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trueup-drift-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const env = (): NodeJS.ProcessEnv => ({
  PATH: stacks.path,
  TRUEUP_BASE_URL: emulator.url,
  TRUEUP_TOKEN: 'emulator-owner',
  TRUEUP_TEST_NOW: process.env.TRUEUP_TEST_NOW ?? testNow,
})

/** Runs `trueup drift` to its end. */
async function drift(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const run = cli.in({ cwd: stacks.folder, env: env() })('drift', ...args)
  const code = await run.ended
  const warning = /^warning: TRUEUP_TEST_NOW .*\n/m
  return { code, stdout: run.output.stdout, stderr: run.output.stderr.replace(warning, '') }
}

const report = async (...args: string[]): Promise<DriftReport> =>
  JSON.parse((await drift('--format', 'json', ...args)).stdout) as DriftReport

/** Creates an object like an update would, and returns its resource as in the state. */
async function made(kind: string, name: string, args: Json, ignoreChanges?: string[]): Promise<StackResource> {
  const engine = new Engine(kind, { url: emulator.url, token: 'emulator-owner' })
  await engine.up(args)
  const { id, inputs, outputs } = engine.state!
  return { kind, name, id, inputs, outputs, ...(ignoreChanges && { ignoreChanges }) }
}

const label = (name: string, ignoreChanges?: string[], project = 'acme/web') =>
  made('label', name, { project, name, color: '#111111', description: 'first' }, ignoreChanges)

const change = ({ outputs }: StackResource, values: Json) =>
  emulator.put(`/projects/${String(outputs.projectId)}/labels/${String(outputs.labelId)}`, values)

/** The findings as difference, name and paths of properties. */
const shown = (found: DriftReport) =>
  found.findings.map(({ difference, name, properties }) => [difference, name, ...properties.map(({ path }) => path)])

describe('drift and ignoreChanges', () => {
  it('reports only properties that are not in ignoreChanges', async () => {
    const [whole, part, other] = [
      await label('whole', ['color', 'description']),
      await label('part', ['color']),
      await label('other'),
    ]
    for (const one of [whole, part, other]) await change(one, { color: '#222222', description: 'second' })
    stacks.add('test', [whole, part, other])
    expect(shown(await report())).toEqual([
      ['changed', 'other', 'color', 'description'],
      ['changed', 'part', 'description'],
    ])
    stacks.add('test', [whole])
    expect(await drift()).toEqual({ code: 0, stderr: '', stdout: 'No drift.\n1 resource of 1 stack compared.\n' })
  })

  it.each([
    [['items'], []],
    [['items.ui.color', 'items["db"]["color"]'], []],
    [['items.*.color'], []],
    [['items[*].color'], []],
    [['items.ui'], ['db color']],
    [
      ['items.ui.colour', 'items[0]', 'items.', 'items["ui'],
      ['db color', 'ui color'],
    ],
  ])('follows paths of ignoreChanges into a set: with %j, %j still differs', async (ignoreChanges, left) => {
    const items = { ui: { color: '#111111' }, db: { color: '#111111' } }
    const set = await made('label-set', 'areas', { project: 'acme/web', items }, ignoreChanges)
    for (const id of Object.values(set.outputs.ids as Record<string, number>)) {
      await emulator.put(`/projects/1/labels/${id}`, { color: '#222222' })
    }
    stacks.add('test', [set])
    const { findings } = await report()
    expect(findings.flatMap(({ item, properties }) => properties.map(({ path }) => `${item} ${path}`))).toEqual(left)
  })
})

describe('drift of approval settings', () => {
  const approvals = (project: string) =>
    made('approval-settings', project, { project, mergeRequestsAuthorApproval: false })

  it('names the settings that differ from the declared ones, and no others', async () => {
    stacks.add('test', [await approvals('acme/web'), await approvals('acme/api')])
    const changed = { merge_requests_author_approval: true, require_reauthentication_to_approve: true }
    await emulator.post('/projects/1/approvals', changed, { as: 'owner' })
    const { code, stdout } = await drift()
    expect({ code, stdout }).toEqual({
      code: 2,
      stdout: expect.stringContaining(
        [
          '  project acme/web',
          '    ~ approval settings changed',
          '        mergeRequestsAuthorApproval: false → true',
        ].join('\n'),
      ) as string,
    })
    expect(stdout).not.toContain('requireReauthenticationToApprove')
    const [found] = (await report()).findings
    expect(found).toMatchObject({
      subject: 'approval settings',
      parent: 'acme/web',
      message: 'mergeRequestsAuthorApproval is true, declared false.',
    })
  })

  it('does not report those of other projects as unmanaged', async () => {
    stacks.add('test', [await label('one')])
    await emulator.post('/projects/1/approvals', { merge_requests_author_approval: true }, { as: 'owner' })
    expect(await drift('--unmanaged')).toMatchObject({ stdout: expect.not.stringContaining('approval') as string })
  })
})

describe('drift of group access tokens', () => {
  const rotation = { lifetimeDays: 30, rotateDaysBefore: 5, overlapDays: 2 }
  const args = { group: 'acme', name: 'deploy', scopes: ['read_api'], rotation }

  it('shows the current values before the new values of a token that is due to be rotated', async () => {
    stacks.add('test', [await made('group-access-token', 'deploy', args)])
    clock.set('2026-07-11T12:00:00Z')
    emulator.setClock('2026-07-11T12:00:00Z')
    const { code, stdout } = await drift()
    expect(stdout).toContain(`    ! group access token "deploy" is due to be rotated.
        expiresAt: "2026-07-15" → "2026-08-10"
        overlapEndsOn: null → "2026-07-13"
        Run "pulumi up".
`)
    expect(code).toBe(2)
    expect((await report()).findings[0]).toMatchObject({
      properties: [
        { path: 'expiresAt', declared: '2026-08-10', live: '2026-07-15' },
        { path: 'overlapEndsOn', declared: '2026-07-13', live: null },
      ],
    })
  })

  it('reports a previous token that is due to be revoked, and no rotation', async () => {
    const engine = new Engine('group-access-token', { url: emulator.url, token: 'emulator-owner' })
    await engine.up(args)
    const at = (time: string) => {
      clock.set(time)
      emulator.setClock(time)
    }
    at('2026-07-11T12:00:00Z')
    await engine.up(args)
    const { id, inputs, outputs } = engine.state!
    stacks.add('test', [{ kind: 'group-access-token', name: 'deploy', id, inputs, outputs }])
    expect(await drift()).toMatchObject({ code: 0 })
    at('2026-07-13T12:00:00Z')
    const { stdout } = await drift()
    const previous = String(outputs.previousTokenId)
    expect(stdout).toContain(
      `group access token "deploy" has a previous token (id ${previous}) that is due to be revoked.\n` +
        '        overlapEndsOn: "2026-07-13" → null\n',
    )
    expect(stdout).not.toContain('rotated')
  })

  describe('after an import', () => {
    // Pulumi writes the resources of the file to the state, without defaults.
    beforeEach(async () => {
      shareInsteadOfMembers(emulator)
      makePrivate(emulator)
      const token = { name: 'deploy', scopes: ['read_api'], access_level: 20, expires_at: '2026-09-01' }
      await emulator.post('/groups/10/access_tokens', token, { as: 'owner' })
      const exported = cli.in({ cwd: stacks.folder, env: env() })(
        'export',
        '--group',
        'acme',
        '--out',
        folder,
        '--force',
      )
      expect(await exported.ended).toBe(0)
      const { resources } = JSON.parse(readFileSync(join(folder, 'import.json'), 'utf8')) as {
        resources: (StackResource & { type: string })[]
      }
      expect(resources.map(({ type }) => type.replace(/.*:/, ''))).toEqual(['GroupAccessToken'])
      expect(resources[0]?.inputs).not.toHaveProperty('rotation')
      stacks.add(
        'test',
        resources.map((one) => ({ ...one, kind: 'group-access-token' })),
      )
    })

    it('compares an imported group access token before its first update', async () => {
      expect(await drift()).toEqual({ code: 0, stderr: '', stdout: 'No drift.\n1 resource of 1 stack compared.\n' })
    })

    it('does not report an imported group access token as deleted if it expired as declared', async () => {
      clock.set('2026-10-20T12:00:00Z')
      emulator.setClock('2026-10-20T12:00:00Z')
      const { stdout, stderr } = await drift()
      expect(stdout + stderr).toContain('expired on the declared date')
      expect(stdout + stderr).toContain('No drift.')
    })
  })
})

describe('drift of several stacks', () => {
  it('compares readable stacks, and lists the others as failures', async () => {
    const bug = await label('bug')
    await change(bug, { color: '#222222' })
    stacks.add('prod', [bug])
    const [json, quality] = [join(folder, 'drift.json'), join(folder, 'quality.json')]
    const both = ['--format', 'json', '--out', json, '--format', 'codequality', '--out', quality]
    const { code, stderr } = await drift('--stack', 'gone', '--stack', 'prod', ...both)
    const why =
      /^stack gone of .* cannot be read: no stack named 'gone' found\. Run "pulumi stack ls" to list the stacks\.$/m
    expect(code).toBe(1)
    expect(stderr.replace('warning: ', '')).toMatch(why)
    const found = JSON.parse(readFileSync(json, 'utf8')) as DriftReport
    expect(shown(found)).toEqual([['changed', 'bug', 'color']])
    expect(found.stacks).toEqual([{ name: 'prod', resources: 1 }])
    expect(found.failures).toEqual([{ stack: 'gone', message: expect.stringMatching(why) }])
    expect(readFileSync(quality, 'utf8')).toContain('stack gone could not be compared')
  })

  it('writes a format to standard output with --out -', async () => {
    stacks.add('test', [await label('bug')])
    const json = join(folder, 'standard-output.json')
    const { stdout } = await drift('--format', 'json', '--out', json, '--format', 'text', '--out', '-')
    expect(stdout).toBe('No drift.\n1 resource of 1 stack compared.\n')
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ findings: [] })
  })

  it('does not report unmanaged objects if a stack cannot be read', async () => {
    stacks.add('prod', [await label('bug')])
    await label('declared by the stack that is gone')
    const args = ['--unmanaged', '--stack', 'prod', '--stack', 'gone', '--format', 'json']
    const { code, stdout, stderr } = await drift(...args)
    expect({ code, findings: (JSON.parse(stdout) as DriftReport).findings }).toEqual({ code: 1, findings: [] })
    expect(stderr).toContain('warning: unmanaged objects are not listed, because gone could not be read.\n')
  })

  it('fails with all reasons if no stack can be read', async () => {
    const { code, stdout, stderr } = await drift('--stack', 'one', '--stack', 'two')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/stack one of .*stack two of /s)
  })

  it('compares a stack once if it is given twice', async () => {
    stacks.add('prod', [await label('bug')])
    expect((await report('--stack', 'prod', '--stack', 'prod')).stacks).toEqual([{ name: 'prod', resources: 1 }])
  })

  it.each([[['--stack', 'one', 'two']], [['--stack', 'one', '--stack', 'two']]])(
    'compares all stacks of a list: %j',
    async (flags) => {
      for (const [number, stack] of ['one', 'two'].entries()) stacks.add(stack, [await label(`bug ${number}`)])
      expect((await report(...flags)).stacks).toEqual([
        { name: 'one', resources: 1 },
        { name: 'two', resources: 1 },
      ])
    },
  )
})

describe('the rules of an ignore file', () => {
  const file = () => join(folder, 'rules.yaml')

  /** The warnings for these rules, without the name of the file. */
  async function warned(rules: Json[], ...args: string[]): Promise<{ code: number | null; warnings: string[] }> {
    const whole = rules.map((rule) => ({ reason: 'known', until: '2026-12-31', ...rule }))
    writeFileSync(file(), JSON.stringify(whole))
    const { code, stderr } = await drift('--ignore', file(), ...args)
    const lines = stderr.split('\n').filter((line) => line !== '')
    return { code, warnings: lines.map((line) => line.replace(`warning: ${file()}: `, '')) }
  }

  beforeEach(async () => {
    const bug = await label('bug')
    await change(bug, { color: '#222222' })
    stacks.add('test', [bug])
  })

  it('warns of a rule that matches nothing, but not of one that matches the same finding as an earlier rule', async () => {
    expect(await warned([{ kind: 'label' }, { name: 'bug' }, { parent: 'acme/wbe', reason: 'a typo' }])).toEqual({
      code: 0,
      warnings: ['rule 3 (a typo) matches nothing. Remove it if you no longer need it.'],
    })
  })

  it('warns of a rule with an unknown kind or difference, with suggestions', async () => {
    expect(await warned([{ kind: 'lable' }, { difference: 'chnged' }, { kind: 'nonsense' }])).toEqual({
      code: 2,
      warnings: [
        'rule 1 (known) has the unknown kind "lable": did you mean label?',
        'rule 2 (known) has the unknown difference "chnged": did you mean changed?',
        expect.stringMatching(/^rule 3 \(known\) has the unknown kind "nonsense": known are alert, approval-rule, /),
      ],
    })
  })

  it.each([
    ['another stack', { stack: 'staging' }],
    ['unmanaged objects without --unmanaged', { difference: 'unmanaged' }],
    ['kinds with a common prefix', { kind: 'label*' }],
  ])('does not warn of an unused rule for %s', async (_, rule) => {
    expect((await warned([rule])).warnings).toEqual([])
  })

  it('does not warn of unused rules if something could not be read', async () => {
    emulator.fault({ path: '/labels', status: 403, body: { message: '403 Forbidden' }, times: 99 })
    expect(await warned([{ name: 'other' }])).toEqual({ code: 1, warnings: [] })
  })
})

it('warns in every format of a project that is scheduled for deletion, which is not drift', async () => {
  stacks.add('prod', [await label('bug'), await label('by id', [], '1')])
  await emulator.delete('/projects/1', { as: 'owner' })
  const warning =
    /^warning: project acme\/web-deletion_scheduled-1 \(id 1\) is scheduled for deletion: it was deleted on 2026-06-15, .* POST \/api\/v4\/projects\/1\/restore\. .*\n$/
  expect(await drift('--stack', 'prod')).toEqual({
    code: 0,
    stdout: expect.stringContaining('No drift.\n'),
    stderr: expect.stringMatching(warning),
  })
  for (const format of ['json', 'junit', 'sarif', 'markdown', 'html']) {
    const { code, stdout } = await drift('--stack', 'prod', '--format', format)
    expect([format, code]).toEqual([format, 0])
    expect(stdout.replaceAll('\\_', '_')).toContain('is scheduled for deletion: it was deleted on 2026-06-15')
  }
  expect((await report('--stack', 'prod')).warnings).toEqual([
    expect.stringContaining('(id 1) is scheduled for deletion'),
  ])
})
