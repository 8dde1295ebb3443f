import type { Item } from '../../provider/components/items'
import { Problems } from '../../provider/components/problems'
import { definitionOf } from '../../provider/components/settings'
import { validateProjects } from '../../provider/components/validate-projects'
import { plainEntries } from '../../provider/components/yaml-tree'
import { check } from '../../provider/core/schema/check'
import type { Json } from '../../provider/core/schema/json'
import { setOf } from '../../provider/core/schema/set'
import { nameOfSetting } from '../../provider/core/schema/setting'
import { testNow } from '../support/emulator'
import { hostileNames, useExport } from '../support/export'
import { useWarmCli } from '../support/warm-cli'

jest.setTimeout(60_000)

const trueup = useWarmCli()
const exported = useExport()
const { emulator, file, files, imported, label, makeOneOfEach, run } = exported

const mirror = (project: number, path: string) =>
  emulator.post(`/projects/${project}/remote_mirrors`, { url: `https://backup.example.com/${path}.git`, enabled: true })

/** The inputs of each resource that `fromYaml` declares for the files, by its name. */
function declared(): Record<string, Json> {
  const problems = new Problems()
  const { projects, groups } = validateProjects(['projects/*.yaml'], exported.folder, problems)
  expect(problems.size > 0 ? problems.toString() : '').toBe('')
  const clock = () => new Date(testNow)
  const plain = ({ fields }: Item) => plainEntries(fields, () => undefined)
  return Object.fromEntries(
    [...projects, ...groups].flatMap(({ section: { parentKind, path }, settings }) => {
      const found = [
        ...[...settings.kinds].map(([name, { items }]) => {
          const args = Object.fromEntries([...items].map(([key, item]) => [key, plain(item)]))
          const set = setOf(definitionOf(parentKind, name))
          return { name, ...set.validate({}, { [parentKind]: path, items: args }, clock) }
        }),
        ...[...settings.singles].map(([name, item]) => {
          const definition = definitionOf(parentKind, name)
          return { name, ...check(definition, {}, { [parentKind]: path, ...plain(item) }, clock) }
        }),
      ]
      return found.map(({ name, inputs, failures }) => {
        expect(failures).toEqual([])
        return [nameOfSetting(path.toLowerCase(), name), inputs] as const
      })
    }),
  )
}

const ofComponents = () => imported().filter((one) => 'parent' in one)

/** The files must declare what the import stores. */
function expectToDeclareImports() {
  const stored = ofComponents().map(({ name, inputs: { __provider: _, ...inputs } }) => [name, inputs] as const)
  expect(stored.length).toBeGreaterThan(0)
  expect(declared()).toEqual(Object.fromEntries(stored))
}

it('writes the settings that projects share to their group, and the other resources to the program', async () => {
  await makeOneOfEach()
  for (const project of [1, 2, 3]) for (const name of ['idea', 'chore']) await label(project, name)
  for (const project of [1, 2]) await mirror(project, `${project}`)
  expect(await run('owner', '--group', 'acme', '--language', 'projects', '--depth', '1')).toMatchObject({ code: 0 })
  const rest = ['Pulumi.yaml', 'README.md', 'import.json', 'index.ts', 'package.json', 'projects/acme.yaml']
  expect(files()).toEqual(['.gitignore', ...rest, 'tsconfig.json'])
  expect(file('projects/acme.yaml'))
    .toBe(`# yaml-language-server: $schema=../node_modules/trueup/schema/projects.schema.json
# Exported from ${emulator.url} by trueup export.

groups:
  acme:
    labels:
      idea: { color: "#DC143C" }
      chore: { color: "#DC143C" }
projects:
  acme/api:
    remoteMirrors:
      backup.example.com: { url: https://backup.example.com/2.git, enabled: true }
  acme/platform/infra: {}
  acme/web:
    labels:
      bug: { color: "#DC143C", priority: 0 }
    freezePeriods:
      freeze-period-1: { freezeStart: "0 18 * * fri", freezeEnd: "0 7 * * mon", cronTimezone: Europe/Berlin }
    protectedEnvironments:
      production:
        deployAccessLevels:
          - accessLevel: maintainer
          - userId: 3
        approvalRules:
          - groupId: 12
            requiredApprovals: 2
    triggerTokens:
      nightly: { description: nightly }
      release: { description: release }
    remoteMirrors:
      backup.example.com 2: { url: https://backup.example.com/web.git, enabled: true }
      backup.example.com: { url: https://backup.example.com/1.git, enabled: true }
`)
  expect(file('index.ts')).toBe(`// Exported from ${emulator.url} by trueup export.
import * as trueup from 'trueup'

// The settings of the projects
trueup.fromYaml('projects/*.yaml')

const acme = 'acme'

// Group access tokens of acme
// Their values cannot be read. To rotate a token, change its expiresAt: the state then stores the new value.
new trueup.GroupAccessToken('acme deploy', {
  group: acme,
  name: 'deploy',
  scopes: ['read_api'],
  accessLevel: 'reporter',
  expiresAt: '2026-09-01',
})
`)
  expectToDeclareImports()
})

