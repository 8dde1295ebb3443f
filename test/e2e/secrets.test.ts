import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Fault } from '../../emulator'
import { type EmulatorState } from '../../emulator/store'
import { useCli } from '../support/cli'
import { expectOk, PulumiStack, type Result } from '../support/pulumi'

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** What nobody may read, by the name under which a failure speaks of it. No two share a run of eight letters and digits. */
const secrets: Record<string, string> = {
  'token in TRUEUP_TOKEN': 'envTokenQx81mTr',
  'token in stack configuration': 'configTokenWz42kLs',
  'token of an explicit provider': 'providerTokenGd63vBn',
  'token in the variable that tokenEnv names': 'namedTokenPf17xHc',
  'token that the service refuses': 'wrongTokenYs92jKw',
  'user name of a mirror': 'userHeadKd83/wörd%41userTailPq56',
  'password of a mirror': 'passHeadRt19@passMiddleLm27"\\/wörd%41:passTailVb64?#',
  'next password of a mirror': 'nextHeadUn38@nextMiddleXe71/wörd%42:nextTailZo25',
  'password of a mirror in stack configuration': 'configPassCy49@tailOfItMd86',
  'user name in a refused url': 'refusedUserHj35',
  'password in a refused url': 'refusedHeadNc47@refusedMidTb91/wörd%41:refusedTailSa68',
  // The service makes these.
  'trigger token': '',
  'group access token': '',
  'group access token after its rotation': '',
}
/** Of these, what only passes through. */
const fleeting = [
  'token in TRUEUP_TOKEN',
  'token in the variable that tokenEnv names',
  'token that the service refuses',
  'user name in a refused url',
  'password in a refused url',
]
const namesOf = (pattern: RegExp) => Object.keys(secrets).filter((name) => pattern.test(name))

/** No secret: what stands for it in a place shows that the place is searched. */
const plain = 'plainAsDayGf58'

const program = `
const { Config } = require('@pulumi/pulumi')
const trueup = require('trueup')
const { BASE_URL: baseUrl, PROVIDER_TOKEN: token, ROUND, EXPIRES_AT: expiresAt } = process.env
const { MIRROR_USERNAME: username, MIRROR_PASSWORD: password, REFUSED_URL } = process.env
const project = 'acme/web'

new trueup.Label('plain', { project, name: '${plain}', color: 'red', description: ROUND })
const explicit = new trueup.Provider('explicit', { baseUrl, token })
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

/** Every text that somebody may read, by where it stands. */
const texts = new Map<string, string>()

/** What the state has held, as its owner sees it. */
let revealed = ''

beforeAll(async () => {
  const emulator = trueup('emulator', '--port', '0')
  const [, url = ''] = await emulator.says(/listening on (\S+)/)
  const control = async (method: string, path: string, body?: object) =>
    (await fetch(`${url}/-/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })).text()
  /** Lets requests fail with answers that repeat every secret the service could know of. */
  const answer = async (method: string, status: number, times = 99) => {
    for (const [path, message] of Object.entries(echoes())) {
      const fault: Fault = { method, path, times, status, body: { message: { base: [message] } } }
      await control('POST', 'faults', fault)
    }
  }
  const state = async () => JSON.parse(await control('GET', 'state')) as EmulatorState
  const madeByService = async (collection: string) => {
    const last = (await state()).collections[collection]?.records.at(-1)
    return (last as unknown as { token: string }).token
  }

  await control('PUT', 'state', withTokens(await state(), namesOf(/^token (?!that)/)))
  const stack = await PulumiStack.create({
    program,
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
      PROVIDER_TOKEN: secret('token of an explicit provider'),
      NAMED_TOKEN: secret('token in the variable that tokenEnv names'),
      MIRROR_USERNAME: secret('user name of a mirror'),
      MIRROR_PASSWORD: secret('password of a mirror'),
    },
  })
  const heard = async (running: Promise<Result>) => {
    const result = await running
    texts.set(`${texts.size + 1}. ${result.command}`, result.stdout + result.stderr)
    return result
  }
  const succeeds = async (running: Promise<Result>) => void expectOk(await heard(running))
  const fails = async (running: Promise<Result>, reason: RegExp) => {
    const { code, stdout, stderr } = await heard(running)
    expect(stdout + stderr).toMatch(reason)
    expect(code).not.toBe(0)
  }
  try {
    // The CLI writes its logs there.
    await mkdir(join(stack.folder, '.tmp'))
    stack.setEnv({ TMPDIR: join(stack.folder, '.tmp') })

    await succeeds(stack.up({ preview: true }))
    secrets['trigger token'] = await madeByService('triggers')
    secrets['group access token'] = await madeByService('access_tokens')
    revealed += JSON.stringify(await stack.export({ showSecrets: true }))

    stack.setEnv({ TRUEUP_TOKEN: secret('token that the service refuses') })
    await fails(stack.refresh(), /401/)
    stack.setEnv({ TRUEUP_TOKEN: secret('token in TRUEUP_TOKEN') })
    await succeeds(stack.refresh({ diff: true }))
    await answer('GET', 400)
    await fails(stack.refresh(), /GET \S+mirrors: 400/)
    await control('DELETE', 'faults')

    stack.setEnv({
      REFUSED_URL: `https://${secret('user name in a refused url')}:${secret('password in a refused url')}@example.com/`,
    })
    await fails(stack.up(), /(?=.*url must not hold credentials).*did you mean password\?/s)
    stack.setEnv({ REFUSED_URL: '', ROUND: 'half' })
    await fails(stack.preview(), /password needs a username/)

    stack.setEnv({ ROUND: '2', EXPIRES_AT: dayFromNow(60), MIRROR_PASSWORD: secret('next password of a mirror') })
    await succeeds(stack.preview({ diff: true }))
    await succeeds(stack.preview({ json: true }))
    await answer('PUT', 400)
    await answer('POST', 400, 1)
    await answer('POST', 500)
    await fails(
      stack.run('up', '--yes', '--skip-preview', '--continue-on-error'),
      /(?=.*POST \S+mirrors: 400 cannot push)(?=.*POST \S+mirrors: 500 cannot push).*PUT \S+mirrors.2: 400 /s,
    )
    await control('DELETE', 'faults')
    // Not --debug: there Pulumi itself prints properties, secrets included.
    await succeeds(stack.run('up', '--yes', '--verbose=1'))
    secrets['group access token after its rotation'] = await madeByService('access_tokens')

    await succeeds(stack.run('config'))
    await succeeds(stack.run('stack', 'output', '--json'))
    await succeeds(stack.run('stack', 'history', '--json'))
    await succeeds(stack.run('stack', 'export'))
    revealed += JSON.stringify(await stack.export({ showSecrets: true }))

    await answer('DELETE', 400)
    await fails(stack.run('destroy', '--yes', '--skip-preview', '--continue-on-error'), /DELETE \S+mirrors.2: 400/)
    await control('DELETE', 'faults')
    await succeeds(stack.destroy())

    await callTheEmulatorCarelessly(url)
    texts.set('the log of the emulator', await control('GET', 'requests'))
    texts.set('the output of the emulator', emulator.output.stdout + emulator.output.stderr)
    for (const [file, text] of await filesBelow(stack.folder)) texts.set(file, text)
  } finally {
    await stack.close()
  }
}, 180_000)

