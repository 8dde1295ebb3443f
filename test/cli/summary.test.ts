import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { plugins } from '../support/plugin'
import { useWarmCli } from '../support/warm-cli'

const cli = useWarmCli()
let folder: string

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'trueup-summary-'))))
afterEach(() => rmSync(folder, { recursive: true }))

type Values = Record<string, unknown>

interface Step {
  op: string
  urn: string
  oldState?: object
  newState?: object
  detailedDiff?: Values
}

const urnOf = (type: string, name: string) => `urn:pulumi:prod::config::trueup:index:${type}::${name}`

/** A step with a resource of the plugin. */
function step(op: string, type: string, name: string, olds?: Values, news?: Values, more: Values = {}): Step {
  const { id, ...outputs } = olds ?? {}
  const state = { type: `trueup:index:${type}`, custom: true, ...more }
  return {
    op,
    urn: urnOf(type, name),
    ...(olds && {
      oldState: { ...state, id, inputs: outputs, outputs: { instance: 'https://gitlab.example.com', ...outputs } },
    }),
    ...(news && { newState: { ...state, inputs: news } }),
  }
}

const label = (name: string, color = '#112233', project = 'corp/web') => ({ project, name, color })

/** The outputs of a set of labels, whose items have the ids 1, 2 … */
const labels = (items: Values, more: Values = {}) => ({
  id: '1/label-set/x',
  project: 'corp/web',
  projectId: 1,
  exclusive: true,
  items,
  ids: Object.fromEntries(
    Object.keys(items).map((key, at) => [key, key.startsWith('#') ? Number(key.slice(1)) : at + 1]),
  ),
  ...more,
})
const item = (name: string, color = '#112233') => ({ name, color, description: null, priority: null })

interface Written {
  effect: string
  subject: string
  [name: string]: unknown
}

const recordOf = (record: Written) => ({
  operation: 'a',
  kind: 'label',
  parent: 'corp/web',
  id: '1/99',
  changes: [],
  rotates: false,
  ...record,
})

interface Options {
  args?: string[]
  records?: Written[]
  errors?: string[]
  /** The time of the command. Default: now. */
  now?: string
}

/** Runs `trueup summary` for a preview with these steps. */
async function summary(steps: Step[], { args = [], records = [], errors = [], now }: Options = {}) {
  const diagnostics = errors.map((message) => ({ severity: 'error', message }))
  const json = JSON.stringify({ steps, diagnostics }, null, 4)
  // As with --save-plan.
  writeFileSync(join(folder, 'preview.json'), `${json}\nUpdate plan written to 'plan.json'\n`)
  writeFileSync(join(folder, 'records'), records.map((one) => `${JSON.stringify(recordOf(one))}\n`).join(''))
  const run = cli.in({ cwd: folder, env: { PATH: process.env.PATH, ...(now && { TRUEUP_TEST_NOW: now }) } })
  const { ended, output } = run('summary', 'preview.json', '--records', 'records', ...args)
  return { code: await ended, first: output.stdout.split('\n')[0], ...output }
}

it('says that nothing changes', async () => {
  const { code, first } = await summary([step('same', 'Label', 'bug', { id: '1/1', ...label('bug') }, label('bug'))])
  expect({ code, first }).toEqual({ code: 0, first: 'Stack prod: no changes' })
})

it('counts the items that a set deletes, changes and creates', async () => {
  const olds = labels({ a: item('a'), b: item('b'), '#7': item('by hand') })
  const news = { project: 'corp/web', exclusive: true, items: { b: item('b', '#000000'), c: item('c') } }
  const { first, stdout } = await summary([step('update', 'LabelSet', 'all', olds, news)])
  expect(first).toBe('Stack prod: deletes 2 labels in corp/web · changes 1 label · creates 1 label')
  expect(stdout).toContain('label "b" in corp/web: color "#112233" → "#000000"')
})

it('does not count an item that only gets another key', async () => {
  const news = { project: 'corp/web', exclusive: true, items: { other: item('a') } }
  expect((await summary([step('update', 'LabelSet', 'all', labels({ a: item('a') }), news)])).first).toBe(
    'Stack prod: no changes',
  )
})

