import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { load } from '../../provider/core/load'
import type { Json } from '../../provider/core/plain'
import { Client } from '../../sdk'
import { testNow } from '../support/emulator'
import { Engine } from '../support/engine'
import { frozenResources, frozenStates, frozenUrl, kindOf, makePast } from '../support/frozen-states'
import { isLong } from '../support/long'
import { argsOf, oldest } from '../support/older'
import { expectOk, PulumiStack, type State } from '../support/pulumi'
import { useTestNow } from '../support/test-now'

/*
 * What a release wrote into states is read by all later ones. A release has folders, each with a program and the state it
 * led to, which between them hold all kinds and arguments: with a program in place, and what had to be there before,
 * `TRUEUP_FREEZE_STATE=1 npx jest test/e2e/frozen-state` writes the state of a new folder, and never one that is there.
 */

jest.setTimeout(180_000)

/** Where the program stood on the machine that wrote the state is nobody's business. */
const withoutPlaces = (name: string, value: unknown) =>
  ['sourcePosition', 'stackTrace'].includes(name) ? undefined : value

/**
 * `core/upgrade.test.ts` puts each resource of each state through all of this, and more, without the engine: with it, one
 * state has all that can be seen of a state, and the long run does so with each.
 */
const size = ({ file }: { file: string }) => (existsSync(file) ? readFileSync(file).length : Infinity)
const [smallest] = [...frozenStates].sort((one, other) => size(one) - size(other))

it('holds the state of this release', () => {
  const manifest = readFileSync(resolve(__dirname, '..', '..', 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  expect(frozenStates.map(({ release }) => release)).toContain(version)
})

describe.each(frozenStates)('a state of release $release', (frozen) => {
  const { file, program, updates, secrets } = frozen
  const clock = useTestNow()
  let emulator: Emulator
  let stack: PulumiStack
  let api: Client

  beforeAll(async () => {
    emulator = await startEmulator({ now: testNow })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    await makePast(frozen, emulator)
    stack = await PulumiStack.create({
      program,
      config: { endpoint: `${emulator.url}/acme/web/alerts/notify.json` },
      secretConfig: { password: 's3cret', key: 'emulator-alert-key', ...secrets },
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-root', TRUEUP_TEST_NOW: updates.at(-1) ?? testNow },
    })
    await (existsSync(file) && !isLong ? makeInProcess() : makeWithProgram())
    if (process.env.TRUEUP_FREEZE_STATE && !existsSync(file)) {
      writeFileSync(
        file,
        `${JSON.stringify(await stack.export(), withoutPlaces, 2).replaceAll(emulator.url, frozenUrl)}\n`,
      )
    }
  })
  afterAll(async () => {
    await stack?.close()
    await api.close()
    await emulator.close()
  })

  /** Makes the objects, by the same ids; the state that this leads to is of no interest. */
  async function makeWithProgram(): Promise<void> {
    for (const now of updates) {
      emulator.setClock(now)
      stack.setEnv({ TRUEUP_TEST_NOW: now })
      expectOk(await stack.up())
    }
  }

  /** Does the same in a fraction of the time. */
  async function makeInProcess(): Promise<void> {
    const made = frozenResources(frozen).map((resource) => ({
      ...resource,
      engine: new Engine(resource.kind, { url: emulator.url, token: 'emulator-root' }),
    }))
    for (const now of updates) {
      emulator.setClock(now)
      clock.set(now)
      for (const { kind, inputs, engine } of made) {
        const args = JSON.parse(JSON.stringify(argsOf(load(kind), inputs)).replaceAll(frozenUrl, emulator.url)) as Json
        await engine.up('wait' in args ? { ...args, wait: false } : args)
      }
    }
  }

  const original = () => readFileSync(file, 'utf8').replaceAll(frozenUrl, emulator.url)

  async function importState(text: string): Promise<void> {
    await stack.write('stack.json', text)
    expectOk(await stack.run('stack', 'import', '--file', 'stack.json'))
    emulator.clearRequests()
  }

  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')
  const inDetail = isLong || frozen === smallest

  if (inDetail) {
    it('is compared and updated alike when an older release wrote it, which knew less', async () => {
      const state = JSON.parse(original()) as State
      const thinned = (state.deployment.resources ?? []).flatMap((resource) => {
        const kind = kindOf(resource.type)
        if (kind === undefined) return []
        const { inputs, outputs } = oldest(load(kind), { inputs: {}, outputs: {}, ...resource })
        return [Object.assign(resource, { inputs, outputs })]
      })
      expect(thinned.length).toBeGreaterThan(15)
      for (const later of ['textColor', 'tokenExpiresAt']) {
        expect(original()).toContain(later)
        expect(JSON.stringify(state)).not.toContain(later)
      }
      await importState(JSON.stringify(state))
      expectOk(await stack.up({ expectNoChanges: true }))
      expect(emulator.requests()).toEqual([])
      expectOk(await stack.up({ refresh: true }))
      expect(writes()).toEqual([])
    })
  }

  if (isLong || !inDetail) {
    it('is compared with the program of then, and updated, without a call or a difference', async () => {
      await importState(original())
      expectOk(await stack.up({ expectNoChanges: true }))
      expect(emulator.requests()).toEqual([])
    })
  }

  it('is refreshed without a difference', async () => {
    if (inDetail) await importState(original())
    emulator.clearRequests()
    expectOk(await stack.refresh({ expectNoChanges: true }))
    expect(writes()).toEqual([])
  })

  if (inDetail) {
    it('is compared and updated without a call or a difference when it was refreshed', async () => {
      emulator.clearRequests()
      expectOk(await stack.up({ expectNoChanges: true }))
      expect(emulator.requests()).toEqual([])
    })
  }

  it('is taken down, and nothing of it is left', async () => {
    expectOk(await stack.destroy())
    for (const project of [1, 2]) {
      expect(await api.labels.list(project).all()).toEqual([])
      expect(await api.freezePeriods.list(project).all()).toEqual([])
      expect(await api.protectedEnvironments.list(project).all()).toEqual([])
      expect(await api.triggerTokens.list(project).all()).toEqual([])
      expect(await api.remoteMirrors.list(project).all()).toEqual([])
    }
    for (const group of [10, 11]) {
      expect(await api.groupAccessTokens.list(group, { state: 'active' }).all()).toEqual([])
    }
    expect(await api.issueLinks.list(1, 1).all()).toEqual([])
  })
})
