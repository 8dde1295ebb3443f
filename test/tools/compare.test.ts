import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as send, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
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
  emulator = await startEmulator({ flavor: 'gitlab', release: '18.9', world, ...options })
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

interface Figures {
  exchanges: number
  compared: number
  statusAgrees: number
  wholeAgrees: number
  agreesBesidesNew: number
}

interface Report extends Figures {
  recorded: { release: string; responses: Record<string, number> }
  tier: string
  server: { version: string; enterprise: boolean }
  byNoun: Record<string, Figures>
  skipped: Record<string, number>
  causes: { kind: string; what: string; responses: number; nouns: string[]; examples: string[] }[]
  differences: {
    scenario: string
    request: string
    at: string
    recorded: string
    given: string
    cause: string
    why?: string
    isNew?: true
  }[]
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
    expect(printed).toMatch(
      /^GitLab 18\.9\.0-ee, Enterprise Edition, tier ultimate\ncompared with the recordings of GitLab 18\.9: \d+ /,
    )
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

  it.each([
    ['older than the recorded ones', '17.11.4-ee', 'free', '18.9'],
    ['of a recorded release', '18.9.4-ee', 'premium', '18.9'],
    ['as far from both recorded releases', '19.0.1-ee', 'ultimate', '18.9'],
    ['nearer to the later release', '19.1.2', 'ce', '19.3'],
    ['newer than the recorded ones', '20.2.0-ee', 'ultimate', '19.3'],
  ] as const)('uses the recordings nearest to a GitLab %s: %s on %s', async (_, version, tier, release) => {
    await start({ tier, release })
    const server = { version, enterprise: tier !== 'ce' }
    emulator.fault({ method: 'GET', path: '/metadata$', status: 200, body: server })
    expect(await compare('--only', 'alerts')).toBe(0)
    expect(report()).toMatchObject({ tier, server, recorded: { release, responses: { ultimate: 145 } } })
    const nearest = version.startsWith(release) ? '' : ', the nearest recorded release'
    expect(printed).toContain(
      `compared with the recordings of GitLab ${release}${nearest}: 145 responses of tier ultimate`,
    )
  })

  it('stops before it creates anything if the version of a GitLab is unknown, unless the release is named', async () => {
    await start({ release: '19.3' })
    const before = everything()
    const unknown = { method: 'GET', path: '/metadata$', status: 200, body: { version: 'unknown' } }
    emulator.fault(unknown)
    expect(await compare('--only', 'alerts')).toBe(2)
    expect(said).toContain('name a release with --release')
    expect(everything()).toEqual(before)
    emulator.fault(unknown)
    expect(await compare('--only', 'alerts', '--release', '19.3')).toBe(0)
    expect(printed).toContain('compared with the recordings of GitLab 19.3, as --release says: ')
  })
})

