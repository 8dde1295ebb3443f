import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { testNow } from '../support/emulator'
import { expectOk, PulumiStack, type State } from '../support/pulumi'

/*
 * What a release wrote into states is read by all later ones. A release has a folder with a program of all kinds and the
 * state it led to: with the program in place, `TRUEUP_FREEZE_STATE=1 npx jest test/e2e/frozen-state` writes the state of
 * a new folder, and never one that is there.
 */

jest.setTimeout(180_000)

const folder = resolve(__dirname, '..', 'fixtures', 'state')
const releases = readdirSync(folder)
/** Stands in stored states for the URL of the service, which is another one in each run. */
const url = 'http://127.0.0.1:1'

/** Where the program stood on the machine that wrote the state is nobody's business. */
const withoutPlaces = (name: string, value: unknown) =>
  ['sourcePosition', 'stackTrace'].includes(name) ? undefined : value

it('holds the state of this release', () => {
  const { version } = JSON.parse(readFileSync(resolve(folder, '..', '..', '..', 'package.json'), 'utf8')) as State & {
    version: string
  }
  expect(releases).toContain(version)
})

describe.each(releases)('a state of release %s', (release) => {
  const stored = join(folder, release, 'stack.json')
  let emulator: Emulator
  let stack: PulumiStack
  let api: Client

  beforeAll(async () => {
    emulator = await startEmulator({ now: testNow })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    stack = await PulumiStack.create({
      program: readFileSync(join(folder, release, 'program.js'), 'utf8'),
      config: { endpoint: `${emulator.url}/acme/web/alerts/notify.json` },
      secretConfig: { password: 's3cret', key: 'emulator-alert-key' },
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-root', TRUEUP_TEST_NOW: testNow },
    })
    // Makes the objects, by the same ids; the state that this leads to is of no interest any more.
    expectOk(await stack.up())
    if (process.env.TRUEUP_FREEZE_STATE && !existsSync(stored)) {
      writeFileSync(stored, `${JSON.stringify(await stack.export(), withoutPlaces, 2).replaceAll(emulator.url, url)}\n`)
    }
    const state = readFileSync(stored, 'utf8').replaceAll(url, emulator.url)
    await stack.write('stack.json', state)
    expectOk(await stack.run('stack', 'import', '--file', 'stack.json'))
    emulator.clearRequests()
  })
  afterAll(async () => {
    await stack?.close()
    await api.close()
    await emulator.close()
  })

  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')

  it('is compared with the program of then without a call or a difference', async () => {
    expectOk(await stack.preview({ expectNoChanges: true }))
    expect(emulator.requests()).toEqual([])
  })

  it('is refreshed without a difference, and updated without a write', async () => {
    expectOk(await stack.refresh({ expectNoChanges: true }))
    expectOk(await stack.up({ expectNoChanges: true }))
    expect(writes()).toEqual([])
  })

  it('is taken down, and nothing of it is left', async () => {
    expectOk(await stack.destroy())
    for (const project of [1, 2]) {
      expect(await api.labels.list(project).all()).toEqual([])
      expect(await api.freezePeriods.list(project).all()).toEqual([])
      expect(await api.protectedEnvironments.list(project).all()).toEqual([])
      expect(await api.triggerTokens.list(project).all()).toEqual([])
      expect(await api.remoteMirrors.list(project).all()).toEqual([])
    }
    expect(await api.groupAccessTokens.list(10, { state: 'active' }).all()).toEqual([])
    expect(await api.issueLinks.list(1, 1).all()).toEqual([])
  })
})