it('does not count an object of another resource that an exclusive set has found', async () => {
  const olds = labels({ '#7': item('single'), '#8': item('new') })
  const news = { project: 'corp/web', exclusive: true, items: {} }
  const single = { id: '1/7', projectId: 1, labelId: 7, ...label('single') }
  const steps = [
    step('update', 'LabelSet', 'all', olds, news),
    step('same', 'Label', 'single', single, label('single')),
    step('create', 'Label', 'new', undefined, label('new')),
  ]
  expect((await summary(steps)).first).toBe('Stack prod: creates 1 label')
})

it.each(['corp/web', 'Corp/Web', 1])('counts an object once that moves to a resource of %j', async (project) => {
  const steps = [
    step('create', 'Label', 'a', undefined, { ...label('a', '#000000'), project }),
    step('update', 'LabelSet', 'all', labels({ a: item('a') }), { project: 'corp/web', exclusive: true, items: {} }),
  ]
  const { first, stdout } = await summary(steps)
  expect(first).toBe('Stack prod: moves 1 label')
  expect(stdout).toContain('color "#112233" → "#000000"')
})

it('says that a kept object is no longer managed', async () => {
  const olds = labels({ a: item('a'), '#7': item('by hand') })
  const news = { project: 'corp/web', exclusive: true, retainOnRemove: true, items: {} }
  const steps = [
    step('update', 'LabelSet', 'all', olds, news),
    step('delete', 'Label', 'b', { id: '1/9', ...label('b') }, undefined, { retainOnDelete: true }),
  ]
  expect((await summary(steps)).first).toBe('Stack prod: deletes 1 label in corp/web · stops managing 2 labels')
})

it('counts settings that each project has as taken over, and as no longer managed', async () => {
  const settings = (project: string) => ({ project, mergeRequestsAuthorApproval: false })
  const steps = [
    step('create', 'ApprovalSettings', 'a', undefined, settings('corp/web')),
    step('delete', 'ApprovalSettings', 'b', { id: '2/2', ...settings('corp/api') }),
  ]
  expect((await summary(steps)).first).toBe(
    'Stack prod: takes over approval settings (1 changed) · stops managing approval settings',
  )
})

it('says what the preview has found that the adoption of a project changes', async () => {
  const steps = [
    step('create', 'Project', 'a', undefined, { project: 'corp/web', mergeMethod: 'ff', visibility: 'private' }),
    step('create', 'Project', 'b', undefined, { project: 'corp/api', create: true, visibility: 'private' }),
  ]
  const record = { effect: 'adopt', kind: 'project', subject: 'project' }
  const records = [
    { ...record, resource: undefined, id: '1', changes: [{ path: 'mergeMethod', from: 'merge', to: 'ff' }] },
    { ...record, resource: undefined, id: '2', parent: 'corp/api' },
  ]
  const { first, stdout } = await summary(steps, { records })
  expect(first).toBe('Stack prod: takes over 2 projects (1 changed)')
  expect(stdout).not.toContain('visibility')
})

it('says that a protected project is kept, which projects are deleted, and which are created', async () => {
  const project = (path: string, deletionProtection: boolean) => ({ project: path, deletionProtection })
  const steps = [
    step('create', 'Project', 'a', undefined, { ...project('corp/new', true), create: true }),
    step('create', 'Project', 'b', undefined, project('corp/old', true)),
    step('delete', 'Project', 'c', { id: '3', projectId: 3, ...project('corp/web', true) }),
    step('delete', 'Project', 'd', { id: '4', projectId: 4, ...project('corp/api', false) }),
  ]
  const { first, stdout } = await summary(steps)
  expect(first).toBe(
    'Stack prod: deletes 1 project (corp/api) · takes over 1 project · creates 1 project · stops managing 1 project',
  )
  expect(stdout).toContain('Deleted\n  project corp/api: deletionProtection false\n')
})

