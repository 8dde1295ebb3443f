import { request } from 'node:http'
import { networkInterfaces } from 'node:os'

import { type Emulator, type EmulatorOptions, startEmulator } from '..'

async function withEmulator(options: EmulatorOptions, test: (emulator: Emulator, warnings: string[]) => Promise<void>) {
  const warnings: string[] = []
  const emulator = await startEmulator({ onWarning: (message) => warnings.push(message), ...options })
  try {
    await test(emulator, warnings)
  } finally {
    await emulator.close()
  }
}

/** `fetch` sets `Host` and `Origin` itself. */
const ask = ({ url }: Emulator, path: string, headers: Record<string, string>, method = 'GET', body = '') =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const { port, hostname } = new URL(url)
    const host = hostname.replace(/^\[|\]$/g, '')
    request({ port, host, path, method, headers, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode, body: text }))
    })
      .on('error', reject)
      .end(body)
  })

const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
const canIPv6 = addresses.some(({ address }) => address === '::1')

describe('network access', () => {
  it.each([undefined, '127.0.0.1', '127.0.0.2', 'localhost', ...(canIPv6 ? ['::1'] : [])])(
    'can only be reached from this machine on host %s, without a warning',
    async (host) => {
      await withEmulator(host === undefined ? {} : { host }, async (emulator, warnings) => {
        expect(warnings).toEqual([])
        expect((await fetch(`${emulator.url}/-/health`)).status).toBe(200)
      })
    },
  )

  const lan = addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address
  it.each(['0.0.0.0', ...(canIPv6 ? ['::'] : []), ...(lan ? [lan] : [])])(
    'warns that other machines can reach it on host %s',
    async (host) => {
      await withEmulator({ host }, async (emulator, warnings) => {
        expect(warnings).toEqual([
          `"${host}" is not a loopback address: everyone who can reach this machine can use and change the emulator, ` +
            'and its tokens are public knowledge.',
        ])
        // Its users give it names of their own there.
        expect(await ask(emulator, '/-/health', { Host: 'emulator:8080' })).toMatchObject({ status: 200 })
        expect(await ask(emulator, '/-/health', { Host: 'emulator:8080', Origin: 'http://evil.test' })).toMatchObject({
          status: 403,
        })
      })
    },
  )

  it('refuses an empty host, which Node would use as all addresses', async () => {
    await expect(startEmulator({ host: '' })).rejects.toThrow(
      'The host to listen on must not be empty. Set an address, or omit it.',
    )
  })

  it('emits a Node warning without onWarning', async () => {
    const warn = jest.spyOn(process, 'emitWarning').mockReturnValue()
    const emulator = await startEmulator({ host: '0.0.0.0' })
    await emulator.close()
    expect(warn.mock.calls).toEqual([[expect.stringContaining('"0.0.0.0" is not a loopback address')]])
    warn.mockRestore()
  })
})

describe('a page in a browser', () => {
  const changes: [string, string, string][] = [
    ['POST', '/-/faults', '{"status":503,"times":1000}'],
    ['DELETE', '/-/faults', ''],
    ['POST', '/-/clock', '{"now":"9000-01-01T00:00:00Z"}'],
    ['PUT', '/-/state', '{"version":1,"collections":{}}'],
    ['DELETE', '/-/requests', ''],
    ['PUT', '/-/alert-integrations', '{"project":1,"name":"x"}'],
    ['GET', '/-/state', ''],
    ['GET', '/-/requests', ''],
    ['POST', '/api/v4/projects/1/labels?name=bug&color=red&private_token=emulator-owner', ''],
    ['GET', '/api/v4/users?private_token=emulator-root', ''],
    ['POST', '/acme/web/alerts/notify.json', '{"title":"down"}'],
  ]

  it.each([
    ['of another site', { Origin: 'https://evil.test' }],
    ['of no site', { Origin: 'null' }],
    ['of another port of this machine', { Origin: 'http://localhost:3000' }],
    ['whose name leads here', { Host: 'evil.test:PORT', Origin: 'http://evil.test:PORT' }],
    ['whose name leads here, without an origin', { Host: 'evil.test:PORT' }],
    ['whose name begins like ours', { Host: 'localhost.evil.test:PORT' }],
    ['whose name begins like an address', { Host: '127.0.0.1.evil.test:PORT' }],
    ['whose host is no name', { Host: 'localhost/x' }],
  ])('refuses all requests of %s', async (_case, template) => {
    await withEmulator({}, async (emulator) => {
      const before = emulator.state()
      const { port } = new URL(emulator.url)
      const headers = JSON.parse(JSON.stringify(template).replaceAll('PORT', port)) as Record<string, string>
      for (const [method, path, body] of changes) {
        // A form of a page can send this type without asking first.
        const response = await ask(emulator, path, { ...headers, 'Content-Type': 'text/plain' }, method, body)
        expect(response).toMatchObject({
          status: 403,
          body: expect.stringMatching(
            /^\{"error":"(requests from pages of other sites are refused|the host must be localhost, )/,
          ),
        })
        expect(response.body).not.toContain('emulator-root')
      }
      expect(emulator.state()).toEqual(before)
      expect((await fetch(`${emulator.url}/api/v4/version`)).status).toBe(401)
      expect(emulator.now().getFullYear()).toBeLessThan(9000)
    })
  })

  it.each([
    ['none', {}],
    ['an address', { Host: '127.0.0.1:PORT' }],
    ['localhost', { Host: 'localhost:PORT' }],
    ['a name below localhost', { Host: 'emulator.LOCALHOST:PORT' }],
    ['an address of IPv6', { Host: '[::1]:PORT' }],
    ['its own origin', { Host: 'localhost:PORT', Origin: 'http://localhost:PORT' }],
  ])('accepts control requests with %s as their host', async (_case, template) => {
    await withEmulator({}, async (emulator) => {
      const { port } = new URL(emulator.url)
      const headers = JSON.parse(JSON.stringify(template).replaceAll('PORT', port)) as Record<string, string>
      expect(await ask(emulator, '/-/state', headers)).toMatchObject({ status: 200 })
      expect(await ask(emulator, '/-/clock', headers, 'POST', '{"advanceSeconds":1}')).toMatchObject({ status: 200 })
    })
  })

  it('can use the API with the option cors, but not the control endpoints', async () => {
    await withEmulator({ cors: true }, async (emulator) => {
      const headers = { Host: 'evil.test', Origin: 'https://evil.test', 'PRIVATE-TOKEN': 'emulator-owner' }
      const path = '/api/v4/projects/1/labels?name=bug&color=red'
      expect(await ask(emulator, path, headers, 'POST')).toMatchObject({ status: 201 })
      expect(await ask(emulator, '/-/state', headers)).toMatchObject({ status: 403 })
    })
  })
})
