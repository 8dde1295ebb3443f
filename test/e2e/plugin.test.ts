import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import { type Emulator, startEmulator } from '../../emulator'
import { repositoryRoot } from '../../tools/pulumi/paths'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, said } from '../support/pulumi'

jest.setTimeout(120_000)

const schemaFile = join(repositoryRoot, 'schema', 'trueup.schema.json')
const secret = 'secretOfProgramHx73'
const password = 'passwordOfMirrorKb28'

const program = (color = 'crimson', more = '') => `
resources:
  bug:
    type: trueup:Label
    properties:
      project: acme/web
      name: bug
      color: ${color}
      description: { "fn::secret": ${secret} }
  subscription:
    type: trueup:LabelSubscription
    properties: { project: acme/web, label: "\${bug.id}" }
  mirrors:
    type: trueup:RemoteMirrorSet
    properties:
      project: acme/web
      items:
        backup: { url: "https://mirror.example.com/web.git", username: git-user, password: ${password} }
  ci:
    type: trueup:TriggerToken
    properties: { project: acme/web, description: ci }
${more}
variables:
  planned:
    fn::invoke:
      function: trueup:getLabel
      arguments: { project: acme/web, label: "\${bug.labelId}" }
outputs:
  color: \${planned.color}
  token: \${ci.token}
`

