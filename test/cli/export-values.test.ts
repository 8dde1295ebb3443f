import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { useExport } from '../support/export'
import { useFakeConfiguration } from '../support/fake-configuration'
import { useWarmCli } from '../support/warm-cli'

jest.setTimeout(60_000)

const exported = useExport({})
const { emulator, file, files } = exported
const pulumi = useFakeConfiguration()
const warmTrueup = useWarmCli()

/** Runs `trueup export` for acme/web with the fake `pulumi`. */
async function run(...args: string[]) {
  const env = { PATH: pulumi.path, TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' }
  const running = warmTrueup.in({ env })('export', '--out', exported.folder, '--project', 'acme/web', ...args)
  const code = await running.ended
  return { code, ...running.output }
}

const toStack = ['--values', '--stack', 'prod']
const variable = (key: string, value: string, more: object = {}) =>
  emulator.post('/projects/1/variables', { key, value, ...more })
const allText = () => files().map(file).join('\n')

/** Variables and a hook. Their values contain `opensesame`. */
async function makeSecrets() {
  await variable('DEPLOY_KEY', 'opensesame-1', { masked: true })
  await variable('REGION', 'opensesame-plain')
  await variable('REGION', 'opensesame-2', { protected: true, environment_scope: 'production' })
  await variable('HIDDEN', 'opensesame-3', { masked_and_hidden: true })
  await emulator.post('/projects/1/hooks', { url: 'https://ci.example.com/opensesame-4', token: 'opensesame-5' })
}

it('sets shown values as secrets of the stack, on standard input, and lists only their names', async () => {
  await makeSecrets()
  const { code, stdout, stderr } = await run(...toStack)
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: [
      'Values to set as secrets in the configuration of stack prod (4):',
      '  acme/web: ci.example.com url, DEPLOY_KEY, REGION, REGION production',
      'Values that the service does not show, which you set (2):',
      '  acme/web: ci.example.com token, HIDDEN',
      'Created the stack prod.\n',
    ].join('\n'),
  })
  expect(pulumi.secretsOf('prod')).toEqual({
    acmeWebDEPLOYKEYValue: 'opensesame-1',
    acmeWebREGIONValue: 'opensesame-plain',
    acmeWebREGIONProductionValue: 'opensesame-2',
    acmeWebCiExampleComUrl: 'https://ci.example.com/opensesame-4',
  })
  const args = pulumi.calls().flatMap((call) => call.args)
  for (const text of [stdout, stderr, allText(), ...args]) expect(text).not.toContain('opensesame')
  for (const text of [stdout, file('README.md')]) {
    expect(text).toContain('The configuration of stack prod has 4 values of the service, encrypted. Set the other 2')
    expect(text.match(/pulumi (?:stack|config set --secret) .*/g)).toEqual([
      'pulumi stack select prod',
      'pulumi config set --secret trueup:token',
      'pulumi config set --secret acmeWebCiExampleComToken',
      'pulumi config set --secret acmeWebHIDDENValue',
      ...(text === stdout
        ? []
        : [
            'pulumi config set --secret NAME < FILE` reads one from a file. The settings of the project or group, under *CI/CD*,',
          ]),
    ])
  }
})

it('passes values with every sign unchanged', async () => {
  const values = {
    LINES: 'one\ntwo\n',
    WINDOWS: 'one\r\ntwo\r\n',
    DASH: '--secret',
    EMPTY: '',
    DOLLAR: '$HOME ${pulumi.stack} $$ `id`',
    UNICODE: 'ünï 🚀',
    QUOTES: `"'\\`,
    SPACES: '  x  ',
    LONG: 'x'.repeat(9_000),
  }
  for (const [key, value] of Object.entries(values)) expect((await variable(key, value)).status).toBe(201)
  expect(await run(...toStack)).toMatchObject({ code: 0 })
  const expected = Object.entries(values).map(([key, value]) => [`acmeWeb${key}Value`, value])
  expect(pulumi.secretsOf('prod')).toEqual(Object.fromEntries(expected))
})

it('sets only values that have changed when it runs again', async () => {
  await makeSecrets()
  await run(...toStack)
  pulumi.forgetCalls()
  expect(await run(...toStack, '--force')).toMatchObject({ code: 0 })
  expect(pulumi.keysSet()).toEqual([])
  await emulator.put('/projects/1/variables/DEPLOY_KEY', { value: 'opensesame-new' })
  const { stdout } = await run(...toStack, '--force', '--format', 'json')
  expect(pulumi.keysSet()).toEqual(['acmeWebDEPLOYKEYValue'])
  expect(pulumi.secretsOf('prod')).toMatchObject({ acmeWebDEPLOYKEYValue: 'opensesame-new' })
  expect(JSON.parse(stdout)).toMatchObject({
    stack: 'prod',
    values: 4,
    missingValues: ['acmeWebCiExampleComToken', 'acmeWebHIDDENValue'],
  })
})