it('says which protections are removed', async () => {
  const environment = { id: '1/production', project: 'corp/web', name: 'production', deployAccessLevels: [] }
  const steps = [step('delete', 'ProtectedEnvironment', 'production', environment)]
  expect((await summary(steps)).first).toBe('Stack prod: unprotects 1 environment in corp/web')
})

it('says which protections are deleted and created again, and what is the case in between', async () => {
  const tag = { project: 'corp/web', name: 'v*', allowedToCreate: [{ accessLevel: 40 }] }
  const changed = { ...tag, allowedToCreate: [{ userId: 3 }] }
  const branch = { project: 'corp/web', name: 'main', allowedToPush: [{ accessLevel: 40 }] }
  const steps = [
    step('update', 'ProtectedTag', 'v', { id: '1/v*', ...tag }, changed),
    step('create', 'ProtectedTag', 'w', undefined, { ...changed, name: 'w*' }),
    ...['main', 'next'].map((name) => {
      const olds = { ...branch, name }
      return step(
        'update',
        'ProtectedBranch',
        name,
        { id: `1/${name}`, ...olds },
        { ...olds, allowedToPush: [{ accessLevel: 0 }] },
      )
    }),
  ]
  const ofTag = { kind: 'protected-tag', changes: [{ path: 'allowedToCreate', from: [], to: [{ userId: 3 }] }] }
  const records = [
    {
      ...ofTag,
      effect: 'adopt',
      subject: 'protected tag "w*"',
      meanwhile: 'tags that match the name are not protected',
    },
    {
      kind: 'protected-branch',
      effect: 'recreate',
      subject: 'protected branch "main"',
      resource: 'trueup:index:ProtectedBranch::main',
      id: '',
      meanwhile: 'branches that match the name are not protected',
    },
  ]
  const { first, stdout } = await summary(steps, { records })
  expect(first).toBe(
    'Stack prod: takes over 1 protected tag (1 changed, 1 deleted and created again) · ' +
      'changes 2 protected branches and 1 protected tag (2 deleted and created again)',
  )
  const lines = stdout.split('\n').filter((line) => line.includes('in between'))
  expect(lines.slice(0, 3)).toEqual([
    '  protected tag "w*" in corp/web: allowedToCreate nothing → user 3 (deleted and created again: in between, tags that match the name are not protected)',
    '  protected branch "main" in corp/web: allowedToPush Maintainers → no one (deleted and created again: in between, branches that match the name are not protected)',
    '  protected tag "v*" in corp/web: allowedToCreate Maintainers → user 3 (deleted and created again: in between, tags that match the name are not protected)',
  ])
})

it('names the reason if the service disabled an object that is taken over', async () => {
  const hook = (name: string) => ({ project: 'corp/web', name, url: 'https://ci.example.com' })
  const steps = ['a', 'b'].map((name) => step('create', 'ProjectHook', name, undefined, hook(name)))
  const disabled = 'was disabled by the service, because calls failed.'
  const adopted = { kind: 'project-hook', effect: 'adopt', disabled }
  const records = [
    { ...adopted, subject: 'project hook "a"', id: '1/1' },
    { ...adopted, subject: 'project hook "b"', id: '1/2', changes: [{ path: 'pushEvents', from: false, to: true }] },
  ]
  const { stdout } = await summary(steps, { records })
  expect(stdout).toContain('"a" in corp/web: unchanged (was disabled by the service, because calls failed)')
  expect(stdout).toContain('pushEvents false → true (was disabled by the service, because calls failed)')
  const { stdout: json } = await summary(steps, { records, args: ['--format', 'json'] })
  expect(json).toContain(`"disabled": ${JSON.stringify(disabled)}`)
})

it('says that a token is rotated', async () => {
  const token = { group: 'corp', name: 'deploy', scopes: ['api'], accessLevel: 40 }
  const steps = [
    step(
      'update',
      'GroupAccessToken',
      't',
      { id: '2/5', ...token, expiresAt: '2026-12-01' },
      { ...token, expiresAt: '2027-03-01' },
    ),
  ]
  expect((await summary(steps)).first).toBe('Stack prod: rotates 1 group access token')
})

