import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TlsOptions } from 'node:tls'
import { inspect } from 'node:util'
import { Connection } from '../../provider/core/service/connection'
import { settings } from '../../provider/core/service/settings'
import { client, closeClients, failure } from '../sdk/support/client'
import { Engine } from '../support/engine'
import { connectProxy, pem, stopServers, tlsService } from './support/origin-servers'

const environment = { ...process.env }
const bug = { id: 1, name: 'bug' }

afterEach(async () => {
  process.env = { ...environment }
  await closeClients()
  await stopServers()
})

/** The parts of a file with a certificate and its key. */
const partOf = (name: string, what: 'CERTIFICATE' | 'PRIVATE KEY'): string =>
  new RegExp(`-----BEGIN ${what}-----.*-----END ${what}-----\n`, 's').exec(pem(name))![0]

const [certificate, key] = [partOf('client', 'CERTIFICATE'), partOf('client', 'PRIVATE KEY')]
const caCertificate = pem('authority')
const identity = { caCertificate, clientCertificate: certificate, clientKey: key }
const mutual: TlsOptions = { requestCert: true, rejectUnauthorized: true, ca: pem('clients') }
/** Only TLS 1.2 tells the client during the handshake that its certificate is missing. */
const early: TlsOptions = { ...mutual, maxVersion: 'TLSv1.2' }

