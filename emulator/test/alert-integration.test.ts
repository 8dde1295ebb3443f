import { alertsOf, batch, bearer, generic, metrics, send } from './support/alert'
import { testNow, useEmulator } from './support/emulator'

import type { AlertIntegrationSettings, EmulatorState, Flavor, Tier } from '..'

const empty = (status: number) => ({ status, body: undefined })
const issuesOf = (state: EmulatorState) =>
  state.collections.issues!.records.slice(15) as unknown as Record<string, unknown>[]

describe.each<Flavor>(['spec', 'gitlab'])('alert integrations, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const own = flavor === 'spec' ? 'svc' : 'gitlab'
  const put = (settings: object) => emulator.put('/-/alert-integrations', settings)
  const made = (settings: Partial<AlertIntegrationSettings> = {}) => {
    const integration = emulator.putAlertIntegration({ project: 1, name: 'Uptime', key: 'k', ...settings })
    return { ...integration, path: integration.url?.slice(emulator.url.length) ?? '' }
  }
  const raise = (path: string, payload: unknown, key = 'k') =>
    send(emulator, path, payload, { authorization: `Bearer ${key}` })

  it('creates one integration of each format in every project of the seed world', async () => {
    const records = emulator.state().collections.alert_integrations!.records
    expect(records).toHaveLength(6)
    expect(records).toMatchObject(
      [1, 1, 2, 2, 3, 3].map((project_id, at) => ({
        project_id,
        format: ['generic', 'metrics'][at % 2],
        key: 'emulator-alert-key',
        active: true,
      })),
    )
    for (const project of ['acme/web', 'acme/api', 'acme/platform/infra']) {
      expect(await send(emulator, `/${project}/alerts/notify.json`)).toMatchObject({ status: 200 })
      const { status } = await send(emulator, `/${project}/prometheus/alerts/notify.json`, batch())
      expect(status).toBe(flavor === 'spec' ? 200 : 201)
    }
  })

  it('creates an integration with its own URL and key', async () => {
    const { status, body } = await put({ project: 'acme/web', name: 'Über Uptime!' })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: 7,
      project_id: 1,
      name: 'Über Uptime!',
      format: 'generic',
      endpoint_identifier: expect.stringMatching(/^[0-9a-f]{16}$/),
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      active: true,
      mapping: {},
      create_incident: false,
      auto_close_incident: true,
      url: expect.stringMatching(`^${emulator.url}/acme/web/alerts/notify/ber-uptime/[0-9a-f]{16}\\.json$`),
    })
  })

  it('updates the integration with the same name, and keeps the other settings', async () => {
    const before = made({ create_incident: true })
    expect(await put({ project: 1, name: 'Uptime', key: 'other' })).toMatchObject({
      body: { id: before.id, key: 'other', url: before.url, create_incident: true },
    })
    expect(await raise(before.path, {})).toEqual(empty(401))
    expect(await raise(before.path, {}, 'other')).toMatchObject({ status: 200 })
    expect(await put({ project: 1, name: 'HTTP endpoint', key: 'x' })).toMatchObject({
      body: { url: emulator.url + generic },
    })
    expect(await put({ project: 1, name: 'Metrics endpoint' })).toMatchObject({ body: { url: emulator.url + metrics } })
  })

  it('accepts only the key of the integration, with any name in the URL', async () => {
    const { path, endpoint_identifier } = made()
    expect(await raise(path, {})).toMatchObject({ status: 200 })
    expect(await raise(`/acme/web/alerts/notify/other/${endpoint_identifier}`, {})).toMatchObject({ status: 200 })
    expect(await send(emulator, path, {}, { authorization: bearer })).toEqual(empty(401))
    expect(await raise(`/acme/api/alerts/notify/uptime/${endpoint_identifier}.json`, {})).toEqual(empty(403))
  })

  it('accepts batches at integrations of the metrics format', async () => {
    const { path } = made({ format: 'metrics' })
    await raise(path, batch({ startsAt: testNow, annotations: { title: 'a' } }))
    expect(alertsOf(emulator)).toMatchObject([{ title: 'a', integration_id: 7 }])
  })

  it('shares the alerts of a project between its integrations', async () => {
    const { path } = made()
    await raise(path, { fingerprint: 'a' })
    await send(emulator, generic, { fingerprint: 'a', end_time: testNow })
    expect(alertsOf(emulator)).toMatchObject([{ integration_id: 7, status: 'resolved' }])
  })

  describe('field mapping', () => {
    const mapping = {
      title: ['event', 'name'],
      severity: ['event', 'tags', 0],
      start_time: ['event', 'from'],
      end_time: ['event', 'to'],
      fingerprint: ['event', 'id'],
      hosts: ['event', 'on'],
      [`${own}_environment_name`]: ['where'],
    }
    const payload = {
      event: { name: 'Mapped', tags: ['low'], from: '2026-06-01', id: 'a', on: ['h'] },
      title: 'Usual',
      description: 'As usual',
      where: 'staging',
    }

    it('reads mapped fields at their paths, and other fields at the default paths', async () => {
      expect(await raise(made({ mapping }).path, payload)).toEqual({ status: 200, body: [{ iid: 1, title: 'Mapped' }] })
      expect(alertsOf(emulator)).toMatchObject([
        {
          severity: 'low',
          started_at: '2026-06-01T00:00:00.000Z',
          hosts: ['h'],
          environment_id: 12,
          description: 'As usual',
        },
      ])
    })

    it('resolves alerts by mapped fields', async () => {
      const { path } = made({ mapping })
      await raise(path, payload)
      await raise(path, { event: { id: 'a', to: '2026-06-02' } })
      expect(alertsOf(emulator)).toMatchObject([{ status: 'resolved', ended_at: '2026-06-02T00:00:00.000Z' }])
    })

    it('uses the default path if the mapped path has no value', async () => {
      const { path } = made({ mapping })
      for (const event of [undefined, null, 'text', { name: '' }, { name: null }]) {
        expect(await raise(path, { event, title: 'Usual' })).toMatchObject({ body: [{ title: 'Usual' }] })
      }
    })
  })

  describe('incidents', () => {
    it('opens an incident for each alert', async () => {
      const { path } = made({ create_incident: true })
      const payload = { title: 'Down', description: 'It is', severity: 'low', hosts: ['a', 'b'], fingerprint: 'a' }
      await raise(path, payload)
      await raise(path, payload)
      await raise(path, {})
      expect(alertsOf(emulator)).toMatchObject([{ events: 2, issue_id: 306 }, { issue_id: 307 }])
      expect(issuesOf(emulator.state())).toMatchObject([
        {
          iid: 6,
          project_id: 1,
          title: 'Down',
          state: 'opened',
          description: [
            `**Start time:** ${testNow}`,
            '**Severity:** low',
            '**Hosts:** a b',
            '**Description:** It is',
          ].join('  \n'),
        },
        { iid: 7, title: 'New: Incident 7' },
      ])
      expect(await emulator.get('/projects/1/issues/6')).toMatchObject({ status: 200, body: { title: 'Down' } })
    })

    it('appends the Markdown field of the flavor to the description', async () => {
      const { path } = made({ create_incident: true, format: 'metrics' })
      const annotations = { title: 'a', svc_incident_markdown: '# svc', gitlab_incident_markdown: '# gitlab' }
      const generatorURL = 'http://host?g0.expr=up'
      await raise(path, batch({ startsAt: testNow, annotations, generatorURL }))
      const [{ description } = {}] = issuesOf(emulator.state())
      expect(description).toMatch(new RegExp(`\\n\\n---\\n\\n# ${own}$`))
      expect(description).toContain('**full_query:** `up`')
    })

    it('opens an incident for an alert that already existed', async () => {
      await raise(made().path, { fingerprint: 'a' })
      await raise(made({ create_incident: true }).path, { fingerprint: 'a' })
      expect(alertsOf(emulator)).toMatchObject([{ issue_id: 306 }])
    })

    it('opens no incident in a project without issues', async () => {
      emulator.patch('projects', 1, { issues_enabled: false })
      expect(await raise(made({ create_incident: true }).path, {})).toMatchObject({ status: 200 })
      expect(alertsOf(emulator)).toMatchObject([{ issue_id: null }])
    })

    it.each([
      [true, 'closed'],
      [false, 'opened'],
    ])('closing an alert with auto_close_incident %s leaves its incident %s', async (auto_close_incident, state) => {
      const { path } = made({ create_incident: true, auto_close_incident })
      await raise(path, { fingerprint: 'a' })
      await raise(path, { fingerprint: 'a', end_time: testNow })
      expect(issuesOf(emulator.state())).toMatchObject([{ state }])
    })
  })

  describe('external tools', () => {
    const tool = { name: 'Tool', format: 'external' } as const

    it('creates an external integration without URL, which deactivates the others of the project', async () => {
      expect(made(tool)).toMatchObject({ format: 'external', active: true, url: null })
      expect(await send(emulator, generic, {})).toEqual(empty(403))
      expect(await send(emulator, metrics, batch())).toEqual(empty(401))
      expect(await send(emulator, '/acme/api/alerts/notify.json', {})).toMatchObject({ status: 200 })
    })

    it('refuses to activate other integrations until the external one is inactive', async () => {
      const { endpoint_identifier } = made(tool)
      const refused = {
        status: 400,
        body: {
          error: expect.stringContaining(
            'the external integration "Tool" is active: deactivate it before you activate another one',
          ),
        },
      }
      expect(await put({ project: 1, name: 'HTTP endpoint', active: true })).toMatchObject(refused)
      expect(await put({ project: 1, name: 'New' })).toMatchObject(refused)
      expect(await put({ project: 1, name: 'New', active: false })).toMatchObject({ status: 200 })
      expect(await put({ project: 1, ...tool, active: false })).toMatchObject({ status: 200 })
      expect(await put({ project: 1, name: 'HTTP endpoint', active: true })).toMatchObject({ status: 200 })
      expect(await send(emulator, generic, {})).toMatchObject({ status: 200 })
      expect(await raise(`/acme/web/alerts/notify/tool/${endpoint_identifier}.json`, {})).toEqual(empty(403))
    })
  })

  it.each([
    [{ name: 'a' }, 'project undefined does not exist'],
    [{ project: 9, name: 'a' }, 'project 9 does not exist'],
    [{ project: 1 }, '"name" must be a string of 1 to 255 characters'],
    [{ project: 1, name: 'x'.repeat(256) }, '"name" must be a string of 1 to 255 characters'],
    [{ project: 1, name: 'a', format: 'sms' }, '"format" must be one of generic, metrics, external'],
    [{ project: 1, name: 'a', key: '' }, '"key" must be a non-empty string'],
    [{ project: 1, name: 'a', active: 'yes' }, '"active" must be true or false'],
    [{ project: 1, name: 'a', mapping: { title: 'a.b' } }, '"mapping" must be an object with lists of keys'],
    [
      { project: 1, name: 'a', id: 1 },
      'unknown key "id": use project, name, format, key, active, mapping, create_incident, auto_close_incident',
    ],
  ])('refuses the invalid settings %j', async (settings, error) => {
    expect(await put(settings)).toMatchObject({ status: 400, body: { error } })
    expect(emulator.state().collections.alert_integrations!.records).toHaveLength(6)
  })
})