it('does not count an update that only changes options of the resource', async () => {
  const news = { ...label('bug'), onConflict: 'adopt' }
  const changed = step('update', 'Label', 'bug', { id: '1/1', ...label('bug') }, news)
  expect((await summary([{ ...changed, detailedDiff: { onConflict: {} } }])).first).toBe('Stack prod: no changes')
})

it('shows objects that would be taken over, prevent the update, and are deleted later', async () => {
  const steps = [
    step('create', 'Label', 'a', undefined, label('a')),
    step('create', 'Label', 'b', undefined, label('b')),
    step('create', 'LabelSet', 'all', undefined, { project: 'corp/web', exclusive: true, items: {} }),
  ]
  const records = [
    { effect: 'adopt', subject: 'label "of an earlier preview"', operation: 'earlier' },
    { effect: 'adopt', subject: 'label "a"', changes: [{ path: 'color', from: '#999999', to: '#112233' }] },
    { effect: 'conflict', subject: 'label "b"', refusal: 'label "b" of corp/web already exists (id 1/3).' },
    { effect: 'delete-later', subject: 'label "c"', id: '1/42', resource: 'trueup:index:LabelSet::all' },
  ]
  const { code, first, stdout, stderr } = await summary(steps, { records, args: ['--fail-on', 'conflict'] })
  expect(first).toBe(
    'Stack prod: would fail: 1 label in corp/web exists · leaves 1 label in corp/web that the next update with --refresh ' +
      'deletes · takes over 1 label (1 changed)',
  )
  expect(stdout).toContain('label "b" in corp/web: already exists (id 1/3).')
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'warning: 1 conflict (--fail-on conflict=1).\n' })
})

it('does not report a conflict with an object that the update renames', async () => {
  const steps = [
    step('create', 'Label', 'new', undefined, label('a')),
    step('update', 'Label', 'old', { id: '1/1', ...label('a') }, label('b')),
  ]
  const records = [{ effect: 'conflict', subject: 'label "a"', refusal: 'exists' }]
  expect((await summary(steps, { records })).first).toBe('Stack prod: changes 1 label · creates 1 label')
})

it('counts the resources of other providers, and their deletions', async () => {
  const bucket = { type: 'aws:s3/bucket:Bucket', custom: true, inputs: { name: 'logs' } }
  const steps = [{ op: 'delete', urn: 'urn:pulumi:prod::config::aws:s3/bucket:Bucket::logs', oldState: bucket }]
  const { code, first } = await summary(steps, { args: ['--fail-on', 'deletions'] })
  expect({ code, first }).toEqual({ code: 2, first: 'Stack prod: other resources: 1 to delete' })
})

it.each([
  ['delete', 'ProtectedEnvironment', { name: 'production' }, 2],
  ['delete', 'ApprovalRule', { name: 'security', approvalsRequired: 1 }, 2],
  ['replace', 'ProtectedBranch', { name: 'main' }, 2],
  ['update', 'ProtectedBranch', { name: 'main' }, 0],
  ['delete', 'Label', { name: 'bug', color: '#112233' }, 0],
])('fails on removed protections: %s of a %s', async (op, type, args, code) => {
  const olds = { id: '1/1', project: 'acme/web', ...args }
  const news = { project: 'acme/web', ...args, name: 'other' }
  const steps = [step(op, type, 'one', olds, op === 'delete' ? undefined : news)]
  const failed = await summary(steps, { args: ['--fail-on', 'unprotections'] })
  expect(failed.code).toBe(code)
  expect(failed.stderr).toBe(code === 2 ? 'warning: 1 removed protection (--fail-on unprotections=1).\n' : '')
})

it('writes equal changes of many projects as one line', async () => {
  const projects = Array.from({ length: 73 }, (_, at) => `corp/p${at}`)
  const steps = projects.map((project, at) =>
    step(
      'update',
      'Label',
      project,
      { id: `${at}/1`, ...label('feature', '#000000', project) },
      label('feature', '#123ABC', project),
    ),
  )
  const { stdout } = await summary(steps, { args: ['--format', 'markdown'] })
  expect(stdout).toContain(
    'feature&#34;</code> in 73 projects: <code>color &#34;&#35;000000&#34; → &#34;&#35;123ABC&#34;</code>',
  )
})

