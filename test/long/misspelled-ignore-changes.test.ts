import { useEmulator } from '../support/emulator'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, type StackOptions } from '../support/pulumi'

jest.setTimeout(180_000)

const javascript = `
const trueup = require('trueup')
const project = 'acme/web'
const deployAccessLevels = [{ accessLevel: 'maintainer' }]
const environment = { project, name: 'production', deployAccessLevels }
new trueup.ProtectedEnvironment('prod', environment, { ignoreChanges: ['deploy_access_levels'], replaceOnChanges: ['nam'] })
const items = { a: { color: 'red' } }
new trueup.LabelSet('all', { project: 'acme/api', items }, { ignoreChanges: ['items.a.colour', 'bug'] })
new trueup.LabelSet('right', { project: 'acme/platform/infra', items }, { ignoreChanges: ['items["a"].color', '*', 'onConflict', '__x'] })
new trueup.ProjectSettings('web', { project, labels: items }, { ignoreChanges: ['labels'] })
const transforms = [({ type, props, opts }) => ({ props, opts: { ...opts, ignoreChanges: ['item'] } })]
new trueup.ProjectSettings('api', { project: 'acme/api', freezePeriods: {} }, { transformations: transforms })
`

const yaml = `
resources:
  prod:
    type: trueup:ProtectedEnvironment
    properties: { project: acme/web, name: production, deployAccessLevels: [{ accessLevel: maintainer }] }
    options: { ignoreChanges: [deploy_access_levels, name] }
  web:
    type: trueup:ProjectSettings
    properties: { project: acme/web, labels: { a: { color: red } } }
    options: { ignoreChanges: [labels] }
`

const ignoresNothing =
  'ignoreChanges of ProtectedEnvironment "prod" lists "deploy_access_levels", which ignores nothing, because ' +
  'deploy_access_levels is not an argument: did you mean deployAccessLevels?'
const notOfComponent =
  'ignoreChanges has no effect on ProjectSettings, because Pulumi does not pass it to the resources in a component: ' +
  'set it on them, with the option transforms of the component.'

describe('ignoreChanges with a name that is not an argument', () => {
  const emulator = useEmulator()

  async function warningsOf(
    program: string,
    options: Partial<StackOptions>,
    before: (stack: PulumiStack) => Promise<unknown>,
  ) {
    const env = { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' }
    const stack = await PulumiStack.create({ program, ...options, env })
    try {
      await before(stack)
      const { json } = expectOk(await stack.preview({ json: true }))
      const warnings = (json.diagnostics ?? []).filter(({ severity }) => severity === 'warning')
      return warnings.map(({ message }) => message.replace(/^warning: /, '').trim())
    } finally {
      await stack.close()
    }
  }

  it('warns in a program, for single resources, sets and components', async () => {
    expect(await warningsOf(javascript, {}, async () => undefined)).toEqual([
      ignoresNothing,
      'replaceOnChanges of ProtectedEnvironment "prod" lists "nam", which has no effect, because nam is not an argument: did you mean name?',
      'ignoreChanges of LabelSet "all" lists "items.a.colour", which ignores nothing, because colour is not an argument: did you mean color?',
      expect.stringMatching(/^ignoreChanges of LabelSet "all" lists "bug", .*: known are project, items, exclusive/),
      notOfComponent,
      'ignoreChanges of FreezePeriodSet "api-freeze-periods" lists "item", which ignores nothing, because item is not an argument: did you mean items?',
    ])
  })

  it('warns in a program in YAML when the plugin compares the resource', async () => {
    const warnings = await warningsOf(yaml, { language: 'yaml', plugins }, async (stack) => expectOk(await stack.up()))
    expect(warnings.sort()).toEqual([notOfComponent, ignoresNothing].sort())
  })
})