it('writes the variables of groups as settings of the groups, with the names of their values in the configuration', async () => {
  await label(1, 'bug')
  for (const [group, key] of [
    [10, 'TOKEN'],
    [10, 'REGION'],
    [11, 'TOKEN'],
  ] as const) {
    await emulator.post(`/groups/${group}/variables`, { key, value: 'opensesame' }, { as: 'owner' })
  }
  const args = ['--group', 'acme', '--recursive', '--language', 'projects', '--depth', '1']
  expect(await run('owner', ...args)).toMatchObject({ code: 0 })
  expect(file('projects/acme.yaml')).toContain(`
groupSettings:
  acme:
    variables:
      REGION: { key: REGION, value: { secret: acmeREGIONValue } }
      TOKEN: { key: TOKEN, value: { secret: acmeTOKENValue } }
  acme/platform:
    variables:
      TOKEN: { key: TOKEN, value: { secret: acmePlatformTOKENValue } }
`)
  expect(file('index.ts')).toContain("// The settings of the projects and groups\ntrueup.fromYaml('projects/*.yaml')")
  expect(file('README.md')).toContain('acmeTOKENValue')
  const ofGroups = imported().filter(({ name }) => !name.startsWith('acme/web'))
  expect(ofGroups).toEqual([
    { type: 'trueup:index:GroupSettings', component: true, name: 'acme' },
    { type: 'trueup:index:GroupSettings', component: true, name: 'acme/platform' },
    expect.objectContaining({ name: 'acme-variables', parent: 'acme' }),
    expect.objectContaining({ name: 'acme/platform-variables', parent: 'acme/platform' }),
  ])
})

it('writes what all projects of a group have in common once, also objects with default values only', async () => {
  for (const project of [1, 2]) {
    await emulator.post(`/projects/${project}/protected_tags`, { name: 'v*' })
    await emulator.post(`/projects/${project}/protected_branches`, { name: 'release/*' })
    for (const description of ['nightly', 'nightly'])
      await emulator.post(`/projects/${project}/triggers`, { description })
    await emulator.post(`/projects/${project}/hooks`, { url: `https://ci.example.com/${project}`, job_events: true })
  }
  expect(await run('maintainer', '--group', 'acme', '--language', 'projects', '--depth', '1')).toMatchObject({
    code: 0,
  })
  expect(file('projects/acme.yaml')).toContain(`
groups:
  acme:
    triggerTokens:
      nightly: { description: nightly, onConflict: create }
      nightly 2: { description: nightly, onConflict: create }
    hooks:
      ci.example.com: { jobEvents: true }
    protectedTags:
      v*: {}
    protectedBranches:
      release/*: {}
projects:
  acme/api:
    hooks:
      ci.example.com: { url: { secret: acmeApiCiExampleComUrl } }
  acme/web:
    hooks:
      ci.example.com: { url: { secret: acmeWebCiExampleComUrl } }
`)
})

it('writes the approval settings that most projects share to their group', async () => {
  for (const project of [1, 2]) {
    await emulator.post(`/projects/${project}/approvals`, { merge_requests_author_approval: true }, { as: 'owner' })
  }
  await emulator.post('/projects/2/approvals', { reset_approvals_on_push: false }, { as: 'owner' })
  expect(await run('owner', '--group', 'acme', '--language', 'projects', '--depth', '1')).toMatchObject({ code: 0 })
  expect(file('projects/acme.yaml')).toContain(`
groups:
  acme:
    approvalSettings:
      mergeRequestsAuthorApproval: true
projects:
  acme/api:
    approvalSettings:
      resetApprovalsOnPush: false
  acme/web: {}
`)
  expectToDeclareImports()
  expect(imported().map(({ name }) => name)).toEqual([
    'acme/api',
    'acme/web',
    'acme/api-approval-settings',
    'acme/web-approval-settings',
  ])
})

