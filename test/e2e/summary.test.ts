import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { useCli } from '../shared/cli'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, type StackOptions } from '../support/pulumi'

jest.setTimeout(180_000)

const projects = ['corp/web', 'corp/api', 'corp/shop', 'corp/docs']
const unwanted = Array.from({ length: 9 }, (_, at) => `old ${at + 1}`)
const password = 'a-mirr0r-passw0rd'

/** Each project has nine labels that the program does not declare, and a label that it declares with another color. */
const world = {
  users: { anna: null },
  groups: { corp: { members: { anna: 'owner' as const } } },
  projects: Object.fromEntries(
    projects.map((project) => [
      project,
      { labels: Object.fromEntries([...unwanted, 'bug'].map((name) => [name, '#808080'])) },
    ]),
  ),
}

interface Program {
  /** Whether the sets declare `bug` instead of `gone`. */
  adopts: boolean
  mirror: string
}

const javascript = ({ adopts, mirror }: Program) => `
const trueup = require('trueup')
const items = { own: { color: '#112233' }, ${adopts ? `bug: { color: '#DC143C' }` : `gone: { color: '#445566' }`} }
for (const project of ${JSON.stringify(projects)}) {
  new trueup.LabelSet(project, { project, items, exclusive: true, onConflict: 'adopt' })
}
new trueup.RemoteMirror('mirror', { project: 'corp/web', url: 'https://example.com/a.git', username: 'git', password: '${mirror}' })
`

const yaml = ({ adopts, mirror }: Program) => {
  const items = {
    own: { color: '#112233' },
    ...(adopts ? { bug: { color: '#DC143C' } } : { gone: { color: '#445566' } }),
  }
  const sets = projects.map((project, at) => [
    `set${at}`,
    { type: 'trueup:LabelSet', properties: { project, items, exclusive: true, onConflict: 'adopt' } },
  ])
  const properties = { project: 'corp/web', url: 'https://example.com/a.git', username: 'git', password: mirror }
  const resources = { ...Object.fromEntries(sets), mirror: { type: 'trueup:RemoteMirror', properties } } as object
  return `resources: ${JSON.stringify(resources)}\n`
}

const fronts: [front: string, programOf: (program: Program) => string, options: Partial<StackOptions>][] = [
  ['a program in JavaScript', javascript, {}],
  ['a program in YAML with the plugin', yaml, { language: 'yaml', plugins }],
]

describe.each(fronts)('the summary of %s', (_, programOf, options) => {
  let emulator: Emulator
  let stack: PulumiStack
  let folder: string
  const cli = useCli('of all')

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trueup-summary-'))
    emulator = await startEmulator({ flavor: 'gitlab', world })
    stack = await PulumiStack.create({
      program: programOf({ adopts: false, mirror: password }),
      ...options,
      env: {
        TRUEUP_BASE_URL: emulator.url,
        TRUEUP_TOKEN: 'emulator-anna',
        TRUEUP_PREVIEW_RECORDS: join(folder, 'records.jsonl'),
      },
    })
    const first = expectOk(await stack.preview({ json: true }))
    await writeFile(join(folder, 'first.json'), first.stdout)
    await copyFile(join(folder, 'records.jsonl'), join(folder, 'first.jsonl'))
    expectOk(await stack.up())
    await stack.setProgram(programOf({ adopts: true, mirror: `${password}-2` }))
    const preview = expectOk(await stack.preview({ json: true, refresh: true }))
    expect(preview.json.changeSummary).toMatchObject({ update: 4, replace: 1 })
    await writeFile(join(folder, 'preview.json'), preview.stdout)
  })
  afterAll(async () => {
    await stack?.close()
    await emulator?.close()
    await rm(folder, { recursive: true })
  })

  const summary = (...args: string[]) => run('preview.json', '--records', 'records.jsonl', ...args)
  const run = async (...args: string[]) => {
    const { ended, output } = cli.in({ cwd: folder, env: { PATH: process.env.PATH } })('summary', ...args)
    const code = await ended
    for (const text of Object.values(output)) expect(text).not.toContain(password)
    return { code, ...output }
  }

  it('says for a new exclusive set what the update after it would delete', async () => {
    const { stdout } = await run('first.json', '--records', 'first.jsonl')
    expect(stdout.split('\n')[0]).toBe(
      'Stack test: leaves 40 labels in 4 projects that the next update with --refresh deletes · creates 8 labels and 1 remote mirror',
    )
  })

  it('says in its first line that four updates of sets delete forty labels', async () => {
    const { code, stdout } = await summary()
    expect(code).toBe(0)
    expect(stdout.split('\n')[0]).toBe(
      'Stack test: deletes 40 labels in 4 projects · replaces 1 remote mirror · takes over 4 labels (4 changed)',
    )
    expect(stdout).toContain('label "bug" in corp/api, corp/docs, corp/shop and corp/web: color "#808080" → "#DC143C"')
    expect(stdout.split('"#DC143C"')).toHaveLength(2)
  })

  it('passes with --reviewed for the same preview, and fails when an object was added since', async () => {
    expect((await summary('--format', 'json', '--out', 'reviewed.json')).code).toBe(0)
    expect(await readFile(join(folder, 'reviewed.json'), 'utf8')).not.toContain(password)
    expect((await summary('--reviewed', 'reviewed.json')).code).toBe(0)
    const added = await fetch(`${emulator.url}/api/v4/projects/corp%2Fshop/labels`, {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': 'emulator-anna', 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'added', color: '#000000' }),
    })
    expect(added.status).toBe(201)
    // The other form of the output: an event in each line.
    stack.setEnv({ PULUMI_ENABLE_STREAMING_JSON_PREVIEW: 'true' })
    const { stdout: events } = expectOk(await stack.preview({ json: true, refresh: true }))
    stack.setEnv({ PULUMI_ENABLE_STREAMING_JSON_PREVIEW: '' })
    expect(events).toMatch(/^\{"sequence":0,/)
    await writeFile(join(folder, 'preview.json'), events)
    const { code, stdout, stderr } = await summary('--reviewed', 'reviewed.json')
    expect(code).toBe(2)
    expect(stdout).toContain('deletes 41 labels in 4 projects')
    expect(stderr).toMatch(/since the review.*\n {2}not reviewed: corp\/shop, deleted: label "added".*\n$/)
  })

  it('fails on the number of deletions', async () => {
    expect(await summary('--fail-on', 'conflict,deletions=100')).toMatchObject({ code: 0, stderr: '' })
    const { code, stderr } = await summary('--fail-on', 'conflict,deletions=20')
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'warning: 42 deletions (--fail-on deletions=20).\n' })
  })

  it('describes what the update then does', async () => {
    const before = await labelsOf(emulator)
    expectOk(await stack.up({ refresh: true }))
    const after = await labelsOf(emulator)
    expect(before.filter((label) => !after.includes(label))).toHaveLength(41)
    expect(after.filter((label) => !before.includes(label))).toEqual([])
    expect(after).toHaveLength(8)
  })
})

async function labelsOf({ url }: Emulator): Promise<string[]> {
  const of = async (project: string) => {
    const path = `/api/v4/projects/${encodeURIComponent(project)}/labels?per_page=100`
    const response = await fetch(`${url}${path}`, { headers: { 'PRIVATE-TOKEN': 'emulator-anna' } })
    return ((await response.json()) as { id: number }[]).map(({ id }) => `${project} ${id}`)
  }
  return (await Promise.all(projects.map(of))).flat()
}
