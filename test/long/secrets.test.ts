import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmulatorState } from '../../emulator/store/store'
import { Hunt } from '../e2e/support/secrets'
import { echoing, keepAll, listening, tokensIn, withoutEnvironment, withTokens } from '../e2e/support/secrets-stack'
import { useCli } from '../shared/cli'
import { defaultFront } from '../support/front'
import { plugins } from '../support/plugin'
import { PulumiStack } from '../support/pulumi'

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A client certificate, and its private key. */
const [certificateOfClient = '', keyOfClient = ''] = readFileSync(
  join(__dirname, '..', 'fixtures', 'tls', 'client.pem'),
  'utf8',
).split(/(?=-----BEGIN PRIVATE KEY)/)

/** The secrets by description. */
const secrets: Record<string, string> = {
  'token in TRUEUP_TOKEN': 'envTokenQx81mTr',
  'token in stack configuration': 'configTokenWz42kLs',
  'token of an explicit provider': 'providerTokenGd63vBn',
  'token in the variable that tokenEnv names': 'namedTokenPf17xHc',
  'key of a client certificate': keyOfClient.split('\n')[1]!,
  'token that the service refuses': 'wrongTokenYs92jKw',
  'token of a job of CI': 'jobTokenRm64cXf',
  'token in GITLAB_TOKEN': 'gitlabTokenVe38nTy',
  'passphrase of the stack': 'passphraseLw75gQs',
  'user name of a mirror': 'userHeadKd83/wörd%41userTailPq56',
  'password of a mirror': 'passHeadRt19@passMiddleLm27"\\/wörd%41:passTailVb64?#',
  'next password of a mirror': 'nextHeadUn38@nextMiddleXe71/wörd%42:nextTailZo25',
  'password of a mirror in stack configuration': 'configPassCy49@tailOfItMd86',
  'user name in a refused url': 'refusedUserHj35',
  'password in a refused url': 'refusedHeadNc47@refusedMidTb91/wörd%41:refusedTailSa68',
  // The service creates these.
  'trigger token': '',
  'group access token': '',
  'group access token after its rotation': '',
}
/** The secrets that are not stored. */
const fleeting = [
  'token in TRUEUP_TOKEN',
  'token in the variable that tokenEnv names',
  'token that the service refuses',
  'token of a job of CI',
  'token in GITLAB_TOKEN',
  'passphrase of the stack',
  'user name in a refused url',
  'password in a refused url',
]
const namesOf = (pattern: RegExp) => Object.keys(secrets).filter((name) => pattern.test(name))

const hunt = new Hunt(secrets)
const secret = (name: string) => hunt.secret(name)

/** A value that is not secret. Finding it in a place shows that the place is searched. */
const plain = 'plainAsDayGf58'

/** Whether the program uses the resources of the plugin. */
const isNative = defaultFront === 'native'

const program = `
const { Config } = require('@pulumi/pulumi')
const trueup = require('${isNative ? 'trueup/native' : 'trueup'}')
const { BASE_URL: baseUrl, PROVIDER_TOKEN: token, ROUND, EXPIRES_AT: expiresAt } = process.env
const { MIRROR_USERNAME: username, MIRROR_PASSWORD: password, REFUSED_URL } = process.env
const project = 'acme/web'

new trueup.Label('plain', { project, name: '${plain}', color: 'red', description: ROUND })
const [clientCertificate, clientKey] = [process.env.CLIENT_CERTIFICATE || undefined, process.env.CLIENT_KEY || undefined]
const explicit = new trueup.Provider('explicit', { baseUrl, token, clientCertificate, clientKey })
new trueup.Label('explicit', { project: 'acme/api', name: 'explicit', color: 'red', description: ROUND }, { provider: explicit })
const named = new trueup.Provider('named', { baseUrl, tokenEnv: 'NAMED_TOKEN' })
new trueup.Label('named', { project: 'acme/platform/infra', name: 'named', color: 'red', description: ROUND }, { provider: named })
if (REFUSED_URL) new trueup.RemoteMirror('refused', { project, url: REFUSED_URL, passwort: password })
if (ROUND === 'half') new trueup.RemoteMirror('half', { project, url: 'https://example.com/half.git', password })
const mirror = new trueup.RemoteMirror('mirror', { project, url: 'https://example.com/acme/web.git', username, password })
if (ROUND === '2') new trueup.RemoteMirror('more', { project, url: 'https://example.net/acme/web.git', username, password })
new trueup.RemoteMirror('configured', {
  project, url: 'https://example.org/acme/web.git', enabled: ROUND === '2',
  username, password: new Config().requireSecret('mirrorPassword'),
}, ROUND === '1' ? { dependsOn: mirror } : {})
const trigger = new trueup.TriggerToken('trigger', { project, description: 'round ' + ROUND })
const group = new trueup.GroupAccessToken('group', { group: 'acme', name: 'bot', scopes: ['read_api'], expiresAt })
exports.trigger = trigger.token
exports.group = group.token
`

