import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { plugins } from '../support/plugin'
import { costly } from '../support/program-fronts'
import { expectOk, PulumiStack, type StackOptions } from '../support/pulumi'

jest.setTimeout(240_000)

interface Program {
  description: string
  path: string
  group: string
  token: string
  color: string
}
const first: Program = { description: 'A shop', path: 'web', group: 'platform', token: 'nightly', color: '#FFFFFF' }

const javascript =
  (from: string) =>
  ({ description, path, group, token, color }: Program) => `
const trueup = require('${from}')
const { interpolate } = require('@pulumi/pulumi')
const group = new trueup.Group('group', { group: 'acme/platform', description: '${description}', path: '${group}' })
const inGroup = new trueup.Project('inGroup', { project: interpolate\`\${group.fullPath}/infra\`, topics: [] })
const below = new trueup.Label('below', { project: inGroup.pathWithNamespace, name: 'below', color: 'red' })
const project = new trueup.Project('project', { project: 'acme/web', description: '${description}', path: '${path}' })
const byId = new trueup.Label('byId', { project: project.projectId, name: 'one', color: 'red' })
const byPath = new trueup.Label('byPath', { project: project.pathWithNamespace, name: 'two', color: 'red' }, { protect: true })
const freeze = new trueup.FreezePeriod('freeze', { project: project.projectId, freezeStart: '0 1 * * *', freezeEnd: '0 2 * * *' })
const token = new trueup.TriggerToken('token', { project: project.projectId, description: '${token}' })
const secret = new trueup.ProjectVariable('secret', { project: project.projectId, key: 'TRIGGER', value: token.token })
const label = new trueup.Label('label', { project: project.projectId, name: 'three', color: '${color}' })
const text = new trueup.ProjectVariable('text', { project: 'acme/api', key: 'TEXT_COLOR', value: label.textColor })
exports.url = project.webUrl
exports.hidden = token.token
`

const yaml = ({ description, path, group, token, color }: Program) => {
  const resources = {
    group: { type: 'trueup:Group', properties: { group: 'acme/platform', description, path: group } },
    inGroup: { type: 'trueup:Project', properties: { project: '${group.fullPath}/infra', topics: [] } },
    below: {
      type: 'trueup:Label',
      properties: { project: '${inGroup.pathWithNamespace}', name: 'below', color: 'red' },
    },
    project: { type: 'trueup:Project', properties: { project: 'acme/web', description, path } },
    byId: { type: 'trueup:Label', properties: { project: '${project.projectId}', name: 'one', color: 'red' } },
    byPath: {
      type: 'trueup:Label',
      properties: { project: '${project.pathWithNamespace}', name: 'two', color: 'red' },
      options: { protect: true },
    },
    freeze: {
      type: 'trueup:FreezePeriod',
      properties: { project: '${project.projectId}', freezeStart: '0 1 * * *', freezeEnd: '0 2 * * *' },
    },
    token: { type: 'trueup:TriggerToken', properties: { project: '${project.projectId}', description: token } },
    secret: {
      type: 'trueup:ProjectVariable',
      properties: { project: '${project.projectId}', key: 'TRIGGER', value: '${token.token}' },
    },
    label: { type: 'trueup:Label', properties: { project: '${project.projectId}', name: 'three', color } },
    text: {
      type: 'trueup:ProjectVariable',
      properties: { project: 'acme/api', key: 'TEXT_COLOR', value: '${label.textColor}' },
    },
  }
  const outputs = { url: '${project.webUrl}', hidden: '${token.token}' }
  return `resources: ${JSON.stringify(resources)}\noutputs: ${JSON.stringify(outputs)}\n`
}

const fronts: [front: string, programOf: (program: Program) => string, options: Partial<StackOptions>][] = [
  ['a program in JavaScript', javascript('trueup'), {}],
  ['a program in JavaScript with the plugin', javascript('trueup/native'), { plugins }],
  ['a program in YAML with the plugin', yaml, { language: 'yaml', plugins }],
]

