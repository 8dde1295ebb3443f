import fc from 'fast-check'
import type { Json } from '../../provider/core/schema/json'
import { settings } from '../../provider/core/service/settings'
import { provider } from '../../provider/runtime'
import { Client } from '../../sdk'
import { times } from '../shared/test-run'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'
import { declarations } from './support/declarations'
import { methodsOf } from './support/sdk-methods'
import { problemWith } from './support/sentences'
import { awkwardStrings, injections } from './support/strings'
import { listenOnWire, type Sent, type Wire } from './support/wire'

useTestNow()

const runs = times(40, 3_000)
const seed = jest.getSeed()

describe('a client over a raw socket', () => {
  let wire: Wire
  let client: Client
  beforeAll(async () => {
    wire = await listenOnWire()
    client = new Client({ baseUrl: wire.url, token: 'the-token', retryDelayMs: 0 })
  })
  afterAll(async () => {
    await client.close()
    await wire.close()
  })

  const methods = methodsOf(new Client({ baseUrl: 'http://127.0.0.1:9', token: 'x' }))

  /** The requests that a call sends. */
  async function sentBy(work: () => unknown): Promise<Sent[]> {
    wire.sent()
    await Promise.resolve(work()).catch((error: Error) => {
      if (error.name !== 'SdkError' && error.name !== 'NotFound') throw error
    })
    return wire.sent()
  }

  const segmentsOf = ({ target }: Sent) => target.split('?')[0]!.split('/').map(decodeURIComponent)
  const plainSegment = /^[a-z_]+$|^\d+$/
  const shapeOf = ({ method, headers }: Sent) => [method, ...headers.map(([name]) => name)].join(' ')

  it(`sends a name as one path segment in ${methods.length} methods: ${runs} names of seed ${seed}, and ${injections.length} known ones`, async () => {
    expect(methods.length).toBeGreaterThan(60)
    const counts = new Map<string, number>()
    for (const { name, call } of methods) {
      const usual = await sentBy(() => call(client, 'acme/web'))
      const [model] = usual
      if (!model) throw new Error(`${name} sends no request`)
      const ids = segmentsOf(model).filter((segment) => segment === 'acme/web').length
      expect([name, ids > 0]).toEqual([name, true])
      counts.set(name, ids)
      const expectSegments = async (id: string) => {
        const sent = await sentBy(async () => call(client, id))
        const [first] = sent
        if (!first) return
        expect(sent.map(shapeOf)).toEqual(usual.slice(0, sent.length).map(shapeOf))
        const wanted = segmentsOf(model).map((segment) => (segment === 'acme/web' ? id : segment))
        expect([name, segmentsOf(first)]).toEqual([name, wanted])
      }
      for (const id of injections) await expectSegments(id)
    }
    const drawn = fc.tuple(fc.constantFrom(...methods), awkwardStrings)
    await fc.assert(
      fc.asyncProperty(drawn, async ([{ name, call }, id]) => {
        const [first] = await sentBy(async () => call(client, id))
        if (!first || plainSegment.test(id)) return
        expect(segmentsOf(first).filter((segment) => segment === id)).toHaveLength(counts.get(name)!)
      }),
      { seed, numRuns: runs },
    )
  }, 60_000)

  it.each(injections)(
    'rejects a token like %j before any request or sends it unchanged, and adds no header',
    async (token) => {
      let made: Client
      try {
        made = new Client({ baseUrl: wire.url, token, retryDelayMs: 0 })
      } catch (error) {
        expect(problemWith((error as Error).message)).toBeUndefined()
        expect((error as Error).message).not.toContain(token)
        return
      }
      const [sent, ...others] = await sentBy(() => made.projects.get(1))
      await made.close()
      expect(others).toEqual([])
      const usual = await sentBy(() => client.projects.get(1))
      expect(shapeOf(sent!)).toBe(shapeOf(usual[0]!))
      expect(sent!.headers.filter(([, value]) => value === token || value === `Bearer ${token}`)).toHaveLength(1)
    },
  )

  it.each(injections)('sends requests to the same host if the base URL ends with %j', async (tail) => {
    let made: Client
    try {
      made = new Client({ baseUrl: `${wire.url}/${tail}`, token: 'the-token', retryDelayMs: 0 })
    } catch (error) {
      expect(problemWith((error as Error).message)).toBeUndefined()
      return
    }
    const sent = await sentBy(() => made.projects.get(1))
    await made.close()
    expect(sent.map(shapeOf)).toEqual((await sentBy(() => client.projects.get(1))).map(shapeOf))
    expect(sent[0]!.target.endsWith('/api/v4/projects/1')).toBe(true)
  })
})

