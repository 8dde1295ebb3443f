import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { testRun } from '../shared/test-run'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, said, type StackOptions } from '../support/pulumi'

interface Program {
  description: string
  deletionProtection?: boolean
}

const javascript =
  (from: string) =>
  ({ description, deletionProtection = true }: Program) => `
const trueup = require('${from}')
const shop = new trueup.Project(
  'shop',
  { project: 'acme/shop', create: true, description: '${description}', deletionProtection: ${deletionProtection} },
  { replaceOnChanges: ['description'], deleteBeforeReplace: true },
)
const inShop = { deletedWith: shop, dependsOn: [shop] }
new trueup.Label('bug', { project: 'acme/shop', name: 'bug', color: 'red' }, inShop)
new trueup.LabelSet('areas', { project: 'acme/shop', items: { api: { color: 'red' } } }, inShop)
const first = { deleteBeforeReplace: true }
new trueup.Label('alone', { project: 'acme/web', name: 'alone', color: 'red' }, first)
new trueup.FreezePeriod('night', { project: 'acme/web', freezeStart: '0 1 * * *', freezeEnd: '0 2 * * *' }, first)
exports.id = shop.projectId
`

const yaml = ({ description, deletionProtection = true }: Program) => {
  const inShop = { deletedWith: '${shop}', dependsOn: ['${shop}'] }
  const resources = {
    shop: {
      type: 'trueup:Project',
      properties: { project: 'acme/shop', create: true, description, deletionProtection },
      options: { replaceOnChanges: ['description'], deleteBeforeReplace: true },
    },
    bug: {
      type: 'trueup:Label',
      properties: { project: 'acme/shop', name: 'bug', color: 'red' },
      options: inShop,
    },
    areas: {
      type: 'trueup:LabelSet',
      properties: { project: 'acme/shop', items: { api: { color: 'red' } } },
      options: inShop,
    },
  }
  return `resources: ${JSON.stringify(resources)}\noutputs: ${JSON.stringify({ id: '${shop.projectId}' })}\n`
}

const fronts: [front: string, programOf: (program: Program) => string, options: Partial<StackOptions>][] = [
  ['a program in JavaScript', javascript('trueup'), {}],
  ['a program in JavaScript with the plugin', javascript('trueup/native'), { plugins }],
  ['a program in YAML with the plugin', yaml, { language: 'yaml', plugins }],
]

/** Objects with the option `deletedWith` are replaced with their project since Pulumi 3.276. */
describe.each(testRun.allCases ? fronts : fronts.slice(0, 1))(
  '%s that replaces its project',
  (_, programOf, options) => {
    let emulator: Emulator
    let api: Client
    let stack: PulumiStack

    beforeAll(async () => {
      emulator = await startEmulator()
      api = new Client({ baseUrl: emulator.url, token: 'emulator-owner' })
      stack = await PulumiStack.create({
        program: programOf({ description: 'one' }),
        ...options,
        env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' },
      })
      expectOk(await stack.up())
    })
    afterAll(async () => {
      await stack?.close()
      await api.close()
      await emulator.close()
    })

    const labels = async () => (await api.labels.list('acme/shop').all()).map(({ name }) => name)

    it('warns in a preview if the project is protected against deletion', async () => {
      await stack.setProgram(programOf({ description: 'two' }))
      const preview = said(await stack.preview())
      expect(preview).toMatch(
        /The update would fail: project acme\/shop cannot be replaced: it is protected against deletion/,
      )
    })

    it('creates its labels in the new project, which the preview does not report as existing', async () => {
      await stack.setProgram(programOf({ description: 'one', deletionProtection: false }))
      expectOk(await stack.up())
      await stack.setProgram(programOf({ description: 'two', deletionProtection: false }))
      const former = await api.projects.get('acme/shop')
      const preview = said(expectOk(await stack.preview()))
      expect(preview).toMatch(/\+-3 to replace/)
      expect(preview).not.toMatch(/would fail|would be adopted|already exist/)
      expectOk(await stack.up())
      expect((await api.projects.get('acme/shop')).id).not.toBe(former.id)
      expect(await labels()).toEqual(['api', 'bug'])
      expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    })

    // A plugin is not told the option, but our classes are.
    if (options.language !== 'yaml') {
      it('does not announce a failure of --replace if the option deletes the objects first', async () => {
        const { deployment } = await stack.export()
        const named = (deployment.resources ?? []).filter(({ urn }) => /::(shop|alone|night)$/.test(urn))
        expect(named).toHaveLength(3)
        const preview = said(expectOk(await stack.run('preview', ...named.flatMap(({ urn }) => ['--replace', urn]))))
        expect(preview).toMatch(/\+-5 to replace/)
        expect(preview).not.toMatch(/would fail|would be adopted|already exist/)
      })
    }
  },
)
