import { createHash } from 'node:crypto'
import { alertsOf, basic, bearer, generic, metrics, send } from './support/alert'
import { testNow, useEmulator } from './support/emulator'

import type { Flavor, Tier } from '..'

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')
const empty = (status: number) => ({ status, body: undefined })

describe.each<Flavor>(['spec', 'gitlab'])('alerts in the generic format, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const own = flavor === 'spec' ? 'svc' : 'gitlab'
  const raise = (payload: unknown, path = generic) => send(emulator, path, payload)
  const created = async (payload: unknown) => {
    expect(await raise(payload)).toMatchObject({ status: 200 })
    return alertsOf(emulator).at(-1)
  }

  it('stores an alert with all its fields', async () => {
    const payload = {
      title: 'Disk full',
      description: 'Nothing can be written',
      start_time: '2026-06-15T10:00:00+02:00',
      service: 'db',
      monitoring_tool: 'df',
      hosts: ['a', 'b'],
      severity: 'HIGH',
      fingerprint: 'disk',
      [`${own}_environment_name`]: 'staging',
      runbook: 'https://example.com/disk',
      deep: { deeper: [1] },
    }
    expect(await raise(payload)).toEqual({ status: 200, body: [{ iid: 1, title: 'Disk full' }] })
    expect(alertsOf(emulator)).toEqual([
      {
        id: 1,
        iid: 1,
        project_id: 1,
        integration_id: 1,
        title: 'Disk full',
        description: 'Nothing can be written',
        severity: 'high',
        status: 'triggered',
        started_at: '2026-06-15T08:00:00.000Z',
        ended_at: null,
        events: 1,
        service: 'db',
        monitoring_tool: 'df',
        hosts: ['a', 'b'],
        fingerprint: sha1('disk'),
        environment_id: 12,
        runbook: 'https://example.com/disk',
        query: null,
        y_label: null,
        issue_id: null,
        payload,
        created_at: testNow,
        updated_at: testNow,
      },
    ])
  })

  it('accepts an empty payload', async () => {
    expect(await raise({})).toEqual({ status: 200, body: [{ iid: 1, title: 'New: Alert' }] })
    expect(alertsOf(emulator)).toMatchObject([
      { severity: 'critical', started_at: testNow, hosts: [], description: null, fingerprint: null },
    ])
  })

  it('numbers alerts by project', async () => {
    const numbers = []
    for (const path of [generic, generic, '/acme/platform/infra/alerts/notify.json']) {
      numbers.push((await raise({ title: path }, path)).body)
      await raise({ title: `${path} again` }, path)
    }
    expect(numbers).toMatchObject([[{ iid: 1 }], [{ iid: 1 }], [{ iid: 1 }]])
    expect(alertsOf(emulator).map(({ project_id, iid }) => [project_id, iid])).toEqual([
      [1, 1],
      [1, 2],
      [3, 1],
      [3, 2],
    ])
  })

  it.each(['', '  ', null, [], {}, false])('uses the default title instead of %j', async (title) => {
    expect(await created({ title })).toMatchObject({ title: 'New: Alert' })
  })

  it('truncates fields that are too long', async () => {
    const long = 'x'.repeat(1001)
    expect(
      await created({ title: long, description: long, service: long, monitoring_tool: long, hosts: [long, 'b'] }),
    ).toMatchObject({
      title: `${'x'.repeat(197)}...`,
      description: `${'x'.repeat(997)}...`,
      service: `${'x'.repeat(97)}...`,
      monitoring_tool: `${'x'.repeat(97)}...`,
      hosts: ['x'.repeat(255)],
    })
    expect(await created({ title: 'y'.repeat(200), hosts: ['a'.repeat(250), 'b'.repeat(6)] })).toMatchObject({
      title: 'y'.repeat(200),
      hosts: ['a'.repeat(250), 'bbbbb'],
    })
  })

  it.each<[unknown, string[]]>([
    ['one', ['one']],
    [
      ['one', ['two', 3]],
      ['one', 'two', '3'],
    ],
    [undefined, []],
    ['', []],
  ])('reads the hosts %j as the list %j', async (hosts, list) => {
    expect(await created({ title: 'a', hosts })).toMatchObject({ hosts: list })
  })

  it.each([
    ['2026-06-01T00:00:00Z', '2026-06-01T00:00:00.000Z'],
    ['2026-06-01 02:00:00+02:00', '2026-06-01T00:00:00.000Z'],
    ['2026-06-01', '2026-06-01T00:00:00.000Z'],
    [1780272000000, '2026-06-01T00:00:00.000Z'],
    ['soon', testNow],
    [17, testNow],
    [['2026-06-01'], testNow],
    [null, testNow],
  ])('reads the start %j as %s', async (start_time, started_at) => {
    expect(await created({ start_time })).toMatchObject({ started_at })
  })

  it.each([
    ['critical', 'critical'],
    ['High', 'high'],
    ['MEDIUM', 'medium'],
    ['low', 'low'],
    ['info', 'info'],
    ['unknown', flavor === 'spec' ? 'unknown' : 'critical'],
    ['s2', 'critical'],
    ['warning', 'critical'],
    [3, 'critical'],
    ['', 'critical'],
  ])('reads the severity %j as %s', async (sent, severity) => {
    expect(await created({ severity: sent })).toMatchObject({ severity })
  })

  it('assigns an environment by the field of the flavor', async () => {
    const other = flavor === 'spec' ? 'gitlab' : 'svc'
    expect(await created({ [`${own}_environment_name`]: 'production' })).toMatchObject({ environment_id: 11 })
    expect(await created({ [`${other}_environment_name`]: 'production' })).toMatchObject({ environment_id: null })
    expect(
      await created({ [`${own}_environment_name`]: 'staging', [`${other}_environment_name`]: 'production' }),
    ).toMatchObject({ environment_id: 12 })
    expect(await created({ [`${own}_environment_name`]: 'nowhere' })).toMatchObject({ environment_id: null })
  })

  describe('fingerprints', () => {
    it.each<[unknown, string]>([
      ['disk', 'disk'],
      [7, '7'],
      [['a', ['b', 1]], 'ab1'],
    ])('stores the hash of the fingerprint %j', async (fingerprint, plain) => {
      expect(await created({ fingerprint })).toMatchObject({ fingerprint: sha1(plain) })
    })

    it('counts repeated alerts while one is open, and keeps its first fields', async () => {
      await raise({ title: 'first', fingerprint: 'a' })
      emulator.advanceClock(60)
      expect(await raise({ title: 'second', severity: 'low', fingerprint: 'a' })).toEqual({
        status: 200,
        body: [{ iid: 1, title: 'first' }],
      })
      expect(alertsOf(emulator)).toMatchObject([
        { events: 2, title: 'first', severity: 'critical', updated_at: '2026-06-15T12:01:00.000Z' },
      ])
    })

    it('does not group alerts of different projects', async () => {
      await raise({ fingerprint: 'a' })
      await raise({ fingerprint: 'a' }, '/acme/api/alerts/notify.json')
      expect(alertsOf(emulator)).toMatchObject([
        { project_id: 1, events: 1 },
        { project_id: 2, events: 1 },
      ])
    })

    it.each(['acknowledged', 'ignored'])('counts and resolves alerts with the status %s', async (status) => {
      await raise({ fingerprint: 'a' })
      emulator.patch('alerts', 1, { status })
      await raise({ fingerprint: 'a' })
      expect(alertsOf(emulator)).toMatchObject([{ status, events: 2 }])
      expect(await raise({ fingerprint: 'a', end_time: testNow })).toMatchObject({ status: 200 })
      expect(alertsOf(emulator)).toMatchObject([{ status: 'resolved', events: 2 }])
    })

    it('resolves an alert with an end', async () => {
      await raise({ title: 'first', fingerprint: 'a' })
      expect(await raise({ title: 'over', fingerprint: 'a', end_time: '2026-06-15T11:00:00Z' })).toEqual({
        status: 200,
        body: [{ iid: 1, title: 'first' }],
      })
      expect(alertsOf(emulator)).toMatchObject([
        { title: 'first', status: 'resolved', ended_at: '2026-06-15T11:00:00.000Z', events: 1 },
      ])
    })

    it('resolves an alert with an end in milliseconds, but not with an invalid end', async () => {
      await raise({ fingerprint: 'a' })
      await raise({ fingerprint: 'a', end_time: 'soon' })
      expect(alertsOf(emulator)).toMatchObject([{ status: 'triggered', events: 2 }])
      await raise({ fingerprint: 'a', end_time: 1780272000000 })
      expect(alertsOf(emulator)).toMatchObject([{ status: 'resolved', ended_at: '2026-06-01T00:00:00.000Z' }])
    })

    it('creates a new alert after the old one was resolved', async () => {
      await raise({ fingerprint: 'a' })
      await raise({ fingerprint: 'a', end_time: testNow })
      expect(await raise({ fingerprint: 'a' })).toMatchObject({ body: [{ iid: 2 }] })
      expect(alertsOf(emulator)).toMatchObject([{ status: 'resolved' }, { status: 'triggered', events: 1 }])
    })

    it('ignores the end of an alert that does not exist or is already resolved', async () => {
      const over = { fingerprint: 'a', end_time: testNow }
      expect(await raise(over)).toEqual(empty(400))
      expect(alertsOf(emulator)).toEqual([])
      await raise({ fingerprint: 'a' })
      await raise(over)
      expect(await raise(over)).toEqual(empty(400))
      expect(alertsOf(emulator)).toHaveLength(1)
    })
  })

  describe('alerts without a fingerprint', () => {
    it('groups alerts by all fields except times and hosts', async () => {
      await raise({ title: 'a', extra: { x: 1, y: [2] }, hosts: 'one', start_time: '2026-06-01' })
      expect(
        await raise({ extra: { y: [2], x: 1 }, hosts: 'two', title: 'a', start_time: '2026-06-02' }),
      ).toMatchObject({ body: [{ iid: 1 }] })
      await raise({ title: 'a', extra: { x: 1, y: [3] } })
      expect(alertsOf(emulator)).toMatchObject([{ events: 2 }, { events: 1 }])
      await raise({ title: 'a', extra: { x: 1, y: [2] }, end_time: testNow })
      expect(alertsOf(emulator)).toMatchObject([{ status: 'resolved' }, { status: 'triggered' }])
    })

    it('does not group alerts without other fields', async () => {
      for (const payload of [{}, { hosts: 'a' }, { start_time: testNow, title: '' }]) await raise(payload)
      expect(alertsOf(emulator).map(({ fingerprint }) => fingerprint)).toEqual([null, null, null])
      expect(await raise({ end_time: testNow })).toEqual(empty(400))
    })
  })

  describe('authentication', () => {
    it.each([
      ['in a Bearer header', bearer],
      ['in a bearer header, however it is written', bearer.toLowerCase()],
      ['as password of nobody', basic('')],
    ])('accepts the key %s', async (_how, authorization) => {
      expect(await send(emulator, generic, {}, { authorization })).toMatchObject({ status: 200 })
    })

    it(`${flavor === 'spec' ? 'refuses' : 'accepts'} the key as the password of any username`, async () => {
      const expected = flavor === 'spec' ? empty(401) : { status: 200 }
      expect(await send(emulator, generic, {}, { authorization: basic('me') })).toMatchObject(expected)
    })

    it.each([
      ['none', null],
      ['another', 'Bearer other'],
      ['another as password', basic('', 'other')],
      ['an access token', 'Bearer emulator-owner'],
      ['a name alone', `Basic ${Buffer.from('emulator-alert-key').toString('base64')}`],
    ])('refuses alerts with %s', async (_what, authorization) => {
      expect(await send(emulator, generic, {}, { authorization })).toEqual(empty(401))
      expect(alertsOf(emulator)).toEqual([])
    })

    it('accepts neither an access token nor a parameter instead of the key', async () => {
      const headers = { 'PRIVATE-TOKEN': 'emulator-owner' }
      const path = `${generic}?private_token=emulator-owner&token=emulator-alert-key`
      expect(await send(emulator, path, { private_token: 'emulator-owner' }, { authorization: null, headers })).toEqual(
        empty(401),
      )
    })

    it('requires only the key, even in a private project', async () => {
      expect(await raise({}, '/acme/platform/infra/alerts/notify.json')).toMatchObject({ status: 200 })
    })

    it('hides the key in the request log', async () => {
      await send(emulator, generic, { title: 'a', authorization_key: 'emulator-alert-key' })
      expect(emulator.requests()).toEqual([
        {
          method: 'POST',
          path: generic,
          status: 200,
          actor: null,
          body: { title: 'a', authorization_key: '[redacted]' },
        },
      ])
    })
  })

  describe('refused alerts', () => {
    it('refuses alerts at an endpoint that does not exist', async () => {
      expect(await raise({}, '/acme/web/alerts/notify/any/0123456789abcdef.json')).toEqual(empty(403))
      expect(await send(emulator, '/acme/web/alerts/notify/any/0.json', {}, { authorization: null })).toEqual(
        empty(403),
      )
    })

    it('refuses alerts at an inactive endpoint', async () => {
      emulator.putAlertIntegration({ project: 1, name: 'HTTP endpoint', active: false })
      expect(await raise({})).toEqual(empty(403))
    })

    it('refuses alerts for a missing project or at its former path', async () => {
      for (const path of ['acme/nothing', 'acme', '1', 'acme/web/-']) {
        expect(await raise({}, `/${path}/alerts/notify.json`)).toMatchObject({ status: flavor === 'spec' ? 404 : 422 })
      }
      expect(await raise({}, '/acme/old-name/alerts/notify.json')).toMatchObject({ status: 404 })
    })

    it('refuses other paths and methods', async () => {
      const routeNotFound = { status: 404, body: { error: '404 Not Found' } }
      const refused = { status: 422, body: { status: 422, error: 'Unprocessable Entity' } }
      for (const path of ['alerts/notify/a', 'alerts']) {
        expect(await raise({}, `/acme/web/${path}`)).toEqual(routeNotFound)
      }
      for (const path of ['alerts/notify/a/b-c.json', 'alerts/notify/a/b/c.json']) {
        expect(await raise({}, `/acme/web/${path}`)).toEqual(flavor === 'spec' ? routeNotFound : refused)
      }
      expect(await raise({}, `/api/v4${generic}`)).toEqual(routeNotFound)
      // GitLab redirects to the page for signing in, which the emulator does not have.
      expect(await send(emulator, generic, {}, { method: 'GET' })).toEqual(routeNotFound)
    })

    it('refuses payloads that are too large, even without a key', async () => {
      const large = { text: 'too much '.repeat(120_000) }
      expect(await raise(large)).toEqual(empty(400))
      expect(await send(emulator, generic, large, { authorization: null })).toEqual(empty(400))
      expect(await send(emulator, metrics, large, { authorization: null })).toEqual(empty(400))
      // Small things take more of the memory than of the wire.
      expect(await raise({ list: Array.from({ length: 20_000 }, () => 'small') })).toEqual(empty(400))
      expect(await raise({ text: 'a little '.repeat(110_000) })).toMatchObject({ status: 200 })
    })

    it('refuses payloads that are not JSON or too deeply nested', async () => {
      expect(await raise('{')).toMatchObject({ status: 400, body: { error: 'Invalid JSON format' } })
      const deep = '['.repeat(40) + ']'.repeat(40)
      expect(await raise(`{"a":${deep}}`)).toMatchObject({ status: 400 })
    })
  })

  it.each([
    ['a form', 'title=a', 'application/x-www-form-urlencoded'],
    ['plain text', '{"title":"a"}', 'text/plain'],
    ['a list', '[{"title":"a"}]', 'application/json'],
  ])('treats a payload that is %s as empty', async (_what, body, type) => {
    const sent = await send(emulator, `${generic}?title=b`, body, { headers: { 'Content-Type': type } })
    expect(sent).toEqual({ status: 200, body: [{ iid: 1, title: 'New: Alert' }] })
  })

  it.each([
    '/acme/web/alerts/notify',
    '/ACME/Web/alerts/notify.json',
    '//acme//web/alerts/notify.json/',
    '/acme/platform/infra/alerts/notify.json',
    '/%61cme/web/alerts/notify.json',
  ])('accepts alerts at %s', async (path) => {
    expect(await raise({}, path)).toMatchObject({ status: 200 })
  })

  it(`reads alerts of a tool named Prometheus ${flavor === 'spec' ? 'like others' : 'as metrics alerts'}`, async () => {
    const payload = { monitoring_tool: 'Prometheus', title: 'generic', annotations: { title: 'own' } }
    expect(await raise(payload)).toMatchObject({ body: [{ title: flavor === 'spec' ? 'generic' : 'own' }] })
    expect(await raise({ ...payload, annotations: {} })).toMatchObject({ status: flavor === 'spec' ? 200 : 400 })
  })
})

