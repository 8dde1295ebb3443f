import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as send, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator'
import { main } from '../../tools/compare/index'

const token = 'glpat-zoes-own-secret-token'
const world = {
  users: { zoe: { name: 'Zoe Zimmermann', email: 'zoe@zimmermann.test', token }, bob: null },
  groups: {
    company: { id: 700, name: 'Company Ltd', members: { zoe: 'owner', bob: 'developer' } },
    'company/scratch': { id: 710, name: 'Scratch' },
    'company/labelled': { id: 711, labels: { bug: 'red' } },
  },
  projects: { 'company/other': { id: 1, labels: { bug: 'red' } }, 'company/scratch/near': { id: 2 } },
} as const

let emulator: Emulator
let folder: string
let said: string
let printed: string

async function start(options: EmulatorOptions = {}): Promise<void> {
  emulator = await startEmulator({ flavor: 'gitlab', world, ...options })
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trueup-compare-'))
  said = printed = ''
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said += String(text))))
})

afterEach(async () => {
  jest.restoreAllMocks()
  rmSync(folder, { recursive: true })
  await emulator?.close()
})

interface Report {
  tier: string
  server: { version: string; enterprise: boolean }
  exchanges: number
  compared: number
  skipped: Record<string, number>
  differences: { scenario: string; request: string; at: string; recorded: string; given: string; why?: string }[]
}

const file = () => join(folder, 'report.json')
const report = () => JSON.parse(readFileSync(file(), 'utf8')) as Report

function compare(...args: string[]): Promise<number> {
  const usual = [
    '--url',
    emulator.url,
    '--group',
    'company/scratch',
    '--requests-per-minute',
    '1000000',
    '--out',
    file(),
  ]
  return main([...usual, ...args], { COMPARE_TOKEN: token }, (line) => (printed += `${line}\n`))
}

/** The state of the emulator, except the time at which the token was last used. */
function everything(): Record<string, unknown[]> {
  const all = Object.entries(emulator.state().collections).filter(([, { records }]) => records.length > 0)
  return Object.fromEntries(
    all.map(([name, { records }]) => [name, records.map((one) => ({ ...one, last_used_at: undefined }))]),
  )
}

/** Paths of the requests that may have changed something. */
const written = () =>
  emulator.requests().flatMap(({ method, path }) => (method === 'GET' || method === 'HEAD' ? [] : [path]))

const known =
  /^\/api\/v4\/(?:groups|projects|(?:groups|projects)\/(?:(\d+)|company%2Fscratch%2Ftrueup-compare-\w+%2F).*)$/

describe('a comparison with a GitLab that responds like the recorded one', () => {
  it('reports no differences, also with a relative URL and a rate limit, and changes only the scratch group', async () => {
    await start()
    const before = everything()
    expect(await compare('--only', 'issue-links,alerts')).toBe(0)
    expect(everything()).toEqual(before)
    expect(printed).toContain('GitLab 18.9.0-ee, Enterprise Edition, tier ultimate')
    const { exchanges, compared, differences } = report()
    expect(compared / exchanges).toBeGreaterThan(0.45)
    expect(differences).toEqual([])

    const proxy = await below('/gitlab')
    try {
      emulator.fault({ path: '/links', status: 429, headers: { 'Retry-After': '0' } })
      expect(await compare('--url', proxy.url, '--only', 'issue-links,alerts')).toBe(0)
      expect(report().compared).toBe(compared)
    } finally {
      await proxy.close()
    }
    expect(everything()).toEqual(before)
    for (const path of written()) {
      expect(path).toMatch(known)
      expect(['1', '2', '700', '710', '711']).not.toContain(known.exec(path)![1])
    }
    // Links to issues of other projects.
    const targets = emulator.requests().flatMap(({ path, body }) => {
      const [, inPath] = /[?&]target_project_id=([^&]*)/.exec(path) ?? []
      return inPath ?? (body as { target_project_id?: unknown } | undefined)?.target_project_id ?? []
    })
    expect(targets.length).toBeGreaterThan(20)
    expect(targets.filter((id) => id !== '' && (typeof id !== 'number' || id <= 2))).toEqual([])
  }, 60_000)

  it.each(['free', 'premium', 'ultimate'] as const)('reports the tier of a GitLab: %s', async (tier) => {
    await start({ tier })
    await compare('--only', 'alerts')
    expect(report()).toMatchObject({ tier, server: { version: '18.9.0-ee', enterprise: true } })
  })

  it('reports that a GitLab is the Community Edition', async () => {
    await start({ tier: 'ce' })
    await compare('--only', 'alerts')
    expect(report()).toMatchObject({ tier: 'ce', server: { version: '18.9.0', enterprise: false } })
  })
})

