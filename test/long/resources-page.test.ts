import { transform } from 'sucrase'
import { type Emulator, startEmulator } from '../../emulator'
import * as trueup from '../../provider'
import { page } from '../shared/markdown'
import { costlyFlavors } from '../shared/test-run'
import { leftObjects } from '../support/left-objects'
import { expectOk, PulumiStack } from '../support/pulumi'
import { makeRootMember } from '../support/root-member'

const { blocks: allBlocks } = page('docs/resources.md')

/** All programs in YAML. `yaml-examples.test.ts` runs them. */
const yaml = allBlocks.filter(({ language }) => language === 'yaml').map(({ text }) => text)

/** All blocks in TypeScript, as one program. Several blocks use the same names. */
const blocks = allBlocks
  .filter(({ language }) => language === 'ts')
  .map(({ text }) => `{\n${text.replace(/^import .*\n/gm, '').replace(/^export /gm, '')}}`)
const imports = ["import * as pulumi from '@pulumi/pulumi'", "import * as trueup from 'trueup'"]
const program = [...imports, ...blocks].join('\n')
// `test/repo/docs.test.ts` checks the types.
const { code } = transform(program, { transforms: ['typescript', 'imports'] })

const classes = Object.entries(trueup)
  .filter(([name, value]) => typeof value === 'function' && /^[A-Z]/.test(name))
  .map(([name]) => name)
  // The provider and the components have pages of their own.
  .filter((name) => !['Provider', 'ProjectSettings', 'GroupSettings'].includes(name))

it('has an example of each resource on the page', () => {
  expect(classes).toEqual(expect.arrayContaining(['Label', 'Alert', 'RemoteMirrorSet']))
  const isShown = (name: string) =>
    program.includes(`new trueup.${name}(`) || yaml.some((text) => text.includes(`type: trueup:${name}\n`))
  expect(classes.filter((name) => !isShown(name))).toEqual([])
})

describe.each(costlyFlavors)('on flavor %s', (flavor) => {
  let emulator: Emulator
  let stack: PulumiStack

  beforeAll(async () => {
    // Pipelines take their time by its clock.
    emulator = await startEmulator({ flavor, onRequest: () => emulator.advanceClock(1) })
    await makeRootMember(emulator)
    stack = await PulumiStack.create({
      program: code.replaceAll('https://gitlab.example.com', emulator.url),
      waitSpeed: 100,
      env: {
        TRUEUP_BASE_URL: emulator.url,
        TRUEUP_TOKEN: 'emulator-root',
      },
      secretConfig: {
        mirrorPassword: 'a password for tests',
        apiMirrorPassword: 'a password for tests',
        alertKey: 'emulator-alert-key',
        databaseUrl: 'postgres://db.example.com/web',
        registryToken: 'a-token-for-tests',
        hookToken: 'a-token-for-tests',
        chatKey: 'a-key-for-tests',
      },
    })
  }, 60_000)
  afterAll(async () => {
    await stack.close()
    await emulator.close()
  })

  it('creates all resources of the page, shows no diff, and destroys them', async () => {
    expectOk(await stack.up())
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    expectOk(await stack.destroy())
    expect(leftObjects(emulator)).toEqual([])
  }, 300_000)
})