describe('ids of a stored state', () => {
  const emulator = useEmulator({ flavor: 'spec' })
  const ids = [
    ...injections,
    ...injections.map((text) => `1/${text}`),
    ...injections.map((text) => `${text}/1`),
    '1/'.repeat(50_000),
    `1/${'9'.repeat(500)}`,
  ]

  it.each(declarations('http://127.0.0.1:9').map(({ kind }, index) => ({ kind, index })))(
    `rejects ${ids.length} invalid ids of a $kind in state, or reads no other object`,
    async ({ kind, index }) => {
      const { args, as } = declarations(emulator.url)[index]!
      const engine = new Engine(kind, { url: emulator.url, token: `emulator-${as}` })
      const host = engine.process()
      const { inputs } = (await provider(kind).check!({}, args)) as { inputs: Json }
      const outs = { ...inputs, projectId: 1, groupId: 10, ids: {}, instance: emulator.url }
      emulator.clearRequests()
      for (const id of ids) {
        for (const verb of [() => host.read!(id, outs), () => host.diff!(id, outs, inputs)]) {
          try {
            await verb()
          } catch (error) {
            expect(problemWith((error as Error).message)).toBeUndefined()
          }
        }
      }
      for (const { method, path } of emulator.requests()) {
        expect(method).toBe('GET')
        expect(path).toMatch(
          /^\/api\/v4\/(?:projects|groups|vulnerabilities|\w+_repository_storage_moves|personal_access_tokens|user|metadata|version)(?:[/?]|$)/,
        )
        expect(decodeURIComponent(path).split(/[/\\]/)).not.toContain('..')
      }
    },
  )
})

describe('a message', () => {
  const emulator = useEmulator({ flavor: 'spec' })

  it(`escapes the control characters of ${injections.length} names in failures, errors and warnings`, async () => {
    for (const name of injections) {
      for (const args of [
        { project: name, name: 'bug', color: '#FF0000' },
        { project: 'acme/web', name, color: name },
        { project: 'acme/web', name: `${name}!`, color: '#FF0000', [`x${name}`]: 1 },
        { project: `acme/${name}`, name: 'bug', color: '#FF0000' },
      ]) {
        emulator.clearFaults()
        emulator.setState(emulator.state())
        const engine = new Engine('label', { url: emulator.url })
        const { failures } = (await provider('label').check!({}, args)) as { failures: { reason: string }[] }
        failures.forEach(({ reason }) => expect(problemWith(reason)).toBeUndefined())
        if (failures.length > 0) continue
        // The second one fails with an error that names the existing label.
        for (const one of [engine, new Engine('label', { url: emulator.url })]) {
          await one.up(args).catch((error: Error) => expect(problemWith(error.message)).toBeUndefined())
          one.warnings.forEach((warning) => expect(problemWith(warning)).toBeUndefined())
        }
      }
    }
  })
})

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'does not find a token in a variable named %s',
  (TRUEUP_TOKEN_ENV) => {
    expect(settings({ get: () => undefined }, { TRUEUP_TOKEN_ENV }).token).toBeUndefined()
    const explicit: Json = { 'trueup:explicit': 'true', 'trueup:tokenEnv': TRUEUP_TOKEN_ENV }
    expect(settings({ get: (key) => explicit[key] }, {}).token).toBeUndefined()
  },
)