it('says how many values were set when pulumi fails, and sets the others in the next run', async () => {
  await makeSecrets()
  pulumi.failAt('acmeWebREGIONValue')
  const failed = await run(...toStack)
  expect(failed.code).toBe(1)
  expect(failed.stderr).toContain('is complete, but only 2 of 4 values could be set in the configuration of stack prod')
  expect(failed.stderr).toMatch(
    /the passphrase does not fit \[redacted\]\. Set PULUMI_CONFIG_PASSPHRASE or .* with --force\.$/m,
  )
  expect(failed.stdout + failed.stderr + allText()).not.toContain('opensesame')
  expect(file('README.md').match(/(?<=--secret )acme\w+/g)).toEqual([
    'acmeWebCiExampleComToken',
    'acmeWebHIDDENValue',
    'acmeWebREGIONValue',
    'acmeWebREGIONProductionValue',
  ])
  pulumi.repair()
  pulumi.forgetCalls()
  expect(await run(...toStack, '--force')).toMatchObject({ code: 0 })
  expect(pulumi.keysSet()).toEqual(['acmeWebREGIONValue', 'acmeWebREGIONProductionValue'])
})

it('sets values that an interrupted run has read, of which its file with the progress contains none', async () => {
  await makeSecrets()
  await emulator.post('/projects/2/variables', { key: 'LATER', value: 'opensesame-6' })
  const both = ['--project', 'acme/api', ...toStack]
  emulator.fault({ method: 'GET', path: '/projects/2/variables', status: 500, times: 20 })
  expect(await run(...both)).toMatchObject({ code: 1 })
  const journal = readFileSync(join(exported.folder, '.trueup-export.json'), 'utf8')
  expect(journal).toContain('DEPLOY_KEY')
  expect(journal).not.toContain('opensesame')
  expect(pulumi.keysSet()).toEqual([])
  emulator.clearFaults()
  const { code, stderr } = await run(...both)
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Continuing') as string })
  expect(Object.keys(pulumi.secretsOf('prod'))).toHaveLength(5)
})

it.each([
  {
    title: 'without a stack',
    args: ['--values'],
    path: () => pulumi.path,
    says: /--values needs a stack.*Pass its name/,
  },
  { title: 'without pulumi', args: toStack, path: () => '/nonexistent', says: /There is no "pulumi" on PATH/ },
])('fails before it reads anything $title', async ({ args, path, says }) => {
  const env = { PATH: path(), TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' }
  const running = warmTrueup.in({ env })('export', '--out', exported.folder, '--project', 'acme/web', ...args)
  expect({ code: await running.ended, stderr: running.output.stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(says) as string,
  })
  expect(emulator.requests()).toEqual([])
  expect(files()).toEqual([])
})

it('uses the selected stack of an existing project', async () => {
  await makeSecrets()
  await run()
  await run('--force', '--values', '--stack', 'selected')
  pulumi.forgetCalls()
  const { code, stdout } = await run('--force', '--values')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('of stack selected has 4') as string })
})

it('does not run pulumi without the option', async () => {
  await makeSecrets()
  const { code, stderr } = await run('--plain-values')
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'Values to write into the program as plain text (1):\n  acme/web: REGION\n',
  })
  expect(pulumi.calls()).toEqual([])
})

describe.each([
  [[]],
  [['--sets']],
  [['--native']],
  [['--language', 'projects']],
  [['--language', 'yaml']],
  [['--language', 'python']],
  [['--language', 'go']],
])('an export with the options %j', (options) => {
  it('contains plain values only on request, and only those of variables without protection', async () => {
    await makeSecrets()
    expect(await run(...options, ...toStack)).toMatchObject({ code: 0 })
    expect(Object.keys(pulumi.secretsOf('prod'))).toHaveLength(4)
    expect(allText()).not.toContain('opensesame')
    expect(await run(...options, ...toStack, '--plain-values', '--force')).toMatchObject({ code: 0 })
    expect(allText().match(/opensesame[-\w]*/g)).toEqual(['opensesame-plain'])
    expect(allText()).not.toContain('acmeWebREGIONValue')
    expect(file('import.json')).not.toContain('opensesame')
  })
})
