import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { useCli } from '../support/cli'
import { hostileNames } from '../support/export'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(240_000)

const trueup = useCli()
const main = resolve(__dirname, '..', '..', 'dist', 'provider', 'native', 'main.js')

const stacks: PulumiStack[] = []
afterAll(async () => {
  for (const stack of stacks) await stack.close()
})

const forms = [
  { language: 'YAML', as: 'single resources', options: ['--language', 'yaml'] },
  { language: 'YAML', as: 'sets', options: ['--language', 'yaml', '--sets'] },
  { language: 'TypeScript', as: 'single resources', options: ['--native'] },
] as const

it.each(forms)(
  'imports $as of an exported program in $language with the plugin, after which there is no diff',
  async ({ language, options }) => {
    const emulator = await startEmulator({ flavor: 'gitlab' })
    const api = new Client({ baseUrl: emulator.url, token: 'emulator-owner' })
    try {
      for (const name of hostileNames) await api.labels.create(1, { name, color: '#DC143C', priority: 0 })
      await api.freezePeriods.create(1, {
        freeze_start: '0 18 * * fri',
        freeze_end: '0 7 * * mon',
        cron_timezone: 'UTC',
      })
      await api.protectedEnvironments.create(1, { name: 'production', deploy_access_levels: [{ access_level: 40 }] })
      await api.triggerTokens.create(1, { description: '${nightly}' })
      await api.remoteMirrors.create(1, { url: 'https://mirror:s3cret@backup.example.com/web.git' })
      const env = {
        TRUEUP_BASE_URL: emulator.url,
        TRUEUP_TOKEN: 'emulator-owner',
        PULUMI_NODEJS_TRANSPILE_ONLY: 'true',
      }
      const isYaml = language === 'YAML'
      const stack = await PulumiStack.create({
        ...(isYaml ? { language: 'yaml' } : { typescript: true }),
        program: '',
        env,
      })
      stacks.push(stack)
      const args = ['--project', 'acme/web', '--out', stack.folder, '--force', ...options]
      const run = trueup.in(stack.place)('export', ...args)
      expect({ code: await run.ended, stderr: run.output.stderr }).toEqual({ code: 0, stderr: '' })
      const plugin = join(stack.folder, 'plugin')
      mkdirSync(plugin)
      const executable = join(plugin, 'pulumi-resource-trueup')
      writeFileSync(executable, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`)
      chmodSync(executable, 0o755)
      // In place of npm install and pulumi package add. Not parsed, because the text has to be read as it is.
      const file = join(stack.folder, 'Pulumi.yaml')
      const text = readFileSync(file, 'utf8').replace('./node_modules/trueup-plugin', './plugin')
      const plugins = 'plugins:\n  providers:\n    - name: trueup\n      path: ./plugin\n'
      writeFileSync(file, text.includes('plugins:') ? text : text + plugins)
      emulator.clearRequests()
      expectOk(await stack.run('stack', 'init', 'test'))
      expectOk(await stack.run('import', '--file', 'import.json', '--generate-code=false', '--yes'))
      expect(emulator.requests()).toEqual([])
      expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
      expectOk(await stack.up({ refresh: true, expectNoChanges: true }))
      expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
      expect(JSON.stringify(await stack.export({ showSecrets: true }))).not.toContain('s3cret')
    } finally {
      await api.close()
      await emulator.close()
    }
  },
)
