import { getLabel } from '../../provider'
import { queryOf } from '../../provider/core/pulumi/query'
import type { Json } from '../../provider/core/schema/json'
import { Connection } from '../../provider/core/service/connection'
import { EngineOperation } from '../../provider/core/service/engine-operation'
import { settings } from '../../provider/core/service/settings'
import { provider } from '../../provider/runtime'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

/** Kinds with a short secret, where it is, and the path of its creation. */
const kinds: [kind: string, args: (secret: string) => Json, path: string][] = [
  ['project-variable', (value) => ({ project: 1, key: 'K', value }), '/api/v4/projects/1/variables'],
  ['group-variable', (value) => ({ group: 'acme', key: 'K', value }), '/api/v4/groups/10/variables'],
  ['project-hook', (token) => ({ project: 1, url: 'https://example.com', token }), '/api/v4/projects/1/hooks'],
  [
    'project-hook',
    (header) => ({ project: 1, url: 'https://example.com', customHeaders: { 'X-Key': header } }),
    '/api/v4/projects/1/hooks',
  ],
  [
    'project-hook',
    (part) => ({ project: 1, url: 'https://example.com/{key}', urlVariables: { key: part } }),
    '/api/v4/projects/1/hooks',
  ],
  [
    'remote-mirror',
    (password) => ({ project: 1, url: 'https://example.com/x.git', username: 'robot', password }),
    '/api/v4/projects/1/remote_mirrors',
  ],
  ['pipeline-run', (REGION) => ({ project: 1, ref: 'main', variables: { REGION } }), '/api/v4/projects/1/pipeline'],
]

describe('a secret that is shorter than eight characters', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const community = useEmulator({ flavor: 'gitlab', tier: 'ce' })
  const token = 'emulator-owner'

  describe.each(['1', 'b', 'prod', 'o"k'])('such as %s', (secret) => {
    const escaped = JSON.stringify(secret)
    const echo = { message: { base: [`cannot use ${secret} here, and not ${escaped} either`] } }
    const shown = /: 400 cannot use \[redacted\] here, and not ("?)\[redacted\]\1 either/

    it.each(kinds)('hides what the service repeats of a %s, and nothing else', async (kind, args, path) => {
      emulator.fault({ method: 'POST', path, status: 400, body: echo })
      const failure = await new Engine(kind, { url: emulator.url, token }).up(args(secret)).catch(String)
      expect(failure).toContain(`POST ${path}`)
      expect(failure).toMatch(shown)
      expect(String(failure).replace(shown, '')).not.toContain('[redacted]')
    })

    it('hides what the service repeats of any item of a set', async () => {
      const path = '/api/v4/projects/1/variables'
      emulator.fault({ method: 'POST', path, status: 400, body: echo, times: 2 })
      const stack = new Engine('project-variable-set', { url: emulator.url, token })
      const items = { K: { key: 'K', value: secret }, OTHER: { key: 'OTHER', value: 'another' } }
      const failure = String(await stack.up({ project: 1, items }).catch(String))
      expect(failure.match(new RegExp(shown, 'g'))).toHaveLength(2)
      expect(failure.replaceAll(/"?\[redacted\]"?/g, '')).not.toContain(`use ${secret}`)
    })

    it('hides what the service repeats of an argument that the program marks as secret', async () => {
      emulator.fault({ method: 'POST', path: 'labels', status: 400, body: echo })
      const failure = made('label', { project: 1, name: 'x', color: 'red', description: secret }, [['description']])
      await expect(failure).rejects.toThrow(/POST \/api\/v4\/projects\/1\/labels: 400 /)
      await expect(failure).rejects.toThrow(shown)
    })
  })

  it('shows an error about what a Community Edition ignores as it is', async () => {
    const stack = new Engine('group-variable', { url: community.url, token })
    const created = stack.up({ group: 'acme', key: 'K', value: 'v', environmentScope: 'prod' })
    await expect(created).rejects.toThrow(/The service ignored environmentScope, and used "\*": /)
    await expect(created).rejects.not.toThrow(/redacted/)
  })

  it('hides the name of an object in the path of a request', async () => {
    emulator.fault({
      method: 'POST',
      path: 'labels',
      status: 400,
      body: { message: 'bug is not good, nor is debugging' },
    })
    const failure = made('label', { project: 1, name: 'bug', color: 'red' }, [['name']])
    await expect(failure).rejects.toThrow('label [secret] of 1 was not created')
    await expect(failure).rejects.toThrow(': 400 [redacted] is not good, nor is debugging (')
    const call = (name: string) =>
      queryOf(getLabel)!.call({ project: 'acme/web', label: name }, () => connection(), [['label']])
    await expect(call('api')).rejects.toThrow('GET /api/v4/projects/acme%2Fweb/labels/[redacted]: 404')
  })

  it.each<[string, Json, string[], string]>([
    ['label', { project: 1, name: 'bug', color: 'oops' }, ['color'], 'color must be a CSS color or #RRGGBB'],
    [
      'label',
      { project: 'https://a.b/c/d', name: 'bug', color: 'red' },
      ['project'],
      'project must be the numeric id of a project',
    ],
    [
      'label-set',
      { project: 1, items: { a: { name: 'x', color: 'oops' } } },
      ['items', 'a', 'color'],
      'items.a: color must be a CSS color or #RRGGBB',
    ],
  ])('hides an invalid argument of a %s that the program marks as secret', async (kind, args, secret, reason) => {
    const failure = made(kind, args, [secret])
    await expect(failure).rejects.toThrow(reason)
    await expect(failure).rejects.not.toThrow(/oops|c\/d/)
  })

  const connection = () => {
    const config: Json = { 'trueup:baseUrl': emulator.url, 'trueup:token': token }
    return new Connection(settings({ get: (key) => config[key] }, {}), { warn: () => {}, status: () => {} })
  }

  async function made(kind: string, args: Json, secrets: string[][]): Promise<void> {
    process.env.TRUEUP_BASE_URL = emulator.url
    process.env.TRUEUP_TOKEN = token
    try {
      const host = provider(kind, connection, new EngineOperation())
      const intent = { name: `trueup:Thing::${kind}`, ledger: '', secrets }
      const { inputs, failures = [] } = await host.check!({}, { ...args, __declaration: intent })
      if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join())
      await host.create(inputs as Json)
    } finally {
      delete process.env.TRUEUP_BASE_URL
      delete process.env.TRUEUP_TOKEN
    }
  }
})
