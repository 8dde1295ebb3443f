import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, said, type StackOptions } from '../support/pulumi'

jest.setTimeout(300_000)

const dynamic = `
const trueup = require('trueup')
const web = new trueup.Project('web', {
  project: 'acme/fresh', create: true, initializeWithReadme: true, visibility: 'private', mergeMethod: 'ff',
})
const project = web.id
new trueup.Label('bug', { project, name: 'bug', color: 'crimson' })
new trueup.ProjectVariable('stage', { project, key: 'STAGE', value: 'production' })
new trueup.ProjectHook('chat', { project, url: 'https://chat.example.com/secret-path' })
new trueup.ProjectMember('developer', { project, user: 'outsider', accessLevel: 'developer' })
new trueup.ProtectedTagSet('tags', { project, items: { 'v*': {} } })
`
const yaml = `
resources:
  web:
    type: trueup:Project
    properties:
      project: acme/fresh
      create: true
      initializeWithReadme: true
      visibility: private
      mergeMethod: ff
  bug:
    type: trueup:Label
    properties: { project: "\${web.id}", name: bug, color: crimson }
  stage:
    type: trueup:ProjectVariable
    properties: { project: "\${web.id}", key: STAGE, value: production }
  chat:
    type: trueup:ProjectHook
    properties: { project: "\${web.id}", url: https://chat.example.com/secret-path }
  developer:
    type: trueup:ProjectMember
    properties: { project: "\${web.id}", user: outsider, accessLevel: developer }
  tags:
    type: trueup:ProtectedTagSet
    properties: { project: "\${web.id}", items: { "v*": {} } }
`

const component = `
const trueup = require('trueup')
new trueup.ProjectSettings('new', {
  project: 'acme/fresh',
  settings: { create: true, initializeWithReadme: true, visibility: 'private', mergeMethod: 'ff' },
  labels: { bug: { color: 'crimson' } },
  variables: { STAGE: { key: 'STAGE', value: 'production' } },
  hooks: { chat: { url: 'https://chat.example.com/secret-path' } },
  protectedTags: { 'v*': {} },
})
`
const yamlComponent = `
resources:
  new:
    type: trueup:ProjectSettings
    properties:
      project: acme/fresh
      settings: { create: true, initializeWithReadme: true, visibility: private, mergeMethod: ff }
      labels: { bug: { color: crimson } }
      variables: { STAGE: { key: STAGE, value: production } }
      hooks: { chat: { url: https://chat.example.com/secret-path } }
      protectedTags: { "v*": {} }
`

const fronts: [string, Partial<StackOptions> & Pick<StackOptions, 'program'>][] = [
  ['dynamic resources', { program: dynamic }],
  ['YAML with the plugin', { program: yaml, language: 'yaml', plugins }],
  ['a component', { program: component }],
  ['a component in YAML with the plugin', { program: yamlComponent, language: 'yaml', plugins }],
]

describe.each(fronts)('a new project in one update, with %s', (_, options) => {
  let emulator: Emulator
  let stack: PulumiStack
  let api: Client

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'gitlab', tier: 'premium' })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    stack = await PulumiStack.create({
      ...options,
      config: { 'trueup:baseUrl': emulator.url },
      secretConfig: { 'trueup:token': 'emulator-owner' },
    })
  })
  afterAll(async () => {
    await stack?.close()
    await api?.close()
    await emulator?.close()
  })

  const resources = async () => (await stack.export()).deployment.resources ?? []

  it('shows in the preview what it creates, and sends no write', async () => {
    const { stdout } = expectOk(await stack.preview())
    expect(stdout).toMatch(/7 to create|\+ 7/)
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('creates the project, and everything in it', async () => {
    expectOk(await stack.up())
    const project = await api.projects.get('acme/fresh')
    expect(project).toMatchObject({ visibility: 'private', merge_method: 'ff', default_branch: 'main' })
    expect((await api.labels.list(project.id).all()).map(({ name }) => name)).toEqual(['bug'])
    expect((await api.projectVariables.list(project.id).all()).map(({ key }) => key)).toEqual(['STAGE'])
    expect((await api.projectHooks.list(project.id).all()).map(({ url }) => url)).toHaveLength(1)
    expect((await api.protectedTags.list(project.id).all()).map(({ name }) => name)).toEqual(['v*'])
    const web = (await resources()).find(({ type }) => /trueup:(index:)?Project$/.test(type))
    expect(web?.id).toBe(String(project.id))
  })

  it('has no change and no drift afterwards', async () => {
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('contains neither the token of the runners nor the URL of the hook in its state', async () => {
    const project = await api.projects.get('acme/fresh')
    expect(project.runners_token).toMatch(/GR1348941LAB/)
    expect(JSON.stringify(await stack.export())).not.toMatch(/GR1348941LAB|secret-path/)
  })

  it('keeps the project when the stack is destroyed, with a warning', async () => {
    const { stdout } = expectOk(await stack.destroy())
    expect(stdout).toMatch(/project acme\/fresh \(id \d+\) is kept: it is protected against deletion/)
    const project = await api.projects.get('acme/fresh')
    expect(project.marked_for_deletion_on).toBeNull()
    expect(await api.labels.list(project.id).all()).toEqual([])
  })
})

const file = `
groupSettings:
  acme/tools/deep: { settings: { create: true, visibility: private } }
  acme/tools: { settings: { create: true, visibility: private } }
projects:
  acme/tools/deep/cli:
    settings: { create: true, visibility: private }
    labels: { bug: { color: crimson } }
`
const filesFronts: typeof fronts = [
  ['fromYaml', { program: "require('trueup').fromYaml('all.yaml')" }],
  [
    'Projects of the plugin',
    {
      program: `
resources:
  all: { type: "trueup:Projects", properties: { files: [all.yaml] } }
`,
      language: 'yaml',
      plugins,
    },
  ],
]

describe.each(filesFronts)('a new group and a project in it from one file, with %s', (_, options) => {
  it('creates both in one update, and the preview warns of nothing', async () => {
    const emulator = await startEmulator({ flavor: 'gitlab', tier: 'premium' })
    const stack = await PulumiStack.create({
      ...options,
      config: { 'trueup:baseUrl': emulator.url },
      secretConfig: { 'trueup:token': 'emulator-owner' },
    })
    try {
      await stack.write('all.yaml', file)
      expect(said(expectOk(await stack.preview()))).not.toMatch(/would fail/)
      expectOk(await stack.up())
      expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    } finally {
      await stack.close()
      await emulator.close()
    }
  })
})
