import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { testRun } from '../shared/test-run'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, said, type StackOptions } from '../support/pulumi'

/** Only an Owner can create the token, on which the other resources depend. */
const javascript = (from: string) => `
const { ComponentResource } = require('@pulumi/pulumi')
const trueup = require('${from}')
const project = 'acme/web'
const token = new trueup.GroupAccessToken('token', {
  group: 'acme', name: 'deploy', scopes: ['read_registry'], rotation: { lifetimeDays: 90, rotateDaysBefore: 30 },
})
new trueup.ProjectVariable('variable', { project, key: 'TOKEN', value: token.token })
new trueup.LabelSet('set', { project, items: token.name.apply((name) => ({ [name]: { color: 'red' } })) })
const found = token.name.apply(() => trueup.getProject({ project }))
new trueup.Label('ofFunction', { project: found.pathWithNamespace, name: 'of-function', color: 'red' })
new trueup.Label('after', { project, name: 'after', color: 'red' }, { dependsOn: token })
class Team extends ComponentResource {
  constructor(name) {
    super('test:index:Team', name)
    new trueup.Label('inComponent', { project, name: token.name.apply((name) => name + '-in-component'), color: 'red' }, { parent: this })
  }
}
new Team('team')
new trueup.Label('independent', { project, name: 'independent', color: 'red' })
exports.url = found.webUrl
`

const fronts: [front: string, program: string, options: Partial<StackOptions>][] = [
  ['a program in JavaScript', javascript('trueup'), {}],
  ['a program in JavaScript with the plugin', javascript('trueup/native'), { plugins }],
]

/** The outputs of a failed resource are unknown to the program since Pulumi 3.276, which then runs to its end. */
describe.each(testRun.allCases ? fronts : fronts.slice(0, 1))(
  '%s with a resource that fails',
  (_, program, options) => {
    let emulator: Emulator
    let api: Client
    let stack: PulumiStack

    beforeAll(async () => {
      emulator = await startEmulator()
      api = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
      stack = await PulumiStack.create({
        program,
        ...options,
        env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
      })
    })
    afterAll(async () => {
      await stack?.close()
      await api.close()
      await emulator.close()
    })

    const labels = async () => (await api.labels.list('acme/web').all()).map(({ name }) => name)

    it('reports one error, and creates only what does not depend on it', async () => {
      const result = await stack.run('up', '--yes', '--skip-preview', '--continue-on-error')
      expect(result.code).not.toBe(0)
      const errors = said(result).match(/^ {4}error: (?!update failed).*/gm)
      expect(errors).toEqual([expect.stringContaining('group access token "deploy" of acme was not created')])
      expect(await labels()).toEqual(['independent'])
    })

    it('creates the rest with the next update', async () => {
      stack.setEnv({ TRUEUP_TOKEN: 'emulator-owner' })
      expectOk(await stack.up())
      expect(await labels()).toEqual(['after', 'deploy', 'deploy-in-component', 'independent', 'of-function'])
      expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    })
  },
)
