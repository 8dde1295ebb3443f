import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DriftReport, Finding } from '../../cli/drift/finding'
import { ProgramLines } from '../../cli/drift/program-lines'
import { positionIn } from '../../cli/stacks/position'
import type { StackResource } from '../../cli/stacks/stack'
import { finding } from '../support/drift-report'
import { testNow, useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useFakeStacks } from '../support/fake-stacks'
import { useWarmCli } from '../support/warm-cli'

describe('the position of a resource in the state', () => {
  it.each([
    ['the frame in the program', ['project:///node_modules/trueup/dist/label.js#84,1', 'project:///index.ts#2,1']],
    ['a frame without a column', ['project:///index.ts#2']],
    ['the innermost of two', ['project:///index.ts#2,1', 'project:///lib/other.ts#9,1']],
    ['a frame after one without a position', [undefined, 'project:///index.ts#2,1']],
    ['a frame after a linked package', ['project:///../trueup/dist/label.js#84,1', 'project:///index.ts#2,1']],
    [
      'a frame after a package in a virtual environment',
      ['project:///venv/lib/python3.12/site-packages/a.py#3', 'project:///index.ts#2'],
    ],
  ])('takes %s', (_, frames) => {
    expect(positionIn(frames)).toEqual({ file: 'index.ts', line: 2 })
  })

  it('decodes the path of the file', () => {
    expect(positionIn(['project:///lib/x%20y.js#8,1'])).toEqual({ file: 'lib/x y.js', line: 8 })
  })

  it.each([
    'project:///../../github.com/pulumi/pulumi-yaml@v1.38.3/pkg/pulumiyaml/run.go#1026',
    'project:///a/%2E%2E/%2E%2E/secret#1',
    'project:///a%5C..%5C..%5Csecret#1',
    'project:////etc/passwd#1',
    'project:///C:/windows#1',
    'project:///100%#1',
    'project:///index.ts#0',
    'project:///index.ts',
    'file:///index.ts#1',
  ])('does not take %s', (frame) => {
    expect(positionIn([frame])).toBeUndefined()
  })
})

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trueup-drift-lines-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

const urnOf = (name: string) => `urn:pulumi:prod::shop::type::${name}`

const resource = (name: string, given: Partial<StackResource> = {}): StackResource => ({
  urn: urnOf(name),
  type: 'type',
  inputs: {},
  outputs: {},
  secretInputs: new Set(),
  ignoreChanges: [],
  ...given,
})

/** A set and the component of its group. */
const ofGroup = (group: string) => [
  resource('settings', { type: 'trueup:index:GroupSettings', urn: urnOf(group.toLowerCase()) }),
  resource('set', { inputs: { group }, parent: urnOf(group.toLowerCase()) }),
]

/** A set and the component of its project. */
const ofComponent = (component: string, project: string, given: Partial<StackResource> = {}) => [
  resource(component, { type: 'trueup:index:ProjectSettings' }),
  resource('set', { inputs: { project }, parent: urnOf(component), ...given }),
]

const located = (resources: StackResource[], given: Partial<Finding> = {}) =>
  new ProgramLines(folder, 'config/Pulumi.yaml', [{ name: 'prod', resources, config: {}, pending: [] }]).locate(
    finding(1, { urn: resources.at(-1)!.urn, ...given }),
  ).location

