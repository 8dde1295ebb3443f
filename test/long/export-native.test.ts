import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { useCli } from '../shared/cli'
import { costlyRows } from '../shared/test-run'
import { addProjects, hostileNames } from '../support/export'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, type StackOptions } from '../support/pulumi'
import { goEnvironment, goProject, pythonForSdks, usableSdk } from '../support/sdks'

jest.setTimeout(240_000)

const trueup = useCli()
const python = pythonForSdks()

let folder: string
let emulator: Emulator

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trueup-export-native-'))
  for (const language of ['python', 'go'] as const) await usableSdk(language, join(folder, language))
  emulator = await startEmulator({ flavor: 'gitlab' })
  addProjects(emulator, 21, 22, 23, 24)
  await populate(new Client({ baseUrl: emulator.url, token: 'emulator-owner' }))
}, 900_000)

afterAll(async () => {
  await emulator?.close()
  await rm(folder, { recursive: true })
})

/** Creates one object of each kind, and labels with names that have a special meaning. */
async function populate(api: Client): Promise<void> {
  for (const name of hostileNames) await api.labels.create(1, { name, color: '#DC143C', priority: 0 })
  for (const project of [2, 3])
    for (const name of ['x', 'y']) await api.labels.create(project, { name, color: '#00FF00' })
  for (const project of [2, 3, 21, 22, 23, 24]) {
    for (const name of ['nearly', 'shared']) {
      if (project !== 24 || name !== 'nearly') await api.labels.create(project, { name, color: '#0000FF' })
    }
  }
  const weekend = { freeze_start: '0 18 * * fri', freeze_end: '0 7 * * mon', cron_timezone: 'UTC' }
  await api.freezePeriods.create(1, weekend)
  const approval_rules = [{ access_level: 40, required_approvals: 2 }]
  const deploy_access_levels = [{ access_level: 40 }, { user_id: 3 }]
  await api.protectedEnvironments.create(1, { name: 'production', deploy_access_levels, approval_rules })
  await api.triggerTokens.create(1, { description: '${nightly}' })
  await api.remoteMirrors.create(1, { url: 'https://mirror:s3cret@backup.example.com/web.git' })
  await api.remoteMirrors.create(1, { url: 'ssh://git@backup.example.com/web.git', auth_method: 'ssh_public_key' })
  await api.projectApprovalSettings.update(1, { merge_requests_author_approval: true })
  const inNinetyDays = new Date(Date.now() + 90 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await api.groupAccessTokens.create(10, { name: 'deploy', scopes: ['read_api', 'api'], expires_at: inNinetyDays })
  await api.close()
}

/** How a test runs programs in a language. */
interface Form {
  language: string
  as: string
  options: string[]
  stack: Partial<StackOptions>
}

const forms: Form[] = [
  { language: 'YAML', as: 'single resources', options: ['--language', 'yaml'], stack: { language: 'yaml' } },
  { language: 'Python', as: 'sets', options: ['--language', 'python', '--sets'], stack: { language: 'python' } },
  { language: 'TypeScript', as: 'single resources', options: ['--native'], stack: { typescript: true } },
  // Takes as long as two others.
  {
    language: 'Go',
    as: 'sets',
    options: ['--language', 'go', '--sets'],
    stack: { language: 'go', env: goEnvironment },
  },
]
const isMissing = ({ language }: Form) => language === 'Python' && !('path' in python)

it.each(costlyRows(forms, 3).filter((form) => !isMissing(form)))(
  'imports $as of an exported program in $language with the plugin, after which there is no diff',
  async ({ options, stack }) => {
    const own = await PulumiStack.create({
      program: '',
      ...stack,
      env: {
        ...stack.env,
        TRUEUP_BASE_URL: emulator.url,
        TRUEUP_TOKEN: 'emulator-owner',
        PULUMI_NODEJS_TRANSPILE_ONLY: 'true',
        PYTHONPATH: join(folder, 'python'),
        // The official host that Go can build ignores the option `virtualenv` of the exported project.
        ...('path' in python && { PULUMI_PYTHON_CMD: python.path }),
      },
    })
    try {
      const run = trueup.in(own.place)('export', '--group', 'acme', '--out', own.folder, '--force', ...options)
      expect({ code: await run.ended, stderr: run.output.stderr }).toEqual({ code: 0, stderr: '' })
      if (stack.language === 'python')
        expect(readFileSync(join(own.folder, 'projects', 'acme_project_24.py'), 'utf8')).toContain('omit(palette_2, ')
      await install(own.folder)
      emulator.clearRequests()
      expectOk(await own.run('stack', 'init', 'test'))
      expectOk(await own.run('import', '--file', 'import.json', '--generate-code=false', '--yes'))
      expect(emulator.requests()).toEqual([])
      expectOk(await own.preview({ refresh: true, expectNoChanges: true }))
      expectOk(await own.up({ refresh: true, expectNoChanges: true }))
      expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
      expect(JSON.stringify(await own.export({ showSecrets: true }))).not.toContain('s3cret')
    } finally {
      await own.close()
    }
  },
)

/** What `npm install` and `pulumi package add` do. */
async function install(project: string): Promise<void> {
  const file = join(project, 'Pulumi.yaml')
  // The text is not parsed, because the plugin has to read it as it was written.
  const text = readFileSync(file, 'utf8')
    .replace('./node_modules/trueup-plugin', plugins.trueup)
    .replace('virtualenv: venv', `virtualenv: ${'path' in python ? dirname(dirname(python.path)) : ''}`)
  const section = `plugins:\n  providers:\n    - name: trueup\n      path: ${plugins.trueup}\n`
  writeFileSync(file, text.includes(plugins.trueup) ? text : text + section)
  if (text.includes('runtime: go')) await goProject(project, join(folder, 'go'))
}