describe('a program in YAML with the plugin', () => {
  let emulator: Emulator
  let stack: PulumiStack

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'gitlab' })
    stack = await PulumiStack.create({
      language: 'yaml',
      plugins,
      program: program(),
      config: { 'trueup:baseUrl': emulator.url },
      secretConfig: { 'trueup:token': 'emulator-maintainer' },
    })
  })

  afterAll(async () => {
    await stack?.close()
    await emulator?.close()
  })

  it('previews, creates, and then shows no diff', async () => {
    const { steps = [] } = expectOk(await stack.preview({ json: true })).json
    expect(steps.map(({ op }) => op)).toEqual(['create', 'create', 'create', 'create', 'create'])
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
    expectOk(await stack.up())
    expectOk(await stack.preview({ expectNoChanges: true, refresh: true }))
  })

  it('encrypts the secrets of the kind, of items, and of the program in the state', async () => {
    const state = JSON.stringify(await stack.export())
    for (const value of [secret, password, 'git-user']) expect(state).not.toContain(value)
    const [trigger] = await ask<{ token: string }[]>(emulator, 'GET', '/projects/1/triggers')
    expect(state).not.toContain(trigger?.token ?? '')
    const outputs = expectOk(await stack.run('stack', 'output', '--json')).stdout
    expect(JSON.parse(outputs)).toEqual({ color: '#DC143C', token: '[secret]' })
    expect(JSON.stringify(await stack.export({ showSecrets: true }))).toContain(password)
  })

  it('reports drift, and shows only the changed property in the preview of an update', async () => {
    const [label] = await labelsOf(emulator)
    await ask(emulator, 'PUT', `/projects/1/labels/${label?.id}`, { color: '#00FF00' })
    expect(said(expectOk(await stack.refresh({ previewOnly: true, diff: true })))).toContain('"#DC143C" => "#00FF00"')
    expectOk(await stack.up({ refresh: true }))
    expect((await labelsOf(emulator))[0]?.color).toBe('#DC143C')
    await stack.setProgram(program('green'))
    const preview = expectOk(await stack.preview({ diff: true })).stdout
    expect(preview).toContain('~ color: "#DC143C" => "#008000"')
    expect(preview).toContain('1 to update')
    expect(preview).not.toContain('replace')
    expectOk(await stack.up())
  })

  it('rejects a second declaration of an object, and changes nothing', async () => {
    emulator.clearRequests()
    await stack.setProgram(
      program(
        'green',
        '  twin:\n    type: trueup:Label\n    properties: { project: acme/web, name: bug, color: red }\n',
      ),
    )
    const declared = await stack.preview()
    expect(said(declared)).toMatch(/label "bug" of acme\/web is declared twice, by Label "\w+" and Label "\w+"/)
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('imports an object with its program text', async () => {
    await stack.setProgram(program('green'))
    const { id } = await ask(emulator, 'POST', '/projects/1/labels', { name: 'old', color: '#123456' })
    const imported = expectOk(
      await stack.run('import', 'trueup:index:Label', 'old', `1/${id}`, '--yes', '--protect=false'),
    )
    expect(imported.stdout).toMatch(
      /type: trueup:Label\s+properties:\s+archived: false\s+color: '#123456'\s+name: old\s+project: 1\n/,
    )
    await stack.setProgram(
      program('green', "  old:\n    type: trueup:Label\n    properties: { project: 1, name: old, color: '#123456' }\n"),
    )
    expectOk(await stack.preview({ expectNoChanges: true }))
  })

  it('refuses to import what does not exist', async () => {
    const missing = await stack.run('import', 'trueup:index:Label', 'none', '1/4711', '--yes')
    expect(missing.code).not.toBe(0)
    expect(said(missing)).toContain('label 1/4711 was not read: it does not exist')
  })

  it('keeps what a failed update of a set created, and the next update creates only the rest', async () => {
    const items = ['one', 'two', 'three'].map((name) => `        ${name}: { color: red }\n`).join('')
    const set = `  states:\n    type: trueup:LabelSet\n    properties:\n      project: acme/api\n      items:\n${items}`
    await stack.setProgram(program('green', set))
    emulator.fault({
      method: 'POST',
      path: /labels/,
      skip: 1,
      times: 1,
      status: 403,
      body: { message: '403 Forbidden' },
    })
    const failed = await stack.up()
    expect(failed.code).not.toBe(0)
    expect(said(failed)).toMatch(/label "\w+" of acme\/api was not created\. POST .*\/labels: 403/)
    const before = await ask<Label[]>(emulator, 'GET', '/projects/2/labels')
    emulator.clearRequests()
    expectOk(await stack.up())
    const created = emulator.requests().filter(({ method }) => method === 'POST')
    expect([before.length, created.length]).toEqual([2, 1])
    expectOk(await stack.preview({ expectNoChanges: true, refresh: true }))
    await stack.setProgram(program('green'))
    expectOk(await stack.up())
    expect(await ask<Label[]>(emulator, 'GET', '/projects/2/labels')).toEqual([])
  })

  it('refuses a misspelled setting in the stack configuration', async () => {
    await stack.setConfig('trueup:basUrl', 'https://gitlab.example.com')
    const misspelled = await stack.preview()
    expect(misspelled.code).not.toBe(0)
    expect(said(misspelled)).toContain('did you mean trueup:baseUrl?')
    expectOk(await stack.run('config', 'rm', 'trueup:basUrl'))
  })

  it('keeps all objects when the access token changes', async () => {
    await stack.setConfig('trueup:token', 'emulator-owner', { secret: true })
    const { changeSummary } = expectOk(await stack.preview({ json: true })).json
    expect(changeSummary).toEqual({ same: 5 })
    expectOk(await stack.up())
    await stack.setConfig('trueup:token', 'emulator-maintainer', { secret: true })
  })

  it('returns the schema that programs in other languages are generated from', async () => {
    const { stdout } = expectOk(
      await stack.run('package', 'get-schema', join(plugins.trueup, 'pulumi-resource-trueup')),
    )
    const schema = JSON.parse(stdout) as { resources: object; functions: object }
    const committed = JSON.parse(readFileSync(schemaFile, 'utf8')) as typeof schema
    expect(schema).toEqual(committed)
  })

  it('destroys the objects without the program', async () => {
    expectOk(await stack.destroy())
    expect(await labelsOf(emulator)).toEqual([])
    expect(await ask(emulator, 'GET', '/projects/1/triggers')).toEqual([])
  })
})

describe('the process of the plugin', () => {
  const start = async (...args: string[]) => {
    const child = spawn(process.execPath, [join(plugins.trueup, 'pulumi-resource-trueup'), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
    expect(line).toMatch(/^\d+\n$/)
    return { child, ended: once(child, 'exit') }
  }

  it('ends when the engine ends it', async () => {
    const { child, ended } = await start()
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
  })

  it('ends when the engine was killed', async () => {
    const engine = new Server()
    const port = await promisify(engine.bindAsync.bind(engine))('127.0.0.1:0', ServerCredentials.createInsecure())
    const { child, ended } = await start(`127.0.0.1:${port}`)
    expect(child.exitCode).toBeNull()
    engine.forceShutdown()
    expect(await ended).toEqual([0, null])
  })
})

interface Label {
  id: number
  color: string
}

async function ask<T = Label>(emulator: Emulator, method: string, path: string, json?: unknown): Promise<T> {
  const response = await fetch(`${emulator.url}/api/v4${path}`, {
    method,
    headers: { 'PRIVATE-TOKEN': 'emulator-maintainer', 'Content-Type': 'application/json' },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  return (await response.json()) as T
}

const labelsOf = (emulator: Emulator) => ask<Label[]>(emulator, 'GET', '/projects/1/labels')