describe.each(costly(fronts))('the preview of an update of %s', (_, programOf, options) => {
  let emulator: Emulator
  let stack: PulumiStack

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'gitlab' })
    stack = await PulumiStack.create({
      program: programOf(first),
      ...options,
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' },
    })
    expectOk(await stack.up())
  })
  afterAll(async () => {
    await stack?.close()
    await emulator?.close()
  })

  /** The resources that a preview changes, with the operations. */
  const changes = async () => {
    const { json } = expectOk(await stack.preview({ json: true }))
    const { steps } = json as unknown as { steps: { op: string; urn: string }[] }
    const changed = steps.filter(({ op }) => op !== 'same')
    return Object.fromEntries(changed.map(({ op, urn }) => [urn.split('::').at(-1), op]))
  }
  const triggers = async () => {
    const url = `${emulator.url}/api/v4/projects/1/triggers`
    const response = await fetch(url, { headers: { 'PRIVATE-TOKEN': 'emulator-owner' } })
    return (await response.json()) as { token: string }[]
  }
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET').length
  /** Previews and updates. Returns what the preview shows. */
  const updated = async (program: Program) => {
    await stack.setProgram(programOf(program))
    const steps = await changes()
    emulator.clearRequests()
    expectOk(await stack.up())
    return steps
  }

  it('shows no change of what only uses outputs that stay', async () => {
    const steps = await updated({ ...first, description: 'The shop', token: 'weekly' })
    expect(steps).toEqual({ group: 'update', project: 'update', token: 'update' })
    expect(writes()).toBe(3)
  })

  it('shows no secret, and leaves nothing of its own in the state and in a plan', async () => {
    await stack.setProgram(programOf({ ...first, description: 'The shop', token: 'monthly' }))
    const preview = expectOk(await stack.run('preview', '--diff', '--json', '--save-plan', 'plan.json'))
    const { token } = (await triggers())[0]!
    const plan = await readFile(join(stack.folder, 'plan.json'), 'utf8')
    for (const text of [preview.stdout, preview.stderr, plan]) expect(text).not.toContain(token)
    emulator.clearRequests()
    expectOk(await stack.run('up', '--yes', '--skip-preview', '--plan', 'plan.json'))
    expect(writes()).toBe(1)
    const { stdout } = expectOk(await stack.run('stack', 'export'))
    expect(stdout).not.toMatch(/resourceHooks|trueup [0-9a-f]{8}-/)
    expect(stdout).not.toContain(token)
  })

  it('shows a change of what uses an output that changes', async () => {
    const steps = await updated({ ...first, description: 'The shop', token: 'monthly', color: '#000000' })
    expect(steps).toEqual({ label: 'update', text: 'update' })
    expect(writes()).toBe(2)
  })

  it('shows no change of what is in a project or group that moves', async () => {
    const moved = { ...first, description: 'The shop', token: 'monthly', color: '#000000', path: 'site', group: 'base' }
    const steps = await updated(moved)
    expect(steps).toEqual({ group: 'update', project: 'update' })
    expect(writes()).toBe(2)
    expect(await changes()).toEqual({})
  })
})

it('keeps the outputs that the id contains known with a CLI that has no resource hooks', async () => {
  const withoutHooks = (description: string) => `
    require('@pulumi/pulumi/runtime/state').getStore().supportsResourceHooks = false
    const trueup = require('trueup')
    const project = new trueup.Project('project', { project: 'acme/web', description: '${description}' })
    new trueup.Label('label', { project: project.projectId, name: 'one', color: 'red' })
    new trueup.ProjectVariable('path', { project: 'acme/api', key: 'OTHER', value: project.pathWithNamespace })
  `
  const emulator = await startEmulator({ flavor: 'gitlab' })
  const stack = await PulumiStack.create({
    program: withoutHooks('A shop'),
    env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' },
  })
  expectOk(await stack.up())
  await stack.setProgram(withoutHooks('The shop'))
  const { json } = expectOk(await stack.preview({ json: true }))
  expect(json.changeSummary).toEqual({ same: 2, update: 2 })
  await stack.close()
  await emulator.close()
})
