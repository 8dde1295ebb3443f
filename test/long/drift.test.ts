import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DriftReport } from '../../cli/drift/finding'
import { formats } from '../../cli/drift/formats'
import { type Emulator, startEmulator } from '../../emulator'
import { type CliPlace, useCli } from '../shared/cli'
import { makePrivate, shareInsteadOfMembers } from '../support/export'
import { expectOk, PulumiStack } from '../support/pulumi'

const password = 'hunter2hunter2'

/** Three kinds as single resources, two as sets, and a token that rotates. */
const program = `
const trueup = require('trueup')
const project = 'acme/web'
new trueup.Label('bug', { project, name: 'bug', color: 'red', description: 'wrong' })
new trueup.Label('chore', { project, name: 'chore', color: 'blue' })
new trueup.Label('idea', { project, name: 'idea', color: 'green', priority: 3 })
new trueup.Label('theirs', { project, name: 'theirs', color: 'red' }, { ignoreChanges: ['color'] })
new trueup.FreezePeriod('weekend', { project, freezeStart: '0 18 * * 5', freezeEnd: '0 7 * * 1', cronTimezone: 'Europe/Berlin' })
new trueup.ProtectedEnvironment('production', { project, name: 'production', deployAccessLevels: [{ accessLevel: 40 }] })
new trueup.TriggerToken('nightly', { project, description: 'nightly' })
new trueup.RemoteMirror('backup', { project, url: 'https://example.com/web.git', username: 'robot', password: '${password}', enabled: true })
new trueup.GroupAccessToken('bot', { group: 'acme', name: 'bot', scopes: ['read_api'], rotation: { lifetimeDays: 30, rotateDaysBefore: 5 } })
new trueup.LabelSet('areas', { project: 'acme/api', items: { ui: { color: '#111111' }, db: { color: '#222222' }, net: { color: '#333333' } } })
new trueup.FreezePeriodSet('nights', { project: 'acme/api', items: { night: { freezeStart: '0 22 * * *', freezeEnd: '0 6 * * *' } } })
`

const trueup = useCli()
const began = '2026-06-15T12:00:00Z'
let emulator: Emulator
let stack: PulumiStack
let place: CliPlace
let folder: string

const headers = { 'private-token': 'emulator-root', 'content-type': 'application/json' }

async function send(method: string, path: string, body?: object): Promise<{ id: number }> {
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(`${emulator.url}/api/v4${path}`, sent)
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? { id: 0 } : ((await response.json()) as { id: number })
}

const idOf = (collection: string, key: string, value: string): number =>
  emulator.state().collections[collection]!.records.find((record) => (record as never)[key] === value)!.id

async function drift(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const run = trueup.in(place)('drift', ...args)
  const code = await run.ended
  return { code, ...run.output }
}

const report = async (...args: string[]): Promise<DriftReport> =>
  JSON.parse((await drift('--format', 'json', ...args)).stdout) as DriftReport

