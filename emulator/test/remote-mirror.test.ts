import { createPublicKey } from 'node:crypto'
import { testNow, type TestResponse, useEmulator } from './support/emulator'

import type { Flavor } from '..'

const at = '/projects/1/remote_mirrors'
const target = 'https://example.com/acme/web.git'
const other = 'https://example.com/acme/other.git'
const together = 'only_protected_branches, mirror_branch_regex are mutually exclusive'
const notFound = { status: 404, body: { message: '404 Not found' } }
const unauthorized = { status: 401, body: { message: '401 Unauthorized' } }
const projectNotFound = { status: 404, body: { message: '404 Project Not Found' } }
const invalid = (message: Record<string, string[]>) => ({ status: 400, body: { message } })
const badParameters = (error: string) => ({ status: 400, body: { error } })

interface Mirror {
  id: number
  enabled: boolean
  url: string | null
}

describe.each<Flavor>(['spec', 'gitlab'])('remote mirrors, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'

  const make = async (more: object = {}): Promise<Mirror> => {
    const { status, body } = await emulator.post(at, { url: target, ...more })
    expect(status).toBe(201)
    return body as Mirror
  }
  const change = (id: number, patch: object): Promise<TestResponse> => emulator.put(`${at}/${id}`, patch)
  const read = async (id: number): Promise<Mirror> => (await emulator.get(`${at}/${id}`)).body as Mirror
  const all = async (): Promise<Mirror[]> => (await emulator.get(at)).body as Mirror[]
  const setting = (changes: object) => emulator.patch('settings', 1, { ...changes })

  describe('create', () => {
    it('returns all fields of a new mirror', async () => {
      const response = await emulator.post(at, { url: 'https://user:pass@example.com/acme/web.git' })
      const whole = {
        id: 1,
        enabled: false,
        url: 'https://*****:*****@example.com/acme/web.git',
        auth_method: 'password',
        update_status: 'none',
        last_update_at: null,
        last_update_started_at: null,
        last_successful_update_at: null,
        last_error: null,
        only_protected_branches: false,
        keep_divergent_refs: spec ? false : null,
        host_keys: [],
        mirror_branch_regex: null,
      }
      expect(response).toMatchObject({ status: 201 })
      expect(response.body).toEqual(whole)
      expect(await read(1)).toEqual(whole)
      expect(await all()).toEqual([whole])
    })

    it('stores all sent fields of a new mirror', async () => {
      const given = {
        enabled: true,
        keep_divergent_refs: true,
        only_protected_branches: true,
        auth_method: 'ssh_public_key',
      }
      expect(await make(given)).toMatchObject(given)
      expect(await make({ url: other, mirror_branch_regex: '^main$' })).toMatchObject({
        mirror_branch_regex: '^main$',
        only_protected_branches: false,
      })
    })

    it.each([
      [{ enabled: null }, { enabled: false }],
      [{ enabled: 'true' }, { enabled: true }],
      [{ enabled: '0' }, { enabled: false }],
      [{ auth_method: null }, { auth_method: 'password' }],
      [{ keep_divergent_refs: false }, { keep_divergent_refs: false }],
      [{ mirror_branch_regex: null }, { mirror_branch_regex: null, only_protected_branches: false }],
      [{ url: ` ${target}\n` }, { url: target }],
    ])('normalizes %j', async (sent, stored) => {
      const { id } = await make(sent)
      expect(await read(id)).toMatchObject(stored)
    })

    it('accepts one mirror with a URL on GitLab, and several in the specification', async () => {
      await make()
      expect(await emulator.post(at, { url: target })).toMatchObject(
        spec ? { status: 201, body: { id: 2 } } : invalid({ url: ['has already been taken'] }),
      )
    })

    it.each([
      [{}, 'url is missing'],
      [{ enabled: true }, 'url is missing'],
      [{ url: [] }, 'url is invalid'],
      [{ url: target, auth_method: 'token' }, 'auth_method does not have a valid value'],
      [{ url: target, auth_method: '' }, 'auth_method does not have a valid value'],
      [{ url: target, enabled: 'maybe' }, 'enabled is invalid'],
      [{ url: target, only_protected_branches: true, mirror_branch_regex: 'main' }, together],
    ])('refuses invalid parameters: %j', async (sent, error) => {
      expect(await emulator.post(at, sent)).toMatchObject(badParameters(error))
      expect(await all()).toEqual([])
    })

    it.each([
      [{ only_protected_branches: null }, { only_protected_branches: ["can't be blank"] }],
      [
        { url: '', only_protected_branches: null },
        { url: ["can't be blank"], only_protected_branches: ["can't be blank"] },
      ],
      [{ mirror_branch_regex: 'x'.repeat(256) }, { mirror_branch_regex: ['is too long (maximum is 255 characters)'] }],
    ])('refuses invalid fields of a mirror: case %#', async (sent, message) => {
      expect(await emulator.post(at, { url: target, ...sent })).toMatchObject(invalid(message))
      expect(await all()).toEqual([])
    })
  })

  describe('urls', () => {
    it.each([
      ['https://example.com/x.git', 'https://example.com/x.git'],
      ['https://user:pass@example.com/x.git', 'https://*****:*****@example.com/x.git'],
      ['https://token@example.com/x.git', 'https://*****@example.com/x.git'],
      ['https://:pass@example.com/x.git', 'https://*****:*****@example.com/x.git'],
      ['https://user:@example.com/x.git', 'https://*****@example.com/x.git'],
      ['https://:@example.com/x.git', 'https://example.com/x.git'],
      ['https://user:p@ss:w@example.com:8443/x.git?a=b#c', 'https://*****:*****@example.com:8443/x.git?a=b#c'],
      ['https://user:p/a?s#s@example.com/x.git', 'https://*****:*****@example.com/x.git'],
      ['https://user:pass@example.com/a@b', 'https://*****:*****@b'],
      ['https://example.com/scope@1/x.git', 'https://*****@1/x.git'],
      ['https://example.com:443/x', 'https://example.com/x'],
      ['http://example.com:/x', 'http://example.com/x'],
      ['ssh://git@example.com/x.git', 'ssh://git@example.com/x.git'],
      ['ssh://git:pass@example.com:2222/x.git', 'ssh://git:*****@example.com:2222/x.git'],
      ['ssh://Git@example.com/x.git', 'ssh://*****@example.com/x.git'],
      ['git://example.com/x.git', 'git://example.com/x.git'],
      ['http://[2001:db8::1]:8080/x.git', 'http://[2001:db8::1]:8080/x.git'],
      ['http://127.0.0.1:8080/%40x', flavor === 'spec' ? 'http://127.0.0.1:8080/@x' : 'http://127.0.0.1:8080/%40x'],
      ['https://u:p@example.com/%C3%A9', `https://*****:*****@example.com/${flavor === 'spec' ? 'é' : '%C3%A9'}`],
      ['http://localhost:8080/x', 'http://localhost:8080/x'],
      ['https://no-such-host.invalid', 'https://no-such-host.invalid'],
    ])('shows the URL %s as %s', async (url, shown) => {
      expect(await make({ url })).toMatchObject({ url: shown })
      expect(await all()).toMatchObject([{ url: shown }])
    })

    it('accepts a URL without a host only in the specification', async () => {
      const url = 'https:///x.git'
      expect(await emulator.post(at, { url })).toMatchObject(
        spec ? { status: 201, body: { url } } : invalid({ url: ['is blocked: Hostname or IP address invalid'] }),
      )
    })

    it.each([
      ['', "can't be blank"],
      ['  ', "can't be blank"],
      [null, "can't be blank"],
      ['ftp://example.com/x.git', 'is blocked: Only allowed schemes are http, https, ssh, git'],
      ['file:///tmp/x.git', 'is blocked: Only allowed schemes are http, https, ssh, git'],
      ['example.com/x.git', 'is blocked: Only allowed schemes are http, https, ssh, git'],
      ['git@example.com:acme/web.git', 'is blocked: URI is invalid'],
      ['https://example.com/a%0ab', 'is blocked: URI is invalid'],
      ['https://exa mple.com/x.git', 'is blocked: URI is invalid'],
      ['https://example.com:port/x.git', 'is blocked: URI is invalid'],
      ['https://', 'is blocked: URI is invalid'],
      ['https:/example.com/x', 'is blocked: Only allowed schemes are http, https, ssh, git'],
      ['https://-u:p@example.com/x', 'is blocked: Username needs to start with an alphanumeric character'],
      ['https://-example.com/x', 'is blocked: Hostname or IP address invalid'],
    ])('refuses the URL %j', async (url, complaint) => {
      expect(await emulator.post(at, { url })).toMatchObject(invalid({ url: [complaint] }))
      expect(await all()).toEqual([])
    })

    it.each([
      ['http://localhost:3000/x', 'Requests to localhost are not allowed'],
      ['http://127.0.0.1/x', 'Requests to localhost are not allowed'],
      ['http://[::1]/x', 'Requests to localhost are not allowed'],
      ['http://127.8.8.8/x', 'Requests to loopback addresses are not allowed'],
      ['http://10.1.2.3/x', 'Requests to the local network are not allowed'],
      ['https://u:p@172.16.0.1:8443/x', 'Requests to the local network are not allowed'],
      ['ssh://git@192.168.1.1/x', 'Requests to the local network are not allowed'],
      ['http://[fc00::1]/x', 'Requests to the local network are not allowed'],
    ])('refuses %s if mirrors cannot push to the local network', async (url, complaint) => {
      setting({ allow_local_requests_from_web_hooks_and_services: false })
      expect(await emulator.post(at, { url })).toMatchObject(invalid({ url: [`is blocked: ${complaint}`] }))
      await make({ url: 'http://192.0.2.1/x' })
    })

    it('returns null for an invalid URL in the state', async () => {
      const { id } = await make()
      emulator.patch('remote_mirrors', id, { url: 'https://exa mple.com' })
      expect(await read(id)).toMatchObject({ url: null })
    })

    it('stores credentials in the state, but not in the request log', async () => {
      const urls = [
        'https://user:hunter2@example.com/x.git',
        'https://user:hunter2/3@example.com/x.git',
        'https://user:8/hunter2@example.com/x.git',
        'ssh://hunter2@example.com/x.git',
      ]
      for (const url of urls) await emulator.post(at, { url })
      const query = new URLSearchParams({ url: urls[0]! })
      await emulator.send('POST', `${at}?${query}`)
      await emulator.send('POST', `${at}?url=${urls[0]}`)
      await emulator.send('POST', at, { form: query })
      expect(JSON.stringify(emulator.state())).toContain('hunter2')
      const log = emulator.requests()
      expect(JSON.stringify(log)).not.toContain('hunter2')
      expect(log.map(({ path, body }) => [path, body])).toMatchObject([
        [`/api/v4${at}`, { url: 'https://[redacted]@example.com/x.git' }],
        [`/api/v4${at}`, { url: 'https://[redacted]@example.com/x.git' }],
        [`/api/v4${at}`, { url: 'https://[redacted]@example.com/x.git' }],
        [`/api/v4${at}`, { url: 'ssh://[redacted]@example.com/x.git' }],
        [`/api/v4${at}?url=https%3A%2F%2F[redacted]@example.com%2Fx.git`, undefined],
        [`/api/v4${at}?url=https://[redacted]@example.com/x.git`, undefined],
        [`/api/v4${at}`, { url: 'https://[redacted]@example.com/x.git' }],
      ])
      const { body } = await emulator.get('/-/requests')
      expect(JSON.stringify(body)).not.toContain('hunter2')
    })
  })

  describe('patterns', () => {
    it.each([
      'main',
      '^(main|release/.*)$',
      '(?i)MAIN',
      '(?P<name>x)(?<other>y)(?:z)(?i:w)',
      '[(*\\]]+\\(\\*',
      '[[:alpha:]]*',
      'a{2,3}?',
      '\\Av\\d+\\z',
      '',
    ])('accepts the RE2 pattern %j', async (mirror_branch_regex) => {
      expect(await make({ mirror_branch_regex })).toMatchObject({ mirror_branch_regex })
    })

    it.each([
      ['(main', 'missing ): (main'],
      ['main)', 'unexpected ): main)'],
      ['[main', 'missing ]: [main'],
      ['*', 'no argument for repetition operator: *'],
      ['a|+', 'no argument for repetition operator: +'],
      ['(?=main)', 'invalid perl operator: (?='],
      ['a(?!b)', 'invalid perl operator: (?!'],
      ['(?<=a)b', 'invalid perl operator: (?<='],
      ['(a)\\1', 'invalid escape sequence: \\1'],
      ['main\\', 'trailing \\ at end of regexp'],
    ])('refuses the pattern %j, which is not valid in RE2', async (mirror_branch_regex, complaint) => {
      const response = await emulator.post(at, { url: target, mirror_branch_regex })
      expect(response).toMatchObject(invalid({ mirror_branch_regex: [`not valid RE2 syntax: ${complaint}`] }))
    })
  })

  describe('update', () => {
    it('changes only the sent fields of a mirror', async () => {
      const before = await make({ keep_divergent_refs: true })
      const response = await change(before.id, { enabled: true })
      expect(response).toMatchObject({ status: 200 })
      expect(response.body).toEqual({ ...before, enabled: true })
      expect(await change(before.id, {})).toMatchObject({ status: 200, body: response.body })
    })

    it('ignores a URL in an update', async () => {
      const before = await make({ url: 'https://user:pass@example.com/x' })
      expect(await change(before.id, { url: 'ftp://elsewhere' })).toMatchObject({ status: 200, body: before })
    })

    it('returns keep_divergent_refs as sent', async () => {
      const { id } = await make()
      expect(await change(id, { keep_divergent_refs: false })).toMatchObject({ body: { keep_divergent_refs: false } })
      expect(await change(id, { keep_divergent_refs: null })).toMatchObject({
        body: { keep_divergent_refs: spec ? false : null },
      })
    })

    it('replaces protected branches by a pattern and the reverse', async () => {
      const { id } = await make({ only_protected_branches: true })
      const steps: [object, object][] = [
        [{ mirror_branch_regex: 'a' }, { only_protected_branches: false, mirror_branch_regex: 'a' }],
        [{ only_protected_branches: false }, { only_protected_branches: false, mirror_branch_regex: 'a' }],
        [{ only_protected_branches: true }, { only_protected_branches: true, mirror_branch_regex: null }],
        [{ mirror_branch_regex: null }, { only_protected_branches: true, mirror_branch_regex: null }],
        [{ mirror_branch_regex: 'b' }, { only_protected_branches: false, mirror_branch_regex: 'b' }],
        [{ mirror_branch_regex: null }, { only_protected_branches: false, mirror_branch_regex: null }],
      ]
      for (const [sent, shown] of steps) {
        expect(await change(id, sent)).toMatchObject({ status: 200, body: shown })
        expect(await read(id)).toMatchObject(shown)
      }
      const both = { only_protected_branches: true, mirror_branch_regex: 'b' }
      expect(await change(id, both)).toMatchObject(badParameters(together))
    })

    it.each([
      [{ only_protected_branches: false, mirror_branch_regex: '^main$' }],
      [{ only_protected_branches: false, mirror_branch_regex: null }],
      [{ only_protected_branches: true, mirror_branch_regex: '' }],
    ])('refuses %j only in GitLab', async (sent) => {
      const { id } = await make()
      const response = spec
        ? { status: 200, body: { only_protected_branches: sent.only_protected_branches } }
        : badParameters(together)
      expect(await change(id, sent)).toMatchObject(response)
      expect(await emulator.post(at, { url: target, ...sent })).toMatchObject({ ...response, status: spec ? 201 : 400 })
    })

    it('refuses an invalid update, including the authentication method, without changing anything', async () => {
      const before = await make()
      expect(
        await change(before.id, { enabled: true, auth_method: 'token', only_protected_branches: null }),
      ).toMatchObject(
        invalid({ only_protected_branches: ["can't be blank"], auth_method: ['is not included in the list'] }),
      )
      expect(await change(before.id, { mirror_branch_regex: '(' })).toMatchObject({ status: 400 })
      expect(await read(before.id)).toEqual(before)
    })

    it('resets the results of pushes only if the authentication method changes', async () => {
      const { id } = await make({ enabled: true })
      await emulator.post(`${at}/${id}/sync`)
      emulator.patch('remote_mirrors', id, { update_status: 'failed', last_error: 'no route' })
      expect(await change(id, { auth_method: 'password' })).toMatchObject({
        body: { update_status: 'failed', last_error: 'no route', last_update_at: testNow },
      })
      expect(await change(id, { auth_method: 'ssh_public_key' })).toMatchObject({
        body: {
          auth_method: 'ssh_public_key',
          update_status: 'finished',
          last_error: null,
          last_update_at: null,
          last_successful_update_at: null,
          last_update_started_at: testNow,
        },
      })
      expect(await change(id, { auth_method: '' })).toMatchObject({ body: { auth_method: 'password' } })
    })
  })

  describe('enabled', () => {
    it('disables mirrors in silent mode', async () => {
      setting({ silent_mode_enabled: true })
      const { id } = await make({ enabled: true })
      expect(await read(id)).toMatchObject({ enabled: false })
      setting({ silent_mode_enabled: false })
      expect(await read(id)).toMatchObject({ enabled: true })
    })

    it('disables mirrors if mirroring is off, when only administrators can create them', async () => {
      const { id } = await make({ enabled: true })
      setting({ mirror_available: false })
      expect(await emulator.get(`${at}/${id}`)).toMatchObject(unauthorized)
      expect(await emulator.get(`${at}/${id}`, { as: 'root' })).toMatchObject({ status: 200, body: { enabled: false } })
    })
  })

  it('uses the defaults of settings that the state lacks', async () => {
    const { collections, version } = emulator.state()
    const { settings, ...others } = collections
    expect(settings?.records).toHaveLength(1)
    emulator.setState({ version, collections: others })
    expect(await make({ url: 'http://localhost/x', enabled: true })).toMatchObject({ enabled: true })
  })

  describe('sync', () => {
    it('pushes immediately', async () => {
      const { id } = await make({ enabled: true })
      expect(await emulator.post(`${at}/${id}/sync`)).toMatchObject({ status: 204, body: undefined })
      expect(await read(id)).toMatchObject({
        update_status: 'finished',
        last_update_at: testNow,
        last_update_started_at: testNow,
        last_successful_update_at: testNow,
        last_error: null,
      })
    })

    it('does not push while a push is in progress', async () => {
      const { id } = await make({ enabled: true })
      emulator.patch('remote_mirrors', id, { update_status: 'started' })
      expect(await emulator.post(`${at}/${id}/sync`)).toMatchObject({ status: 204 })
      expect(await read(id)).toMatchObject({ update_status: 'started', last_update_at: null })
    })

    it('refuses to push a disabled mirror', async () => {
      const { id } = await make()
      expect(await emulator.post(`${at}/${id}/sync`)).toMatchObject({
        status: 400,
        body: { message: 'Cannot proceed with the push mirroring. Please verify your mirror configuration.' },
      })
      expect(await emulator.post(`${at}/99/sync`)).toMatchObject(notFound)
    })
  })

  describe('public key', () => {
    const noKey = { status: 404, body: { message: flavor === 'spec' ? '404 Not found' : '404 Not Found' } }
    const ssh = { url: 'ssh://git@example.com/x.git', auth_method: 'ssh_public_key' }
    const keyOf = async (id: number) => {
      const { status, body } = await emulator.get(`${at}/${id}/public_key`)
      expect(status).toBe(200)
      return (body as { public_key: string }).public_key
    }

    it('generates an RSA-4096 key in OpenSSH format', async () => {
      const key = await keyOf((await make(ssh)).id)
      const [type, blob = ''] = key.split(' ')
      expect(type).toBe('ssh-rsa')
      const [name, exponent, modulus] = fieldsOf(Buffer.from(blob, 'base64'))
      expect(name?.toString()).toBe('ssh-rsa')
      const [n = '', e = ''] = [modulus, exponent].map((number) => number?.toString('base64url'))
      const jwk = { kty: 'RSA', n, e }
      expect(createPublicKey({ key: jwk, format: 'jwk' }).asymmetricKeyDetails).toEqual({
        modulusLength: 4096,
        publicExponent: 65_537n,
      })
    })

    it('generates a key for each mirror, which does not change', async () => {
      const [first, second] = [await make(ssh), await make({ ...ssh, url: `${ssh.url}.git` })]
      const key = await keyOf(first.id)
      expect(await keyOf(second.id)).not.toBe(key)
      await change(first.id, { auth_method: 'password' })
      expect(await emulator.get(`${at}/${first.id}/public_key`)).toMatchObject(noKey)
      await change(first.id, { auth_method: 'ssh_public_key' })
      expect(await keyOf(first.id)).toBe(key)
    })

    it('generates a key when the authentication method is set later', async () => {
      const { id } = await make({ url: ssh.url })
      expect(await emulator.get(`${at}/${id}/public_key`)).toMatchObject(noKey)
      await change(id, { auth_method: ssh.auth_method })
      expect(await keyOf(id)).toMatch(/^ssh-rsa /)
    })

    it('shows the public key only for ssh URLs', async () => {
      const { id } = await make({ ...ssh, url: target })
      expect(await emulator.get(`${at}/${id}/public_key`)).toMatchObject(noKey)
    })
  })

  describe('list', () => {
    it('lists the mirrors of a project by id, in pages', async () => {
      for (let n = 1; n <= 3; n++) await make({ url: `https://example.com/${n}.git` })
      await emulator.post('/projects/2/remote_mirrors', { url: target })
      expect((await all()).map(({ id }) => id)).toEqual([1, 2, 3])
      const page = await emulator.get(`${at}?per_page=2&page=2`)
      expect(page.body).toMatchObject([{ id: 3 }])
      expect(page.headers.get('x-total')).toBe('3')
    })
  })

  describe('missing mirrors', () => {
    it.each(['99', 'x', '0', '-1'])('responds with 404 to the mirror id %s', async (id) => {
      await make()
      expect(await emulator.get(`${at}/${id}`)).toMatchObject(notFound)
      expect(await emulator.put(`${at}/${id}`, {})).toMatchObject(notFound)
      expect(await emulator.delete(`${at}/${id}`)).toMatchObject(notFound)
    })

    it('does not find mirrors of other projects', async () => {
      const { id } = await make()
      expect(await emulator.get(`/projects/2/remote_mirrors/${id}`)).toMatchObject(notFound)
    })
  })

  describe('delete', () => {
    it('deletes a mirror, and responds with 404 the second time', async () => {
      const { id } = await make()
      expect(await emulator.delete(`${at}/${id}`)).toMatchObject({ status: 204, body: undefined })
      expect(await emulator.delete(`${at}/${id}`)).toMatchObject(notFound)
      expect(await all()).toEqual([])
    })

    it('respects If-Unmodified-Since when it deletes a mirror', async () => {
      const { id } = await make()
      const before = { 'If-Unmodified-Since': new Date(Date.parse(testNow) - 1000).toUTCString() }
      expect(await emulator.delete(`${at}/${id}`, { headers: before })).toMatchObject({ status: 412 })
      expect(await all()).toHaveLength(1)
    })
  })

  describe('access', () => {
    const requests = (path: string): [string, string, object?][] => [
      ['GET', path],
      ['GET', `${path}/9`],
      ['POST', path, {}],
      ['PUT', `${path}/9`, { enabled: 'maybe' }],
      ['DELETE', `${path}/9`],
      ['POST', `${path}/9/sync`],
      ['GET', `${path}/9/public_key`],
    ]
    const asks = async (path: string, as: string | null) => {
      const responses: TestResponse[] = []
      for (const [method, where, json] of requests(path)) {
        responses.push(await emulator.send(method, where, { as, ...(json && { json }) }))
      }
      return responses
    }

    it.each(['developer', 'reporter', 'guest', 'outsider'])(
      'responds with 401 to a %s, before the parameters are validated',
      async (as) => {
        for (const response of await asks(at, as)) expect(response).toMatchObject(unauthorized)
      },
    )

    it('responds with 401 to anonymous callers, with 404 in private projects', async () => {
      for (const response of await asks('/projects/2/remote_mirrors', null))
        expect(response).toMatchObject(unauthorized)
      for (const response of await asks(at, null)) expect(response).toMatchObject(projectNotFound)
    })

    it('reports a hidden or missing project first', async () => {
      const infra = '/projects/3/remote_mirrors'
      for (const response of await asks(infra, 'outsider')) expect(response).toMatchObject(projectNotFound)
    })

    it.each(['maintainer', 'owner', 'root'])(
      'lets a %s pass to the validation of the parameters and then to the mirror',
      async (as) => {
        const statuses = (await asks(at, as)).map(({ status }) => status)
        expect(statuses).toEqual([200, 404, 400, 400, 404, 404, 404])
      },
    )

    it('lets a read-only token read, but not write', async () => {
      const statuses = (await asks(at, 'readonly')).map(({ status }) => status)
      expect(statuses).toEqual([200, 404, 403, 403, 403, 403, 404])
    })
  })
})

describe('remote mirrors of a lower tier', () => {
  const free = useEmulator({ flavor: 'spec', tier: 'free' })
  const premium = useEmulator({ flavor: 'spec', tier: 'premium' })

  it('ignores patterns in the free edition', async () => {
    const sent = { url: target, only_protected_branches: true, mirror_branch_regex: '(' }
    const response = await free.post(at, sent)
    expect(response).toMatchObject({ status: 201, body: { only_protected_branches: true } })
    expect(response.body).not.toHaveProperty('mirror_branch_regex')
  })

  it('accepts patterns in the tier premium', async () => {
    const response = await premium.post(at, { url: target, mirror_branch_regex: 'x' })
    expect(response).toMatchObject({ status: 201, body: { mirror_branch_regex: 'x' } })
  })
})

/** The length-prefixed fields of a key. */
function fieldsOf(blob: Buffer): Buffer[] {
  if (blob.length === 0) return []
  const end = 4 + blob.readUInt32BE(0)
  const value = blob.subarray(4, end)
  // A zero in front keeps a number positive, and is not part of it.
  return [value[0] === 0 ? value.subarray(1) : value, ...fieldsOf(blob.subarray(end))]
}
