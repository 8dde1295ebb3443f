import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { load } from '../../provider/core/engine/load'
import { Client } from '../../sdk'
import { testRun } from '../shared/test-run'
import { testNow } from '../support/emulator'
import { frozenStates, frozenUrl, kindOf, makePast } from '../support/frozen-states'
import { movedBack, movedToPlugin } from '../support/moved-program'
import { oldestState } from '../support/other-releases'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, type State } from '../support/pulumi'

/*
 * All later releases read the states of a release. A release has folders with a program and its state, which together
 * contain all kinds and arguments. For a new folder with a program and the requests before it,
 * `TRUEUP_FREEZE_STATE=1 npx jest test/long/frozen-state` writes the state. It never overwrites a state.
 */

jest.setTimeout(180_000)

/** Removes the paths of the machine that wrote the state. */
const withoutPlaces = (name: string, value: unknown) =>
  ['sourcePosition', 'stackTrace'].includes(name) ? undefined : value

it('has a state fixture of each release in the changelog', () => {
  const changelog = readFileSync(resolve(__dirname, '..', '..', 'CHANGELOG.md'), 'utf8')
  const releases = [...changelog.matchAll(/^## (\d\S*)/gm)].map(([, release]) => release)
  expect(releases).toContain('0.1.0')
  expect(frozenStates.map(({ release }) => release)).toEqual(expect.arrayContaining(releases))
})

describe.each(frozenStates)('a state of release $release', (frozen) => {
  const { file, program, updates, secrets } = frozen
  let emulator: Emulator
  let stack: PulumiStack
  let api: Client

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'spec', now: testNow })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    await makePast(frozen, emulator)
    stack = await PulumiStack.create({
      program,
      config: { endpoint: `${emulator.url}/acme/web/alerts/notify.json` },
      secretConfig: { password: 's3cret', key: 'emulator-alert-key', ...secrets },
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-root' },
      plugins,
    })
    // Creates the objects with the same ids. The new state is not used.
    for (const now of updates) {
      emulator.setClock(now)
      stack.setEnv({ TRUEUP_TEST_NOW: now })
      expectOk(await stack.up())
    }
    if (process.env.TRUEUP_FREEZE_STATE && !existsSync(file)) {
      writeFileSync(
        file,
        `${JSON.stringify(await stack.export(), withoutPlaces, 2).replaceAll(emulator.url, frozenUrl)}\n`,
      )
    }
    const state = readFileSync(file, 'utf8').replaceAll(frozenUrl, emulator.url)
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

  it('shows no diff for the program of that release, without a request', async () => {
    expectOk(await stack.preview({ expectNoChanges: true }))
    expect(emulator.requests()).toEqual([])
  })

  it('refreshes without changes and updates without a write', async () => {
    expectOk(await stack.refresh({ expectNoChanges: true }))
    expectOk(await stack.up({ expectNoChanges: true }))
    expect(writes()).toEqual([])
  })

  it('compares and updates a state of an older release with fewer values in the same way', async () => {
    const original = readFileSync(file, 'utf8').replaceAll(frozenUrl, emulator.url)
    const state = JSON.parse(original) as State
    const thinned = (state.deployment.resources ?? []).flatMap((resource) => {
      const kind = kindOf(resource.type)
      if (kind === undefined) return []
      const { inputs, outputs } = oldestState(load(kind), { inputs: {}, outputs: {}, ...resource })
      return [Object.assign(resource, { inputs, outputs })]
    })
    expect(thinned.length).toBeGreaterThan(15)
    for (const later of ['textColor', 'tokenExpiresAt']) {
      expect(original).toContain(later)
      expect(JSON.stringify(state)).not.toContain(later)
    }
    await stack.write('thin.json', JSON.stringify(state))
    expectOk(await stack.run('stack', 'import', '--file', 'thin.json'))
    emulator.clearRequests()
    const { steps = [] } = expectOk(await stack.preview({ json: true })).json
    expect(new Set(steps.map(({ op }) => op))).toEqual(new Set(['same']))
    expect(emulator.requests()).toEqual([])
    expectOk(await stack.up({ refresh: true }))
    expect(writes()).toEqual([])
    expectOk(await stack.run('stack', 'import', '--file', 'stack.json'))
  })

  // The last state has all arguments and the resources of the other ones.
  if (testRun.allCases || frozen === frozenStates.at(-1)) {
    it('moves to the plugin and back, without a request and without a change', async () => {
      emulator.clearRequests()
      for (const moved of [movedToPlugin(program), movedBack(program)]) {
        await stack.setProgram(moved)
        const { steps = [] } = expectOk(await stack.preview({ json: true })).json
        const changed = steps.filter(({ op, urn }) => op !== 'same' && !urn.includes('::pulumi:providers:'))
        expect(changed).toEqual([])
        expectOk(await stack.up())
      }
      expect(emulator.requests()).toEqual([])
    })
  }

  it('destroys all objects of the state', async () => {
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
