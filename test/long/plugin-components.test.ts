import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, said, type State, type StateResource } from '../support/pulumi'

jest.setTimeout(120_000)

const secrets = ['mirr0rOfFiles', 'mirr0rOfProgram']

const files = {
  'data/defaults.yaml': 'defaults: { labels: { bug: { color: crimson } } }\n',
  'data/web.yaml': `
projects:
  acme/Web:
    triggerTokens: { nightly: { description: nightly build } }
    approvalSettings: { mergeRequestsAuthorApproval: true }
    remoteMirrors: { backup: { url: 'https://example.com/web.git', username: u, password: { secret: mirror } } }
  acme/api: {}
groupSettings:
  acme: { variables: { token: { key: TOKEN, value: { secret: mirror } } } }
`,
}

/** Projects and groups of files and of the program, with the default provider and another one. */
const program = ({ folder = 'data', name = 'infra', options = '', more = '' } = {}) => `
config:
  url: { type: string }
resources:
  other:
    type: pulumi:providers:trueup
    properties: { baseUrl: "\${url}", tokenEnv: OTHER_TOKEN }
  first:
    type: trueup:Label
    properties: { project: acme/platform/infra, name: first, color: red }
  all:
    type: trueup:Projects
    properties: { files: ["*.yaml"], folder: ${folder} }
    options: { provider: "\${other}" }
  ${name}:
    type: trueup:ProjectSettings
    properties:
      project: acme/platform/infra
      labels:
        after: { color: blue, description: "after label \${first.labelId}" }
        last: { color: green }
      remoteMirrors:
        backup: { url: "https://example.com/infra.git", username: u, password: { "fn::secret": ${secrets[1]} } }
      approvalSettings: { "fn::secret": { mergeRequestsAuthorApproval: true } }
      exclusive: { labels: true }
    options: { parent: "\${all}", dependsOn: ["\${first}"], protect: true ${options} }
${more}
outputs:
  tokens: \${all.projects["acme/Web"].tokens}
  ids: \${all.projects["acme/Web"].labels.ids}
  own: \${${name}.labels.ids}
  variables: \${all.groups["acme"].variables.ids}
  project: \${${name}.project}
`

/** Adds another component to the program. */
const another = (name: string, properties: string) => `
  ${name}:
    type: trueup:ProjectSettings
    properties: ${properties}
`