describe.each<Tier>(['free', 'premium', 'ultimate'])('alert integrations in the tier %s', (tier) => {
  const emulator = useEmulator({ flavor: 'spec', tier })
  const licensed = tier !== 'free'
  const made = (settings: object) => {
    const { url } = emulator.putAlertIntegration({ project: 1, name: 'Uptime', key: 'emulator-alert-key', ...settings })
    return url!.slice(emulator.url.length)
  }

  it(`serves ${licensed ? 'all integrations' : 'only the oldest integration of each format'}`, async () => {
    expect(await send(emulator, made({}))).toMatchObject({ status: licensed ? 200 : 403 })
    const { status } = await send(emulator, made({ name: 'Other', format: 'metrics' }), batch())
    expect(status).toBe(licensed ? 200 : 403)
    expect(await send(emulator, generic)).toMatchObject({ status: 200 })
    expect(await send(emulator, metrics, batch())).toMatchObject({ status: 200 })
  })

  it('counts an inactive integration as the oldest one', async () => {
    made({ name: 'HTTP endpoint', active: false })
    expect(await send(emulator, made({}))).toMatchObject({ status: licensed ? 200 : 403 })
  })

  it(`${licensed ? 'maps' : 'does not map'} fields`, async () => {
    const path = made({ name: 'HTTP endpoint', mapping: { title: ['a'] } })
    expect(await send(emulator, path, { a: 'Mapped', title: 'Usual' })).toMatchObject({
      body: [{ title: licensed ? 'Mapped' : 'Usual' }],
    })
  })
})