it.each(['text', 'markdown'])('lists each change once in the format %s', async (format) => {
  const projects = Array.from({ length: 12 }, (_, at) => `corp/p${at}`)
  const steps = [
    ...projects.map((project, at) => {
      const [olds, news] = [label('bug', at === 3 ? '#030303' : '#000000', project), label('bug', '#123ABC', project)]
      return step('update', 'Label', `bug ${at}`, { id: `${at}/1`, ...olds }, news)
    }),
    step('update', 'Label', 'b', { id: '1/2', ...label('b') }, label('b', '#445566')),
    step('create', 'Label', 'c', undefined, label('c', '#778899')),
    step('delete', 'Label', 'd', { id: '1/4', ...label('d', '#AABBCC') }),
    ...['5', '6'].map((id) =>
      step('delete', 'TriggerToken', id, { id: `1/${id}`, project: 'corp/web', description: 'nightly' }),
    ),
  ]
  const { stdout } = await summary(steps, { args: ['--format', format] })
  const shown = stdout.replaceAll('&#34;', '"').replaceAll('&#35;', '#')
  const times = (text: string) => shown.split(text).length - 1
  for (const color of ['"#445566"', '"#778899"', '"#AABBCC"', '"#030303"', '1/5', '1/6'])
    expect([color, times(color)]).toEqual([color, 1])
  for (const project of projects) expect(shown).toMatch(new RegExp(`${project}\\b`))
  if (format === 'text') expect([times('#123ABC'), times('#000000')]).toEqual([1, 1])
})

it('says the facts about an unmanaged object that an update or a later one deletes', async () => {
  const hooks = { '#79': { url: '[secret]', name: null } }
  const olds = { ...labels({}), items: hooks, ids: { '#79': 79 } }
  const news = { project: 'corp/web', exclusive: true, items: {} }
  const facts = [{ path: 'host', from: 'evil.example:8443' }]
  const found = { kind: 'project-hook', subject: 'project hook', changes: facts }
  const records = [
    { ...found, effect: 'delete', id: '1/79' },
    { ...found, effect: 'delete-later', id: '2/80', subject: 'project hook 80' },
  ]
  const { stdout } = await summary([step('update', 'ProjectHookSet', 'all', olds, news)], { records })
  expect(stdout).toContain('  project hook 79 in corp/web: url "[secret]", host "evil.example:8443"\n')
  expect(stdout).toContain('  project hook 80 in corp/web: host "evil.example:8443"\n')
})

it('says that a secret changes, without its values', async () => {
  const variable = { project: 'corp/web', key: 'DEPLOY', environmentScope: '*', value: '[secret]' }
  const changed = step('update', 'ProjectVariable', 'v', { id: '1/DEPLOY~*', ...variable }, variable)
  const { stdout } = await summary([{ ...changed, detailedDiff: { value: {} } }])
  expect(stdout).toContain('corp/web: value changed (the value is secret)\n')
})

it('cuts whole projects from the end of a long summary, and says how many', async () => {
  const steps = Array.from({ length: 400 }, (_, at) =>
    step('create', 'Label', `l${at}`, undefined, label(`label ${at}`, '#112233', `corp/p${at}`)),
  )
  const { stdout } = await summary(steps, { args: ['--format', 'markdown', '--max-characters', '20000'] })
  expect(stdout.length).toBeLessThan(20_000)
  expect(stdout.match(/```diff/g)!.length * 2).toBe(stdout.match(/```/g)!.length)
  expect(stdout).toMatch(/Not listed here: the changes of \d+ projects\./)
})

