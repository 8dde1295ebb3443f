import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { expectOk, PulumiStack, said } from '../support/pulumi'

jest.setTimeout(240_000)

describe('secrets and transformations under the real engine', () => {
  let emulator: Emulator
  let api: Client
  let stack: PulumiStack

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'spec' })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    stack = await PulumiStack.create({
      program: '',
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
    })
  })
  afterAll(async () => {
    await stack?.close()
    await api.close()
    await emulator.close()
  })

  const program = (text: string) =>
    stack.setProgram(`const pulumi = require('@pulumi/pulumi')\nconst trueup = require('trueup')\n${text}`)
  const label = (name: string, more = '') =>
    `new trueup.Label('${name}', { project: 'acme/web', name: '${name}', color: 'red' }${more})\n`

  it('keeps a secret URL, and a password that a transformation adds, secret in all outputs', async () => {
    await program(`
      pulumi.runtime.registerStackTransformation(({ name, props, opts }) => name.startsWith('mirror')
        ? { props: { ...props, username: 'oauth2', password: 'plain-password' }, opts } : undefined)
      const url = (path) => pulumi.secret('https://example.com/hidden-' + path)
      const mirror = new trueup.RemoteMirror('mirror', { project: 1, url: url('one') })
      new trueup.RemoteMirror('mirror-of-output', { project: 1, url: mirror.mirrorId.apply(() => url('two')) })
      new trueup.RemoteMirrorSet('set', { project: 1, items: { three: { url: url('three') } } })
      new trueup.RemoteMirror('open', { project: 1, url: 'https://example.com/open' })`)
    expectOk(await stack.up())
    expect(await api.remoteMirrors.list(1).all()).toHaveLength(4)
    const state = JSON.stringify(await stack.export())
    expect(state).not.toMatch(/hidden-|plain-password/)
    expect(state).toContain('"maskedUrl":"https://example.com/open"')
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    expectOk(await stack.refresh())
    expect(JSON.stringify(await stack.export())).not.toMatch(/hidden-|plain-password/)
  })

  it('keeps a secret URL secret if its item is removed and cannot be deleted', async () => {
    const set = (items: string) =>
      program(`
      new trueup.RemoteMirrorSet('leaving', { project: 2, items: { ${items} } })`)
    await set(`one: { url: pulumi.secret('https://example.com/hidden-leaving') }`)
    expectOk(await stack.up())
    await set('')
    emulator.fault({ method: 'DELETE', path: 'remote_mirrors', status: 403, times: 2 })
    for (let attempt = 1; attempt <= 2; attempt++) {
      const { code, stdout, stderr } = await stack.up()
      expect(code).not.toBe(0)
      const state = JSON.stringify(await stack.export())
      expect(state).toContain('"ids":{"one":')
      expect(stdout + stderr + state).not.toMatch(/hidden-leaving/)
    }
    expectOk(await stack.refresh())
    expect(JSON.stringify(await stack.export())).not.toMatch(/hidden-leaving/)
    expectOk(await stack.up())
    expect(await api.remoteMirrors.list(2).all()).toEqual([])
  })

  it.each([
    ['a transformation of the resource', label('ops', `, { transformations: [rename] }`)],
    ['a transformation of the stack', `pulumi.runtime.registerStackTransformation(rename)\n${label('ops')}`],
    ['a transform of the resource', label('ops', `, { transforms: [rename] }`)],
    [
      'a transform of its parent',
      `const team = new pulumi.ComponentResource('a:b:Team', 'team', {}, { transforms: [rename] })\n${label('ops', ', { parent: team }')}`,
    ],
  ])('rejects duplicates that %s creates', async (_, text) => {
    await program(`
      const rename = ({ name, props, opts }) => name === 'ops' ? { props: { ...props, name: 'bug' }, opts } : undefined
      ${label('bug')}${text}`)
    const result = await stack.preview()
    expect(result.code).not.toBe(0)
    expect(said(result)).toMatch(
      /label "bug" of acme\/web is declared twice, by Label "bug" and Label "ops": keep one of them/,
    )
  })

  it('accepts resources that a transformation or a transform makes distinct', async () => {
    await program(`
      const rename = ({ name, props, opts }) => name === 'ops' ? { props: { ...props, name: 'help' }, opts } : undefined
      const other = ({ name, props, opts }) => name === 'tip' ? { props: { ...props, name: 'hint' }, opts } : undefined
      pulumi.runtime.registerStackTransformation(rename)
      ${label('bug')}
      new trueup.Label('ops', { project: 1, name: 'bug', color: 'red' })
      new trueup.Label('tip', { project: 1, name: 'bug', color: 'red' }, { transforms: [other] })`)
    expectOk(await stack.up())
    expect((await api.labels.list(1).all()).map(({ name }) => name)).toEqual(['bug', 'help', 'hint'])
  })

  it('hides secrets in messages about adoption, in the preview and in the update', async () => {
    await api.labels.create(1, { name: 'old', color: '#FF0000', description: 'formerly-hidden' })
    await api.labels.create(1, { name: 'item', color: '#FF0000', description: 'formerly-hidden' })
    await program(`
      const description = pulumi.secret('hidden-text')
      new trueup.Label('old', { project: 1, name: 'old', color: 'blue', description, onConflict: 'adopt' })
      new trueup.LabelSet('set', { project: 1, items: { item: { color: 'blue', description } }, onConflict: 'adopt' })`)
    const preview = said(await stack.preview())
    expect(preview).toMatch(
      /label "old" of 1 .*would be adopted: color "#FF0000" → "#0000FF", description \[secret\]\./,
    )
    expect(preview).toMatch(
      /label "item" of 1 .*would be adopted: color "#FF0000" → "#0000FF", description \[secret\]\./,
    )
    const up = said(expectOk(await stack.up()))
    expect(up).toMatch(/label "old" of 1 already existed .*description \[secret\]\./)
    expect(preview + up).not.toMatch(/hidden-/)
  })

  it('hides secrets in messages about invalid arguments', async () => {
    await program(`new trueup.Label('wrong', { project: 1, name: 'wrong', color: pulumi.secret('hidden-color') })`)
    const preview = said(await stack.preview())
    expect(preview).toMatch(/color must be a CSS color/)
    expect(preview).not.toMatch(/hidden-/)
  })
})
