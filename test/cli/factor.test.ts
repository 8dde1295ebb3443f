import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { stringify } from 'yaml'
import { factor, type ProjectItems, single } from '../../cli/export/factor'
import { Problems } from '../../provider/components/problems'
import { validateProjects } from '../../provider/components/validate-projects'
import { plainEntries } from '../../provider/components/yaml-tree'
import { times } from '../shared/test-run'

const folder = mkdtempSync(join(tmpdir(), 'trueup-factor-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What `fromYaml` reads from the sections. Null is the default of a field, so it counts as missing. */
function read(sections: object): Record<string, ProjectItems> {
  writeFileSync(join(folder, 'all.yaml'), stringify(sections, { aliasDuplicateObjects: false }))
  const problems = new Problems()
  const { projects, inheritance } = validateProjects(['all.yaml'], folder, problems)
  if (problems.size > 0) throw new Error(`${problems.toString()}\n${stringify(sections)}`)
  expect(inheritance.unused()).toEqual([])
  const itemsOf = (items: Parameters<typeof plainEntries>[0]) =>
    Object.fromEntries(Object.entries(plainEntries(items, () => 'secret')).filter(([, value]) => value !== null))
  return Object.fromEntries(
    projects.map(({ section, settings }) => [
      section.path,
      Object.fromEntries([
        ...[...settings.kinds].map(([kind, { items }]) => [
          kind,
          Object.fromEntries([...items].map(([key, { fields }]) => [key, itemsOf(fields)])),
        ]),
        ...[...settings.singles].map(([name, { fields }]) => [name, { [single]: itemsOf(fields) }]),
      ]),
    ]),
  )
}

const withoutNulls = (projects: Record<string, ProjectItems>) =>
  JSON.parse(JSON.stringify(projects), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== null))
      : value,
  ) as Record<string, ProjectItems>

const bug = { color: 'crimson', priority: 0 }
const chore = { color: 'grey' }

describe('factoring', () => {
  it('moves values that most projects share into their nearest common group', () => {
    const projects = {
      'acme/platform/infra': { labels: { bug, chore } },
      'acme/platform/tools': { labels: { bug, chore } },
      'acme/web': { labels: { bug: { ...bug, priority: 1 } } },
      'acme/api': { labels: { bug } },
    }
    expect(factor(projects)).toEqual({
      defaults: undefined,
      groups: { acme: { labels: { bug } }, 'acme/platform': { labels: { chore } } },
      projects: {
        'acme/platform/infra': {},
        'acme/platform/tools': {},
        'acme/web': { labels: { bug: { priority: 1 } } },
        'acme/api': {},
      },
    })
  })

  it('moves values that most groups share into the defaults', () => {
    const labels = { bug }
    const projects = { 'a/x': { labels }, 'a/y': { labels }, 'b/x': { labels }, 'B/y': { labels }, 'c/x': {} }
    expect(factor(projects)).toEqual({
      defaults: { labels },
      groups: { c: { labels: null } },
      projects: { 'a/x': {}, 'a/y': {}, 'b/x': {}, 'B/y': {}, 'c/x': {} },
    })
  })

  it('removes inherited items, fields and settings with null', () => {
    const projects = {
      'acme/a': { labels: { bug, chore } },
      'acme/b': { labels: { bug, chore } },
      'acme/c': { labels: { bug, chore } },
      'acme/d': { labels: { bug: { color: 'crimson' } } },
      'acme/e': {},
    }
    expect(factor(projects)).toEqual({
      defaults: undefined,
      groups: { acme: { labels: { bug, chore } } },
      projects: {
        'acme/a': {},
        'acme/b': {},
        'acme/c': {},
        'acme/d': { labels: { chore: null, bug: { priority: null } } },
        'acme/e': { labels: null },
      },
    })
  })

  it('moves items without fields that most projects have into the defaults', () => {
    const protectedBranches = { 'release/*': {}, main: {} }
    const projects = {
      'a/x': { protectedBranches, protectedTags: { 'v*': {} } },
      'a/y': { protectedBranches, protectedTags: { 'v*': { allowedToCreate: [{ userId: 3 }] } } },
      'b/x': {
        protectedBranches: { ...protectedBranches, main: { allowForcePush: true } },
        protectedTags: { 'v*': {} },
      },
      'b/y': { protectedBranches: { main: {} }, protectedTags: { 'v*': {} } },
      'c/x': { protectedBranches, protectedTags: { 'v*': {} } },
    }
    expect(factor(projects)).toEqual({
      defaults: { protectedBranches, protectedTags: { 'v*': {} } },
      groups: {},
      projects: {
        'a/x': {},
        'a/y': { protectedTags: { 'v*': { allowedToCreate: [{ userId: 3 }] } } },
        'b/x': { protectedBranches: { main: { allowForcePush: true } } },
        'b/y': { protectedBranches: { 'release/*': null } },
        'c/x': {},
      },
    })
  })

  it('shares the fields of items that differ in others', () => {
    const url = (path: string) => `https://backup.example.com/${path}.git`
    const mirrors = (path: string) => ({ remoteMirrors: { backup: { url: url(path), enabled: true } } })
    expect(factor({ 'a/x': mirrors('x'), 'a/y': mirrors('y') })).toEqual({
      defaults: undefined,
      groups: { a: { remoteMirrors: { backup: { enabled: true } } } },
      projects: {
        'a/x': { remoteMirrors: { backup: { url: url('x') } } },
        'a/y': { remoteMirrors: { backup: { url: url('y') } } },
      },
    })
  })

  it('shares the arguments of an object that each project has once', () => {
    const approvalSettings = (values: Record<string, boolean>) => ({ approvalSettings: { [single]: values } })
    const usual = { mergeRequestsAuthorApproval: true, resetApprovalsOnPush: false }
    const projects = {
      'a/v': approvalSettings(usual),
      'a/w': approvalSettings(usual),
      'a/x': approvalSettings({ ...usual, requireReauthenticationToApprove: true }),
      'a/y': approvalSettings({ resetApprovalsOnPush: false }),
      'a/z': {},
    }
    expect(factor(projects)).toEqual({
      defaults: undefined,
      groups: { a: { approvalSettings: usual } },
      projects: {
        'a/v': {},
        'a/w': {},
        'a/x': { approvalSettings: { requireReauthenticationToApprove: true } },
        'a/y': { approvalSettings: { mergeRequestsAuthorApproval: null } },
        'a/z': { approvalSettings: null },
      },
    })
  })

  it('keeps values at the projects unless that needs fewer lines', () => {
    const projects = {
      'a/x': { labels: { bug } },
      'a/y': { labels: {} },
      'b/z': { labels: { bug } },
      c: { triggerTokens: { nightly: { description: 'nightly' } } },
    }
    const { c: _, ...all } = projects
    expect(factor(all)).toEqual({ defaults: undefined, groups: {}, projects: all })
  })
})

