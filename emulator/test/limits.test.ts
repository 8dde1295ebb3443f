import { connect, type Socket } from 'node:net'
import { useCli } from '../../test/shared/cli'
import { times } from '../../test/shared/test-run'
import { type EmulatorProcess, startEmulatorProcess } from './support/emulator-process'
import { sendRaw } from './support/raw'

const trueup = useCli()
const token = { 'PRIVATE-TOKEN': 'emulator-maintainer' }
const labels = '/api/v4/projects/1/labels'
const mebibyte = 1024 * 1024

describe('malformed requests', () => {
  // Each of them finds the emulator as those before have left it.
  let emulator: EmulatorProcess
  beforeAll(async () => void (emulator = await startEmulatorProcess(lasting, 'spec')))
  afterAll(async () => void (await emulator.stop()))
  const lasting = useCli('of all')

  const post = `POST ${labels} HTTP/1.1\r\nHost: localhost\r\nPRIVATE-TOKEN: emulator-maintainer\r\nContent-Type: application/json\r\n`
  const get = 'GET /api/v4/version HTTP/1.1\r\nHost: localhost\r\nPRIVATE-TOKEN: emulator-maintainer\r\n'
  const bug = '{"name":"bug","color":"red"}'
  /** As long. */
  const chore = bug.replace('bug', 'new')

  it.each([
    ['garbage', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', /^HTTP\/1\.1 400 /],
    ['half a request', 'GET /api/v4/ver', /^HTTP\/1\.1 400 /],
    ['a body shorter than told', `${post}Content-Length: 500\r\n\r\n${bug}`, /^HTTP\/1\.1 400 /],
    ['a body longer than told', `${post}Content-Length: 28\r\n\r\n${bug}and more\r\n\r\n`, /^HTTP\/1\.1 (201 |400 )/],
    ['two lengths', `${post}Content-Length: 28\r\nContent-Length: 5\r\n\r\n${bug}`, /^HTTP\/1\.1 400 /],
    [
      'a length and chunks',
      `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      /^HTTP\/1\.1 400 /,
    ],
    ['chunks that are none', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n${bug}\r\n0\r\n\r\n`, /^HTTP\/1\.1 400 /],
    ['a header in a header', `${get}X: a\rInjected: b\r\n\r\n`, /^HTTP\/1\.1 400 /],
    ['300 KiB of headers', `${get}X: ${'x'.repeat(300 * 1024)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /^HTTP\/1\.1 (400|505) /],
    ['HTTP/0.9', 'GET /api/v4/version\r\n', /^HTTP\/1\.1 400 /],
    ['a NUL in the path', 'GET /api/v4/\0 HTTP/1.1\r\nHost: localhost\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['a tunnel', 'CONNECT elsewhere.test:443 HTTP/1.1\r\nHost: elsewhere.test:443\r\n\r\n', /^$/],
  ])('refuses a malformed request, and continues to respond: %s', async (_case, bytes, response) => {
    expect(await sendRaw(emulator.port, bytes)).toMatch(response)
    await emulator.checkHealth()
  })

  it.each([
    ['of HTTP/1.0', get.replace('1.1', '1.0') + '\r\n', /^HTTP\/1\.1 200 OK\r\n[^]*"revision":"emulator"/],
    [
      'with an absolute target',
      `${get.replace('/api', 'http://x:80/api')}Connection: close\r\n\r\n`,
      /^HTTP\/1\.1 200 OK/,
    ],
    ['for everything', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 404 /],
    ['to upgrade', `${get}Connection: upgrade, close\r\nUpgrade: h2c\r\n\r\n`, /^HTTP\/1\.1 200 OK/],
    [
      'that waits to be told to go on',
      `${post}Expect: 100-continue\r\nConnection: close\r\nContent-Length: 28\r\n\r\n${chore}`,
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 Created/,
    ],
    ['with another expectation', `${get}Expect: nothing\r\nConnection: close\r\n\r\n`, /^HTTP\/1\.1 417 /],
    ['before another one', `${get}\r\n${get}Connection: close\r\n\r\n`, /^HTTP\/1\.1 200 OK[^]*\}HTTP\/1\.1 200 OK/],
  ])('responds to a valid request %s', async (_case, bytes, response) => {
    expect(await sendRaw(emulator.port, bytes, 'wait')).toMatch(response)
  })

  it.each(['TRACE', 'GET', 'PATCH', 'PROPFIND'])('control endpoints respond to %s with a body', async (method) => {
    const asked = `${method} /-/nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`
    expect(await sendRaw(emulator.port, asked, 'wait')).toMatch(/^HTTP\/1\.1 404 [^]*"unknown control endpoint /)
  })
})

describe('memory', () => {
  it('reads bodies of 100 MiB to their end and refuses them, without using more memory', async () => {
    const emulator = await startEmulatorProcess(trueup, 'spec')
    await emulator.checkHealth()
    const before = emulator.peakMemory()
    const body = Buffer.alloc(100 * mebibyte, 'x')
    for (const [path, status] of [
      [labels, 413],
      ['/acme/web/alerts/notify.json', 413],
    ] as const) {
      const response = await fetch(`${emulator.url}${path}`, { method: 'POST', headers: token, body })
      expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html'])
      expect(await response.text()).toContain('<h1>413 Request Entity Too Large</h1>')
    }
    expect(emulator.peakMemory() - before).toBeLessThan(100)
    const log = (await (await fetch(`${emulator.url}/-/requests`)).json()) as object[]
    expect(log).toMatchObject([{ status: 413 }, { status: 413 }])
    await emulator.stop()
  }, 60_000)

  it('limits the memory of the request log', async () => {
    const emulator = await startEmulatorProcess(trueup, 'spec')
    const body = JSON.stringify({ name: 'x'.repeat(9 * mebibyte) })
    const posts = times(20, 40)
    const headers = { ...token, 'Content-Type': 'application/json' }
    for (let sent = 0; sent < posts; sent++) {
      await (await fetch(`${emulator.url}/api/v4/nothing`, { method: 'POST', headers, body })).text()
    }
    expect(emulator.peakMemory()).toBeLessThan(600)
    const log = (await (await fetch(`${emulator.url}/-/requests`)).json()) as object[]
    expect(log.length).toBeGreaterThan(2)
    expect(log.length).toBeLessThan(10)
    await emulator.stop()
  }, 60_000)

  it.each([
    ['JSON', 'application/json', '{"name":"', 'a://:', '"}'],
    ['JSON of many URLs', 'application/json', '{"name":"@', 'a://:', '"}'],
    ['JSON of brackets', 'application/json', '', '[', ''],
    ['a form', 'application/x-www-form-urlencoded', 'a=', '&a[]=1', ''],
    ['a form of one name', 'application/x-www-form-urlencoded', 'a', '[b]', '=1'],
    ['a form of one value', 'application/x-www-form-urlencoded', 'name=', '://', ''],
    ['a multipart form', 'multipart/form-data; boundary=b', '', '--b\r\n', ''],
    [
      'a multipart form of many parts',
      'multipart/form-data; boundary=b',
      '',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n',
      '--b--',
    ],
  ])(
    'parses 9 MiB of %s within limits of memory and time',
    async (_case, type, head, piece, tail) => {
      const emulator = await startEmulatorProcess(trueup, 'spec')
      const body = head + piece.repeat((9 * mebibyte) / piece.length) + tail
      const headers = { ...token, 'Content-Type': type }
      const { status } = await fetch(`${emulator.url}${labels}`, { method: 'POST', headers, body })
      expect(status).toBe(400)
      await emulator.checkHealth()
      expect(emulator.peakMemory()).toBeLessThan(1_000)
      expect(emulator.processorTime()).toBeLessThan(15_000)
      await emulator.stop()
    },
    60_000,
  )
})

describe('connections', () => {
  const many = times(400, 1_000)
  const open = (port: number, bytes: string) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes, () => resolve(socket)))
      socket.on('error', reject)
    })

  it(`responds to other clients despite ${many} idle or incomplete connections`, async () => {
    const emulator = await startEmulatorProcess(trueup, 'spec')
    const started = [
      '',
      'POST ',
      'POST /api/v4/projects HTTP/1.1\r\nX: ',
      `POST ${labels} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{`,
    ]
    const sockets: Socket[] = []
    while (sockets.length < many) {
      const batch = Array.from({ length: 100 }, (_, at) => open(emulator.port, started[at % started.length]!))
      sockets.push(...(await Promise.all(batch)))
    }
    await emulator.checkHealth()
    expect(emulator.peakMemory()).toBeLessThan(300)
    for (const socket of sockets.splice(0, many / 2)) socket.resetAndDestroy()
    await emulator.checkHealth()
    // What is left does not keep it from ending.
    await emulator.stop()
    for (const socket of sockets) socket.destroy()
  }, 60_000)

  it(`responds to ${many} simultaneous connections`, async () => {
    const emulator = await startEmulatorProcess(trueup, 'spec')
    const responses = await Promise.all(
      Array.from({ length: many }, async (_, at) => {
        const form = new URLSearchParams({ name: `label ${at}`, color: 'red' })
        const asked = { method: 'POST', headers: token, body: form }
        return (await fetch(`${emulator.url}${labels}`, asked)).status
      }),
    )
    expect(new Set(responses)).toEqual(new Set([201]))
    await emulator.checkHealth()
    const { collections } = await emulator.stop()
    expect(collections.labels!.records).toHaveLength(many)
  }, 60_000)
})
