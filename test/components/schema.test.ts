import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { schemaFile, schemaText } from '../../tools/docs/project-schema'
import { worldSchemaFile, worldSchemaText } from '../../tools/docs/world-schema'
import { expectUpToDate } from '../support/generated-file'
import { Program } from './support/program'

const program = new Program()
beforeEach(() => program.start())
afterAll(() => program.end())

const shipped = () => (existsSync(schemaFile) ? readFileSync(schemaFile, 'utf8') : '')
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(JSON.parse(shipped()) as object)

it('has a schema that matches the declarations (npm run docs writes it)', () => {
  expectUpToDate(schemaFile, schemaText())
  expectUpToDate(worldSchemaFile, worldSchemaText())
})

it('describes each property for editors', () => {
  const silent: string[] = []
  const inspect = (path: string, schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    for (const [name, property] of Object.entries((schema as { properties?: object }).properties ?? {})) {
      const { description } = property as { description?: string }
      if (!description) silent.push(`${path}.${name}`)
    }
    for (const [name, part] of Object.entries(schema)) inspect(`${path}.${name}`, part)
  }
  inspect('', JSON.parse(shipped()))
  expect(silent).toEqual([])
})

it('accepts the files of the example', () => {
  const folder = resolve(__dirname, '..', '..', 'examples', 'projects-as-data', 'projects')
  const files = readdirSync(folder)
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) {
    validate(parse(readFileSync(join(folder, file), 'utf8')))
    expect(validate.errors ?? []).toEqual([])
  }
})

const settings = (text: string) => `projects: { acme/web: { ${text} } }`

/** Files that both accept. */
const fine = [
  'defaults:\nprojects: { acme/web: }\nx-anything: [1]',
  'groups: { acme: { exclusive: true } }\nprojects: { acme/web: { labels: {} } }',
  settings('exclusive: { labels: true, triggerTokens: all-owners, remoteMirrors: null }'),
  settings('labels: { bug: { color: red, name: a bug, description: null, priority: 0 } }, onConflict: adopt'),
  settings('freezePeriods: { w: { freezeStart: 0 1 * * *, freezeEnd: 0 2 * * *, cronTimezone: null, adoptId: 3 } }'),
  settings(
    'protectedEnvironments: { p: { deployAccessLevels: [{ accessLevel: admin }, { userId: 3 }], approvalRules: [] } }',
  ),
  settings('triggerTokens: { n: { description: n, expiresAt: 2026-12-31 } }'),
  '$schema: node_modules/trueup/schema/projects.schema.json\nprojects: { acme/web: }',
  settings('approvalSettings: { mergeRequestsAuthorApproval: false, resetApprovalsOnPush: null }'),
  `defaults: { approvalSettings: { resetApprovalsOnPush: true } }\n${settings('approvalSettings: null')}`,
  settings('labels: {}, retainOnRemove: true'),
  settings('labels: {}, retainOnRemove: { labels: true, triggerTokens: null }'),
  settings('labels: null, formerly: acme/old').replace('projects', 'defaults: { labels: {} }\nprojects'),
  settings('formerly: [acme/old, Acme/Web, 10/20]'),
  settings(
    'remoteMirrors: { b: { url: "https://x.org/y", username: u, password: { env: HOME }, authMethod: password } }',
  ),
]

/** Files that both reject. */
const wrong = [
  settings('approvalSettings: { mergeRequestsAuthorApproval: 1 }'),
  settings('approvalSettings: { mergeRequestAuthorApproval: true }'),
  settings('approvalSettings: { onConflict: adopt }'),
  settings('approvalSettings: [mergeRequestsAuthorApproval]'),
  settings('exclusive: { approvalSettings: true }'),
  'groupSettings: { acme: { approvalSettings: {} } }',
  'just a text',
  'project: {}',
  'projects: [acme/web]',
  'projects: { web: }',
  settings('label: {}'),
  settings('formerly: 17'),
  settings('formerly: null'),
  settings('formerly: old'),
  settings('formerly: [acme/old, 17]'),
  settings('formerly: { acme/old: }'),
  'groups: { acme: { formerly: old/acme } }\nprojects: { acme/web: }',
  'defaults: { formerly: [acme/old] }\nprojects: { acme/web: }',
  settings('labels: []'),
  settings('labels: { "#1": { color: red } }'),
  settings('labels: { toString: { color: red } }'),
  settings('labels: { bug: red }'),
  settings('labels: { bug: { color: 1 } }'),
  settings('labels: { bug: { color: red, priority: -1 } }'),
  settings('labels: { bug: { color: red, project: acme/web } }'),
  settings('labels: { bug: { color: red, adoptId: 1 } }'),
  settings('labels: {}, exclusive: all-owners'),
  settings('labels: {}, exclusive: { label: true }'),
  settings('labels: {}, onConflict: take'),
  settings('onConflict: overwrite'),
  'defaults: { onConflict: overwrite }\nprojects: { acme/web: }',
  'groups: { other: { exclusive: { labels: 1 } } }\nprojects: { acme/web: }',
  settings('labels: {}, retainOnRemove: kept'),
  settings('retainOnRemove: { label: true }'),
  '$schema: 7\nprojects: { acme/web: }',
  settings('protectedEnvironments: { p: { deployAccessLevels: [] } }'),
  settings('protectedEnvironments: { p: { deployAccessLevels: [{ accessLevel: boss }] } }'),
  settings('protectedEnvironments: { p: { deployAccessLevels: [{ role: admin }] } }'),
  settings('remoteMirrors: { b: { url: "https://x.org/y", username: u, password: literal } }'),
  settings('remoteMirrors: { b: { url: "https://x.org/y", username: u, password: { secret: a, env: b } } }'),
  settings('remoteMirrors: { b: { url: "https://x.org/y", enabled: yes } }'),
]

it.each(fine)('accepts what fromYaml accepts: %s', async (text) => {
  validate(parse(text))
  expect(validate.errors ?? []).toEqual([])
  expect(Object.keys(await program.declared({ 'a.yaml': text }))).toEqual(['acme/web'])
})

it.each(wrong)('rejects what fromYaml rejects: %s', (text) => {
  expect(validate(parse(text))).toBe(false)
  expect(program.errors({ 'a.yaml': text }).length).toBeGreaterThan(1)
})