/** These tests run on one stack, in order. */
describe('components in a program in YAML', () => {
  let emulator: Emulator
  let stack: PulumiStack
  let state: State
  /** A token of the service. */
  let token: string

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'spec' })
    stack = await PulumiStack.create({
      language: 'yaml',
      plugins,
      program: program(),
      config: { 'trueup:baseUrl': emulator.url, url: emulator.url },
      secretConfig: { 'trueup:token': 'emulator-maintainer', mirror: secrets[0]! },
      env: { OTHER_TOKEN: 'emulator-owner' },
    })
    await mkdir(join(stack.folder, 'data'))
    for (const [file, text] of Object.entries(files)) await stack.write(file, text)
  })
  afterAll(async () => {
    await stack?.close()
    await emulator?.close()
  })

  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')
  const nameOf = ({ urn }: { urn: string }) => urn.replace(/^urn:pulumi:test::test::/, '')
  const resourcesOf = (state: State) =>
    (state.deployment.resources ?? []) as (StateResource & { protect?: boolean; dependencies?: string[] })[]
  const below = 'trueup:index:Projects$trueup:index:ProjectSettings'
  const ofGroups = 'trueup:index:Projects$trueup:index:GroupSettings'

  it('previews the children of components without requests that change anything', async () => {
    const { steps = [] } = expectOk(await stack.preview({ json: true })).json
    const created = steps.filter(({ op }) => op === 'create').map(nameOf)
    expect(created).toEqual(
      expect.arrayContaining([
        'trueup:index:Projects::all',
        `${below}::acme/web`,
        `${below}::acme/api`,
        `${ofGroups}::acme`,
        `${ofGroups}$trueup:index:GroupVariableSet::acme-variables`,
        `${below}$trueup:index:RemoteMirrorSet::acme/web-remote-mirrors`,
        `${below}$trueup:index:ApprovalSettings::acme/web-approval-settings`,
        `${below}::infra`,
        `${below}$trueup:index:ApprovalSettings::infra-approval-settings`,
        `${below}$trueup:index:LabelSet::infra-labels`,
      ]),
    )
    const labels = steps.find(({ urn }) => urn.endsWith('::infra-labels'))?.newState?.inputs?.items
    expect(labels).toMatchObject({ after: { color: '#0000FF' }, last: { color: '#008000', name: 'last' } })
    expect(writes()).toEqual([])
  })

  it('creates the children, after which there is no diff', async () => {
    expectOk(await stack.up())
    const outputs = expectOk(await stack.run('stack', 'output', '--json', '--show-secrets')).stdout
    const shown = JSON.parse(outputs) as { tokens: { nightly: string } }
    expect(shown).toEqual({
      tokens: { nightly: expect.any(String) as string },
      ids: { bug: expect.any(Number) as number },
      own: { after: expect.any(Number) as number, last: expect.any(Number) as number },
      project: 'acme/platform/infra',
      variables: { token: 'TOKEN~*' },
    })
    token = shown.tokens.nightly
    emulator.clearRequests()
    expectOk(await stack.preview({ expectNoChanges: true }))
    expect(emulator.requests()).toEqual([])
  })

  it('encrypts the secrets of files, of the program, and of the service', async () => {
    state = await stack.export()
    const opened = JSON.stringify(await stack.export({ showSecrets: true }))
    for (const secret of [...secrets, token]) {
      expect(opened).toContain(secret)
      expect(JSON.stringify(state)).not.toContain(secret)
    }
  })

  it('passes the provider, protect and dependencies to the children', async () => {
    const children = resourcesOf(state).filter(({ urn, id }) => id && (urn.includes(below) || urn.includes(ofGroups)))
    expect(children).toHaveLength(9)
    for (const { provider } of children) expect(provider).toContain('::pulumi:providers:trueup::other::')
    const own = children.filter(({ urn }) => urn.includes('::infra-'))
    expect(own.map(({ protect }) => protect)).toEqual([true, true, true])
    const labels = own.find(({ urn }) => urn.endsWith('-labels'))
    expect(labels?.dependencies?.map((urn) => nameOf({ urn }))).toEqual(['trueup:index:Label::first'])
  })

  it('keeps the children of a renamed component', async () => {
    await stack.setProgram(program({ name: 'renamed', options: ', aliases: [{ name: infra }]' }))
    emulator.clearRequests()
    const { stdout } = expectOk(await stack.up())
    expect(stdout).toMatch(/Resources:\n {4}17 unchanged\n/)
    expect(writes()).toEqual([])
  })

  it('reports all errors of files without a stack trace', async () => {
    await stack.write(
      'data/wrong.yaml',
      'projects:\n  acme/web: {}\n  acme/new: { labels: { bug: { colour: red } } }\n',
    )
    const wrong = await stack.preview()
    expect(wrong.code).not.toBe(0)
    expect(said(wrong)).toContain("The projects' files have 2 errors, so no project is declared:")
    expect(said(wrong)).toContain('wrong.yaml:2:3: projects."acme/web": is declared twice, first at web.yaml:3:3')
    expect(said(wrong)).not.toMatch(/\n\s+at /)
    await stack.write('data/wrong.yaml', '# nothing\nprojects: {}\n')
  })

  it('reports an object that a component and a resource declare', async () => {
    const twin = another('twin', '{ project: acme/platform/infra, labels: { first: { color: blue } } }')
    await stack.setProgram(program({ name: 'renamed', more: twin }))
    const { code, stdout, stderr } = await stack.preview()
    expect(code).not.toBe(0)
    expect(stdout + stderr).toMatch(
      /label "first" of acme\/platform\/infra is declared twice, by Label "first" and LabelSet "twin-labels"/,
    )
  })

  it('updates the other components with --continue-on-error when a child fails', async () => {
    const more = [
      another('wrong', '{ project: acme/missing, labels: { a: { color: blue } } }'),
      another(
        'right',
        '{ project: acme/api, freezePeriods: { f: { freezeStart: 0 18 * * fri, freezeEnd: 0 7 * * mon } } }',
      ),
    ].join('')
    await stack.setProgram(program({ name: 'renamed', more }))
    emulator.clearRequests()
    const up = await stack.run('up', '--yes', '--skip-preview', '--continue-on-error')
    expect(up.code).not.toBe(0)
    expect(said(up)).toContain('label set of acme/missing was not created')
    expect(writes().map(({ path, status }) => `${status} ${path}`)).toEqual(['201 /api/v4/projects/2/freeze_periods'])
  })

  it('ends soon when a child fails', async () => {
    const more = another('wrong', '{ project: acme/missing, labels: { a: { color: blue } } }')
    await stack.setProgram(program({ name: 'renamed', more }))
    const up = await stack.up()
    expect(up.code).not.toBe(0)
    expect(said(up)).toContain('label set of acme/missing was not created')
    const errors = said(up).match(/^ {4}error: .*/gm) ?? []
    expect(errors.filter((line) => !/was not created|update failed/.test(line))).toEqual([])
  })
})

describe('components of fromYaml in a Node.js program', () => {
  const text = (module: string, projects: string) => `
const trueup = require('${module}')
const projects = ${projects}
new trueup.ProjectSettings('own', { project: 3, labels: { own: { color: 'red' } } })
exports.tokens = projects['acme/web'].tokens
`

  it('become components of the plugin without requests that change anything', async () => {
    const emulator = await startEmulator({ flavor: 'spec' })
    const stack = await PulumiStack.create({
      plugins,
      program: text('trueup', "trueup.fromYaml('data/*.yaml')"),
      config: { 'trueup:baseUrl': emulator.url },
      secretConfig: { 'trueup:token': 'emulator-owner', mirror: secrets[0]! },
    })
    try {
      await mkdir(join(stack.folder, 'data'))
      for (const [file, content] of Object.entries(files)) await stack.write(file, content)
      expectOk(await stack.up())
      emulator.clearRequests()
      await stack.setProgram(text('trueup/native', "new trueup.Projects('all', { files: ['data/*.yaml'] }).projects"))
      const { stdout } = expectOk(await stack.up())
      expect(stdout).toMatch(/\n {4}\+ 1 created\n {4}12 unchanged\n/)
      expect(emulator.requests()).toEqual([])
    } finally {
      await stack.close()
      await emulator.close()
    }
  })
})
