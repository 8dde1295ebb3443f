import { readFileSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { Hunt } from '../e2e/support/secrets'
import { files, plain, program } from '../e2e/support/secrets-program'
import { echoing, keepAll, listening, tokensIn, withoutEnvironment, withTokens } from '../e2e/support/secrets-stack'
import { useCli } from '../shared/cli'
import { PulumiStack } from '../support/pulumi'

const pem = readFileSync(join(__dirname, '..', 'fixtures', 'tls', 'service.pem'), 'utf8')
const began = '2026-06-15T12:00:00Z'

/** Letters, digits, and characters with a special meaning in URLs, JSON and HTML. */
const planted: Record<string, string> = {
  'token in TRUEUP_TOKEN': 'envTokenQx81mTr',
  'token in GITLAB_TOKEN': 'gitlabTokenVe38nTy',
  'token of a job of CI': 'jobTokenRm64cXf',
  'passphrase of the stack': 'passphraseLw75gQs',
  'user name in a set of mirrors': 'setUserHeadGk41/<b>&setUserTailDw62',
  'password in a set of mirrors': 'setPassHeadXt58"&<\'>setPassTailJm93',
  'configured password in a set of mirrors': 'setConfigPassBq27+ %41:setConfigTailFn84',
  'password in the settings of a project': 'settingsPassHr36&settingsTailVc79',
  'password that a file names': 'filePassSd52@fileTailKg17',
  'user name that a file takes from the environment': 'fileUserZp68mWt',
  'password that a file takes from the environment': 'fileEnvPassLx24nBd',
  'password written in a file': 'literalPassTq95vHj',
  'variable of a project': 'projectVariableZc15/projectTailXr84',
  'variable of a group': 'groupVariableHn62/groupTailQb37',
  'variable in a set': 'setVarHeadKd44"&<\'>setVarTailPw28',
  'variable in the settings of a project': 'settingsVariableGt73/settingsVarTailMc51',
  'short variable in the settings of a project': 'Zq7!pXw',
  'variable that a file names': 'namedVariableWx39 namedTailLs66',
  'URL of a hook': 'https://hookUserRb41:hookPassTv73@example.com/hookPathYk26',
  'token of a hook': 'tokenOfHookMw58&tokenTailZd34',
  'header of a hook': 'headerValueXq17"&<\'>headerTailBn92',
  'variable in the URL of a hook': 'urlVariableLf63',
  'URL of a hook in a file': 'https://example.com/fileHookGc85',
  'variable of a pipeline': 'variableCw43/variableTailPf81',
  'variable of a pipeline, in a file': 'fileVariableMy76kRx',
  'variable of a triggered pipeline': 'triggeredVariableJz19tGs',
  'key of an alert': 'alertKeyNd37bVw',
  'key in the URL of an alert': 'endpointKeyUr82hLc',
  'user name in a base URL': 'baseUserEf65pXm',
  'password in a base URL': 'basePassWk31sQz',
  'password of a proxy': 'proxyPassYb94dTn',
  'private key in place of a certificate': pem.split('\n').at(-3) ?? '',
  // The service creates these.
  'first token of a set': '',
  'second token of a set': '',
  'token of the settings of a project': '',
  'token of a file': '',
  'group token': '',
  'group token that follows, in the overlap': '',
  'group token after the overlap': '',
}
const hunt = new Hunt(planted)
const secret = (name: string) => hunt.secret(name)
const trueup = useCli()
const driftFormats = ['text', 'json', 'markdown', 'junit', 'sarif', 'codequality', 'html']
const calendarFormats = ['text', 'svg', 'html', 'ics', 'json']

let emulator: Emulator
let stack: PulumiStack
let processes = ''

beforeAll(async () => {
  emulator = await startEmulator({ flavor: 'spec', now: began })
  emulator.setState(withTokens(emulator.state(), ['token in TRUEUP_TOKEN', 'token in GITLAB_TOKEN'].map(secret)))
  const endpoint = emulator.putAlertIntegration({ project: 1, name: 'ours', key: secret('key of an alert') }).url!
  stack = await PulumiStack.create({
    program,
    // This is not a loopback address, so there must be a warning.
    config: { 'trueup:baseUrl': emulator.url.replace('127.0.0.1', '0.0.0.0') },
    secretConfig: {
      setPassword: secret('configured password in a set of mirrors'),
      settingsPassword: secret('password in the settings of a project'),
      filePassword: secret('password that a file names'),
      projectVariable: secret('variable of a project'),
      groupVariable: secret('variable of a group'),
      setVariable: secret('variable in a set'),
      shortVariable: secret('short variable in the settings of a project'),
      settingsVariable: secret('variable in the settings of a project'),
      variableOfFile: secret('variable that a file names'),
      hookUrl: secret('URL of a hook'),
      hookToken: secret('token of a hook'),
      hookHeader: secret('header of a hook'),
      hookVariable: secret('variable in the URL of a hook'),
      hookOfFile: secret('URL of a hook in a file'),
      variable: secret('variable of a pipeline'),
      fileVariable: secret('variable of a pipeline, in a file'),
      variableOfTrigger: secret('variable of a triggered pipeline'),
      alertKey: secret('key of an alert'),
    },
    checkpoints: true,
    env: {
      ROUND: '1',
      ENDPOINT: endpoint,
      TRUEUP_TOKEN: secret('token in TRUEUP_TOKEN'),
      CI_JOB_TOKEN: secret('token of a job of CI'),
      PULUMI_CONFIG_PASSPHRASE: secret('passphrase of the stack'),
      SET_USERNAME: secret('user name in a set of mirrors'),
      SET_PASSWORD: secret('password in a set of mirrors'),
      FILE_USERNAME: secret('user name that a file takes from the environment'),
      FILE_PASSWORD: secret('password that a file takes from the environment'),
    },
  })
  const node = await keepAll(stack)
  const { cwd, env } = stack.place
  await mkdir(join(cwd, 'bin'))
  await writeFile(join(cwd, 'bin', 'pulumi'), `#!/bin/sh\nprintf '%s\\n' "$*" >> "$RECORD"\nexec "$REAL_PULUMI" "$@"\n`)
  await chmod(join(cwd, 'bin', 'pulumi'), 0o755)
  const folders = (env.PATH ?? '').split(delimiter)
  stack.setEnv({
    REAL_PULUMI: join(folders[0] ?? '', 'pulumi'),
    SHIM_PATH: [join(cwd, 'bin'), ...folders].join(delimiter),
  })
  await mkdir(join(stack.folder, 'projects'))
  await stack.write('projects/infra.yaml', files)
  await live()
  await goWrong()
  await commands(node.crash)
  stack.setEnv({ NODE_OPTIONS: node.record })
  await succeeds(
    stack.run('destroy', '--yes', '--skip-preview', '--debug', '--verbose=9', '--logtostderr', '--logflow'),
  )
  hunt.saw('the log of the emulator', JSON.stringify(emulator.requests()))
  await hunt.sawFiles(stack.folder, withoutEnvironment)
  processes = await readFile(join(stack.folder, '.kept', 'processes'), 'utf8')
}, 600_000)

afterAll(async () => {
  await stack?.close()
  await emulator?.close()
})

const { succeeds, fails } = listening(hunt)

const timeIs = (time: string) => {
  emulator.setClock(time)
  stack.setEnv({ TRUEUP_TEST_NOW: time })
}

/** From the first update to the end of an overlap. */
async function live(): Promise<void> {
  timeIs(began)
  await succeeds(stack.up({ preview: true }))
  const made = new Map(
    emulator.state().collections.triggers!.records.map((record) => {
      const { description, token } = record as unknown as Record<string, string>
      return [description, token]
    }),
  )
  hunt.learn('first token of a set', made.get('nightly 1'))
  hunt.learn('second token of a set', made.get('weekly'))
  hunt.learn('token of the settings of a project', made.get('of settings'))
  hunt.learn('token of a file', made.get('of a file'))
  hunt.learn('group token', tokensIn(emulator.state(), 'access_tokens')[0])
  await succeeds(stack.run('stack', 'output', '--json'))
  await echoed('GET', () => fails(stack.refresh(), /400/))
  timeIs('2026-08-20T12:00:00Z')
  stack.setEnv({ ROUND: '2' })
  await succeeds(stack.preview({ diff: true }))
  await succeeds(stack.preview({ json: true }))
  await echoed('POST', () => fails(stack.run('up', '--yes', '--skip-preview', '--continue-on-error'), /POST.*400/))
  await succeeds(stack.run('up', '--yes', '--skip-preview', '--debug', '--event-log', join(stack.folder, 'up.events')))
  hunt.learn('group token that follows, in the overlap', tokensIn(emulator.state(), 'access_tokens')[0])
  await echoed('GET', () => fails(stack.refresh(), /400/))
  timeIs('2026-08-28T12:00:00Z')
  await succeeds(stack.up())
  timeIs('2026-11-01T12:00:00Z')
  await succeeds(stack.up())
  hunt.learn('group token after the overlap', tokensIn(emulator.state(), 'access_tokens')[0])
  await echoed('GET', () => fails(stack.refresh(), /400/))
}

/** A program with secrets in the wrong arguments. */
async function goWrong(): Promise<void> {
  const credentials = `${secret('user name in a base URL')}:${secret('password in a base URL')}`
  const baseUrl = `https://${credentials}@gitlab.test`
  const wrong = {
    baseUrl: { type: 'Provider', args: { baseUrl } },
    previousBaseUrls: { type: 'Provider', args: { previousBaseUrls: [baseUrl] } },
    caCertificate: { type: 'Provider', args: { caCertificate: pem } },
  }
  const reasons = [
    /baseUrl must not contain credentials/,
    /previousBaseUrls must not contain credentials/,
    /contains a private key/,
  ]
  for (const [at, [name, args]] of Object.entries(wrong).entries()) {
    stack.setEnv({ MISPLACED: JSON.stringify({ [name]: args }) })
    await fails(stack.up({ preview: true }), reasons[at]!)
  }
  const key = secret('key in the URL of an alert')
  const alert = { endpointUrl: `https://:${key}@gitlab.test/a`, authorizationKey: 'k', title: 't', fingerprint: 'f' }
  stack.setEnv({ MISPLACED: JSON.stringify({ refused: { type: 'Alert', args: alert } }) })
  await fails(stack.preview(), /must not contain the key/)
  stack.setEnv({ MISPLACED: '{}' })

  await stack.write(
    'projects/infra.yaml',
    files.replace('{ secret: filePassword }', secret('password written in a file')),
  )
  await fails(stack.preview(), /a password must not be stored in a file/)
  // That file is the user's own, and has it.
  await stack.write('projects/infra.yaml', `${files}\n  "`)
  await fails(stack.preview(), /invalid YAML/)
  await stack.write('projects/infra.yaml', files)

  // The proxy cannot reach the service. Its variable contains a secret.
  const proxy = `http://me:${secret('password of a proxy')}`
  const environments = [
    { TRUEUP_BASE_URL: baseUrl },
    { TRUEUP_BASE_URL: baseUrl, TRUEUP_TOKEN: '' },
    { TRUEUP_CA_CERTIFICATE: pem },
    { http_proxy: `${proxy} /@127.0.0.1:9` },
    { http_proxy: `${proxy}@127.0.0.1:9` },
  ]
  for (const variables of environments) {
    stack.setEnv(variables)
    await Promise.all([
      fails(stack.refresh({ previewOnly: true }), /must not contain credentials|private key|Invalid URL|ECONNREFUSED/),
      ...[['drift'], ['doctor'], ['tokens', '--group', 'acme']].map(told),
    ])
    stack.setEnv({
      ...{ TRUEUP_BASE_URL: '', TRUEUP_CA_CERTIFICATE: '', http_proxy: '' },
      TRUEUP_TOKEN: secret('token in TRUEUP_TOKEN'),
    })
  }
}

/** The options with which a command writes reports to files in the folder of the stack. */
const reports = (name: string, formats: string[]): string[] =>
  formats.flatMap((format) => ['--format', format, '--out', join(stack.folder, `${name}.${format}`)])

/** Every command, in every format. A command that writes several formats runs once. */
async function commands(crash: string): Promise<void> {
  const state = emulator.state()
  for (const record of state.collections.labels!.records) Object.assign(record, { description: 'drift' })
  for (const record of state.collections.remote_mirrors!.records)
    Object.assign(record, { only_protected_branches: true })
  for (const record of state.collections.project_hooks!.records) {
    Object.assign(record, {
      name: 'drift',
      custom_headers: {},
      url: `${(record as unknown as { url: string }).url}/drift`,
    })
  }
  emulator.setState(state)
  await Promise.all([
    told(['drift', '--unmanaged', ...reports('drift', driftFormats)]),
    told(['doctor', ...reports('doctor', ['json']), '--format', 'text']),
  ])
  const [TRUEUP_TOKEN, GITLAB_TOKEN] = ['', secret('token in GITLAB_TOKEN')]
  stack.setEnv({ TRUEUP_TOKEN, GITLAB_TOKEN, GITLAB_BASE_URL: emulator.url })
  const tokens = ['tokens', '--group', 'acme']
  await told([...tokens, '--all', ...reports('tokens', ['json', 'markdown']), '--format', 'text'])
  const calendar = ['calendar', '--group', 'acme']
  await told([...calendar, ...reports('calendar', calendarFormats)])
  const exported = (folder: string, ...more: string[]) =>
    told(['export', '--group', 'acme', '--out', join(stack.folder, folder), ...more])
  await Promise.all([exported('exported'), exported('sets', '--sets', '--format', 'json')])
  await echoed(
    'GET',
    async () => {
      await Promise.all([told(tokens), told(calendar), exported('failed')])
    },
    'token in GITLAB_TOKEN',
  )
  stack.setEnv({ NODE_OPTIONS: crash })
  await Promise.all([told(['drift']), told(tokens)])
  stack.setEnv({ GITLAB_BASE_URL: '', TRUEUP_TOKEN: secret('token in TRUEUP_TOKEN') })
}

/** Runs a command in the folder of the stack. It can fail. */
async function told(args: string[]): Promise<void> {
  const { cwd, env } = stack.place
  const run = trueup.in({ cwd, env: { ...env, PATH: env.SHIM_PATH } })(...args)
  await run.ended
  hunt.saw(`trueup ${args.join(' ')}`, run.output.stdout + run.output.stderr)
}

/** The secrets that the service can know and repeats, by path. */
const known: Record<string, string[]> = {
  '/1/remote_mirrors': [
    'user name in a set of mirrors',
    'password in a set of mirrors',
    'configured password in a set of mirrors',
  ],
  '/2/remote_mirrors': ['password in the settings of a project'],
  '/3/remote_mirrors': [
    'password that a file names',
    'user name that a file takes from the environment',
    'password that a file takes from the environment',
  ],
  '/1/hooks': ['URL of a hook', 'token of a hook', 'header of a hook', 'variable in the URL of a hook'],
  '/3/hooks': ['URL of a hook in a file'],
  '/2/variables': ['variable in the settings of a project', 'short variable in the settings of a project'],
  '/1/triggers': ['first token of a set', 'second token of a set'],
  '/2/triggers': ['token of the settings of a project'],
  '/3/triggers': ['token of a file'],
  '/1/pipelines': ['variable of a pipeline'],
  '/1/pipeline$': ['variable of a pipeline', 'variable of a pipeline, in a file'],
  '/1/trigger/pipeline': ['variable of a triggered pipeline', 'second token of a set'],
  '/alerts/': ['key of an alert'],
  '/access_tokens': ['group token'],
}

/** Lets the service respond with all received secrets in several encodings. */
async function echoed(method: string, run: () => Promise<void>, token = 'token in TRUEUP_TOKEN'): Promise<void> {
  const said = Object.entries(known).map(([path, names]) => {
    const spelt = (path === '/alerts/' ? names : [...names, token])
      .map(secret)
      .flatMap((one) => [
        one,
        encodeURIComponent(one),
        JSON.stringify(one).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
        one.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`),
      ])
    return [path, spelt.join(' and ')]
  })
  for (const fault of echoing(Object.fromEntries(said), { method })) emulator.fault(fault)
  await run()
  emulator.clearFaults()
}

describe(`${Object.keys(planted).length} secrets of all kinds`, () => {
  it.each(Object.keys(planted))('does not show the %s anywhere', (name) => {
    expect(hunt.placesOf(name)).toEqual([])
  })

  it('searches all files and outputs', () => {
    const places = hunt.places.join('\n')
    const searched = hunt.placesWith(plain).join('\n')
    for (const place of ['preview --json', 'stack output', 'history', 'backups', 'up.events']) {
      expect(places).toContain(place)
    }
    for (const format of driftFormats) expect(searched).toContain(`drift.${format}`)
    for (const format of calendarFormats) expect(places).toContain(`calendar.${format}`)
    for (const file of ['doctor.json', 'tokens.json', 'tokens.markdown']) expect(places).toContain(file)
    for (const command of ['doctor', 'tokens', 'calendar', 'export']) expect(places).toContain(`trueup ${command}`)
    expect(searched).toContain('exported/')
    expect(places).toMatch(/report\.[\d.]+\.json/)
    process.stdout.write(`secrets: ${Object.keys(planted).length} planted, sought in ${hunt.places.length} texts\n`)
  })

  it('runs all commands and providers, and searches their warnings', () => {
    expect(processes).toMatch(/dynamic-provider/)
    expect(processes).toMatch(/^stack export --show-secrets/m)
    expect(hunt.placesWith('is not encrypted').join('\n')).toMatch(/pulumi up[^]*trueup drift/)
  })
})