describe('a comparison with a GitLab that responds differently', () => {
  it('counts each cause once and lists all differences in the file, without token, host and names', async () => {
    await start()
    const names = Array.from({ length: 30 }, (_, index) => `new_${index}`)
    const proxy = await below('', (body) => {
      // The last one is a name that must not be shown.
      for (const one of triggersIn(body)) for (const name of [...names, token]) one[name] = 'x'
      if (isObject(body) && typeof body.error === 'string') body.error += ` of ${token}`
    })
    const body = { message: `zoe@zimmermann.test, Zoe Zimmermann of Company Ltd has ${token} at ${emulator.url}` }
    emulator.fault({ method: 'GET', path: '/triggers/\\d+$', status: 418, body })
    emulator.fault({ method: 'GET', path: '/triggers(?:\\?|$)', status: 503, times: 3, body: {} })
    try {
      expect(await compare('--url', proxy.url, '--only', 'triggers')).toBe(1)
    } finally {
      await proxy.close()
    }
    const { differences, causes, byNoun, compared, statusAgrees, wholeAgrees, agreesBesidesNew } = report()
    expect(differences).toContainEqual(expect.objectContaining({ at: 'status', recorded: '200', given: '418' }))
    expect(differences.find(({ at, given }) => at.endsWith('message') && given.includes('{token}'))).toBeDefined()
    expect(printed).toMatch(/status: recorded 200, here 418 "\{email\}, \{name\} of \{group\} has \{token\} at /)

    const news = causes.filter(({ kind }) => kind === 'new')
    expect(news.map(({ what }) => what).sort()).toEqual([...names, '{token}'].sort())
    expect(news[0]!.responses).toBeGreaterThan(100)
    expect(differences.filter(({ isNew }) => isNew).length).toBeGreaterThan(3000)
    expect(printed.match(/^ +\d+ {2}new_\d+ \(triggers\)$/gm)).toHaveLength(30)

    const others = causes.filter((one) => !news.includes(one))
    expect(others).toContainEqual({
      kind: 'status',
      what: 'status 503 instead of 200: GET /projects/:id/triggers',
      responses: 3,
      nouns: ['triggers'],
      examples: expect.arrayContaining([expect.stringMatching(/^triggers \S+ #\d+$/)]) as unknown,
    })
    expect(printed).toContain('      3  status 503 instead of 200: GET /projects/:id/triggers (triggers)')
    // The numbers in the errors differ.
    const [most] = others.filter(({ kind }) => kind === 'error')
    expect(most!.what).toMatch(/^the error with status 400 says ".* of \{token\}" instead of ".*": \w+ \/projects/)
    expect(most!.responses).toBeGreaterThan(1)
    expect(new Set(differences.map(({ cause }) => cause))).toEqual(new Set(causes.map(({ what }) => what)))

    // The emulator refuses one request that GitLab accepts.
    expect(statusAgrees).toBe(compared - 5)
    expect(agreesBesidesNew).toBeGreaterThan(wholeAgrees + 100)
    expect(byNoun).toEqual({
      triggers: expect.objectContaining({ compared, wholeAgrees, agreesBesidesNew }) as unknown,
    })
    const share = `${agreesBesidesNew} (${((100 * agreesBesidesNew) / compared).toFixed(1)} %)`
    expect(printed).toMatch(/^whole agrees +\d+ \(.*\), and /m)
    expect(printed).toContain(`, and ${share} if new fields do not count`)

    for (const text of [JSON.stringify(report()), printed, said]) {
      expect(text).not.toMatch(/zoes-own|zimmermann/i)
      expect(text).not.toContain(token)
    }
    expect(JSON.stringify(report())).not.toMatch(/Company|trueup-compare-/)
  }, 60_000)

  it('returns exit code 0 if only fields are new', async () => {
    await start({ release: '19.3' })
    const proxy = await below('', (body) => {
      for (const one of [body].flat()) if (isObject(one) && 'deploy_access_levels' in one) one.new = null
    })
    try {
      expect(await compare('--url', proxy.url, '--only', 'group-protected-environments')).toBe(0)
    } finally {
      await proxy.close()
    }
    expect(report().causes).toEqual([expect.objectContaining({ kind: 'new', what: 'new' })])
  })
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
  expect(printed).toMatch(/^recordings of GitLab 19\.3: \d+ responses of tier ultimate$/m)
  expect(printed).toMatch(/not compared +\d+ of 142/)
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const triggersIn = (body: unknown) =>
  [body]
    .flat()
    .filter(isObject)
    .filter((one) => 'last_used' in one)

/** The emulator below a path of another server, which can change the bodies of its responses. */
async function below(
  prefix: string,
  change?: (body: unknown) => void,
): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const { method, headers, url = '' } = request
    if (!url.startsWith(prefix)) return response.writeHead(404).end()
    const target = new URL(emulator.url + url.slice(prefix.length))
    return request.pipe(
      send(target, { method, headers }, (original) => {
        void text(original).then((whole) => {
          const { 'content-length': _, ...others } = original.headers
          response.writeHead(original.statusCode!, others)
          response.end(change ? changed(whole, change) : whole)
        })
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}${prefix}`, close }
}

function changed(whole: string, change: (body: unknown) => void): string {
  if (!/^[[{]/.test(whole)) return whole
  const body: unknown = JSON.parse(whole)
  change(body)
  return JSON.stringify(body)
}
