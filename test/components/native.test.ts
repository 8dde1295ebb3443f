import { classNameOf } from '../../provider/core/schema/provider-text'
import { resourceKinds } from '../../provider/kinds'
import * as trueup from '../../provider/native'
import { isSecret, valueOf } from '../support/output'
import { Program } from './support/program'

const program = new Program()
beforeEach(() => program.start())
afterAll(() => program.end())

const files = {
  'a.yaml': `
    defaults: { labels: { bug: { color: crimson } } }
    projects:
      acme/Web: { triggerTokens: { nightly: { description: nightly } } }
      acme/api: { labels: null }
  `,
}

const registered = () => program.registered.map(({ type, name }) => `${type}::${name}`).sort()

it('has a class of the plugin for each kind', () => {
  const classes = trueup as unknown as Record<string, new (name: string, args: object) => { __pulumiType: string }>
  for (const name of resourceKinds.map(classNameOf)) {
    const args = name.endsWith('Set') ? { project: 1, items: {} } : {}
    expect(new classes[name]!('one', args).__pulumiType).toBe(`trueup:index:${name}`)
  }
})

it('creates sets of the plugin for ProjectSettings', async () => {
  const settings = new trueup.ProjectSettings('web', { project: 1, labels: {}, triggerTokens: {} })
  expect(settings).toBeInstanceOf(trueup.ProjectSettings)
  expect(await valueOf(settings.labels!.urn)).toContain(
    'trueup:index:ProjectSettings$trueup:index:LabelSet::web-labels',
  )
  expect(await valueOf(settings.tokens)).toEqual({ nightly: 'a-token-of-the-service' })
  expect(await isSecret(settings.tokens)).toBe(true)
  expect(registered()).toEqual([
    'trueup:index:LabelSet::web-labels',
    'trueup:index:ProjectSettings::web',
    'trueup:index:TriggerTokenSet::web-trigger-tokens',
  ])
})

it('creates a resource of the plugin for an object that each project has once', async () => {
  const settings = new trueup.ProjectSettings('web', { project: 1, approvalSettings: { resetApprovalsOnPush: true } })
  expect(await valueOf(settings.approvalSettings!.urn)).toContain(
    'trueup:index:ProjectSettings$trueup:index:ApprovalSettings::web-approval-settings',
  )
})

it('creates sets of the plugin for GroupSettings', async () => {
  const settings = new trueup.GroupSettings('acme', { group: 'acme', variables: {} })
  expect(settings).toBeInstanceOf(trueup.GroupSettings)
  expect(await valueOf(settings.variables!.urn)).toContain(
    'trueup:index:GroupSettings$trueup:index:GroupVariableSet::acme-variables',
  )
  expect(registered()).toEqual(['trueup:index:GroupSettings::acme', 'trueup:index:GroupVariableSet::acme-variables'])
})

it('creates components of the plugin for fromYaml', async () => {
  program.write(files)
  const projects = trueup.fromYaml('*.yaml', { cwd: program.folder })
  expect(Object.keys(projects)).toEqual(['acme/Web', 'acme/api'])
  await valueOf(projects['acme/web']!.labels!.urn)
  expect(await valueOf(projects['acme/Web']!.tokens)).toEqual({ nightly: 'a-token-of-the-service' })
  expect(registered()).toEqual([
    'trueup:index:LabelSet::acme/web-labels',
    'trueup:index:ProjectSettings::acme/api',
    'trueup:index:ProjectSettings::acme/web',
    'trueup:index:TriggerTokenSet::acme/web-trigger-tokens',
  ])
})

it('creates the projects of files below Projects', async () => {
  program.write(files)
  const { projects } = new trueup.Projects('all', { files: ['*.yaml'], folder: program.folder })
  expect(Object.keys(projects)).toEqual(['acme/Web', 'acme/api'])
  expect(await valueOf(projects['acme/api']!.project)).toBe('acme/api')
  await valueOf(projects['acme/web']!.tokens)
  // Mocks receive the parent only in the URN of the child.
  expect(await valueOf(projects['acme/web']!.urn)).toContain('trueup:index:Projects$trueup:index:ProjectSettings')
  expect(registered()).toContain('trueup:index:Projects::all')
})

it('registers no resource of Projects if a file is invalid', () => {
  program.write({ 'a.yaml': 'projects: { acme/web: { label: {} } }' })
  expect(() => new trueup.Projects('all', { files: ['*.yaml'], folder: program.folder })).toThrow(
    "The projects' files have 1 error, so no project is declared:",
  )
  expect(registered()).toEqual([])
})
