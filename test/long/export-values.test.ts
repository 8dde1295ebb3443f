import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { useCli } from '../shared/cli'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(240_000)

const trueup = useCli()

const values = {
  LINES: 'opensesame\n-----END-----\n',
  DASH: '--opensesame $HOME ${pulumi.stack}',
  EMPTY: '',
  NUMBER: '010',
  UNICODE: 'opensesame ü 🚀',
}

it('exports values into the configuration of a stack, after which import and preview show no difference', async () => {
  const emulator: Emulator = await startEmulator()
  const env = {
    TRUEUP_BASE_URL: emulator.url,
    TRUEUP_TOKEN: 'emulator-maintainer',
    PULUMI_NODEJS_TRANSPILE_ONLY: 'true',
  }
  const stack = await PulumiStack.create({ program: '', typescript: true, env })
  try {
    const api = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    for (const [key, value] of Object.entries(values)) await api.projectVariables.create(1, { key, value })
    await api.projectVariables.create(1, { key: 'MASKED', value: 'opensesame-masked', masked: true, protected: true })
    await api.projectVariables.create(1, { key: 'REGION', value: 'eu-west-1' })
    await api.projectHooks.create(1, { url: 'https://ci.example.com/opensesame', name: 'ci' })
    await api.close()
    const args = ['--project', 'acme/web', '--language', 'projects', '--values', '--stack', 'test']
    const run = trueup.in(stack.place)('export', '--out', stack.folder, '--force', ...args)
    expect({ code: await run.ended, ...run.output }).toEqual({
      code: 0,
      stdout: expect.stringContaining(
        'The configuration of stack test has 8 values of the service, encrypted.\n',
      ) as string,
      stderr: expect.stringContaining('Created the stack test.') as string,
    })
    expectOk(await stack.run('import', '--file', 'import.json', '--generate-code=false', '--yes'))
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    const files = readdirSync(stack.folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    const own = files.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(['Pulumi.test.yaml', 'test.json']))
    for (const { parentPath, name } of own) {
      expect(readFileSync(join(parentPath, name), 'utf8')).not.toMatch(/opensesame|eu-west-1/)
    }
  } finally {
    await stack.close()
    await emulator.close()
  }
})