it('shows names of users as code in Markdown, and keeps them inside a block of code', async () => {
  const name = '```\n</details>@all [x](http://evil.example) <img src=x>'
  const { stdout } = await summary([step('create', 'Label', 'x', undefined, label(name, '#112233', '@all/<b>'))], {
    args: ['--format', 'markdown'],
  })
  const [above = '', below = ''] = stdout.split('<details>')
  expect(above).not.toMatch(/<img|<b>|@all|\[x\]|```/)
  expect(below).toMatch(/\n````diff\n/)
})

it('does not show secrets that the CLI left in plain text', async () => {
  const mirror = { project: 'corp/web', url: 'https://example.com/x.git', username: 'git', password: 'a-passw0rd' }
  for (const format of ['text', 'markdown', 'json']) {
    const { stdout } = await summary([step('create', 'RemoteMirror', 'm', undefined, mirror)], {
      args: ['--format', format],
    })
    expect(stdout).toContain('remote mirror')
    expect(stdout).not.toContain('a-passw0rd')
  }
})

it('fails for a failed preview, and shows its errors', async () => {
  const { code, first, stdout } = await summary([], { errors: ['the program failed'] })
  expect({ code, first }).toEqual({ code: 1, first: 'The stack: the preview failed' })
  expect(stdout).toContain('the program failed')
})

it.each([
  ['is empty', ''],
  ['is not the output of "pulumi preview --json"', 'Previewing update (prod):'],
])('says that a file %s', async (problem, text) => {
  writeFileSync(join(folder, 'preview.txt'), text)
  const { ended, output } = cli.in({ cwd: folder })('summary', 'preview.txt')
  expect(await ended).toBe(1)
  expect(output.stderr).toContain(problem)
})

/** The events of a preview, with the members that the CLI writes. It omits those that are false. */
const eventsOf = (steps: readonly Step[], others: object[]): string => {
  const stateOf = (state?: object) => (state ? { urn: '', parent: '', ...state } : null)
  const events = [
    { preludeEvent: { config: {} } },
    ...steps.flatMap(({ oldState, newState, ...step }) => {
      const metadata = { ...step, old: stateOf(oldState), new: stateOf(newState), logical: true, provider: '' }
      return [{ resourcePreEvent: { metadata } }, { resOutputsEvent: { metadata } }]
    }),
    ...others,
  ]
  return events
    .map((event, sequence) => `${JSON.stringify({ sequence, timestamp: 1_795_898_273, ...event })}\n`)
    .join('')
}

describe('a preview with an event in each line', () => {
  const [signature, ofSecret] = ['4dabf18193072939515e22adb298388d', '1b47061264138c4ac30d75fd1eb44270']
  const secret = (plaintext: string) => ({ [signature]: ofSecret, plaintext })
  const variable = { project: 'corp/web', key: 'DEPLOY', environmentScope: '*' }
  const steps = [
    step('update', 'Label', 'a', { id: '1/1', ...label('a') }, label('a', '#000000')),
    {
      ...step(
        'update',
        'ProjectVariable',
        'v',
        { id: '1/DEPLOY~*', ...variable, value: secret('"s3cret-1"') },
        { ...variable, value: secret('"s3cret-2"') },
      ),
      detailedDiff: { value: { diffKind: 'update', inputDiff: true } },
    },
    step('delete', 'Label', 'b', { id: '1/2', ...label('b') }),
  ]
  const part = step('create-replacement', 'Label', 'a', undefined, label('a'))
  const end = { summaryEvent: { maybeCorrupt: false, isPreview: true, result: 'succeeded' } }
  const read = async (text: string) => {
    writeFileSync(join(folder, 'events.jsonl'), text)
    const { ended, output } = cli.in({ cwd: folder, env: { PATH: process.env.PATH } })('summary', 'events.jsonl')
    return { code: await ended, ...output }
  }

  it('has the same summary as the other form, without the values of secrets', async () => {
    const partOfReplacement = { resourcePreEvent: { metadata: { ...part, old: null, new: part.newState } } }
    const { code, stdout } = await read(eventsOf(steps, [partOfReplacement, end, { cancelEvent: {} }]))
    expect(code).toBe(0)
    expect(stdout.split('\n')[0]).toBe(
      'Stack prod: deletes 1 label in corp/web · changes 1 label and 1 project variable',
    )
    expect(stdout).toContain('value changed (the value is secret)')
    expect(stdout).not.toContain('s3cret')
  })

  it('shows the errors of a failed preview', async () => {
    const failed = { diagnosticEvent: { prefix: 'error: ', message: 'color must be …\n', severity: 'error' } }
    const debug = { diagnosticEvent: { prefix: 'debug: ', message: 'Registering resource\n', severity: 'debug' } }
    const { code, stdout } = await read(eventsOf(steps.slice(0, 1), [debug, failed]))
    expect(code).toBe(1)
    expect(stdout).toContain('error: color must be …')
    expect(stdout).not.toContain('Registering')
    const silent = { summaryEvent: { ...end.summaryEvent, result: 'failed' } }
    expect((await read(eventsOf(steps, [silent]))).code).toBe(1)
  })

  it('gets no summary if its end is missing', async () => {
    const { code, stdout, stderr } = await read(eventsOf(steps, []))
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('events.jsonl has no end: the preview was interrupted.')
  })
})

it.each(['conflicts', 'deletions=0', 'deletions=many', ''])('rejects the condition %j', async (condition) => {
  const { code, stderr } = await summary([], { args: ['--fail-on', `conflict,${condition}`] })
  expect(code).toBe(64)
  expect(stderr).toContain(`--fail-on: ${JSON.stringify(condition)} is not a condition.`)
})

it('compares with a reviewed summary, in any order of the resources', async () => {
  const steps = [
    step('create', 'Label', 'a', undefined, label('a')),
    step('create', 'Label', 'b', undefined, label('b')),
  ]
  await summary(steps, { args: ['--format', 'json', '--out', 'reviewed.json'] })
  expect(JSON.parse(readFileSync(join(folder, 'reviewed.json'), 'utf8'))).toMatchObject({
    version: 1,
    counts: { create: 2 },
  })
  expect((await summary([...steps].reverse(), { args: ['--reviewed', 'reviewed.json'] })).code).toBe(0)
  const { code, stderr } = await summary(steps.slice(0, 1), { args: ['--reviewed', 'reviewed.json'] })
  expect(code).toBe(2)
  expect(stderr).toContain('no longer planned: corp/web, created: label "b"')
})

it('names secrets that only one of the two previews changes, and does not fail for them', async () => {
  const variable = { project: 'corp/web', key: 'DEPLOY', environmentScope: '*', value: '[secret]' }
  const changed = (protect: boolean, detailedDiff: NonNullable<Step['detailedDiff']>): Step => ({
    ...step('update', 'ProjectVariable', 'v', { id: '1/DEPLOY~*', ...variable }, { ...variable, protected: protect }),
    detailedDiff,
  })
  const reviewed = ['--reviewed', 'reviewed.json']
  await summary([changed(true, { value: {} })], { args: ['--format', 'json', '--out', 'reviewed.json'] })
  const same = await summary([changed(true, {})], { args: reviewed })
  expect(same.code).toBe(0)
  expect(same.stderr).toContain('only one of the two previews changes these secrets.')
  expect(same.stderr).toContain('  corp/web, project variable "DEPLOY" "*"\n')
  const others = await summary([changed(false, { value: {} })], { args: reviewed })
  expect(others.code).toBe(2)
  expect(others.stderr).toContain('no longer planned: corp/web, changed: project variable "DEPLOY"')
  expect(others.stderr).not.toContain('these secrets')
})

describe('of tokens with a rotation', () => {
  /** Pulumi's value for what is unknown. */
  const unknown = '04da6b54-80e4-46f7-96ec-b56ff0331ba9'
  const rotation = { lifetimeDays: 90, rotateDaysBefore: 30, overlapDays: 7 }
  const token = { group: 'corp', name: 'deploy', scopes: ['api'], accessLevel: 40, rotation, overlapEndsOn: null }
  const held = { id: '2/5', ...token, expiresAt: '2026-12-20' }
  const due = { ...token, expiresAt: unknown, overlapEndsOn: unknown }
  const [friday, saturday] = ['2026-11-27T23:50:00Z', '2026-11-28T09:00:00Z']
  const same = step('same', 'GroupAccessToken', 'deploy', held, { ...token, expiresAt: held.expiresAt })
  const rotated = step('update', 'GroupAccessToken', 'deploy', held, due)

  it('names the dates that an update would have about, also of a token that it adopts', async () => {
    const created = step('create', 'GroupAccessToken', 'new', undefined, { ...due, name: 'new', overlapEndsOn: null })
    const adopted = step('create', 'GroupAccessToken', 'old', undefined, { ...due, name: 'old', overlapEndsOn: null })
    const found = {
      ...{ effect: 'adopt', kind: 'group-access-token', parent: 'corp', subject: 'group access token "old"' },
      changes: [{ path: 'expiresAt', from: null, to: '2027-02-25' }],
    }
    const { stdout } = await summary([created, adopted, rotated], { records: [found], now: friday })
    expect(stdout).toMatch(/token "new" in corp: .*, expiresAt about "2027-02-25"\n/)
    expect(stdout).toContain('group access token "old" in corp: expiresAt nothing → about "2027-02-25"')
    expect(stdout).toContain('expiresAt "2026-12-20" → about "2027-02-25", overlapEndsOn nothing → about "2026-12-04"')
  })

  it('accepts the dates of another day with --reviewed, also known ones, as in YAML', async () => {
    const created = (expiresAt: string) =>
      step('create', 'GroupAccessToken', 'new', undefined, { ...due, expiresAt, overlapEndsOn: null })
    const args = ['--reviewed', 'reviewed.json']
    for (const [before, after] of [
      [unknown, unknown],
      ['2027-02-25', '2027-02-26'],
    ] as const) {
      const json = ['--format', 'json', '--out', 'reviewed.json']
      await summary([created(before), rotated], { args: json, now: friday })
      expect(await summary([created(after), rotated], { args, now: saturday })).toMatchObject({ code: 0 })
    }
    const other = step('create', 'GroupAccessToken', 'new', undefined, { ...due, scopes: ['read_api'] })
    expect(await summary([other, rotated], { args, now: saturday })).toMatchObject({ code: 2 })
  })

  it('says with --reviewed that a token has fallen due since the review', async () => {
    await summary([same], { args: ['--format', 'json', '--out', 'reviewed.json'], now: friday })
    const { code, stderr } = await summary([rotated], { args: ['--reviewed', 'reviewed.json'], now: saturday })
    expect(code).toBe(2)
    expect(stderr).toContain(
      '  corp, group access token "deploy" (id 2/5) has fallen due since the review: ' +
        'expiresAt "2026-12-20" → about "2027-02-26", overlapEndsOn nothing → about "2026-12-05"\n',
    )
    const ended = { ...held, overlapEndsOn: '2026-11-28' }
    const over = step('update', 'GroupAccessToken', 'deploy', ended, { ...token, expiresAt: held.expiresAt })
    const end = await summary([over], { args: ['--reviewed', 'reviewed.json'], now: saturday })
    expect(end.stderr).toContain('has fallen due since the review: overlapEndsOn "2026-11-28" → nothing\n')
  })

  it('does not call a changed date of a program computed', async () => {
    const { rotation: _, ...fixed } = token
    const before = { id: '2/5', ...fixed, expiresAt: '2026-12-20' }
    const changed = step('update', 'GroupAccessToken', 't', before, { ...fixed, expiresAt: '2027-01-31' })
    const { stdout } = await summary([changed], { now: friday })
    expect(stdout).toContain('expiresAt "2026-12-20" → "2027-01-31"')
  })
})

it('reads standard input, as a command of the package with the plugin', async () => {
  const urn = urnOf('Label', 'bug')
  const newState = { type: 'trueup:index:Label', custom: true, inputs: label('bug') }
  const command = join(plugins.trueup, 'dist', 'cli.js')
  const run = promisify(execFile)(process.execPath, [command, 'summary', '-'], { cwd: folder })
  run.child.stdin?.end(JSON.stringify({ steps: [{ op: 'create', urn, newState }] }, null, 4))
  const { stdout } = await run
  expect(stdout.split('\n')[0]).toBe('Stack prod: creates 1 label')
})
