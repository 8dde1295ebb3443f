import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { useCli } from '../shared/cli'
import { expectOk, PulumiStack, type Result } from '../support/pulumi'

jest.setTimeout(180_000)

const trueup = useCli()

const [web, api, infra] = [1, 2, 3]
const acme = 10

/** The first lines of all programs. */
const program = (...lines: string[]) => ["const trueup = require('trueup')", ...lines].join('\n')
const label = (resource: string, name: string, more = '') =>
  `new trueup.Label('${resource}', { project: 'acme/web', name: '${name}', color: 'crimson' ${more} })`

const labelSet = (items: string, project = 'acme/web', more = '') =>
  `new trueup.LabelSet('labels', { project: '${project}', items: { ${items} } ${more} })`

describe.each(['spec', 'gitlab'] as const)('what a program declares, on flavor %s', (flavor) => {
  let emulator: Emulator
  let client: Client
  const stacks: PulumiStack[] = []

  beforeEach(async () => {
    emulator = await startEmulator({ flavor })
    client = new Client({ baseUrl: emulator.url, token: 'emulator-owner' })
  })
  afterEach(async () => {
    for (const stack of stacks.splice(0)) await stack.close()
    await client.close()
    await emulator.close()
  })

  const started = async (text: string, env: Record<string, string> = {}) => {
    const stack = await PulumiStack.create({
      program: text,
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner', ...env },
    })
    stacks.push(stack)
    expectOk(await stack.up())
    emulator.clearRequests()
    return stack
  }
  const labels = async (project = web) =>
    Object.fromEntries((await client.labels.list(project).all()).map(({ name, id }) => [name, id]))
  const writes = () => emulator.requests().filter(({ method, status }) => method !== 'GET' && status < 400)
  const urn = (type: string, name: string) => `urn:pulumi:test::test::pulumi-nodejs:dynamic/trueup:${type}::${name}`
  const failure = (result: Result) => {
    expect(result.code).not.toBe(0)
    return result.stdout + result.stderr
  }

  it('keeps an object in an update that only targets its former resource', async () => {
    const stack = await started(program(label('old', 'moved'), label('other', 'other')))
    const before = await labels()
    await stack.setProgram(program(label('new', 'moved', `, onConflict: 'adopt'`), label('other', 'other')))
    expectOk(await stack.run('up', '--yes', '--skip-preview', '--target', urn('Label', 'new')))
    const said = failure(await stack.run('up', '--yes', '--skip-preview', '--target', urn('Label', 'old')))
    expect(said).toMatch(/label "moved" of acme\/web \(id 1\/\d+\) was not deleted: Label "new" also declares it/)
    expect(await labels()).toEqual(before)
    expectOk(await stack.up())
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    expect(await labels()).toEqual(before)
    expect(writes()).toEqual([])
  })

  it('does not adopt an object of a declared resource, and lets either of two owners leave', async () => {
    const stack = await started(program(label('a', 'x')))
    const { x } = await labels()
    // The new one is declared when the old one has not been looked at.
    const late = (rest: string) =>
      program(`const c = ${label('c', 'x', `, onConflict: 'adopt'`)}`, `c.urn.apply(() => { ${rest} })`)
    await stack.setProgram(late(label('a', 'y')))
    expect(failure(await stack.up())).toMatch(
      /label "y" of acme\/web \(id 1\/\d+\) is owned by two resources, Label "a" and Label "c"\. Remove one/,
    )
    expect(await labels()).toEqual({ x })
    await stack.setProgram(program(label('a', 'x')))
    expectOk(await stack.up())
    expect(await labels()).toEqual({ x })
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    expect(writes()).toEqual([])
  })

  it('allows one owner of an object, also through a second provider with an output as base URL', async () => {
    const twice = program(
      `const first = ${label('first', 'x', `, onConflict: 'adopt'`)}`,
      `const baseUrl = first.urn.apply(() => '${emulator.url}')`,
      `const provider = new trueup.Provider('other', { baseUrl, tokenEnv: 'TRUEUP_TOKEN' })`,
      `new trueup.Label('second', { project: 1, name: 'x', color: 'blue', onConflict: 'adopt' }, { provider })`,
    )
    const stack = await started(program(label('first', 'x', `, onConflict: 'adopt'`)))
    const before = await labels()
    await stack.setProgram(twice)
    expect(failure(await stack.up())).toMatch(
      /label "x" of 1 \(id 1\/\d+\) is also declared by Label "first": keep one of them/,
    )
    expect(await labels()).toEqual(before)
    expect(writes()).toEqual([])
  })

  it('keeps a removed item when another item of its set fails, and deletes it in the next update', async () => {
    const set = (items: string) =>
      program(`new trueup.ProtectedEnvironmentSet('environments', { project: 'acme/api', items: { ${items} } })`)
    const item = (name: string) => `'${name}': { deployAccessLevels: [{ accessLevel: 40 }] }`
    const stack = await started(set(item('production')))
    const names = async () => (await client.protectedEnvironments.list(api).all()).map(({ name }) => name)
    await stack.setProgram(set(item('staging')))
    emulator.fault({ method: 'POST', path: 'protected_environments', status: 400, body: { message: 'no' } })
    expect(failure(await stack.up())).toMatch(/Nothing was removed from the set/)
    expect(await names()).toEqual(['production'])
    expectOk(await stack.up())
    expect(await names()).toEqual(['staging'])
  })

  it('removes items of promoted labels and, with retainOnRemove, of others without a write', async () => {
    const set = (items: string, more = '') => program(labelSet(items, 'acme/platform/infra', more))
    const [p, q, r] = ['p', 'q', 'r'].map((name) => `${name}: { color: 'crimson' }`)
    const stack = await started(set(`${p}, ${q}, ${r}`))
    const root = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    await root.labels.promote(infra, 'p')
    await root.close()
    expect(expectOk(await stack.refresh()).stdout).toMatch(/label "p" .*was promoted.* Remove the item p from the set/)
    await stack.setProgram(set(`${q}`, ', retainOnRemove: true'))
    emulator.clearRequests()
    expect(expectOk(await stack.up()).stdout).toMatch(/label "r" .*is kept: the set has retainOnRemove/)
    expect(writes()).toEqual([])
    expectOk(await stack.destroy())
    expect(Object.keys(await labels(infra)).sort()).toEqual(['p', 'r'])
  })

  it('moves an object from one exclusive set to another, and a refresh after two updates finds no changes', async () => {
    const set = (name: string, labels: string[]) =>
      `new trueup.LabelSet('${name}', { project: 'acme/web', exclusive: true, onConflict: 'adopt', items: { ` +
      labels.map((key) => `${key}: { color: 'crimson' }`).join(', ') +
      ' } })'
    const stack = await started(program(set('one', ['a', 'moved']), set('two', ['b'])))
    const before = await labels()
    await stack.setProgram(program(set('one', ['a']), set('two', ['b', 'moved'])))
    expectOk(await stack.up({ refresh: true }))
    // If the first set was updated before the second one, it has kept the item until now.
    expectOk(await stack.up({ refresh: true }))
    expect(await labels()).toEqual(before)
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    expect(writes()).toEqual([])
  })

  it('adopts an object in the update in which its former resource changes to another object', async () => {
    const both = (project: string, more = '') => [
      `new trueup.Label('a', { project: '${project}', name: 'x', color: 'crimson' ${more} })`,
      `new trueup.TriggerToken('b', { project: '${project}', description: 'nightly' ${more} })`,
    ]
    const stack = await started(program(...both('acme/web')))
    const tokens = async () => (await client.triggerTokens.list(web).all()).map(({ id }) => id)
    const before = [await labels(), await tokens()]
    const heirs = both('acme/web', `, onConflict: 'adopt', secretOnAdopt: 'omit'`)
      .map((line) => line.replace(`Label('a'`, `Label('c'`).replace(`TriggerToken('b'`, `TriggerToken('d'`))
      .map((line) => (line.includes('Label') ? line.replace(`, secretOnAdopt: 'omit'`, '') : line))
    await stack.setProgram(program(...both('acme/api'), ...heirs))
    expectOk(await stack.up())
    expect([await labels(), await tokens()]).toEqual(before)
    expect(Object.keys(await labels(api))).toEqual(['x'])
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('swaps the names of two labels in one update, or fails with the reason', async () => {
    const stack = await started(program(label('a', 'x'), label('b', 'y')))
    const { x, y } = await labels()
    await stack.setProgram(program(label('a', 'y'), label('b', 'x')))
    const narrow = await stack.run('up', '--yes', '--skip-preview', '--parallel', '1')
    // With --parallel 1, the engine usually has not compared the second label when it updates the first one.
    if (narrow.code !== 0) {
      expect(narrow.stdout).toMatch(/label "y" .*already exists .*update both in one run, without --parallel 1/)
      expect(await labels()).toEqual({ x, y })
    }
    expectOk(await stack.up())
    expect(await labels()).toEqual({ x: y, y: x })
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('creates no duplicate of any kind after the process that created the object was killed', async () => {
    const objects = (more: string) =>
      program(
        label('label', 'x'),
        `const more = { ${more} }`,
        `new trueup.TriggerToken('token', { project: 'acme/web', description: 'nightly', ...more })`,
        `new trueup.RemoteMirror('mirror', { project: 'acme/web', url: 'https://example.com/a.git', ...more })`,
        `new trueup.FreezePeriod('freeze', { project: 'acme/web', freezeStart: '0 23 * * fri', freezeEnd: '0 7 * * mon', ...more })`,
      )
    const stack = await started(program(label('label', 'x')))
    expectOk(await stack.run('stack', 'export', '--file', 'before.json'))
    await stack.setProgram(objects(''))
    expectOk(await stack.up())
    // A killed CLI leaves the objects and a state without them.
    expectOk(await stack.run('stack', 'import', '--file', 'before.json'))
    emulator.clearRequests()
    await stack.setProgram(objects('').replace(' fri', ' 5'))
    const said = failure(await stack.run('up', '--yes', '--skip-preview', '--continue-on-error'))
    expect(said).toMatch(/trigger token "nightly" of acme\/web already exists \(id 1\/1\)\. To adopt it/)
    expect(said).toMatch(/remote mirror .* already exists \(id 1\/1\)/)
    expect(said).toMatch(/freeze period .* already exists \(id 1\/1\)/)
    await stack.setProgram(objects(`onConflict: 'adopt'`))
    const previewed = expectOk(await stack.preview()).stdout
    expect(previewed).toMatch(
      /1 freeze period, 1 remote mirror and 1 trigger token that already exist would be adopted: 3 unchanged/,
    )
    await stack.setProgram(objects(`onConflict: 'adopt'`).replace(`a.git'`, `a.git', keepDivergentRefs: true`))
    expect(expectOk(await stack.preview()).stdout).toMatch(
      /remote mirror .* \(id 1\/1\) already exists and would be adopted: keepDivergentRefs false → true/,
    )
    await stack.setProgram(objects(`onConflict: 'adopt'`))
    const { stdout } = expectOk(await stack.up())
    expect(stdout).toMatch(/Adopted 1 .*: 3 unchanged/)
    expect(stdout).not.toMatch(/was adopted/)
    expect(writes()).toEqual([])
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('creates exactly the declared number of duplicates', async () => {
    const duplicates = (count: number) =>
      program(
        `for (let i = 0; i < ${count}; i++)`,
        `  new trueup.TriggerToken('token' + i, { project: 'acme/web', description: 'nightly', onConflict: 'create' })`,
      )
    const stack = await started(duplicates(2))
    const tokens = async () => (await client.triggerTokens.list(web).all()).map(({ id }) => id)
    expect(await tokens()).toHaveLength(2)
    expectOk(await stack.run('stack', 'export', '--file', 'two.json'))
    await stack.setProgram(duplicates(3))
    expectOk(await stack.up())
    expectOk(await stack.run('stack', 'import', '--file', 'two.json'))
    expect(failure(await stack.up())).toMatch(/3 already exist, as many as the program declares \(id 3, 2, 1\)/)
    expect(await tokens()).toHaveLength(3)
  })

  it('keeps both tokens of an overlap when they move to another resource', async () => {
    const rotation = '{ lifetimeDays: 60, rotateDaysBefore: 20, overlapDays: 10 }'
    const token = (resource: string, more = '') =>
      program(
        `new trueup.GroupAccessToken('${resource}', { group: 'acme', name: 'deploy', scopes: ['read_api'], rotation: ${rotation} ${more} })`,
      )
    const at = (day: string) => {
      emulator.setClock(day)
      return { TRUEUP_TEST_NOW: day }
    }
    const stack = await started(token('before'), at('2026-06-01T00:00:00.000Z'))
    stack.setEnv(at('2026-07-15T00:00:00.000Z'))
    expectOk(await stack.up())
    const active = async () =>
      (await client.groupAccessTokens.list(acme, { state: 'active' }).all()).map(({ id }) => id).sort()
    const both = await active()
    expect(both).toHaveLength(2)
    emulator.clearRequests()
    await stack.setProgram(token('after', `, adoptId: ${both.at(-1)}, secretOnAdopt: 'omit'`))
    expect(expectOk(await stack.up()).stdout).toMatch(
      /its predecessor \(id 10\/\d+\) is also kept, and works until it expires/,
    )
    expect(writes()).toEqual([])
    expectOk(await stack.preview({ expectNoChanges: true }))
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    expect(await active()).toEqual(both)
    // It is rotated at its normal time.
    stack.setEnv(at('2026-08-30T00:00:00.000Z'))
    expectOk(await stack.up())
    expect(await active()).toEqual([both.at(-1), expect.any(Number)])
  })

  it('names hundreds of objects to adopt in a preview in a few lines and with a few reads', async () => {
    const stack = await started(program(label('label', 'x')))
    const numbers = Array.from({ length: 130 }, (_, at) => at)
    for (const at of numbers)
      await client.labels.create(api, { name: `l${at}`, color: at < 100 ? '#DC143C' : '#000000' })
    emulator.clearRequests()
    const items = JSON.stringify(Object.fromEntries(numbers.map((at) => [`l${at}`, { color: 'crimson' }])))
    await stack.setProgram(
      program(
        label('label', 'x'),
        `new trueup.LabelSet('labels', { project: 'acme/api', items: ${items}, onConflict: 'adopt' })`,
      ),
    )
    const { stdout } = expectOk(await stack.preview())
    const requests = emulator.requests()
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
    // The project's id, and two pages of its labels.
    expect(requests.filter(({ path }) => /projects\/(acme%2Fapi|2\/)/.test(path))).toHaveLength(3)
    expect(stdout).toMatch(/130 labels that already exist would be adopted: 100 unchanged, 30 changed/)
    expect(new Set(stdout.match(/label "l\d+" .*would be adopted: color "#000000" → "#DC143C"/g)).size).toBe(20)
  })

  it('recognizes a renamed resource and another stack, and deletes an object with the whole program', async () => {
    const token = `new trueup.TriggerToken('token', { project: 'acme/web', description: 'nightly' })`
    const stack = await started(program(label('before', 'x'), token))
    const { x } = await labels()
    await stack.setProgram(program(label('after', 'x', `}, { aliases: [{ name: 'before' }]`), token))
    expectOk(await stack.destroy({ runProgram: true }))
    expect(await labels()).toEqual({})
    expectOk(await stack.up())
    expect(await labels()).toEqual({ x: x! + 1 })
    // The provider cannot see that the engine replaces, so this looks like an update that was killed.
    const replaced = await stack.run('up', '--yes', '--skip-preview', '--target-replace', urn('TriggerToken', 'token'))
    expect(failure(replaced)).toMatch(/trigger token "nightly" of acme\/web already exists \(id 1\/2\)/)
    expect((await client.triggerTokens.list(web).all()).map(({ id }) => id)).toEqual([2])
    expectOk(await stack.run('stack', 'init', 'other'))
    expectOk(await stack.run('stack', 'select', 'test'))
    expectOk(await stack.run('state', 'move', '--yes', '--source', 'test', '--dest', 'other', urn('Label', 'after')))
    await stack.setProgram(program(token))
    expectOk(await stack.up())
    expect(await labels()).toEqual({ x: x! + 1 })
    expectOk(await stack.destroy({ runProgram: true }))
    expect(await client.triggerTokens.list(web).all()).toEqual([])
    await stack.setProgram(program(label('after', 'x')))
    expectOk(await stack.run('up', '--yes', '--skip-preview', '--stack', 'other', '--expect-no-changes'))
    expectOk(await stack.run('destroy', '--yes', '--skip-preview', '--run-program', '--stack', 'other'))
    expect(await labels()).toEqual({})
  })

  it('recreates an object that moves to a resource inside apply', async () => {
    const [x, y] = ['x', 'y'].map((name) => `${name}: { color: 'crimson' }`)
    const stack = await started(program(labelSet(`${x}, ${y}`)))
    const before = await labels()
    await stack.setProgram(
      program(`const set = ${labelSet(x!)}`, `set.urn.apply(() => { ${label('late', 'y', `, onConflict: 'adopt'`)} })`),
    )
    expectOk(await stack.up())
    expect(await labels()).toEqual({ x: before.x, y: before.y! + 1 })
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('keeps a removed item until the next update while the name of another label is unknown', async () => {
    const [x, y] = ['x', 'y'].map((name) => `${name}: { color: 'crimson' }`)
    const stack = await started(program(labelSet(`${x}, ${y}`)))
    const before = await labels()
    await stack.setProgram(
      program(
        `const set = ${labelSet(x!)}`,
        `const name = set.urn.apply(() => 'y')`,
        `new trueup.Label('late', { project: 'acme/web', name, color: 'crimson', onConflict: 'adopt' })`,
      ),
    )
    expect(expectOk(await stack.up()).stdout).toMatch(
      /label "y" .*may also declare it.* The set keeps it until the next update/,
    )
    expect(await labels()).toEqual(before)
    expectOk(await stack.up())
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    expect(await labels()).toEqual(before)
  })

  it('keeps objects that were imported as a set when their single resources are removed', async () => {
    const stack = await started(program(label('one', 'one'), label('two', 'two')))
    const before = await labels()
    const out = join(stack.folder, 'exported')
    const env = { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' }
    const run = trueup.in({ env })('export', '--project', 'acme/web', '--sets', '--out', out)
    expect(await run.ended).toBe(0)
    expectOk(await stack.import(join(out, 'import.json')))
    const { resources } = JSON.parse(await readFile(join(out, 'import.json'), 'utf8')) as {
      resources: { name: string; inputs: Record<string, unknown> }[]
    }
    const [set] = resources
    await stack.setProgram(program(`new trueup.LabelSet('${set!.name}', ${JSON.stringify(strip(set!.inputs))})`))
    emulator.clearRequests()
    expect(expectOk(await stack.up()).stdout).toMatch(/label "one" .* is kept: LabelSet ".*" owns it/)
    expect(writes()).toEqual([])
    expect(await labels()).toEqual(before)
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })
})

/** Removes the inputs that Pulumi adds. */
const strip = ({ __provider, ...inputs }: Record<string, unknown>) => inputs
