import { type Emulator, startEmulator } from '../../emulator'
import type { Json } from '../../provider/core/schema/json'
import { Client } from '../../sdk'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(240_000)

const url = 'https://example.com/a.git'
const other = 'https://example.com/b.git'
const secret = (version: number) => `username: 'mirror', password: 'opensesame-${version}'`

const fronts: [front: string, module: string, native: boolean][] = [
  ['dynamic resources', 'trueup', false],
  ['the plugin', 'trueup/native', true],
]
const releases = ['18.9', '19.3'] as const
const cases = fronts.flatMap(([front, module, native]) =>
  releases.map((release) => [front, release, module, native] as const),
)

/** What Pulumi's options and commands do with a mirror whose replacement has the same URL. */
describe.each(cases)('with %s on GitLab %s', (_front, release, module, native) => {
  const isNewer = release === '19.3'
  let emulator: Emulator
  let client: Client
  let stack: PulumiStack

  const mirror = (more = secret(1), options = '', name = 'backup', to = url) =>
    `new trueup.RemoteMirror('${name}', { project: 'acme/web', url: '${to}', ${more} }, { ${options} })`
  const program = (...lines: string[]) => [`const trueup = require('${module}')`, ...lines].join('\n')
  const up = async (text: string, ...args: string[]) => {
    await stack.setProgram(text)
    return stack.run('up', '--yes', '--skip-preview', ...args)
  }
  const live = async () => (await client.remoteMirrors.list(1).all()).map(({ url: shown }) => shown).sort()
  const stored = () =>
    (emulator.state().collections.remote_mirrors?.records as unknown as { url: string }[]).map((one) => one.url).sort()
  const isSettled = async () => expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))

  beforeEach(async () => {
    emulator = await startEmulator({ flavor: 'gitlab', release })
    client = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    stack = await PulumiStack.create({
      program: program(mirror()),
      ...(native && { plugins }),
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
    })
    expectOk(await stack.up())
  })
  afterEach(async () => {
    await stack.close()
    await client.close()
    await emulator.close()
  })

  it('replaces the mirror and what depends on it when the password changes, as the preview says', async () => {
    const both = (version: number) =>
      program(`const first = ${mirror(secret(version))}`, mirror('', 'dependsOn: [first]', 'second', other))
    expectOk(await up(both(1)))
    await stack.setProgram(both(2))
    const preview = await stack.preview()
    expect(preview.stdout + preview.stderr).toMatch(/is deleted before its replacement is created: .*nothing is pushed/)
    expect(preview.stdout + preview.stderr).not.toContain('opensesame')
    expectOk(await up(both(2)))
    expect(stored()).toContain('https://mirror:opensesame-2@example.com/a.git')
    await isSettled()
  })

  it('names the mirror that retainOnDelete keeps, where the service accepts only one', async () => {
    expectOk(await up(program(mirror(secret(1), 'retainOnDelete: true'))))
    const result = await up(program(mirror(secret(2), 'retainOnDelete: true')))
    if (isNewer) {
      expect(result.code).not.toBe(0)
      expect(result.stdout + result.stderr).toMatch(/exists \(id 1\/1\)\. If retainOnDelete keeps it, delete it\./)
      await client.remoteMirrors.delete(1, 1)
      expectOk(await up(program(mirror(secret(2), 'retainOnDelete: true'))))
    }
    expect(await live()).not.toHaveLength(0)
    await isSettled()
  })

  it.each([
    ['', 'retainOnDelete: true'],
    ["const parent = new trueup.ProjectSettings('web', { project: 'acme/web' }, { retainOnDelete: true })", 'parent'],
    [
      "const parent = new trueup.Label('bug', { project: 'acme/web', name: 'bug', color: 'red' }, { retainOnDelete: true })",
      'parent',
    ],
  ])('deletes no mirror that retainOnDelete keeps, if another one takes its URL: %s', async (before, options) => {
    const [free, taken] = ['https://example.com/free.git', 'https://example.com/taken.git']
    const first = (to: string) => mirror(secret(1), options, 'first', to)
    const second = (to: string) => mirror(secret(2), '', 'second', to)
    expectOk(await up(program(before, first(taken), second(other))))
    const result = await up(program(before, first(free), second(taken)))
    expect(stored()).toContain('https://mirror:opensesame-1@example.com/taken.git')
    if (!isNewer) return void expectOk(result)
    expect(result.code).not.toBe(0)
    expect(result.stdout + result.stderr).toMatch(
      /It is kept because of the option retainOnDelete of RemoteMirror "first"/,
    )
  })

  it('replaces the mirror with --replace and deleteBeforeReplace', async () => {
    const urn = '**RemoteMirror::backup'
    const refused = await up(program(mirror()), '--replace', urn)
    expect(refused.code).not.toBe(0)
    expect(refused.stdout + refused.stderr).toContain('deleteBeforeReplace: true')
    expect(await live()).toHaveLength(1)
    expectOk(await up(program(mirror(secret(1), 'deleteBeforeReplace: true')), '--replace', urn))
    expect(await live()).toHaveLength(1)
    await isSettled()
  })

  it('replaces the mirror with replaceOnChanges', async () => {
    const options = "replaceOnChanges: ['enabled']"
    expectOk(await up(program(mirror(`${secret(1)}, enabled: true`, options))))
    expect(await live()).toHaveLength(1)
    await isSettled()
  })

  it('deletes the mirror with the label that deletedWith names', async () => {
    const label = "const label = new trueup.Label('bug', { project: 'acme/web', name: 'bug', color: 'red' })"
    expectOk(await up(program(label, mirror(secret(1), 'deletedWith: label'))))
    expectOk(await up(program(label, mirror(secret(2), 'deletedWith: label'))))
    expect(stored()).toEqual(['https://mirror:opensesame-2@example.com/a.git'])
    await isSettled()
  })

  it('loses nothing when the resource gets another name without an alias', async () => {
    const result = await up(program(mirror(secret(1), '', 'renamed')))
    expect(result.code).not.toBe(0)
    expect(result.stdout + result.stderr).toMatch(/already exists \(id 1\/1\)/)
    expect(await live()).toHaveLength(1)
    expectOk(await up(program(mirror(secret(1), "aliases: [{ name: 'backup' }]", 'renamed'))))
    await isSettled()
  })

  it('loses nothing when the mirror moves to a set', async () => {
    const set = (more: string) =>
      `new trueup.RemoteMirrorSet('all', { project: 'acme/web', items: { backup: { url: '${url}', ${more} } }, onConflict: 'adopt' })`
    const result = await up(program(set(secret(1))))
    expect(result.code).not.toBe(0)
    expect(result.stdout + result.stderr).toMatch(/cannot be adopted: the credentials of a mirror cannot be changed/)
    expect(stored()).toEqual(['https://mirror:opensesame-1@example.com/a.git'])
    expectOk(await up(program(set(''))))
    expect(await live()).toHaveLength(1)
    expectOk(await up(program(set(secret(2)))))
    expect(stored()).toEqual(['https://mirror:opensesame-2@example.com/a.git'])
    await isSettled()
  })

  it('loses nothing when the mirror moves from a set to a resource of its own', async () => {
    const set = (items: string) => `new trueup.RemoteMirrorSet('all', { project: 'acme/web', items: { ${items} } })`
    const item = `second: { url: '${other}', ${secret(1)} }`
    const single = (more: string) => mirror(`${secret(1)}, ${more}`, '', 'second', other)
    expectOk(await up(program(mirror(), set(item))))
    const result = await up(program(mirror(), set(''), single("onConflict: 'adopt'")))
    expect(result.code).not.toBe(0)
    expect(result.stdout + result.stderr).toMatch(/If they are as declared, set adoptId: 2\./)
    expect(await live()).toHaveLength(2)
    expectOk(await up(program(mirror(), set(''), single('adoptId: 2'))))
    expect(stored()).toContain('https://mirror:opensesame-1@example.com/b.git')
    expect(await live()).toHaveLength(2)
    await isSettled()
  })

  // Releases 0.1.0 and 0.2.0 created the new mirror first, so that an update that failed left both.
  it('deletes the old mirror that an update with an older release has left in the state', async () => {
    const state = emulator.state()
    const mirrors = state.collections.remote_mirrors!
    const [first] = mirrors.records as unknown as (Json & { id: number; url: string })[]
    const newer = { ...first!, id: 2, url: first!.url.replace('opensesame-1', 'opensesame-2') }
    const all = { ...mirrors, next: 3, records: [first, newer] } as typeof mirrors
    emulator.setState({ ...state, collections: { ...state.collections, remote_mirrors: all } })
    const exported = await stack.export({ showSecrets: true })
    const resources = exported.deployment.resources!
    const at = resources.findIndex(({ urn }) => urn.endsWith('::backup'))
    const old = resources[at]!
    const text = JSON.stringify(old).replaceAll('opensesame-1', 'opensesame-2').replaceAll('"1/1"', '"1/2"')
    const replacement = JSON.parse(text.replaceAll('"mirrorId":1', '"mirrorId":2')) as typeof old
    resources.splice(at, 1, replacement)
    resources.push({ ...old, delete: true } as typeof old)
    await stack.write('state.json', JSON.stringify(exported))
    expectOk(await stack.run('stack', 'import', '--file', 'state.json'))
    expect(await live()).toHaveLength(2)
    expectOk(await up(program(mirror(secret(2)))))
    expect(stored()).toEqual(['https://mirror:opensesame-2@example.com/a.git'])
    await isSettled()
  })

  it('completes a replacement whose old mirror could not be deleted', async () => {
    emulator.fault({ method: 'DELETE', path: /remote_mirrors/, status: 403, body: { message: '403 Forbidden' } })
    const failed = await up(program(mirror(secret(1), '', 'backup', other)))
    expect(failed.code).not.toBe(0)
    expectOk(await up(program(mirror(secret(2), '', 'backup', other))))
    expect(stored()).toEqual(['https://mirror:opensesame-2@example.com/b.git'])
    await isSettled()
  })
})