describe('a service that requires a client certificate', () => {
  it('accepts the client with its certificate and key', async () => {
    const service = await tlsService(pem('service'), mutual)
    expect(await client(`https://localhost:${service.port}`, identity).labels.get(1, 1)).toEqual(bug)
    expect(service.clients).toEqual(['trueup test: client'])
  })

  it('gets the certificate through a proxy, which cannot read it', async () => {
    const service = await tlsService(pem('service'), mutual)
    const proxy = await connectProxy(service.port)
    process.env.https_proxy = proxy.url
    expect(await client('https://service.test', identity).labels.get(1, 1)).toEqual(bug)
    expect(service.clients).toEqual(['trueup test: client'])
    expect(proxy.heard()).not.toContain('trueup test: client')
  })

  it('does not let another origin see the certificate', async () => {
    const service = await tlsService(pem('service'), mutual)
    const other = await tlsService(pem('service'), { requestCert: true, rejectUnauthorized: false })
    const api = client(`https://localhost:${service.port}`, identity)
    const endpointUrl = `https://localhost:${other.port}/acme/web/alerts/notify/up/0a.json`
    await api.alerts.create({ endpointUrl, authorizationKey: 'key' }, { title: 'down' }).catch(() => undefined)
    expect(other.clients).toEqual([undefined])
  })

  it.each([
    ['without a certificate', early, {}, /handshake failure: the service may require a client certificate/],
    [
      'with a certificate that has expired',
      mutual,
      { clientCertificate: partOf('former-client', 'CERTIFICATE'), clientKey: partOf('former-client', 'PRIVATE KEY') },
      /closed|disconnected|reset/,
    ],
  ])('does not get a request of a client %s', async (_what, options, own, why) => {
    const service = await tlsService(pem('service'), options)
    const api = client(`https://localhost:${service.port}`, { caCertificate, maxRetries: 0, ...own })
    const error = await failure(api.labels.create(1, { name: 'bug', color: 'red' }))
    expect(error.name).toBe('ConnectionError')
    expect(error.message).toMatch(why)
    expect(service.requests).toEqual([])
  })

  const label = { project: 1, name: 'bug', color: 'red' }
  const engine = (url: string, config: Record<string, unknown> = {}) =>
    new Engine('label', { url, config: { 'trueup:caCertificate': caCertificate, ...config } }).up(label)

  it('makes the provider say how to set the certificate', async () => {
    const service = await tlsService(pem('service'), early)
    const url = `https://localhost:${service.port}`
    await expect(engine(url)).rejects.toThrow(
      /was not sent\)\. If the service requires a client certificate, run "pulumi config set trueup:clientCertificate < client\.pem" and "pulumi config set --secret trueup:clientKey < client\.key"/,
    )
    await expect(engine(url, { 'trueup:explicit': 'true' })).rejects.toThrow(
      /set the provider's clientCertificate to the content of its file, and clientKeyEnv to the name of a variable/,
    )
  })

  it('makes the provider say how to set the certificate after a response of nginx', async () => {
    const page = '<html><head><title>400 No required SSL certificate was sent</title></head><body>nginx</body></html>'
    const server = createServer((_request, response) =>
      response.writeHead(400, { 'content-type': 'text/html' }).end(page),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      await expect(engine(url)).rejects.toThrow(
        /: 400 No required SSL certificate was sent\. If the service requires a client certificate, run/,
      )
      const own = { 'trueup:clientCertificate': certificate, 'trueup:clientKey': key }
      await expect(engine(url, own)).rejects.toThrow(/Check whether the client certificate .* trusts its authority\.$/)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})

describe('the settings of the client certificate', () => {
  const told = { warn: () => undefined, status: () => undefined }
  const connection = (config: Record<string, unknown>, env: Record<string, string> = {}) =>
    new Connection(settings({ get: (name) => ({ 'trueup:token': 't', ...config })[name] }, env), told)
  const body = key.split('\n')[1]!

  it.each([
    [
      'the key in clientCertificate',
      { 'trueup:clientCertificate': certificate + key, 'trueup:clientKey': key },
      /^clientCertificate contains a private key/,
    ],
    [
      'a file name as clientCertificate',
      { 'trueup:clientCertificate': 'client.pem', 'trueup:clientKey': key },
      /^clientCertificate is not PEM/,
    ],
    [
      'a damaged certificate',
      { 'trueup:clientCertificate': certificate.replace(/^MII/m, 'MIII'), 'trueup:clientKey': key },
      /^clientCertificate cannot be read/,
    ],
    [
      'a file name as clientKey',
      { 'trueup:clientCertificate': certificate, 'trueup:clientKey': '/etc/client.key' },
      /^clientKey is not PEM/,
    ],
    [
      'a damaged key',
      { 'trueup:clientCertificate': certificate, 'trueup:clientKey': key.replace(/^MI/m, 'MII') },
      /^clientKey cannot be read/,
    ],
    [
      'a key with a passphrase',
      { 'trueup:clientCertificate': certificate, 'trueup:clientKey': key.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE') },
      /^clientKey is encrypted with a passphrase/,
    ],
    [
      'a certificate without its key',
      { 'trueup:clientCertificate': certificate },
      /^clientCertificate requires its key/,
    ],
    ['a key without its certificate', { 'trueup:clientKey': key }, /^clientKey requires its certificate/],
    [
      'the key of another certificate',
      { 'trueup:clientCertificate': certificate, 'trueup:clientKey': partOf('former-client', 'PRIVATE KEY') },
      /^clientKey is not the key of the first certificate/,
    ],
  ])('do not allow %s, and no message repeats the key', (_what, config, why) => {
    let said = ''
    try {
      connection(config)
    } catch (error) {
      said = (error as Error).message
    }
    expect(said).toMatch(why)
    expect(said).not.toContain(body)
    expect(said).not.toContain(certificate.split('\n')[1])
  })

  it('come from the configuration, the environment, or a variable that clientKeyEnv names', () => {
    const stored = {
      'trueup:clientCertificate': `${certificate}${pem('clients')}`,
      'trueup:clientKey': partOf('former-client', 'PRIVATE KEY'),
    }
    const named = { ...stored, 'trueup:clientKeyEnv': 'MY_KEY' }
    const keyOf = (config: Record<string, unknown>, env: Record<string, string>) =>
      connection(config, env).settings.clientKey
    expect(keyOf(stored, { TRUEUP_CLIENT_KEY: key })).toBe(key.trim())
    expect(keyOf(named, { MY_KEY: key })).toBe(key.trim())
    expect(keyOf(stored, { TRUEUP_CLIENT_KEY_ENV: 'MY_KEY', MY_KEY: key })).toBe(key.trim())
    const explicit = { ...named, 'trueup:explicit': 'true' }
    expect(keyOf(explicit, { MY_KEY: key, TRUEUP_CLIENT_KEY: 'other', TRUEUP_CLIENT_CERTIFICATE: 'other' })).toBe(
      key.trim(),
    )
    expect(() => connection({ ...explicit, 'trueup:clientKeyEnv': 'OTHER' }, { TRUEUP_CLIENT_KEY: key })).toThrow(
      /is not the key/,
    )
  })

  it('do not show the key of a connection that is logged', () => {
    const open = connection({ 'trueup:clientCertificate': certificate, 'trueup:clientKey': key })
    expect(inspect(open, { depth: 9, showHidden: true })).not.toContain(body)
    expect(JSON.stringify(open)).not.toContain(body)
  })
})
