import { X509Certificate } from 'node:crypto'
import { inspect } from 'node:util'
import { startEmulator } from '../../emulator'
import { Connection } from '../../provider/core/service/connection'
import { settings } from '../../provider/core/service/settings'
import { certificate as selfSigned, key as itsKey } from '../sdk/support/certificate'
import { client, closeClients, failure } from '../sdk/support/client'
import { useCli } from '../shared/cli'
import { pem, stopServers, tlsService } from './support/origin-servers'

const token = 'glpat-originOnlyXq52'
const bug = { id: 1, name: 'bug' }
const environment = { ...process.env }

afterEach(async () => {
  process.env = { ...environment }
  await closeClients()
  await stopServers()
})

describe('a certificate', () => {
  const authorities = {
    'of the authority': pem('authority'),
    'of the second authority of a bundle': `${pem('stranger')}${pem('authority')}`,
    'of the first authority of a bundle with words in between': `The authority:\n${pem('authority')}\nanother:\n${pem('stranger')}`,
    'of an authority whose lines end as on Windows': pem('authority').replaceAll('\n', '\r\n'),
  }

  it.each(Object.entries(authorities))('trusts a certificate %s', async (_what, caCertificate) => {
    const service = await tlsService(pem('service'))
    expect(await client(`https://localhost:${service.port}`, { token, caCertificate }).labels.get(1, 1)).toEqual(bug)
  })

  it.each([
    ['that signed itself', selfSigned + itsKey, undefined, 'self-signed certificate'],
    ['of an unknown authority', pem('service'), undefined, 'unable to verify the first certificate'],
    ['of another authority than the one given', pem('service'), pem('stranger'), 'unable to verify'],
    ['for another name', pem('elsewhere'), pem('authority'), "does not match certificate's altnames"],
    ['that has expired', pem('expired'), pem('authority'), 'certificate has expired'],
  ])('rejects a certificate %s before any request', async (_what, certificate, caCertificate, why) => {
    const service = await tlsService(certificate)
    const api = client(`https://localhost:${service.port}`, { token, maxRetries: 0, caCertificate })
    const error = await failure(api.labels.get(1, 1))
    expect(error).toMatchObject({ name: 'ConnectionError', sent: false })
    expect(error.message).toContain(why)
    expect(service.requests).toEqual([])
  })

  it('does not connect to a service without TLS 1.2', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    const service = await tlsService(pem('service'), old)
    const api = client(`https://localhost:${service.port}`, { token, maxRetries: 0, caCertificate: pem('authority') })
    expect((await failure(api.labels.get(1, 1))).message).toMatch(/protocol version|unsupported protocol|alert/)
    expect(service.requests).toEqual([])
  })
})

/** The warnings of a connection with this configuration. */
function warningsOf(config: Record<string, unknown>): string[] {
  const warnings: string[] = []
  const get = (name: string) => (name === 'trueup:token' ? token : config[name.slice('trueup:'.length)])
  const tell = { warn: (text: string) => void warnings.push(text), status: () => undefined }
  const connection = new Connection(settings({ get }, {}), tell)
  expect(inspect(connection, { depth: 9, showHidden: true })).not.toContain(token)
  return warnings
}

describe('caCertificate', () => {
  const key = /-----BEGIN PRIVATE KEY-----.*-----END PRIVATE KEY-----/s.exec(pem('service'))![0]
  const body = key.split('\n')[1]!

  it.each([
    ['the name of a file', '/etc/ssl/certs/our-ca.pem', /is not PEM: set the content of the file, .* not its name\.$/],
    ['another string', 'MIIBkTCB', /is not PEM/],
    ['half a certificate', pem('authority').slice(0, 200), /is not PEM/],
    ['a certificate that was damaged', pem('authority').replace(/^MII/m, 'MIII'), /cannot be read/],
    ['a private key', key, /contains a private key/],
    ['a certificate together with its key', pem('service'), /contains a private key/],
  ])('rejects %s as caCertificate without repeating it', (_what, caCertificate, why) => {
    let said = ''
    try {
      warningsOf({ baseUrl: 'https://gitlab.test', caCertificate })
    } catch (error) {
      said = (error as Error).message
    }
    expect(said).toMatch(why)
    expect(said).not.toContain(body)
    expect(said).not.toContain(caCertificate)
  })

  it('accepts a certificate as caCertificate', () => {
    expect(new X509Certificate(pem('authority')).ca).toBe(true)
    expect(warningsOf({ baseUrl: 'https://gitlab.test', caCertificate: pem('authority') })).toEqual([])
  })
})

