import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(300_000)

const dynamic = `
const trueup = require('trueup')
const bug = new trueup.Label('bug', { project: 'acme/web', name: 'bug', color: 'crimson' })
new trueup.LabelSubscription('subscription', { project: 'acme/web', label: bug.id })
new trueup.ProjectSettings('web', {
  project: 'acme/web',
  freezePeriods: { weekend: { freezeStart: '0 18 * * fri', freezeEnd: '0 7 * * mon' } },
  triggerTokens: { ci: { description: 'ci' } },
})
`
const yaml = `
resources:
  bug:
    type: trueup:Label
    properties: { project: acme/web, name: bug, color: crimson }
  subscription:
    type: trueup:LabelSubscription
    properties: { project: acme/web, label: "\${bug.id}" }
  web:
    type: trueup:ProjectSettings
    properties:
      project: acme/web
      freezePeriods: { weekend: { freezeStart: 0 18 * * fri, freezeEnd: 0 7 * * mon } }
      triggerTokens: { ci: { description: ci } }
`

describe('a program in YAML for the state of a program with dynamic resources', () => {
  const stacks: PulumiStack[] = []
  let emulator: Emulator

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'gitlab' })
  })
  afterAll(async () => {
    for (const stack of stacks) await stack.close()
    await emulator?.close()
  })

  it('changes nothing and sends no request, because the schema has the aliases', async () => {
    const common = {
      config: { 'trueup:baseUrl': emulator.url },
      secretConfig: { 'trueup:token': 'emulator-maintainer' },
    }
    const before = await PulumiStack.create({ ...common, program: dynamic })
    const after = await PulumiStack.create({ ...common, language: 'yaml', plugins, program: yaml })
    stacks.push(before, after)
    expectOk(await before.up())
    const { stdout } = expectOk(await before.run('stack', 'export'))
    await writeFile(join(after.folder, 'state.json'), stdout)
    expectOk(await after.run('stack', 'import', '--file', 'state.json'))

    emulator.clearRequests()
    expectOk(await after.up({ expectNoChanges: true }))
    expect(emulator.requests()).toEqual([])
    const { deployment } = await after.export()
    const types = (deployment.resources ?? []).map(({ type }) => type).filter((type) => type.includes('trueup'))
    expect(types.filter((type) => type.includes('dynamic'))).toEqual([])
    expect(types).toContain('trueup:index:FreezePeriodSet')
    expectOk(await after.preview({ refresh: true, expectNoChanges: true }))
  })
})
