import { type Emulator, startEmulator } from '../../emulator'
import { testRun } from '../shared/test-run'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(180_000)

const fronts: [front: string, from: string, options: { plugins?: typeof plugins }][] = [
  ['dynamic resources', 'trueup', {}],
  ['the plugin', 'trueup/native', { plugins }],
]

describe.each(fronts.filter((_, at) => testRun.allCases || at === 0))(
  'a program that creates a project and names it by its path, with %s',
  (_, from, options) => {
    let emulator: Emulator
    let stack: PulumiStack

    beforeAll(async () => {
      emulator = await startEmulator({ flavor: 'gitlab' })
      stack = await PulumiStack.create({
        program: '',
        ...options,
        env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' },
      })
    })
    afterAll(async () => {
      await stack?.close()
      await emulator?.close()
    })

    const preview = async (...lines: string[]) => {
      await stack.setProgram(
        [
          `const trueup = require('${from}')`,
          "const team = new trueup.Group('team', { group: 'acme/team', create: true })",
          "const site = new trueup.Project('site', { project: 'acme/site', create: true })",
          "const label = (name, project, options) => new trueup.Label(name, { project, name, color: 'red' }, options)",
          ...lines,
          '',
        ].join('\n'),
      )
      const { stdout, json } = expectOk(await stack.preview({ json: true }))
      const said = (json.diagnostics as { severity: string; message: string }[] | undefined) ?? []
      expect(stdout).toContain('acme/site')
      return said
        .filter(({ severity }) => severity === 'warning')
        .map(({ message }) => message.replace(/^warning: /, '').trim())
    }

    it('gets one warning if nothing makes the update wait until the project exists', async () => {
      const lines = ["label('one', 'acme/site')", "label('two', 'acme/site')"]
      expect(await preview(...lines)).toEqual([
        expect.stringMatching(
          /^label "(one|two)" of acme\/site names project acme\/site by its path, and this program creates it\. The update does not wait until it exists, so it can fail: write an output of its resource, such as projectId, instead of its path, or set the resource option dependsOn\.$/,
        ),
      ])
    })

    it('gets a warning if it creates a project in a group that it creates', async () => {
      expect(await preview("new trueup.Project('web', { project: 'acme/team/web', create: true })")).toEqual([
        expect.stringMatching(
          /^project acme\/team\/web names group acme\/team by its path, and this program creates it\./,
        ),
      ])
    })

    it('gets no warning if the update waits', async () => {
      expect(
        await preview(
          "label('one', site.projectId)",
          "label('two', 'acme/site', { dependsOn: site })",
          "label('three', 'acme/site', { parent: site })",
          "label('four', site.pathWithNamespace)",
        ),
      ).toEqual([])
    })
  },
)