describe('a connection that is not secure', () => {
  it.each([
    'http://gitlab.test',
    'http://0.0.0.0:8080',
    'http://10.0.0.1',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://[::2]',
    'http://[::ffff:8.8.8.8]',
    'http://notlocalhost',
  ])('warns that the connection to %s is not encrypted', (baseUrl) => {
    expect(warningsOf({ baseUrl })).toEqual([expect.stringContaining('is not encrypted')])
  })

  it.each([
    'https://gitlab.test',
    'http://localhost',
    'http://LOCALHOST:8080/git',
    'http://localhost.:8080',
    'http://gitlab.localhost',
    'http://127.0.0.1',
    'http://127.1',
    'http://127.200.3.4:8080',
    'http://2130706433',
    'http://0x7f.0.0.1',
    'http://[::1]',
    'http://[0:0:0:0:0:0:0:1]:8080',
    'http://[::ffff:127.0.0.1]',
  ])('does not warn of the connection to %s', (baseUrl) => {
    expect(warningsOf({ baseUrl })).toEqual([])
  })

  it('warns that certificates are not verified, except on the local machine', () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    expect(warningsOf({ baseUrl: 'https://gitlab.test' })).toEqual([
      expect.stringMatching(
        /^NODE_TLS_REJECT_UNAUTHORIZED is 0.*set caCertificate to the certificate of the service's authority\.$/,
      ),
    ])
    expect(warningsOf({ baseUrl: 'https://localhost' })).toEqual([])
  })
})

describe('the commands', () => {
  const trueup = useCli()
  const commands = [
    ['tokens', '--group', 'acme'],
    ['calendar', '--project', 'acme/web'],
    ['export', '--project', 'acme/web', '--format', 'json', '--force', '--out', '/dev/null/nowhere'],
  ]
  const run = async (args: string[], env: Record<string, string>) => {
    const clean = Object.entries(environment).filter(([name]) => !/^(TRUEUP|GITLAB|CI)_|proxy/i.test(name))
    const command = trueup.in({ env: { ...Object.fromEntries(clean), TRUEUP_TOKEN: 'emulator-root', ...env } })(...args)
    await command.ended
    return command.output.stderr
  }

  it.each(commands)('%s warns once of an unencrypted service, except on the local machine', async (...args) => {
    const emulator = await startEmulator({ flavor: 'spec' })
    try {
      const open = emulator.url.replace('127.0.0.1', '0.0.0.0')
      const warned = await run(args, { TRUEUP_BASE_URL: open })
      expect(warned.match(/is not encrypted/g)).toHaveLength(1)
      expect(warned).toContain(`warning: ${open} (from TRUEUP_BASE_URL)`)
      expect(await run(args, { TRUEUP_BASE_URL: emulator.url })).not.toContain('warning')
    } finally {
      await emulator.close()
    }
  })

  it('export says how to trust the authority of the service', async () => {
    const service = await tlsService(selfSigned + itsKey)
    const env = { TRUEUP_BASE_URL: `https://localhost:${service.port}` }
    const told = '"pulumi config set trueup:caCertificate < ca.pem"'
    const said = await run(commands[2]!, env)
    expect(said).toContain(`set caCertificate to the certificate of its authority`)
    expect(said).toContain(told)
    expect(said).toContain(`The base URL is https://localhost:${service.port} (from TRUEUP_BASE_URL).`)
    expect(said).not.toContain('reachable')
  })

  it.each(commands)('%s rejects a key as a certificate, and credentials in the base URL', async (...args) => {
    const env = { TRUEUP_BASE_URL: 'https://gitlab.test', TRUEUP_CA_CERTIFICATE: pem('service') }
    expect(await run(args, env)).toMatch(/^trueup: caCertificate contains a private key/)
    const said = await run(args, { TRUEUP_BASE_URL: 'https://me:hunter2@gitlab.test', TRUEUP_TOKEN: '' })
    expect(said).toBe('trueup: baseUrl must not contain credentials: pass the access token as token.\n')
  })
})