/** A digest of all files below a folder. */
async function digest(below: string): Promise<string> {
  const hash = createHash('sha256')
  const files = (await readdir(below, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash.update(path).update(await readFile(path))
  }
  return hash.digest('hex')
}

const now = (time: string): void => {
  emulator.setClock(time)
  stack.setEnv({ TRUEUP_TEST_NOW: time })
  place = stack.place
}

beforeAll(async () => {
  emulator = await startEmulator({ flavor: 'spec', now: began })
  shareInsteadOfMembers(emulator)
  makePrivate(emulator)
  folder = await mkdtemp(join(tmpdir(), 'trueup-drift-'))
  stack = await PulumiStack.create({
    program,
    config: { 'trueup:baseUrl': emulator.url },
    env: { TRUEUP_TOKEN: 'emulator-root' },
    checkpoints: true,
  })
  now(began)
  expectOk(await stack.up())
}, 120_000)

afterAll(async () => {
  await stack.close()
  await emulator.close()
  await rm(folder, { recursive: true })
})

test('reports that there is no drift, with exit code 0', async () => {
  const { code, stdout } = await drift('--unmanaged')
  expect(stdout).toMatch(/no drift/i)
  expect(code).toBe(0)
})

describe('after ten changes by other users and with five unmanaged objects', () => {
  /** The subject of each finding, and the property that differs. */
  const expected: [difference: string, subject: RegExp, property?: string][] = [
    ['changed', /label "bug"/, 'color'],
    ['changed', /label "chore 2"|label "chore"/, 'name'],
    ['deleted', /label "idea"/],
    ['changed', /freeze period/, 'freezeEnd'],
    ['changed', /protected environment "production"/, 'deployAccessLevels'],
    ['changed', /trigger token "nightly"/, 'description'],
    ['changed', /remote mirror/, 'enabled'],
    ['changed', /label "ui"/, 'color'],
    ['deleted', /freeze period "0 22 \* \* \*"/],
    ['due', /group access token "bot"/, 'expiresAt'],
    ['unmanaged', /label "stray"/],
    ['unmanaged', /label "lost"/],
    ['unmanaged', /freeze period/],
    ['unmanaged', /trigger token "somebody's"/],
    ['unmanaged', /remote mirror/],
  ]

  beforeAll(async () => {
    await send('PUT', `/projects/1/labels/${idOf('labels', 'title', 'bug')}`, { color: '#000000' })
    // This change is not reported.
    await send('PUT', `/projects/1/labels/${idOf('labels', 'title', 'theirs')}`, { color: '#000000' })
    await send('PUT', `/projects/1/labels/${idOf('labels', 'title', 'chore')}`, { new_name: 'chore 2' })
    await send('DELETE', `/projects/1/labels/${idOf('labels', 'title', 'idea')}`)
    const freezes = emulator.state().collections.freeze_periods!.records as unknown as Record<string, never>[]
    const freezeOf = (project: number) => freezes.find((record) => record.project_id === project)!.id
    await send('PUT', `/projects/1/freeze_periods/${freezeOf(1)}`, { freeze_end: '0 9 * * 1' })
    await send('DELETE', `/projects/2/freeze_periods/${freezeOf(2)}`)
    await send('PUT', '/projects/1/protected_environments/production', { deploy_access_levels: [{ access_level: 30 }] })
    await send('PUT', `/projects/1/triggers/${idOf('triggers', 'description', 'nightly')}`, {
      description: 'daily',
    })
    const mirror = emulator.state().collections.remote_mirrors!.records[0]!.id
    await send('PUT', `/projects/1/remote_mirrors/${mirror}`, { enabled: false })
    await send('PUT', `/projects/2/labels/${idOf('labels', 'title', 'ui')}`, { color: '#FFFFFF' })
    await send('POST', '/projects/1/labels', { name: 'stray', color: '#123456' })
    await send('POST', '/projects/2/labels', { name: 'lost', color: '#123456' })
    await send('POST', '/projects/2/freeze_periods', {
      freeze_start: '0 1 * * *',
      freeze_end: '0 2 * * *',
      cron_timezone: 'UTC',
    })
    await send('POST', '/projects/1/triggers', { description: "somebody's" })
    await send('POST', '/projects/2/remote_mirrors', { url: 'https://robot:hunter3hunter3@example.org/x.git' })
    now('2026-07-11T12:00:00Z')
    // The service notes when a token was last used.
    await send('GET', '/user')
  })

  /** The report in all formats of one run. */
  const texts = {} as Record<keyof typeof formats, string>
  let found: DriftReport

  it('only reads, and changes neither state nor service', async () => {
    const names = Object.keys(formats) as (keyof typeof formats)[]
    const fileOf = (format: string) => join(folder, `report.${format}`)
    const flags = names.flatMap((format) => ['--format', format, '--out', fileOf(format)])
    const state = join(stack.folder, '.state')
    const [files, world] = [await digest(state), JSON.stringify(emulator.state())]
    emulator.clearRequests()
    const { code, stdout, stderr } = await drift('--unmanaged', ...flags)
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.not.stringContaining('hunter') })
    expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(['GET']))
    expect(await digest(state)).toBe(files)
    expect(JSON.stringify(emulator.state())).toBe(world)
    for (const format of names) texts[format] = await readFile(fileOf(format), 'utf8')
    found = JSON.parse(texts.json) as DriftReport
  })

  it('finds each change with its declared and its live value', () => {
    const { findings, failures } = found
    expect(failures).toEqual([])
    const differences = findings.map(({ difference, subject, properties }) => ({
      difference,
      subject,
      paths: properties.map(({ path }) => path),
    }))
    for (const [difference, subject, property] of expected) {
      expect(differences).toContainEqual({
        difference,
        subject: expect.stringMatching(subject),
        paths: property === undefined ? [] : expect.arrayContaining([expect.stringContaining(property)]),
      })
    }
    expect(findings).toHaveLength(expected.length)
    expect(findings.find(({ subject }) => subject === 'label "bug"')).toMatchObject({
      parent: 'acme/web',
      properties: [{ path: 'color', declared: '#FF0000', live: '#000000' }],
    })
  })

  it('reports the same findings in every format, without secrets', () => {
    const subjects = ['bug', 'chore', 'idea', 'production', 'nightly', 'ui', 'bot', 'stray', 'lost']
    for (const [format, text] of Object.entries(texts)) {
      for (const words of subjects) {
        expect({ format, text }).toEqual({ format, text: expect.stringContaining(words) })
      }
      expect(text).not.toMatch(/hunter[23]/)
    }
    expect(Object.keys(texts)).toEqual(Object.keys(formats))
  })

  const rules = () => join(folder, 'ignore.yaml')
  const unmanaged = '- { difference: unmanaged, reason: known, until: 2026-12-31 }\n'
  const printsOf = ({ findings }: DriftReport) => findings.map(({ fingerprint }) => fingerprint)
  let again: DriftReport

  it('ignores the findings of a rule until its date has passed', async () => {
    const rule = (until: string) => `- { kind: label*, reason: the campaign, until: ${until} }\n${unmanaged}`
    await writeFile(rules(), rule('2026-08-01'))
    again = await report('--unmanaged', '--ignore', rules())
    const minded = again.findings.filter(({ ignored }) => !ignored).map(({ kind }) => kind)
    expect(minded.filter((kind) => kind.startsWith('label'))).toEqual([])
    expect(minded).toContain('freeze-period')
    await writeFile(rules(), rule('2026-07-01'))
    const { code, stdout, stderr } = await drift('--ignore', rules())
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('rule 1 (the campaign) expired on 2026-07-01')
  })

  it('keeps the fingerprint of each finding, and gives no two findings the same', () => {
    expect(new Set(printsOf(found)).size).toBe(expected.length)
    expect(printsOf(again)).toEqual(printsOf(found))
  })

  it('reports only unmanaged objects after an update repaired the drift', async () => {
    expectOk(await stack.up({ refresh: true }))
    await writeFile(rules(), unmanaged)
    const { code, stdout } = await drift('--unmanaged', '--ignore', rules(), '--format', 'json')
    expect(code).toBe(0)
    const { findings } = JSON.parse(stdout) as DriftReport
    expect(findings.map(({ difference }) => difference)).toEqual(Array(5).fill('unmanaged'))
  }, 60_000)
})

