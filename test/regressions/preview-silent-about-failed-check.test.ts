import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from '../../provider/core/engine/load'
import { isContainer } from '../../provider/core/schema/container'
import { setOf } from '../../provider/core/schema/set'
import type { UncheckedRecord } from '../../provider/core/service/preview-records'
import { samples } from '../samples'
import { useEmulator } from '../support/emulator'
import { type NewResource, previewOfProgram } from '../support/program-preview'

describe.each(['dynamic', 'native'] as const)('a preview of new resources, %s', (front) => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const records = join(tmpdir(), `records-${process.pid}-${front}.jsonl`)
  const preview = async (resources: readonly NewResource[], options: { token?: string; url?: string } = {}) => {
    emulator.clearRequests()
    const { warnings } = await previewOfProgram(resources, { url: emulator.url, front, ...options })
    return warnings
  }
  const requests = () =>
    emulator.requests().map(({ method, path, status }) => `${method} ${path.replace(/\?.*/, '')} ${status}`)
  const failed = () => requests().filter((request) => !request.endsWith(' 200'))
  const recorded = () =>
    readFileSync(records, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as UncheckedRecord)
  const label = (project: unknown, name = 'bug'): NewResource => ['label', { project, name, color: '#112233' }]
  const mirror = (project: unknown): NewResource => ['remote-mirror', { project, url: 'https://example.com/a.git' }]
  const former = process.env.TRUEUP_PREVIEW_RECORDS

  beforeEach(() => (process.env.TRUEUP_PREVIEW_RECORDS = records))
  afterEach(() => rmSync(records, { force: true }))
  afterAll(() => {
    if (former === undefined) delete process.env.TRUEUP_PREVIEW_RECORDS
    else process.env.TRUEUP_PREVIEW_RECORDS = former
  })

  const misspelled = samples
    .filter(({ kind }) => load(kind).identity.parent !== undefined)
    .flatMap(({ kind, args }) => {
      const { parent } = load(kind).identity
      const one = { ...(isContainer(load(kind)) ? { description: 'A shop' } : args), [parent!]: 'acme/misspelled' }
      return [[kind, parent!, one] as const]
    })

  it.each(misspelled)('warns of a misspelled path, %s', async (kind, parent, args) => {
    expect(await preview([[kind, args]], { token: 'emulator-root' })).toEqual([
      expect.stringMatching(
        new RegExp(`^(This preview could not check anything in|The update would fail:) ${parent} acme/misspelled`),
      ),
    ])
    expect(recorded()).toMatchObject([
      { effect: 'unchecked', scope: parent, subject: `${parent} acme/misspelled`, status: 404 },
    ])
  })

  const sets = samples.flatMap(({ kind, args }) => {
    const definition = load(kind)
    if (!('sets' in definition) || !definition.sets) return []
    const { parent, naturalKey = [] } = definition.identity
    const set = setOf(definition)
    const key = naturalKey.map((name) => args[name]).join(' ')
    const item = Object.fromEntries(Object.entries(args).filter(([name]) => name !== parent && name !== 'adoptId'))
    return [[set.kind, { [parent]: 'acme/misspelled', items: { [key]: item } }] as const]
  })
  it.each(sets)('warns of a misspelled path, %s', async (kind, args) => {
    expect(await preview([[kind, args]], { token: 'emulator-root' })).toHaveLength(1)
    expect(recorded()).toHaveLength(1)
  })

  it('warns once of a misspelled path of many resources, which costs one failed request', async () => {
    const hook = { project: 'acme/wbe', url: 'https://example.com/hook', pushEvents: true }
    const warnings = await preview([
      label('acme/wbe', 'one'),
      label('acme/wbe', 'two'),
      mirror('acme/wbe'),
      ['project-hook', hook],
      label('acme/api'),
    ])
    expect(warnings).toEqual([
      expect.stringMatching(
        /^This preview could not check anything in project acme\/wbe\. GET \/api\/v4\/projects\/acme%2Fwbe: 404 Project Not Found .*Either it does not exist, or the user of the access token .* cannot see it: check project acme\/wbe .*If this program creates it, write an output of its resource, such as projectId, instead of its path\.$/,
      ),
    ])
    expect(failed()).toEqual(['GET /api/v4/projects/acme%2Fwbe 404'])
    expect(requests()).toContain('GET /api/v4/projects/2/labels 200')
  })

  it('warns once of an id that does not exist, which costs two failed requests', async () => {
    const warnings = await preview([label(9999, 'one'), mirror(9999), label(9999, 'two')])
    expect(warnings).toEqual([expect.stringMatching(/^This preview could not check anything in project 9999\. /)])
    expect(failed()).toHaveLength(2)
    expect(failed()).toContain('GET /api/v4/projects/9999 404')
  })

  it('asks for the user of an access token that the service rejects, and sends nothing more', async () => {
    const warnings = await preview([label('acme/web'), label(2), mirror(3)], { token: 'glpat-not-a-token' })
    expect(warnings).toEqual([
      expect.stringMatching(
        /^This preview could not check anything on http.* 401 Unauthorized .*The access token from stack config trueup:token is wrong, expired or revoked/,
      ),
    ])
    expect(requests()).toHaveLength(2)
    expect(requests()).toContain('GET /api/v4/user 401')
    expect(recorded()).toMatchObject([{ scope: 'token', status: 401, isHiddenByRole: false }])
  })

  it('says in a preview that the access token is a job token, without a part of it', async () => {
    const warnings = await preview([label('acme/web'), label(2)], { token: 'glcbt-64_Xq52Lr9wTb7nKc3v' })
    expect(warnings).toEqual([
      expect.stringContaining('is a job token, such as CI_JOB_TOKEN, which cannot use this API'),
    ])
    expect(JSON.stringify([warnings, recorded()])).not.toMatch(/glcbt|Xq52/)
  })

  it('sends one request with its retries to a service that does not respond', async () => {
    emulator.fault({ drop: 'before', times: 100 })
    const warnings = await preview([label('acme/web'), label('acme/api'), mirror(3), label(3)])
    expect(warnings).toEqual([
      expect.stringMatching(/^This preview could not check anything on http.* The base URL is /),
    ])
    expect(new Set(requests()).size).toBe(1)
    expect(requests()).toHaveLength(5)
    expect(recorded()).toMatchObject([{ scope: 'service', isHiddenByRole: false }])
  })

  it('warns once of a base URL at which another server responds', async () => {
    const other = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const warnings = await preview([label('acme/web'), label('acme/api'), mirror(3)], { url })
    expect(warnings).toEqual([
      expect.stringMatching(
        /^This preview could not check anything on http.*not JSON but text\/html content: check baseUrl/,
      ),
    ])
    expect(recorded()).toMatchObject([{ scope: 'service' }])
    other.close()
  })

  it.each([
    [
      'remote mirrors',
      401,
      [mirror(1), ['remote-mirror', { project: 1, url: 'https://example.com/b.git' }]],
      'GET /api/v4/projects/1/remote_mirrors 401',
      'requires the Maintainer role, and an instance that allows mirroring.',
    ],
    [
      'protected tags',
      403,
      ['v*', 'release-*'].map((name): NewResource => ['protected-tag', { project: 1, name }]),
      'GET /api/v4/projects/1/protected_tags 403',
      'belongs to developer.',
    ],
  ] as [string, number, NewResource[], string, string][])(
    'warns once of %s that a role may not list (%i), and checks the rest',
    async (plural, status, resources, request, cause) => {
      const warnings = await preview([...resources, label(1)], { token: 'emulator-developer' })
      expect(warnings).toEqual([
        expect.stringMatching(new RegExp(`^This preview could not check the ${plural} of project 1\\. `)),
      ])
      expect(warnings[0]!.endsWith(cause)).toBe(true)
      expect(failed()).toEqual([request])
      expect(requests()).toContain('GET /api/v4/projects/1/labels 200')
      expect(recorded()).toMatchObject([
        { scope: 'collection', subject: `${plural} of project 1`, status, isHiddenByRole: true },
      ])
    },
  )

  it('says nothing about what the update creates', async () => {
    const created: NewResource[] = [
      ['group', { group: 'acme/new', create: true }],
      ['project', { project: 'acme/new/web', create: true }],
      label('acme/new/web'),
    ]
    expect(await preview(created, { token: 'emulator-owner' })).toEqual([])
  })

  it('prints no path that is secret', async () => {
    const [kind, args] = label('acme/hidden-away')
    const warnings = await preview([[kind, args, ['project']]])
    expect(warnings).toEqual([expect.stringContaining('could not check anything in project [redacted]')])
    const said = JSON.stringify([warnings, recorded()])
    expect(said).not.toContain('hidden-away')
  })
})

describe('a preview with several provider processes', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const label = (name: string): NewResource => ['label', { project: 'acme/wbe', name, color: '#112233' }]

  it('warns once of a misspelled path, which costs one failed request', async () => {
    const { warnings } = await previewOfProgram([label('one'), label('two'), label('three')], {
      url: emulator.url,
      processes: 3,
    })
    expect(warnings).toEqual([expect.stringContaining('could not check anything in project acme/wbe')])
    expect(emulator.requests().filter(({ status }) => status === 404)).toHaveLength(1)
  })

  it('says nothing about a project that a resource of another process creates', async () => {
    const project: NewResource = ['project', { project: 'acme/wbe', create: true }]
    const options = { url: emulator.url, token: 'emulator-owner', processes: 2 }
    expect((await previewOfProgram([project, label('one')], options)).warnings).toEqual([])
  })
})