describe.each<Tier>(['free', 'premium', 'ultimate'])('in the tier %s alerts', (tier) => {
  const emulator = useEmulator({ flavor: 'spec', tier })
  const count = async (payload: unknown) => {
    for (let n = 0; n < 2; n++) expect(await send(emulator, generic, payload)).toMatchObject({ status: 200 })
    return alertsOf(emulator).length
  }

  it('groups alerts with a fingerprint', async () => expect(await count({ fingerprint: 'a' })).toBe(1))

  it(`${tier === 'free' ? 'does not group' : 'groups'} alerts without a fingerprint`, async () => {
    expect(await count({ title: 'a' })).toBe(tier === 'free' ? 2 : 1)
    expect(await send(emulator, generic, { title: 'a', end_time: testNow })).toMatchObject({
      status: tier === 'free' ? 400 : 200,
    })
  })
})

describe('with a limit of 2 a minute alerts', () => {
  const emulator = useEmulator({ flavor: 'spec', rateLimit: 2 })

  it('counts alerts for each path, from all callers', async () => {
    const statuses = []
    for (const authorization of [bearer, 'Bearer other', bearer]) {
      statuses.push((await fetch(emulator.url + generic, { method: 'POST', headers: { authorization } })).status)
    }
    expect(statuses).toEqual([200, 401, 429])
    const response = await fetch(emulator.url + metrics, { method: 'POST', headers: { authorization: bearer } })
    expect(response.headers.get('ratelimit-name')).toBe('throttle_incident_management_notification_web')
    expect(response.headers.get('ratelimit-remaining')).toBe('1')
  })
})