test('does not repair a property in ignoreChanges', () => {
  const labels = emulator.state().collections.labels!.records as unknown as { title: string; color: string }[]
  expect(labels.find(({ title }) => title === 'theirs')?.color).toBe('#000000')
})

test('warns of objects that an edition or a role does not show, and compares the others', async () => {
  emulator.fault({ path: '/protected_environments', status: 403, body: { message: '403 Forbidden' }, times: 99 })
  const { code, stderr, stdout } = await drift('--stack', 'test', '--unmanaged', '--format', 'json')
  emulator.clearFaults()
  expect(stderr).toMatch(
    /warning: protected environment of acme\/api and acme\/web was not read.* 403 .*It is unknown whether they have unmanaged ones/,
  )
  const { findings, failures } = JSON.parse(stdout) as DriftReport
  expect(findings.map(({ difference }) => difference)).toContain('unmanaged')
  // The one of acme/web is declared, but its drift is also unknown.
  expect(failures.map(({ urn }) => urn?.split('::').at(-1))).toEqual(['production'])
  expect(code).toBe(1)
})

describe('an error of the command', () => {
  const fails = async (args: string[], code: number, reason: RegExp) => {
    const result = await drift(...args)
    expect(result.stderr).toMatch(reason)
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: '' })
  }

  test('reports a missing stack', () => fails(['--stack', 'nope'], 1, /stack nope .*"pulumi stack ls" to list/s))
  test('reports a folder without a project', () => fails(['--cwd', folder], 1, /cannot be read: .*--cwd/s))
  test('reports an unknown flag', () => fails(['--unmanged'], 64, /unknown option '--unmanged'/))
  test('reports an unknown format', () => fails(['--format', 'pdf'], 64, /Allowed choices are text, json/))
  test('reports more files than formats', () => fails(['--out', 'a', '--out', 'b'], 64, /Give each --out its --format/))
  test('reports a missing ignore file', () =>
    fails(['--ignore', 'nope.yaml'], 1, /nope\.yaml: the file does not exist/))

  test('reports a token that the service refuses', async () => {
    stack.setEnv({ TRUEUP_TOKEN: 'wrong' })
    place = stack.place
    const { code, stdout } = await drift('--format', 'json')
    const { failures, findings } = JSON.parse(stdout) as DriftReport
    expect(findings).toEqual([])
    expect(failures.length).toBeGreaterThan(0)
    expect(failures[0]?.message).toMatch(/401.*TRUEUP_TOKEN/s)
    expect(code).toBe(1)
  })
})

test('reports a misspelled setting of the stack before any request', async () => {
  await stack.setConfig('trueup:tokn', 's3cret-value')
  emulator.clearRequests()
  const { code, stdout, stderr } = await stack.preview()
  const said = stdout + stderr
  expect(code).not.toBe(0)
  expect(said).toContain("trueup:tokn in the stack's configuration is not a setting: did you mean trueup:token?")
  expect(said).not.toMatch(/s3cret-value|at new |node_modules/)
  expect(emulator.requests()).toEqual([])
})