describe('a comparison with a GitLab that responds differently', () => {
  it('reports each difference, without token, host and names', async () => {
    await start()
    const body = { message: `zoe@zimmermann.test, Zoe Zimmermann of Company Ltd has ${token} at ${emulator.url}` }
    emulator.fault({ method: 'GET', path: '/triggers/\\d+$', status: 418, body })
    expect(await compare('--only', 'triggers')).toBe(1)
    const { differences } = report()
    expect(differences).toContainEqual(expect.objectContaining({ at: 'status', recorded: '200', given: '418' }))
    expect(differences.find(({ at, given }) => at.endsWith('message') && given.includes('{token}'))).toBeDefined()
    expect(printed).toMatch(/status: recorded 200, here 418/)
    for (const text of [JSON.stringify(report()), printed, said]) {
      expect(text).not.toMatch(/zoes-own|zimmermann/i)
      expect(text).not.toContain(token)
    }
    expect(JSON.stringify(report())).not.toMatch(/Company|trueup-compare-/)
  }, 60_000)
})

describe('a comparison that stops early', () => {
  it('removes its objects when it is interrupted', async () => {
    await start({
      onRequest: ({ path }) => {
        if (path.includes('/labels') && path.includes('projects/')) process.emit('SIGINT')
      },
    })
    const before = everything()
    expect(await compare('--only', 'labels')).toBe(2)
    expect(said).toContain('interrupted')
    expect(everything()).toEqual(before)
    expect(process.listenerCount('SIGINT')).toBe(0)
  })

  it('removes its objects when the server rejects later requests', async () => {
    await start()
    const before = everything()
    emulator.fault({ method: 'POST', path: '/projects$', status: 503, times: 100 })
    expect(await compare('--only', 'labels')).toBe(2)
    expect(said).toMatch(/POST \/projects: 503/)
    expect(everything()).toEqual(before)
  })

  it('lists the objects that the server does not delete', async () => {
    await start()
    emulator.fault({ method: 'DELETE', path: 'permanently_remove', status: 400, body: { message: 'Not today.' } })
    expect(await compare('--only', 'alerts')).toBe(2)
    expect(said).toMatch(/NOT REMOVED: company\/scratch\/trueup-compare-\w+-deletion_scheduled-\d+ .*Not today\./)
  })

  it('stops before it creates anything in a group whose labels its projects could change', async () => {
    await start()
    expect(await compare('--group', 'company/labelled')).toBe(2)
    expect(said).toContain('name a group without labels')
    expect(written()).toEqual([])
  })
})

describe('invalid arguments of the comparison', () => {
  it.each([
    [['--url', 'http://gitlab.example.com'], 'unencrypted'],
    [['--url', 'https://me:secret@gitlab.example.com'], 'leave them out'],
    [['--token-env', 'NOTHING'], 'NOTHING is empty'],
    [['--only', 'cars'], 'Choose from'],
    [['--requests-per-minute', '0'], 'whole number'],
  ])('returns exit code 64 before it sends a request: %j', async (args, expected) => {
    await start()
    expect(await compare(...args)).toBe(64)
    expect(said).toContain(expected)
    expect(emulator.requests()).toEqual([])
  })
})

it('lists the planned objects in a dry run, without a server', async () => {
  expect(await main(['--dry-run', '--only', 'storage-moves'], {}, (line) => (printed += `${line}\n`))).toBe(0)
  expect(printed).toMatch(/It would send \d+ requests, and make \d+ groups and \d+ projects/)
  expect(printed).toMatch(/not compared +\d+ of 142/)
})

/** The emulator below a path of another server. */
async function below(prefix: string): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const { method, headers, url = '' } = request
    if (!url.startsWith(prefix)) return response.writeHead(404).end()
    const target = new URL(emulator.url + url.slice(prefix.length))
    return request.pipe(
      send(target, { method, headers }, (original) => {
        response.writeHead(original.statusCode!, original.headers)
        original.pipe(response)
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}${prefix}`, close }
}