const trueup = useCli()

/** The states with decrypted secrets. */
let revealed = ''

/** The command lines of the processes of Node.js. */
let processes = ''

/** Maximum verbosity of Pulumi. */
const loud = ['--verbose=9', '--logtostderr', '--logflow']

beforeAll(async () => {
  const emulator = trueup('emulator', '--port', '0')
  const [, url = ''] = await emulator.says(/listening on (\S+)/)
  const control = async (method: string, path: string, body?: object) =>
    (await fetch(`${url}/-/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })).text()
  /** Lets requests fail with responses that repeat every secret that the service can know. */
  const failWith = async (method: string, status: number, times = 99) => {
    for (const fault of echoing(echoes(), { method, status, times })) await control('POST', 'faults', fault)
  }
  const state = async () => JSON.parse(await control('GET', 'state')) as EmulatorState
  const made = async (collection: 'triggers' | 'access_tokens') => tokensIn(await state(), collection)[0]

  const known = namesOf(/^token (?!that|of a job|in GITLAB)/).map(secret)
  await control('PUT', 'state', withTokens(await state(), known))
  const stack = await PulumiStack.create({
    program,
    ...(isNative && { plugins }),
    config: { 'trueup:baseUrl': url },
    secretConfig: {
      'trueup:token': secret('token in stack configuration'),
      mirrorPassword: secret('password of a mirror in stack configuration'),
    },
    checkpoints: true,
    env: {
      BASE_URL: url,
      ROUND: '1',
      EXPIRES_AT: dayFromNow(30),
      CLIENT_CERTIFICATE: certificateOfClient,
      CLIENT_KEY: keyOfClient,
      PROVIDER_TOKEN: secret('token of an explicit provider'),
      NAMED_TOKEN: secret('token in the variable that tokenEnv names'),
      MIRROR_USERNAME: secret('user name of a mirror'),
      MIRROR_PASSWORD: secret('password of a mirror'),
      CI_JOB_TOKEN: secret('token of a job of CI'),
      GITLAB_TOKEN: secret('token in GITLAB_TOKEN'),
      PULUMI_CONFIG_PASSPHRASE: secret('passphrase of the stack'),
    },
  })
  const { succeeds, says, fails } = listening(hunt)
  try {
    const node = await keepAll(stack)
    const events = (name: string) => ['--event-log', join(stack.folder, `${name}.events`)]

    await succeeds(stack.up())
    hunt.learn('trigger token', await made('triggers'))
    hunt.learn('group access token', await made('access_tokens'))
    revealed += JSON.stringify(await stack.export({ showSecrets: true }))

    stack.setEnv({ TRUEUP_TOKEN: secret('token that the service refuses') })
    await fails(stack.refresh(), /401/)
    stack.setEnv({ TRUEUP_TOKEN: secret('token in TRUEUP_TOKEN') })
    await failWith('GET', 400)
    await fails(stack.refresh(), /GET \S+mirrors: 400/)
    await control('DELETE', 'faults')

    stack.setEnv({
      REFUSED_URL: `https://${secret('user name in a refused url')}:${secret('password in a refused url')}@example.com/`,
    })
    await fails(stack.preview(), /(?=.*url must not contain credentials).*did you mean password\?/s)
    stack.setEnv({ REFUSED_URL: '', ROUND: 'half' })
    await fails(stack.preview(), /password requires a username/)

    stack.setEnv({ ROUND: '2', EXPIRES_AT: dayFromNow(60), MIRROR_PASSWORD: secret('next password of a mirror') })
    await succeeds(stack.preview({ diff: true }))
    await succeeds(stack.run('preview', '--json', '--debug', ...events('preview')))
    await failWith('PUT', 400)
    await failWith('POST', 400, 1)
    await failWith('POST', 500)
    await fails(
      stack.run('up', '--yes', '--skip-preview', '--continue-on-error'),
      /(?=.*POST \S+mirrors: 400 cannot push)(?=.*POST \S+mirrors: 500 cannot push).*PUT \S+mirrors.2: 400 /s,
    )
    await control('DELETE', 'faults')
    // The lines of Pulumi itself, which contain arguments, would be several lines with this key.
    stack.setEnv({ CLIENT_CERTIFICATE: '', CLIENT_KEY: '' })
    await succeeds(stack.run('up', '--yes', '--skip-preview', '--debug', ...loud, ...events('up')))
    hunt.learn('group access token after its rotation', await made('access_tokens'))
    // To a file below TMPDIR.
    await succeeds(stack.run('refresh', '--yes', '--skip-preview', '--diff', '--verbose=11', '--logflow'))
    stack.setEnv({ NODE_OPTIONS: node.crash })
    // The process reports the error and continues.
    await says(stack.refresh(), /provoked/)
    stack.setEnv({ NODE_OPTIONS: node.record })

    await succeeds(stack.run('config'))
    await succeeds(stack.run('stack', 'output', '--json'))
    await succeeds(stack.run('stack', 'history', '--json'))
    await succeeds(stack.run('stack', 'export'))
    revealed += JSON.stringify(await stack.export({ showSecrets: true }))

    await failWith('DELETE', 400)
    await fails(stack.run('destroy', '--yes', '--skip-preview', '--continue-on-error'), /DELETE \S+mirrors.2: 400/)
    await control('DELETE', 'faults')
    await succeeds(stack.run('destroy', '--yes', '--skip-preview', '--debug', ...loud))

    await callTheEmulatorCarelessly(url)
    hunt.saw('the log of the emulator', await control('GET', 'requests'))
    hunt.saw('the output of the emulator', emulator.output.stdout + emulator.output.stderr)
    await hunt.sawFiles(stack.folder, withoutEnvironment)
    processes = await readFile(join(stack.folder, '.kept', 'processes'), 'utf8')
  } finally {
    await stack.close()
  }
}, 300_000)

