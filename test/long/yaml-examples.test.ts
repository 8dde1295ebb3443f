import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { leftObjects } from '../support/left-objects'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack } from '../support/pulumi'
import { makeRootMember } from '../support/root-member'

const folder = join(__dirname, '../../docs/examples')
const examples = readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const)

/** Each example is one program. The next program replaces its resources. */
describe.each(['spec', 'gitlab'] as const)('examples in YAML with the plugin, on flavor %s', (flavor) => {
  let emulator: Emulator
  let stack: PulumiStack

  beforeAll(async () => {
    // Pipelines take their time by its clock.
    emulator = await startEmulator({ flavor, onRequest: () => emulator.advanceClock(1) })
    await makeRootMember(emulator)
    stack = await PulumiStack.create({
      language: 'yaml',
      plugins,
      program: '',
      waitSpeed: 100,
      config: { 'trueup:baseUrl': emulator.url },
      secretConfig: {
        'trueup:token': 'emulator-root',
        otherToken: 'emulator-maintainer',
        mirrorPassword: 'a password for tests',
        apiMirrorPassword: 'a password for tests',
        alertKey: 'emulator-alert-key',
        databaseUrl: 'postgres://db.example.com/web',
        registryToken: 'a-token-for-tests',
        hookToken: 'a-token-for-tests',
        chatKey: 'a-key-for-tests',
      },
    })
    const projects = join(stack.folder, 'projects')
    mkdirSync(projects)
    writeFileSync(join(projects, 'api.yaml'), 'projects: { acme/api: { labels: { bug: { color: crimson } } } }\n')
  }, 120_000)

  afterAll(async () => {
    await stack?.close()
    await emulator?.close()
  })

  it.each(examples)(
    '%s is created, and then shows no diff',
    async (_, text) => {
      await stack.setProgram(text.replaceAll('https://gitlab.example.com', emulator.url))
      expectOk(await stack.up())
      expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    },
    60_000,
  )

  it('leaves no objects after the stack is destroyed', async () => {
    expectOk(await stack.destroy())
    expect(leftObjects(emulator)).toEqual([])
  }, 60_000)
})