it('imports the components of the projects with their sets', async () => {
  for (const project of [1, 2]) await label(project, 'bug')
  expect(await run('owner', '--group', 'acme', '--language', 'projects', '--depth', '1')).toMatchObject({ code: 0 })
  const component = { type: 'trueup:index:ProjectSettings', component: true }
  const type = 'pulumi-nodejs:dynamic/trueup:LabelSet'
  expect(imported()).toEqual([
    { ...component, name: 'acme/api' },
    { ...component, name: 'acme/web' },
    expect.objectContaining({ type, name: 'acme/api-labels', parent: 'acme/api' }),
    expect.objectContaining({ type, name: 'acme/web-labels', parent: 'acme/web' }),
  ])
})

it('declares hostile names as they are, in files that trueup validate accepts', async () => {
  for (const name of hostileNames) for (const project of [1, 2]) await label(project, name)
  await label(2, 'null ', { description: 'a: "b"\n# c', priority: 1 })
  for (const description of [...hostileNames, 'nightly', 'nightly']) {
    await emulator.post('/projects/1/triggers', { description })
  }
  expect(await run('owner', '--group', 'acme', '--language', 'projects', '--depth', '1')).toMatchObject({ code: 0 })
  expectToDeclareImports()
  expect(file('projects/acme.yaml')).not.toMatch(/[\u2028\u2029\u202a-\u202e]/)
  const validate = trueup.in({ cwd: exported.folder })('validate', 'projects/*.yaml')
  expect({ code: await validate.ended, ...validate.output }).toMatchObject({ code: 0, stderr: '' })
})

it('writes a file for each top-level group, and the values that most of them share to the defaults', async () => {
  const state = emulator.state()
  const known = state.collections.projects!.records
  const like = known.find((one) => one.id === 1)
  for (const [id, path] of [
    [21, 'Ops/web'],
    [22, 'ops/api'],
  ] as const) {
    known.push(Object.assign({}, like, { id, name: path, path: path.slice(4), path_with_namespace: path }))
  }
  emulator.setState(state)
  for (const id of [1, 2, 21, 22]) for (const name of ['x', 'y']) await label(id, name, { description: name })
  await emulator.post('/projects/22/labels', { name: 'z', color: 'red' }, { as: 'root' })
  const args = ['--project', '1', '2', '21', '22', '--language', 'projects']
  expect(await run('root', ...args)).toMatchObject({ code: 0 })
  expect(files().filter((name) => name.startsWith('projects/'))).toEqual([
    'projects/acme.yaml',
    'projects/defaults.yaml',
    'projects/ops.yaml',
  ])
  expect(file('projects/defaults.yaml')).toContain(
    '\ndefaults:\n  labels:\n    x: { color: "#DC143C", description: x }\n',
  )
  expect(file('projects/acme.yaml')).toContain('\nprojects:\n  acme/api: {}\n  acme/web: {}\n')
  expectToDeclareImports()
})

it('writes no files of projects if no project has objects', async () => {
  expect(await run('owner', '--project', 'acme/web', '--language', 'projects')).toMatchObject({ code: 0 })
  expect(files().filter((name) => name.startsWith('projects/'))).toEqual([])
  expect(file('index.ts')).not.toContain('fromYaml')
})

it('writes a file for each group with projects', async () => {
  for (const project of [1, 2, 3]) for (const name of ['idea', 'chore']) await label(project, name)
  expect(await run('owner', '--group', 'acme', '--language', 'projects')).toMatchObject({ code: 0 })
  expect(files().filter((name) => name.startsWith('projects/'))).toEqual([
    'projects/acme-platform.yaml',
    'projects/acme.yaml',
  ])
  expect(file('projects/acme-platform.yaml')).toContain('\nprojects:\n  acme/platform/infra: ')
  expectToDeclareImports()
})

it('rejects --depth in other languages', async () => {
  expect(await run('owner', '--group', 'acme', '--depth', '2')).toMatchObject({
    code: 64,
    stderr: expect.stringContaining('--depth requires --language projects') as string,
  })
})
