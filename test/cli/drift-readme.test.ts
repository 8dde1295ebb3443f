import type { Json } from '../../provider/core/schema/json'
import { page } from '../shared/markdown'
import { testNow, useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { type StackResource, useFakeStacks } from '../support/fake-stacks'
import { useWarmCli } from '../support/warm-cli'

const emulator = useEmulator({ flavor: 'spec' })
const stacks = useFakeStacks()
const cli = useWarmCli()

const project = 'acme/web'

/** Creates an object like an update would, and returns its resource as in the state. */
async function created(kind: string, name: string, args: Json): Promise<StackResource> {
  const engine = new Engine(kind, { url: emulator.url, token: 'emulator-maintainer' })
  await engine.up({ project, ...args })
  const { id, inputs, outputs } = engine.state!
  return { kind, name, id, inputs, outputs }
}

it('prints the report that the README shows for its example', async () => {
  const [example, output] = ['ts', 'console'].map((language) =>
    page('README.md').blocks.find((block) => block.language === language && /trueup\.Label|Stack/.test(block.text))!,
  )
  const freeze = { freezeStart: '0 18 * * fri', freezeEnd: '0 7 * * mon', cronTimezone: 'Europe/Berlin' }
  for (const value of Object.values(freeze)) expect(example!.text).toContain(`'${value}'`)
  stacks.add('prod', [
    await created('label', 'bug', { name: 'bug', color: 'crimson', priority: 0 }),
    await created('freeze-period', 'weekend', freeze),
    await created('protected-environment', 'production', {
      name: 'production',
      deployAccessLevels: [{ accessLevel: 'maintainer' }],
    }),
  ])
  const [{ id = 0 } = {}] = (await emulator.get('/projects/1/freeze_periods')).body as { id?: number }[]
  await emulator.put(`/projects/1/freeze_periods/${id}`, { freeze_end: '0 23 * * sun' })
  await emulator.put('/projects/1/labels/bug', { new_name: 'bug', color: '#808080', priority: null })
  await emulator.delete('/projects/1/protected_environments/production')
  await emulator.post('/projects/1/labels', { name: 'wip', color: '#D9534F' })

  const env = { PATH: stacks.path, TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' }
  const run = cli.in({ cwd: stacks.folder, env: { ...env, TRUEUP_TEST_NOW: testNow } })(
    ...['drift', '--unmanaged', '--stack', 'prod'],
  )
  expect(await run.ended).toBe(2)
  expect(output!.text).toBe(`$ npx trueup drift --unmanaged --stack prod\n${run.output.stdout}`)
})