describe('the line of a finding', () => {
  it('stays unknown if a file of the program no longer exists', () => {
    const single = resource('bug', { position: { file: 'lib/labels.ts', line: 4 } })
    expect(located([single])).toBeUndefined()
    write('lib/labels.ts', '')
    expect(located([single])).toEqual({ file: 'config/lib/labels.ts', line: 4 })
  })

  it('stays unknown for an object that no resource declares', () => {
    const of = new ProgramLines(folder, 'Pulumi.yaml', [])
    expect(of.locate(finding(1, { difference: 'unmanaged' })).location).toBeUndefined()
  })

  describe('in the files of projects', () => {
    const files = () => {
      write(
        'projects/acme.yaml',
        [
          'groups:',
          '  acme:',
          '    labels:',
          '      shared: { color: red }',
          '  Acme/Team:',
          '    labels: { near: { color: red } }',
          'projects:',
          '  acme/web:',
          '    labels:',
          '      bug: { color: red }',
          '      shared: { priority: 1 }',
          '  acme/Team/api: {}',
          'groupSettings:',
          '  acme:',
          '    variables:',
          '      region: { key: REGION, value: eu }',
        ].join('\n'),
      )
      write('projects/defaults.yml', 'defaults: { labels: { chore: { color: grey }, near: { color: grey } } }')
    }
    const position = { file: 'index.ts', line: 3 }
    const web = () => ofComponent('acme/web', 'acme/web', { position })
    const api = () => ofComponent('acme/team/api', 'Acme/team/api', { position })

    beforeEach(() => {
      files()
      write('index.ts', '')
    })

    it.each([
      ['the item of the project', web(), 'bug', 'acme.yaml', 10],
      ['the item of the project that overrides the one of its group', web(), 'shared', 'acme.yaml', 11],
      ['the item of the nearest group, in any case', api(), 'near', 'acme.yaml', 6],
      ['the item of an outer group', api(), 'shared', 'acme.yaml', 4],
      ['the item of the defaults', web(), 'chore', 'defaults.yml', 1],
      ['the setting of the project for an unmanaged object', web(), '#17', 'acme.yaml', 9],
      ['the setting of the project for the whole set', web(), undefined, 'acme.yaml', 9],
      ['the project if it has no such setting', api(), '#17', 'acme.yaml', 12],
    ])('points to %s', (_, resources, item, file, line) => {
      expect(located(resources, { ...(item !== undefined && { item }) })).toEqual({
        file: `config/projects/${file}`,
        line,
      })
    })

    it.each([
      ['the item', 'region', 16],
      ['the setting for an unmanaged object', '#17', 15],
    ])('points to %s of the settings of a group', (_, item, line) => {
      expect(located(ofGroup('Acme'), { kind: 'group-variable', item })).toEqual({
        file: 'config/projects/acme.yaml',
        line,
      })
    })

    it.each([
      ['the project', 'mergeRequestsAuthorApproval', 4],
      ['its group', 'resetApprovalsOnPush', 6],
    ])('points to the argument of an object that each project has once in the section of %s', (_, path, line) => {
      const text = [
        'projects:',
        '  ops/web:',
        '    approvalSettings:',
        '      mergeRequestsAuthorApproval: false',
        'groups:',
        '  ops: { approvalSettings: { resetApprovalsOnPush: true } }',
      ]
      write('projects/ops.yaml', text.join('\n'))
      const properties = [{ path, declared: true, live: false }]
      expect(located(ofComponent('ops/web', 'ops/web'), { kind: 'approval-settings', properties })).toEqual({
        file: 'config/projects/ops.yaml',
        line,
      })
    })

    it('points to the program if two files declare the project', () => {
      write('drafts.yaml', 'projects: { Acme/Web: {} }')
      expect(located(web(), { item: 'bug' })).toEqual({ file: 'config/index.ts', line: 3 })
    })

    it('points to the program if a component has another name than its project', () => {
      expect(located(ofComponent('web', 'acme/web', { position }))).toEqual({ file: 'config/index.ts', line: 3 })
    })

    it.each([
      ['invalid', 'projects: { acme/ops: {'],
      ['a file with other keys', 'projects: { acme/ops: {} }\nservices: {}'],
      ['a list', '- projects: { acme/ops: {} }'],
      ['empty', ''],
    ])('ignores a file that is %s', (_, text) => {
      write('other.yaml', text)
      expect(located(ofComponent('acme/ops', 'acme/ops'))).toBeUndefined()
      expect(located(web(), { item: 'bug' })).toMatchObject({ line: 10 })
    })

    it('ignores files of packages', () => {
      write('node_modules/x/drafts.yaml', 'projects: { Acme/Web: {} }')
      expect(located(web(), { item: 'bug' })).toMatchObject({ line: 10 })
    })
  })

  describe('in a program in YAML', () => {
    beforeEach(() =>
      write(
        'Pulumi.yaml',
        [
          'name: shop',
          'runtime: yaml',
          'resources:',
          '  bug:',
          '    type: trueup:Label',
          '  areas:',
          '    type: trueup:LabelSet',
          '    properties:',
          '      items:',
          '        ui: { color: "#111111" }',
          '  settings:',
          '    type: trueup:ProjectSettings',
          '    properties:',
          '      labels:',
          '        docs: { color: "${color}" }',
          '      approvalSettings:',
          '        resetApprovalsOnPush: true',
        ].join('\n'),
      ),
    )

    it.each([
      ['a resource', [resource('bug')], undefined, 4],
      ['an item of a set', [resource('areas')], 'ui', 10],
      ['the items for an unmanaged object', [resource('areas')], '#17', 9],
      ['an item of a component', ofComponent('settings', 'acme/web'), 'docs', 15],
      ['the setting of a component', ofComponent('settings', 'acme/web'), undefined, 14],
    ])('points to %s', (_, resources, item, line) => {
      expect(located(resources, { ...(item !== undefined && { item }) })).toEqual({ file: 'config/Pulumi.yaml', line })
    })

    it('points to the argument of an object that each project has once', () => {
      const properties = [{ path: 'resetApprovalsOnPush', declared: true, live: false }]
      const given = { kind: 'approval-settings', properties }
      expect(located(ofComponent('settings', 'acme/web'), given)).toEqual({ file: 'config/Pulumi.yaml', line: 17 })
    })

    it('stays unknown for a resource that the program does not contain', () => {
      expect(located([resource('chore')])).toBeUndefined()
    })
  })
})

describe('a report of trueup drift', () => {
  const emulator = useEmulator()
  const stacks = useFakeStacks()
  const cli = useWarmCli()

  it('contains the lines that the state names, and the same fingerprints as without them', async () => {
    const engine = new Engine('label', { url: emulator.url, token: 'emulator-owner' })
    await engine.up({ project: 'acme/web', name: 'bug', color: 'red' })
    const { id, inputs, outputs } = engine.state!
    await emulator.put('/projects/1/labels/bug', { color: '#222222' })
    const label = { kind: 'label', name: 'bug', id, inputs, outputs }
    const stackTrace = [{ sourcePosition: 'project:///node_modules/trueup/dist/label.js#84,1' }, {}]
    const program = { sourcePosition: 'project:///index.js#5,1' }
    const state = { ...stackTrace[0], stackTrace: [...stackTrace, program] }
    writeFileSync(join(stacks.folder, 'index.js'), '')
    const env = { PATH: stacks.path, TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' }
    const findingIn = async () => {
      const run = cli.in({ cwd: stacks.folder, env: { ...env, TRUEUP_TEST_NOW: testNow } })
      const { ended, output } = run('drift', '--format', 'json')
      expect(await ended).toBe(2)
      return (JSON.parse(output.stdout) as DriftReport).findings[0]!
    }
    stacks.add('test', [label])
    const without = await findingIn()
    expect(without.location).toBeUndefined()
    stacks.add('test', [{ ...label, state }])
    expect(await findingIn()).toEqual({ ...without, location: { file: 'index.js', line: 5 } })
    expect(without.webUrl).toBe(`${emulator.url}/acme/web/-/labels?search=bug`)
  })
})