const field = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const key = fc.constantFrom('bug', 'chore', 'idea', '10', 'constructor', 'a: b', '<', '~')
const labels = fc.dictionary(
  key,
  fc.record({
    color: fc.constantFrom('#DC143C', 'grey', 'red'),
    description: field(fc.constantFrom('', 'null', '# no', 'a\nb')),
    priority: field(fc.integer({ min: 0, max: 2 })),
  }),
)
const environments = fc.dictionary(
  key,
  fc.record({
    deployAccessLevels: fc.constantFrom([{ accessLevel: 'maintainer' }], [{ userId: 3 }, { groupId: 4 }]),
    requiredApprovalCount: field(fc.integer({ min: 0, max: 1 })),
  }),
)
const tags = fc.dictionary(
  key,
  fc.record({ allowedToCreate: field(fc.constant([{ userId: 3 }])) }, { requiredKeys: [] }),
)
const approvals = fc
  .record(
    {
      resetApprovalsOnPush: fc.constant(false),
      mergeRequestsAuthorApproval: fc.boolean(),
      requireReauthenticationToApprove: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .filter((values) => Object.keys(values).length > 0)
  .map((values) => ({ [single]: values }))
const settings = fc.record(
  { labels, protectedTags: tags, protectedEnvironments: environments, approvalSettings: approvals },
  { requiredKeys: [] },
)
const paths = fc.uniqueArray(
  fc
    .array(fc.constantFrom('a', 'B', 'c-d'), { minLength: 2, maxLength: 4 })
    .map((groups) => [...groups, 'x'].join('/')),
  { selector: (path) => path.toLowerCase(), maxLength: 12 },
)
const estates = paths.chain((all) =>
  fc
    .array(settings, { minLength: all.length, maxLength: all.length })
    .map((own) => Object.fromEntries(all.map((path, at) => [path, own[at]!]))),
)

it('declares the same after factoring, for all projects', () => {
  fc.assert(
    fc.property(estates, (projects) => {
      fc.pre(Object.keys(projects).length > 0)
      const { defaults, groups, projects: own } = factor(projects)
      const sections = { ...(defaults && { defaults }), groups, projects: own }
      expect(read(sections)).toEqual(withoutNulls(projects))
    }),
    { seed: jest.getSeed(), numRuns: times(50, 3_000) },
  )
})