describe('of what nobody may read,', () => {
  it.each(Object.keys(secrets))('the %s stands nowhere', (name) => {
    expect(placesOf(secret(name))).toEqual([])
  })

  it.each(Object.keys(secrets))('the %s is in the state, encrypted, or not stored at all', (name) => {
    expect(spellings(secret(name)).some((spelling) => revealed.includes(spelling))).toBe(!fleeting.includes(name))
  })

  it('all is sought where it might be', () => {
    const places = placesOf(plain).join('\n')
    for (const place of [/pulumi refresh/, /preview .*--json/, /stack export/, /log of the emulator/]) {
      expect(places).toMatch(place)
    }
    for (const file of ['history', 'backups']) expect(places).toContain(join('.state', '.pulumi', file))
    expect([...texts.keys()]).toEqual(expect.arrayContaining([expect.stringContaining('.home')]))
  })
})

function secret(name: string): string {
  const value = secrets[name]
  if (!value) throw new Error(`nothing is known as ${name}`)
  return value
}

/** Unkind answers, by path: the credentials of that mirror, encoded and decoded, and the tokens that are used there. */
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

/** Puts secrets where they do not belong: in queries and forms. */
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

/** Gives the user `owner` tokens of our own: those of the seed world are known to all. */
function withTokens(state: EmulatorState, names: string[]): EmulatorState {
  const tokens = state.collections.access_tokens!
  const owners = tokens.records.find((record) => (record as unknown as { token: string }).token === 'emulator-owner')!
  for (const name of names) tokens.records.push({ ...owners, id: tokens.next++, ...{ token: secret(name) } })
  return state
}

/** Where a text stands, in whichever spelling. */
function placesOf(text: string): string[] {
  const sought = spellings(text)
  return [...texts]
    .filter(([, content]) => sought.some((spelling) => content.includes(spelling)))
    .map(([place]) => place)
}

/** The text, each longer run of letters and digits in it (which no escaping changes), and all of these in base64. */
function spellings(text: string): string[] {
  const parts = [text, ...(text.match(/[a-z0-9]{8,}/gi) ?? [])]
  return [...parts, ...parts.flatMap((part) => [0, 1, 2].flatMap((offset) => inBase64(part, offset)))]
}

/** How base64 spells a text that stands so many bytes behind a multiple of three, whatever is around it. */
function inBase64(text: string, offset: number): string[] {
  const bytes = Buffer.from('-'.repeat(offset) + text)
  const [first, last] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)]
  return (['base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding).slice(first, last))
}

/** What is in the files below a folder; links lead elsewhere and are left out. */
async function filesBelow(folder: string): Promise<(readonly [string, string])[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (file) => [relative(folder, file), await readFile(file, 'utf8')] as const))
}