describe(`${Object.keys(secrets).length} secrets of a stack`, () => {
  it.each(Object.keys(secrets))('does not show the %s anywhere', (name) => {
    expect(hunt.placesOf(name)).toEqual([])
  })

  it.each(Object.keys(secrets))('stores the %s encrypted, or not at all', (name) => {
    expect(hunt.isIn(name, revealed)).toBe(!fleeting.includes(name))
  })

  it('searches all files and outputs', () => {
    const places = hunt.placesWith(plain).join('\n')
    for (const place of [/pulumi refresh/, /preview .*--json/, /stack export/, /log of the emulator/, /--debug/]) {
      expect(places).toMatch(place)
    }
    for (const file of ['history', 'backups']) expect(places).toContain(join('.state', '.pulumi', file))
    for (const file of ['up.events', 'preview.events']) expect(places).toMatch(file)
    // Since Pulumi 3.276, these logs contain no arguments.
    for (const file of [/tmp\/pulumi\..*\.log\.INFO/, /\.home\/logs\/.*\.log/]) {
      expect(hunt.places).toEqual(expect.arrayContaining([expect.stringMatching(file)]))
    }
    expect(hunt.places.filter((place) => /report\.[\d.]+\.json$/.test(place))).not.toEqual([])
    process.stdout.write(`secrets: ${Object.keys(secrets).length} planted, sought in ${hunt.places.length} texts\n`)
  })

  it('finds secrets with --debug and -v=9 only in one kind of line that Pulumi itself prints', () => {
    for (const name of Object.keys(secrets)) hunt.placesOf(name)
    const shapes = hunt.pulumis.map((line) => /\w+ing property for|RegisterResource RPC finished/.exec(line)?.[0])
    expect([...new Set(shapes)]).toEqual(['RegisterResource RPC finished'])
  })

  it('starts provider processes without secrets in their arguments', () => {
    expect(processes).toMatch(isNative ? /pulumi-resource-trueup/ : /dynamic-provider/)
  })
})

/** Error messages by path, with the credentials of that mirror, encoded and decoded, and the tokens of its requests. */
function echoes(): Record<string, string> {
  const username = secret('user name of a mirror')
  const mirror = (name: string) => {
    const userinfo = [username, secret(name)]
    const urls = [userinfo, userinfo.map(encodeURIComponent)].map(
      (pair) => `https://${pair.join(':')}@example.com/x.git`,
    )
    return `cannot push to ${urls.join(' nor to ')}, called with ${secret('token in TRUEUP_TOKEN')}`
  }
  return {
    '/remote_mirrors(\\?|$)': namesOf(/password of a mirror/)
      .map(mirror)
      .join(', '),
    '/remote_mirrors/1$': mirror('password of a mirror'),
    '/remote_mirrors/2$': mirror('password of a mirror in stack configuration'),
    '/remote_mirrors/': mirror('next password of a mirror'),
    '/triggers': `no trigger ${secret('trigger token')}, called with ${secret('token in TRUEUP_TOKEN')}`,
    '/access_tokens': `no token ${secret('group access token')}`,
    '/projects/2/labels': `called with ${secret('token of an explicit provider')}`,
    '/projects/3/labels': `called with ${secret('token in the variable that tokenEnv names')}`,
  }
}

/** Sends secrets in queries and forms. */
async function callTheEmulatorCarelessly(url: string): Promise<void> {
  const token = secret('token in TRUEUP_TOKEN')
  await fetch(`${url}/api/v4/projects/1/labels?private_token=${token}`)
  await fetch(`${url}/api/v4/projects/1/labels?access_token=${token}`)
  await fetch(`${url}/api/v4/projects/1/trigger/pipeline?ref=main&token=${secret('trigger token')}`, { method: 'POST' })
  const form = {
    private_token: token,
    url: `https://mirror:${secret('password of a mirror')}@example.com`,
  }
  await fetch(`${url}/api/v4/projects/1/remote_mirrors`, { method: 'POST', body: new URLSearchParams(form) })
}
